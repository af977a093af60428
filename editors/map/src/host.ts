/** Where the page is shown: an editor opens notes and searches by meaning, a browser follows links. */
export interface Host {
  editor: boolean;
  open(path: string): void;
  search(text: string): void;
}

export interface Told {
  hits(text: string, paths: string[]): void;
  opened(path: string | null): void;
}

interface Api {
  postMessage(message: unknown): void;
}
declare const acquireVsCodeApi: undefined | (() => Api);

type Message = { type: 'hits'; text: string; paths: string[] } | { type: 'opened'; path: string | null };

/** The host, which calls `told` back. */
export function host(told: Told): Host {
  if (typeof acquireVsCodeApi === 'undefined') {
    return { editor: false, open: () => undefined, search: () => undefined };
  }
  const api = acquireVsCodeApi();
  addEventListener('message', (event: MessageEvent<Message>) => {
    const message = event.data;
    if (message.type === 'hits') told.hits(message.text, message.paths);
    if (message.type === 'opened') told.opened(message.path);
  });
  api.postMessage({ type: 'ready' });
  return {
    editor: true,
    open: (path) => api.postMessage({ type: 'open', path }),
    search: (text) => api.postMessage({ type: 'search', text }),
  };
}

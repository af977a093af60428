import * as vscode from 'vscode';
import { Latest } from './latest.ts';
import type { MapAnswer, SearchAnswer } from './protocol.ts';
import { sentence } from './sentence.ts';
import type { Connection } from './server/connection.ts';

const PAUSE_MS = 120;
const MOST_HITS = 50;

type Message =
  | { readonly type: 'ready' }
  | { readonly type: 'open'; readonly path: string }
  | { readonly type: 'search'; readonly text: string };

/** The map of the notes in a tab: the server's own page, which may run nothing but its script. */
export class NoteMap {
  private readonly connection: Connection;
  private readonly searches: Latest<string>;
  private readonly watch: vscode.Disposable;
  private panel: vscode.WebviewPanel | undefined;
  private folder: vscode.Uri | undefined;
  /** The note that was last in front: the map itself is no text editor. */
  private note: vscode.Uri | undefined;

  constructor(connection: Connection) {
    this.connection = connection;
    this.searches = new Latest(PAUSE_MS, (text, signal) => this.search(text, signal));
    this.watch = vscode.window.onDidChangeActiveTextEditor(() => this.tellOpened());
  }

  /** Draws the notes of the folder that the note in front is in, as they are now. */
  async show(): Promise<void> {
    const uri = vscode.window.activeTextEditor?.document.uri;
    this.note = uri ?? this.note;
    const inside = uri && vscode.workspace.getWorkspaceFolder(uri);
    this.folder = (inside ?? vscode.workspace.workspaceFolders?.[0])?.uri;
    const wish = inside && uri?.path.endsWith('.md') ? { of: uri.toString() } : {};
    const options = {
      location: vscode.ProgressLocation.Window,
      title: 'nearnote: drawing the map',
    };
    try {
      const { page, reason } = await vscode.window.withProgress(options, () =>
        this.connection.ask<MapAnswer>('nearnote.map', wish),
      );
      if (reason) void vscode.window.showWarningMessage(`The map shows links only. ${reason}`);
      this.opened().webview.html = page;
    } catch (error) {
      void vscode.window.showErrorMessage(sentence(error));
    }
  }

  dispose(): void {
    this.searches.cancel();
    this.watch.dispose();
    this.panel?.dispose();
  }

  private opened(): vscode.WebviewPanel {
    if (this.panel) {
      this.panel.reveal();
      return this.panel;
    }
    const options = { enableScripts: true, localResourceRoots: [], retainContextWhenHidden: true };
    const column = vscode.ViewColumn.Active;
    const panel = vscode.window.createWebviewPanel('nearnote.map', 'Map of Notes', column, options);
    panel.onDidDispose(() => (this.panel = undefined));
    panel.webview.onDidReceiveMessage((message: Message) => this.heard(message));
    this.panel = panel;
    return panel;
  }

  private heard(message: Message): void {
    if (message.type === 'ready') this.tellOpened();
    if (message.type === 'search') this.searches.ask(message.text);
    if (message.type === 'open') void this.open(message.path);
  }

  private async open(path: string): Promise<void> {
    if (!this.folder) return;
    try {
      const document = await vscode.workspace.openTextDocument(
        vscode.Uri.joinPath(this.folder, path),
      );
      await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
    } catch {
      void vscode.window.showWarningMessage(`“${path}” is no longer there. Show the map again.`);
    }
  }

  private async search(text: string, signal: AbortSignal): Promise<void> {
    const wish = { query: text, limit: MOST_HITS };
    const found = await this.connection
      .ask<SearchAnswer>('nearnote.search', wish, signal)
      .catch(() => undefined);
    if (!found || signal.aborted) return;
    const paths = [...new Set(found.hits.map((hit) => hit.path))];
    void this.panel?.webview.postMessage({ type: 'hits', text, paths });
  }

  /** The note in front stands out on the map. */
  private tellOpened(): void {
    this.note = vscode.window.activeTextEditor?.document.uri ?? this.note;
    if (!this.panel || !this.folder || !this.note) return;
    const below = `${this.folder.path}/`;
    const path = this.note.path.startsWith(below) ? this.note.path.slice(below.length) : null;
    void this.panel.webview.postMessage({ type: 'opened', path });
  }
}

import * as vscode from 'vscode';
import {
  CloseAction,
  ErrorAction,
  ExecuteCommandRequest,
  LanguageClient,
  type LanguageClientOptions,
  State,
} from 'vscode-languageclient/node';
import type { Status } from '../protocol.ts';
import { startReason } from '../sentence.ts';
import type { Candidate } from './candidates.ts';
import type { Health } from './health.ts';
import { RestartBudget } from './restarts.ts';
import type { ServerSettings } from './serverSettings.ts';

// It answers within half a second; a slow disk after a fresh install takes longer.
const START_LIMIT_MS = 60_000;

// This extension says itself what went wrong, once and with buttons that help.
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** The running server: started, asked, restarted after a crash, and watched for its status. */
export class Connection implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private health: Health = { state: 'starting' };
  private budget = new RestartBudget();
  private hasRun = false;
  private readonly changed = new vscode.EventEmitter<Health>();
  private readonly settings: ServerSettings;

  readonly output: vscode.LogOutputChannel;
  readonly onDidChange = this.changed.event;

  constructor(output: vscode.LogOutputChannel, settings: ServerSettings) {
    this.output = output;
    this.settings = settings;
  }

  get current(): Health {
    return this.health;
  }

  get status(): Status | undefined {
    return this.health.state === 'running' ? this.health.status : undefined;
  }

  /** The version that the server gave at its start. */
  get serverVersion(): string | undefined {
    return this.client?.initializeResult?.serverInfo?.version;
  }

  /** Starts this server in place of the one before; false when it could not start. */
  async start(candidate: Candidate): Promise<boolean> {
    await this.stop();
    this.budget = new RestartBudget();
    this.hasRun = false;
    this.set({ state: 'starting' });
    const client = this.makeClient(candidate);
    this.client = client;
    try {
      await within(START_LIMIT_MS, client.start());
      return true;
    } catch (error) {
      client.serverProcess?.kill();
      this.output.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
      const reason = startReason(error);
      this.set({ state: 'stopped', reason: `${candidate.command} could not start: ${reason}` });
      return false;
    }
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    // A client that never started refuses to stop; there is nothing to stop then.
    await client?.dispose().catch(() => undefined);
  }

  /** Says that no server was found; the views offer the set-up. */
  missing(): void {
    this.set({ state: 'missing' });
  }

  /** Asks one of the server's commands; an aborted signal cancels the request at the server. */
  async ask<Answer>(command: string, argument: object, signal?: AbortSignal): Promise<Answer> {
    const client = this.client;
    if (!client?.isRunning()) throw new Error('The nearnote server is not running.');
    const source = new vscode.CancellationTokenSource();
    const cancel = (): void => source.cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      const params = { command, arguments: [argument] };
      return (await client.sendRequest(ExecuteCommandRequest.type, params, source.token)) as Answer;
    } finally {
      signal?.removeEventListener('abort', cancel);
      source.dispose();
    }
  }

  /** Tells the server that the editor's settings changed. */
  async settingsChanged(): Promise<void> {
    if (!this.client?.isRunning()) return;
    const settings = { nearnote: this.settings.explicit() };
    await this.client.sendNotification('workspace/didChangeConfiguration', { settings });
  }

  dispose(): void {
    void this.stop();
    this.changed.dispose();
  }

  private makeClient(candidate: Candidate): LanguageClient {
    const server = { command: candidate.command, args: [...candidate.args] };
    const client = new QuietClient('nearnote', 'nearnote', server, this.clientOptions());
    client.onNotification('nearnote/status', (status: Status) => this.statusIs(client, status));
    client.onDidChangeState(({ newState }) => {
      if (client !== this.client || newState !== State.Running) return;
      this.hasRun = true;
      this.set({ state: 'running', status: undefined });
      void this.askStatus();
    });
    return client;
  }

  private clientOptions(): LanguageClientOptions {
    return {
      documentSelector: ['file', 'untitled'].map((scheme) => ({ scheme, language: 'markdown' })),
      outputChannel: this.output,
      initializationOptions: () => this.settings.explicit(),
      middleware: {
        workspace: { configuration: (params) => this.settings.answer(params) },
        // VS Code outlines Markdown itself.
        provideDocumentSymbols: (document, token, next) =>
          this.settings.wantsOutline(document.uri) ? next(document, token) : [],
      },
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue }),
        closed: () => this.afterCrash(),
      },
      // The caller tells the user, with buttons that help.
      initializationFailedHandler: () => false,
    };
  }

  private afterCrash(): { action: CloseAction; handled: boolean } {
    // One that dies before it ever answered would only die again.
    if (!this.hasRun) return { action: CloseAction.DoNotRestart, handled: true };
    if (this.budget.spend(Date.now())) {
      this.output.warn('The server stopped unexpectedly and is started again.');
      this.set({ state: 'starting' });
      return { action: CloseAction.Restart, handled: true };
    }
    this.set({ state: 'stopped', reason: 'it stopped six times within three minutes' });
    return { action: CloseAction.DoNotRestart, handled: true };
  }

  private async askStatus(): Promise<void> {
    const client = this.client;
    const status = await this.ask<Status>('nearnote.status', {}).catch(() => undefined);
    if (client && status) this.statusIs(client, status);
  }

  private statusIs(client: LanguageClient, status: Status): void {
    if (client === this.client) this.set({ state: 'running', status });
  }

  private set(health: Health): void {
    this.health = health;
    this.changed.fire(health);
  }
}

async function within(limitMs: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((_, reject) => {
    const reason = new Error(`it did not answer within ${limitMs / 1000} seconds`);
    timer = setTimeout(() => reject(reason), limitMs);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

import { homedir } from 'node:os';
import { delimiter } from 'node:path';
import * as vscode from 'vscode';
import { sentence } from '../sentence.ts';
import type { Candidate, Surroundings } from './candidates.ts';
import type { Connection } from './connection.ts';
import { findServer } from './find.ts';
import { type PrivateServer, SetUpError } from './privateServer.ts';
import { run } from './process.ts';
import { findPython, pythonCommands } from './python.ts';
import { isOlder } from './version.ts';

const PREFER_PRIVATE = 'preferPrivateServer';

/** Finds and starts a server, and offers to install the bundled one when there is none. */
export class Launcher {
  private readonly connection: Connection;
  private readonly bundled: PrivateServer;
  private readonly context: vscode.ExtensionContext;
  private turn: Promise<void> = Promise.resolve();
  private installing: Promise<boolean> | undefined;
  private origin: Candidate['origin'] | undefined;

  constructor(connection: Connection, bundled: PrivateServer, context: vscode.ExtensionContext) {
    this.connection = connection;
    this.bundled = bundled;
    this.context = context;
  }

  /**
   * Starts the best server there is; renews the private one after an update of the extension.
   * Wishes that come together, such as two changed settings, are served one after the other.
   */
  async start(): Promise<void> {
    const turn = this.turn.then(() => this.startNow());
    this.turn = turn.then(
      () => undefined,
      () => undefined,
    );
    const tell = await turn;
    await tell?.();
  }

  // Gives what is still to be told: a question that waits for its answer must hold up no one.
  private async startNow(): Promise<(() => Promise<void>) | undefined> {
    const around = await this.surroundings();
    const candidate = await findServer(around);
    if (candidate) {
      this.connection.output.info(`Starting ${candidate.command} (${candidate.origin}).`);
      this.origin = candidate.origin;
      const started = await this.connection.start(candidate);
      return started ? () => this.judgeVersion(candidate) : undefined;
    }
    if (around.configured === '' && (await this.bundled.isOutdated())) return () => this.install();
    await this.connection.stop();
    this.connection.missing();
    return () => this.tellMissing(around.configured);
  }

  /** Makes the private environment, with progress, and starts the server in it; once at a time. */
  async install(): Promise<void> {
    this.installing ??= this.installNow();
    const installed = await this.installing;
    this.installing = undefined;
    if (installed) await this.start();
  }

  private async installNow(): Promise<boolean> {
    const configured = setting('server.python');
    const windows = process.platform === 'win32';
    const python = await findPython(pythonCommands(configured, windows), run);
    if ('problem' in python) {
      void this.tellNoPython(python.problem);
      return false;
    }
    if (this.origin === 'private') {
      // It runs from the folder that is made anew.
      await this.connection.stop();
      this.connection.missing();
    }
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: 'nearnote',
      cancellable: true,
    };
    try {
      await vscode.window.withProgress(options, (progress, token) => {
        const controller = new AbortController();
        token.onCancellationRequested(() => controller.abort());
        const listener = {
          step: (message: string) => progress.report({ message }),
          line: (line: string) => this.connection.output.info(line),
        };
        return this.bundled.install(python.command, listener, controller.signal);
      });
    } catch (error) {
      this.connection.output.error(error instanceof SetUpError ? error.output : String(error));
      void this.tellFailure(`The nearnote server could not be installed. ${sentence(error)}`);
      return false;
    }
    return true;
  }

  private async judgeVersion(candidate: Candidate): Promise<void> {
    const wanted = String(this.context.extension.packageJSON.version);
    const version = this.connection.serverVersion;
    if (version === undefined || !isOlder(version, wanted)) return;
    const useBundled = 'Use the Bundled Server';
    const choice = await vscode.window.showWarningMessage(
      `The nearnote server ${version} (${candidate.command}) is older than this extension, which needs ${wanted}.`,
      ...(candidate.origin === 'setting' ? [] : [useBundled]),
    );
    if (choice !== useBundled) return;
    await this.context.globalState.update(PREFER_PRIVATE, true);
    await this.install();
  }

  private async surroundings(): Promise<Surroundings> {
    return {
      configured: setting('server.path'),
      trusted: vscode.workspace.isTrusted,
      folders: (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath),
      searchPath: (process.env['PATH'] ?? '').split(delimiter),
      home: homedir(),
      windows: process.platform === 'win32',
      privatePython: await this.bundled.python(),
      preferPrivate: this.context.globalState.get(PREFER_PRIVATE, false),
    };
  }

  private async tellMissing(configured: string): Promise<void> {
    if (configured !== '') {
      const open = 'Open Setting';
      const message = `There is no program at “${configured}”, which “nearnote.server.path” names.`;
      const choice = await vscode.window.showErrorMessage(message, open);
      if (choice === open) await openSetting('nearnote.server.path');
      return;
    }
    const setUp = 'Set Up Server';
    const message = 'The nearnote server is not installed on this machine yet.';
    const choice = await vscode.window.showInformationMessage(message, setUp);
    if (choice === setUp) await this.install();
  }

  private async tellNoPython(problem: string): Promise<void> {
    const get = 'Get Python';
    const choose = 'Choose Python';
    const choice = await vscode.window.showErrorMessage(problem, get, choose);
    if (choice === get) {
      await vscode.env.openExternal(vscode.Uri.parse('https://www.python.org/downloads/'));
    }
    if (choice === choose) await openSetting('nearnote.server.python');
  }

  private async tellFailure(message: string): Promise<void> {
    const show = 'Show Output';
    const again = 'Try Again';
    const choice = await vscode.window.showErrorMessage(message, again, show);
    if (choice === show) this.connection.output.show();
    if (choice === again) await this.install();
  }
}

function setting(key: string): string {
  return vscode.workspace.getConfiguration('nearnote').get<string>(key, '').trim();
}

async function openSetting(key: string): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', key);
}

import { homedir } from 'node:os';
import { delimiter } from 'node:path';
import * as vscode from 'vscode';
import { sentence } from '../sentence.ts';
import type { Candidate, Surroundings } from './candidates.ts';
import type { Connection } from './connection.ts';
import { findServer } from './find.ts';
import type { PrivateServer } from './privateServer.ts';
import { run } from './process.ts';
import { findPython, pythonCommands } from './python.ts';
import { isOlder } from './version.ts';

const PREFER_PRIVATE = 'preferPrivateServer';

/** Finds and starts a server, and offers to install the bundled one when there is none. */
export class Launcher {
  private readonly connection: Connection;
  private readonly bundled: PrivateServer;
  private readonly context: vscode.ExtensionContext;

  constructor(connection: Connection, bundled: PrivateServer, context: vscode.ExtensionContext) {
    this.connection = connection;
    this.bundled = bundled;
    this.context = context;
  }

  /** Starts the best server there is; renews the private one after an update of the extension. */
  async start(): Promise<void> {
    const around = await this.surroundings();
    const candidate = await findServer(around);
    if (candidate) return this.startWith(candidate);
    if (around.configured === '' && (await this.bundled.isOutdated())) return this.install();
    await this.connection.stop();
    this.connection.missing();
    await this.tellMissing(around.configured);
  }

  /** Makes the private environment, with progress, and starts the server in it. */
  async install(): Promise<void> {
    const configured = setting('server.python');
    const windows = process.platform === 'win32';
    const python = await findPython(pythonCommands(configured, windows), run);
    if ('problem' in python) return this.tellNoPython(python.problem);
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: 'nearnote',
      cancellable: true,
    };
    try {
      await vscode.window.withProgress(options, (progress, token) => {
        const controller = new AbortController();
        token.onCancellationRequested(() => controller.abort());
        const report = (line: string): void => {
          this.connection.output.info(line);
          progress.report({ message: line.slice(0, 100) });
        };
        return this.bundled.install(python.command, report, controller.signal);
      });
    } catch (error) {
      this.connection.output.error(String(error));
      const reason = sentence(error);
      await this.tellFailure(`The nearnote server could not be installed. ${reason}`);
      return;
    }
    await this.start();
  }

  private async startWith(candidate: Candidate): Promise<void> {
    this.connection.output.info(`Starting ${candidate.command} (${candidate.origin}).`);
    if (!(await this.connection.start(candidate))) return;
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

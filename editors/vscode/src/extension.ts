import { join } from 'node:path';
import type MarkdownIt from 'markdown-it';
import * as vscode from 'vscode';
import { rebuildIndex, showSeen, showStatus } from './commands.ts';
import { NoteMap } from './map.ts';
import { Pages } from './pages.ts';
import { WorkspaceFiles } from './preview/noteFiles.ts';
import { wikilinks } from './preview/wikilinks.ts';
import { BacklinksView, openMention } from './related/backlinks.ts';
import type { Node } from './related/tree.ts';
import { RelatedView } from './related/view.ts';
import { SearchPicker } from './search/picker.ts';
import { Connection } from './server/connection.ts';
import type { Health } from './server/health.ts';
import { Launcher } from './server/launcher.ts';
import { PrivateServer } from './server/privateServer.ts';
import { ServerSettings } from './server/serverSettings.ts';
import { StatusBar } from './status/bar.ts';

let connection: Connection | undefined;

/** What VS Code's own Markdown preview asks of this extension. */
interface Api {
  extendMarkdownIt(md: MarkdownIt): MarkdownIt;
}

/** Puts the parts together; the server starts in the background. */
export function activate(context: vscode.ExtensionContext): Api {
  const { packageJSON } = context.extension;
  const output = vscode.window.createOutputChannel('nearnote', { log: true });
  const server = new Connection(output, new ServerSettings(packageJSON));
  const bundled = new PrivateServer(
    context.globalStorageUri.fsPath,
    join(context.extensionPath, 'dist', 'server'),
  );
  const launcher = new Launcher(server, bundled, context);
  const pages = new Pages();
  const bar = new StatusBar();
  const related = new RelatedView(server);
  const map = new NoteMap(server);
  const backlinks = new BacklinksView(server);
  let picker: SearchPicker | undefined;
  connection = server;

  const commands: Record<string, (...args: never[]) => unknown> = {
    searchNotes: () => {
      picker = new SearchPicker(server, context.workspaceState);
    },
    searchOpenToSide: () => picker?.openToSide(),
    searchInsertLink: () => picker?.insertLink(),
    setUpServer: () => launcher.install(),
    restartServer: () => launcher.start(),
    showOutput: () => output.show(),
    traceServer: () => vscode.commands.executeCommand('workbench.action.setLogLevel'),
    showStatus: () => showStatus(server, pages, packageJSON.version),
    showSeen: () => showSeen(server, pages),
    showMap: () => map.show(),
    rebuildIndex: () => rebuildIndex(server),
    chooseRelated: () => related.holdOpening(),
    openRelated: (node?: Node) => related.open(node),
    openRelatedToSide: (node?: Node) => related.open(node, vscode.ViewColumn.Beside),
    insertRelatedLink: (node?: Node) => related.insertLink(node),
    openBacklink: openMention,
    pinRelated: () => related.pin(true),
    unpinRelated: () => related.pin(false),
    showUnlinkedOnly: () => related.showUnlinkedOnly(true),
    showAllRelated: () => related.showUnlinkedOnly(false),
  };
  for (const [name, run] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(`nearnote.${name}`, run));
  }
  context.subscriptions.push(
    output,
    server,
    pages,
    bar,
    related,
    map,
    backlinks,
    server.onDidChange((health) => healthChanged(health, bar, server)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => launcher.start()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('nearnote.server')) void launcher.start();
      else if (change.affectsConfiguration('nearnote')) void server.settingsChanged();
    }),
  );
  bar.show(server.current);
  void launcher.start();
  return {
    extendMarkdownIt(md) {
      if (!vscode.workspace.getConfiguration('nearnote').get('preview.wikilinks', true)) return md;
      const files = new WorkspaceFiles();
      context.subscriptions.push(files);
      return wikilinks(md, files);
    },
  };
}

export async function deactivate(): Promise<void> {
  await connection?.stop();
}

function healthChanged(health: Health, bar: StatusBar, server: Connection): void {
  bar.show(health);
  void vscode.commands.executeCommand('setContext', 'nearnote.health', health.state);
  if (health.state === 'stopped') void tellStopped(health.reason, server);
}

async function tellStopped(reason: string, server: Connection): Promise<void> {
  const restart = 'Restart';
  const show = 'Show Output';
  const message = `The nearnote server is not running: ${reason}.`;
  const choice = await vscode.window.showErrorMessage(message, restart, show);
  if (choice === restart) await vscode.commands.executeCommand('nearnote.restartServer');
  if (choice === show) server.output.show();
}

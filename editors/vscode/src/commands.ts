import * as vscode from 'vscode';
import type { Pages } from './pages.ts';
import type { ChunksAnswer } from './protocol.ts';
import { seenPage } from './seen.ts';
import { sentence } from './sentence.ts';
import type { Connection } from './server/connection.ts';
import { type NoteReport, statusPage } from './status/page.ts';

/** Shows the status page, with the numbers of the index and of the note in the editor. */
export async function showStatus(
  connection: Connection,
  pages: Pages,
  extensionVersion: string,
): Promise<void> {
  const stats = await connection
    .ask<Record<string, unknown>>('nearnote.stats', {})
    .catch(() => ({}));
  const versions = { server: connection.serverVersion, extension: extensionVersion };
  const document = vscode.window.activeTextEditor?.document;
  const note =
    document?.languageId === 'markdown' ? await reportOf(connection, document) : undefined;
  const text = statusPage(connection.current, stats, note, versions);
  const page = pages.write('nearnote status.md', text);
  await vscode.commands.executeCommand('markdown.showPreview', page);
}

/** Shows what the index sees at the cursor, beside the note. */
export async function showSeen(connection: Connection, pages: Pages): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== 'markdown') {
    void vscode.window.showInformationMessage('Put the cursor into a note first.');
    return;
  }
  const line = editor.selection.active.line;
  const wish = { uri: editor.document.uri.toString(), line };
  await orSay(async () => {
    const { chunks } = await connection.ask<ChunksAnswer>('nearnote.chunks', wish);
    const path = vscode.workspace.asRelativePath(editor.document.uri);
    const page = pages.write('what the index sees.md', seenPage(path, line, chunks));
    await vscode.commands.executeCommand('markdown.showPreviewToSide', page);
  });
}

/** Reads every note again; the vectors that are still right are kept. */
export async function rebuildIndex(connection: Connection): Promise<void> {
  const options = { location: vscode.ProgressLocation.Window, title: 'nearnote: rebuilding' };
  await vscode.window.withProgress(options, () =>
    orSay(() => connection.ask('nearnote.reindex', { full: true })),
  );
}

async function reportOf(
  connection: Connection,
  document: vscode.TextDocument,
): Promise<NoteReport> {
  const path = vscode.workspace.asRelativePath(document.uri);
  try {
    const wish = { uri: document.uri.toString() };
    return { path, answer: await connection.ask<ChunksAnswer>('nearnote.chunks', wish) };
  } catch (error) {
    return { path, answer: { problem: sentence(error) } };
  }
}

async function orSay(action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (error) {
    void vscode.window.showErrorMessage(sentence(error));
  }
}

import * as vscode from 'vscode';
import { fileName, isTableRow, wikilink } from './link.ts';
import type { Hit } from './protocol.ts';

/** Writes a wikilink to the hit's note over the selection, and leaves the cursor behind it. */
export async function insertLink(
  editor: vscode.TextEditor | undefined,
  hit: Pick<Hit, 'path' | 'title'>,
): Promise<void> {
  if (!editor) {
    void vscode.window.showInformationMessage('Open a note first: the link goes to its cursor.');
    return;
  }
  const selection = editor.selection;
  const text = wikilink({
    path: hit.path,
    title: hit.title,
    labelFirst: await isLabelFirst(editor.document.uri, hit.path),
    ambiguous: await isAmbiguous(hit.path),
    inTable: isTableRow(editor.document.lineAt(selection.start.line).text),
  });
  await editor.edit((edit) => edit.replace(selection, text));
  const end = editor.document.positionAt(editor.document.offsetAt(selection.start) + text.length);
  editor.selection = new vscode.Selection(end, end);
}

async function isAmbiguous(path: string): Promise<boolean> {
  const name = fileName(path).replace(/[[\]{}*?]/g, '?');
  const found = await vscode.workspace.findFiles(`**/${name}`, undefined, 2);
  return found.length > 1;
}

// The server's own rule for `auto`: dotted names around a root.md are Dendron's.
async function isLabelFirst(note: vscode.Uri, path: string): Promise<boolean> {
  const order = vscode.workspace.getConfiguration('nearnote', note).get('links.order', 'auto');
  if (order !== 'auto') return order === 'label-first';
  const folder = vscode.workspace.getWorkspaceFolder(note);
  if (!folder || fileName(path).split('.').length < 3) return false;
  const roots = await vscode.workspace.findFiles(new vscode.RelativePattern(folder, 'root.md'));
  return roots.length > 0;
}

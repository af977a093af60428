import * as vscode from 'vscode';
import type { Hit } from './protocol.ts';

export interface HowToOpen {
  readonly column?: vscode.ViewColumn;
  /** Shown while the keyboard stays where it is. */
  readonly passing?: boolean;
  /** Opened in a tab that the next note does not take over. */
  readonly keep?: boolean;
}

/** Opens a hit at its line; false when its file is gone. */
export async function openHit(hit: Hit, how: HowToOpen = {}): Promise<boolean> {
  try {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(hit.uri));
    // The note may have been edited since: a line past its end means its last line.
    const line = Math.min(hit.line, document.lineCount - 1);
    const start = new vscode.Position(line, document.lineAt(line).firstNonWhitespaceCharacterIndex);
    const editor = await vscode.window.showTextDocument(document, {
      viewColumn: how.column ?? vscode.ViewColumn.Active,
      preview: !how.keep,
      preserveFocus: how.passing ?? false,
      selection: new vscode.Range(start, start),
    });
    editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.InCenter);
    return true;
  } catch {
    return false;
  }
}

/** Opens a hit, and says so when the file vanished since the list was made. */
export async function jumpTo(hit: Hit, how: HowToOpen = {}): Promise<void> {
  if (await openHit(hit, how)) return;
  const again = 'Search Again';
  const message = `“${hit.path}” is no longer there. It was moved or deleted since the list was made.`;
  const choice = await vscode.window.showWarningMessage(message, again);
  if (choice === again) await vscode.commands.executeCommand('nearnote.searchNotes');
}

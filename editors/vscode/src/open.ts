import * as vscode from 'vscode';
import type { Hit } from './protocol.ts';

export interface HowToOpen {
  readonly column?: vscode.ViewColumn;
  /** Opened in a tab that the next note does not take over. */
  readonly keep?: boolean;
}

/** Opens a hit at its line; false when its file is gone. */
export async function openHit(
  hit: Pick<Hit, 'uri' | 'line'>,
  how: HowToOpen = {},
): Promise<boolean> {
  try {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(hit.uri));
    const start = startOf(document, hit);
    const editor = await vscode.window.showTextDocument(document, {
      viewColumn: how.column ?? vscode.ViewColumn.Active,
      preview: !how.keep,
      selection: new vscode.Range(start, start),
    });
    editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.InCenter);
    return true;
  } catch {
    return false;
  }
}

/**
 * Shows a hit in passing, the keyboard where it is: VS Code writes no such look into the history,
 * so that Go Back later returns to where one was. False when its file is gone.
 */
export async function glanceAt(hit: Hit, column: vscode.ViewColumn | undefined): Promise<boolean> {
  try {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(hit.uri));
    const { line, character } = startOf(document, hit);
    const [lineNumber, columnNumber] = [line + 1, character + 1];
    // The published `showTextDocument` knows no editors that leave no trace. This is the command
    // below `vscode.open`, which takes the workbench's own options.
    await vscode.commands.executeCommand('_workbench.open', document.uri, [
      // The workbench counts its groups from 0.
      column === undefined || column < 1 ? vscode.ViewColumn.Active : column - 1,
      {
        transient: true,
        preserveFocus: true,
        pinned: false,
        selection: {
          startLineNumber: lineNumber,
          startColumn: columnNumber,
          endLineNumber: lineNumber,
          endColumn: columnNumber,
        },
      },
    ]);
    return true;
  } catch {
    return false;
  }
}

/** Opens a hit, and says so when the file vanished since the list was made. */
export async function jumpTo(
  hit: Pick<Hit, 'uri' | 'line' | 'path'>,
  how: HowToOpen = {},
): Promise<void> {
  if (await openHit(hit, how)) return;
  const again = 'Search Again';
  const message = `“${hit.path}” is no longer there. It was moved or deleted since the list was made.`;
  const choice = await vscode.window.showWarningMessage(message, again);
  if (choice === again) await vscode.commands.executeCommand('nearnote.searchNotes');
}

/** Where a hit begins. The note may have been edited since: past its end means its last line. */
export function startOf(document: vscode.TextDocument, hit: Pick<Hit, 'line'>): vscode.Position {
  const line = Math.min(hit.line, document.lineCount - 1);
  return new vscode.Position(line, document.lineAt(line).firstNonWhitespaceCharacterIndex);
}

import * as vscode from 'vscode';
import { glanceAt, startOf } from '../open.ts';
import type { Hit } from '../protocol.ts';

/** Shows hits in passing while the list is open, and can put everything back as it was. */
export class Preview {
  private readonly origin = vscode.window.activeTextEditor;
  private readonly selection = this.origin?.selection;
  private readonly visible = this.origin?.visibleRanges[0];
  private readonly wasPassing = activeTab()?.isPreview ?? false;
  private readonly openBefore = new Set(allTabs().map(uriOf));
  private readonly mark = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
  });
  private shown = false;
  /** A note was shown that has a tab of its own: VS Code has written this into the history. */
  private traced = false;
  private wanted: Hit | undefined;
  private turn: Promise<void> = Promise.resolve();

  /** Shows the hit; of moves that come faster than the editor opens notes, only the last. */
  show(hit: Hit): void {
    this.wanted = hit;
    this.turn = this.turn.then(async () => {
      if (this.wanted === hit) await this.showNow(hit);
    });
  }

  /**
   * Ends the looking. What is opened next is one step of the history away from the old place,
   * which is in front again when this is asked or when other notes are in the history by now.
   */
  async end(toOrigin: boolean): Promise<void> {
    if (toOrigin || this.traced) await this.restore();
    else await this.settle();
    this.mark.dispose();
  }

  /** Returns to the old place and closes what was only shown in passing. */
  async restore(): Promise<void> {
    await this.settle();
    this.mark.dispose();
    if (!this.shown) return;
    this.shown = false;
    if (this.origin && this.selection) {
      const editor = await this.showOrigin(this.origin, this.selection);
      if (this.visible) editor.revealRange(this.visible, vscode.TextEditorRevealType.AtTop);
    }
    const extra = allTabs().filter((tab) => tab.isPreview && !this.openBefore.has(uriOf(tab)));
    await vscode.window.tabGroups.close(extra, true);
  }

  private async settle(): Promise<void> {
    this.wanted = undefined;
    await this.turn;
  }

  private async showNow(hit: Hit): Promise<void> {
    if (this.origin && this.selection && hit.uri === this.origin.document.uri.toString()) {
      await this.showInOrigin(this.origin, this.selection, hit);
    } else if (await glanceAt(hit, this.origin?.viewColumn)) {
      this.traced ||= this.openBefore.has(hit.uri);
      this.shown = true;
    }
  }

  // The cursor stays: each of its moves in a note with a tab of its own goes into the history.
  private async showInOrigin(
    origin: vscode.TextEditor,
    selection: vscode.Selection,
    hit: Hit,
  ): Promise<void> {
    const editor = this.shown ? await this.showOrigin(origin, selection, true) : origin;
    const start = startOf(editor.document, hit);
    const range = new vscode.Range(start, start);
    editor.setDecorations(this.mark, [range]);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenter);
    this.shown = true;
  }

  private showOrigin(
    { document, viewColumn }: vscode.TextEditor,
    selection: vscode.Selection,
    preserveFocus = false,
  ): Thenable<vscode.TextEditor> {
    return vscode.window.showTextDocument(document, {
      ...(viewColumn && { viewColumn }),
      preview: this.wasPassing,
      preserveFocus,
      selection,
    });
  }
}

function activeTab(): vscode.Tab | undefined {
  return vscode.window.tabGroups.activeTabGroup.activeTab;
}

function allTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs);
}

function uriOf(tab: vscode.Tab): string {
  return tab.input instanceof vscode.TabInputText ? tab.input.uri.toString() : '';
}

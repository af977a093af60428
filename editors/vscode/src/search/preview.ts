import * as vscode from 'vscode';
import { openHit } from '../open.ts';
import type { Hit } from '../protocol.ts';

/** Shows hits in passing while the list is open, and can put everything back as it was. */
export class Preview {
  private readonly origin = vscode.window.activeTextEditor;
  private readonly selection = this.origin?.selection;
  private readonly visible = this.origin?.visibleRanges[0];
  private readonly wasPassing = activeTab()?.isPreview ?? false;
  private readonly openBefore = new Set(allTabs().map(uriOf));
  private shown = false;
  private wanted: Hit | undefined;
  private turn: Promise<void> = Promise.resolve();

  /** Shows the hit; of moves that come faster than the editor opens notes, only the last. */
  show(hit: Hit): void {
    this.wanted = hit;
    this.turn = this.turn.then(async () => {
      if (this.wanted !== hit) return;
      this.shown = (await openHit(hit, { ...this.column(), passing: true })) || this.shown;
    });
  }

  /** Waits until nothing more will be shown. */
  async settle(): Promise<void> {
    this.wanted = undefined;
    await this.turn;
  }

  /** Returns to the old place and closes what was only shown in passing. */
  async restore(): Promise<void> {
    await this.settle();
    if (!this.shown) return;
    this.shown = false;
    if (this.origin && this.selection) {
      const editor = await vscode.window.showTextDocument(this.origin.document, {
        ...(this.origin.viewColumn && { viewColumn: this.origin.viewColumn }),
        preview: this.wasPassing,
        selection: this.selection,
      });
      if (this.visible) editor.revealRange(this.visible, vscode.TextEditorRevealType.AtTop);
    }
    const extra = allTabs().filter((tab) => tab.isPreview && !this.openBefore.has(uriOf(tab)));
    await vscode.window.tabGroups.close(extra, true);
  }

  private column(): { column?: vscode.ViewColumn } {
    const column = this.origin?.viewColumn;
    return column === undefined ? {} : { column };
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

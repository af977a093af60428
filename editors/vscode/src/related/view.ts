import * as vscode from 'vscode';
import { insertLink } from '../insertLink.ts';
import { Latest } from '../latest.ts';
import { jumpTo } from '../open.ts';
import type { RelatedAnswer, RelatedHit } from '../protocol.ts';
import { sentence } from '../sentence.ts';
import type { Connection } from '../server/connection.ts';
import { hitOf, type Node, RelatedTree } from './tree.ts';
import { anchorLine, viewMessage } from './words.ts';

const PAUSE_MS = 250;
const LIMIT = 12;

/** A place in a note whose related notes are shown. */
interface Place {
  readonly uri: vscode.Uri;
  readonly line: number;
}

/** The side bar's list of related notes: follows the cursor unless it is pinned. */
export class RelatedView implements vscode.Disposable {
  private readonly connection: Connection;
  private readonly tree = new RelatedTree();
  private readonly view: vscode.TreeView<Node>;
  private readonly latest = new Latest<Place>(PAUSE_MS, (place, signal) =>
    this.load(place, signal),
  );
  private readonly watches: vscode.Disposable;
  private place: Place | undefined;
  /** The place whose notes the list shows now. */
  private shown: Place | undefined;
  private held = false;
  private pinned = false;
  private unlinkedOnly = false;

  constructor(connection: Connection) {
    this.connection = connection;
    this.view = vscode.window.createTreeView('nearnote.related', { treeDataProvider: this.tree });
    this.watches = vscode.Disposable.from(
      this.view,
      this.view.onDidChangeVisibility(() => this.follow()),
      vscode.window.onDidChangeActiveTextEditor(() => this.follow()),
      vscode.window.onDidChangeTextEditorSelection(() => this.follow()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (isNote(document)) this.follow();
      }),
      vscode.workspace.onDidRenameFiles(({ files }) => this.renamed(files)),
      vscode.workspace.onDidDeleteFiles(() => this.follow()),
      connection.onDidChange(() => this.follow()),
    );
    this.follow();
  }

  /** Keeps the notes of this place while the cursor moves on, or follows the cursor again. */
  pin(pinned: boolean): void {
    this.pinned = pinned;
    void vscode.commands.executeCommand('setContext', 'nearnote.relatedPinned', pinned);
    this.follow();
  }

  /** Leaves out the notes that this one links to already, or shows all. */
  showUnlinkedOnly(only: boolean): void {
    this.unlinkedOnly = only;
    void vscode.commands.executeCommand('setContext', 'nearnote.relatedUnlinkedOnly', only);
    this.follow();
  }

  /**
   * Keeps the next choice of a row from opening it: a key's command is given no row, so that its
   * keybinding chooses the row with the focus first, and VS Code opens what is chosen.
   */
  holdOpening(): void {
    this.held = true;
  }

  /** Opens a row; without one, the row that is chosen. */
  async open(node: Node | undefined, column?: vscode.ViewColumn): Promise<void> {
    const wasHeld = this.held && column === undefined;
    if (column !== undefined) this.held = false;
    const chosen = node ?? this.view.selection[0];
    if (chosen && !wasHeld) await jumpTo(hitOf(chosen), column === undefined ? {} : { column });
  }

  /** Links to a row's note at the cursor of the note in front. */
  async insertLink(node: Node | undefined): Promise<void> {
    this.held = false;
    const chosen = node ?? this.view.selection[0];
    if (chosen) await insertLink(vscode.window.activeTextEditor, hitOf(chosen));
  }

  dispose(): void {
    this.latest.cancel();
    this.watches.dispose();
  }

  private follow(): void {
    const editor = vscode.window.activeTextEditor;
    if (!this.pinned && editor && isNote(editor.document)) {
      this.place = placeOf(editor);
    }
    if (!this.view.visible) return;
    const { state } = this.connection.current;
    if (this.place && state === 'running') this.latest.ask(this.place);
    else if (state === 'starting') this.say(this.tree.size);
    else this.show(undefined, []);
  }

  private renamed(files: vscode.FileRenameEvent['files']): void {
    const file = files.find(({ oldUri }) => oldUri.toString() === this.place?.uri.toString());
    if (file && this.place) this.place = { ...this.place, uri: file.newUri };
    this.follow();
  }

  private async load(place: Place, signal: AbortSignal): Promise<void> {
    const wish = { uri: place.uri.toString(), line: place.line, limit: LIMIT };
    try {
      const answer = await this.connection.ask<RelatedAnswer>('nearnote.related', wish, signal);
      if (signal.aborted) return;
      const hits = answer.hits.filter((hit) => !(this.unlinkedOnly && hit.linked));
      // The line of a moment ago has no vector yet: what is near the rest of the note stays.
      if (hits.length === 0 && answer.pending > 0 && this.isShown(place)) this.say(this.tree.size);
      else this.show(place, hits);
    } catch (error) {
      if (signal.aborted) return;
      this.show(undefined, []);
      this.view.message = sentence(error);
    }
  }

  private isShown(place: Place): boolean {
    return this.shown?.uri.toString() === place.uri.toString();
  }

  private show(place: Place | undefined, hits: readonly RelatedHit[]): void {
    this.shown = place;
    this.tree.show(hits);
    this.say(hits.length);
  }

  private say(found: number): void {
    const hasNote = this.place !== undefined;
    const message = viewMessage(this.connection.current, hasNote, found, this.unlinkedOnly);
    this.view.message = this.pinned ? `Pinned to ${this.placeName()}. ${message}` : message;
  }

  private placeName(): string {
    return this.place ? vscode.workspace.asRelativePath(this.place.uri) : 'nothing';
  }
}

function placeOf({ document, selection }: vscode.TextEditor): Place {
  const isBlank = (line: number): boolean => document.lineAt(line).isEmptyOrWhitespace;
  const line = anchorLine(document.lineCount, isBlank, selection.active.line);
  return { uri: document.uri, line };
}

function isNote(document: vscode.TextDocument): boolean {
  return document.languageId === 'markdown' && ['file', 'untitled'].includes(document.uri.scheme);
}

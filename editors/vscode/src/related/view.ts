import * as vscode from 'vscode';
import { Latest } from '../latest.ts';
import type { RelatedAnswer } from '../protocol.ts';
import { sentence } from '../sentence.ts';
import type { Connection } from '../server/connection.ts';
import { groupByNote } from './groups.ts';
import { RelatedTree, type Node } from './tree.ts';
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
  private readonly latest = new Latest<Place>(PAUSE_MS, (place, signal) => this.load(place, signal));
  private readonly watches: vscode.Disposable;
  private place: Place | undefined;
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
    if (this.place && this.connection.current.state === 'running') this.latest.ask(this.place);
    else this.say(0);
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
      const groups = groupByNote(answer.hits, this.unlinkedOnly);
      this.tree.show(groups);
      this.say(groups.length);
    } catch (error) {
      if (signal.aborted) return;
      this.tree.show([]);
      this.view.message = sentence(error);
    }
  }

  private say(found: number): void {
    const hasNote = this.place !== undefined;
    const message = viewMessage(this.connection.current, hasNote, found, this.unlinkedOnly);
    this.view.message = this.pinned ? `Pinned to ${this.placeName()}. ${message}` : message;
    if (found === 0) this.tree.show([]);
  }

  private placeName(): string {
    return this.place ? vscode.workspace.asRelativePath(this.place.uri) : 'nothing';
  }
}

function placeOf({ document, selection }: vscode.TextEditor): Place {
  const lines = document.getText().split(/\r\n|\r|\n/);
  return { uri: document.uri, line: anchorLine(lines, selection.active.line) };
}

function isNote(document: vscode.TextDocument): boolean {
  return document.languageId === 'markdown' && ['file', 'untitled'].includes(document.uri.scheme);
}

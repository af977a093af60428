import * as vscode from 'vscode';
import { groupByNote, type NoteGroup } from '../groups.ts';
import type { RelatedHit } from '../protocol.ts';
import { bestLine, headingPath, score } from '../search/items.ts';

/** A related note, or one of its lines. */
export type Node = { readonly group: NoteGroup<RelatedHit> } | { readonly hit: RelatedHit };

/** Draws related notes as a tree: the note, and its best lines below it. */
export class RelatedTree implements vscode.TreeDataProvider<Node> {
  private hits = '';
  private groups: readonly NoteGroup<RelatedHit>[] = [];
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;

  /** How many notes are shown. */
  get size(): number {
    return this.groups.length;
  }

  /** Shows these hits; the same ones again leave the rows, and the keyboard in them, alone. */
  show(hits: readonly RelatedHit[]): void {
    const told = JSON.stringify(hits);
    if (told === this.hits) return;
    this.hits = told;
    this.groups = groupByNote(hits);
    this.changed.fire();
  }

  getChildren(node?: Node): Node[] {
    if (node === undefined) return this.groups.map((group) => ({ group }));
    return 'group' in node ? node.group.places.map((hit) => ({ hit })) : [];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return 'group' in node ? noteItem(node.group) : lineItem(node.hit);
  }
}

/** The hit that a node stands for: a note stands for its best line. */
export function hitOf(node: Node): RelatedHit {
  return 'group' in node ? node.group.places[0] : node.hit;
}

function noteItem({ uri, title, places }: NoteGroup<RelatedHit>): vscode.TreeItem {
  const [best] = places;
  const item = new vscode.TreeItem(title, vscode.TreeItemCollapsibleState.Expanded);
  item.id = uri;
  item.description = best.linked ? `${score(best)} · linked` : score(best);
  item.iconPath = new vscode.ThemeIcon(best.linked ? 'link' : 'note');
  item.tooltip = best.path;
  const linked = best.linked ? ', linked already' : '';
  item.accessibilityInformation = { label: `${title}, nearness ${score(best)}${linked}` };
  item.contextValue = 'note';
  return item;
}

function lineItem(hit: RelatedHit): vscode.TreeItem {
  const line = bestLine(hit) || headingPath(hit).join(' › ');
  const headings = headingPath(hit).slice(1).join(' › ');
  const item = new vscode.TreeItem(line);
  item.id = `${hit.uri}#${hit.line}`;
  item.description = headings;
  item.accessibilityInformation = { label: headings ? `${line}, under ${headings}` : line };
  item.tooltip = tooltip(hit);
  item.command = { command: 'nearnote.openRelated', title: 'Open', arguments: [{ hit }] };
  item.contextValue = 'line';
  return item;
}

// Text of notes stays text: a tooltip must run nothing and load nothing.
function tooltip(hit: RelatedHit): vscode.MarkdownString {
  const page = new vscode.MarkdownString('**');
  page.appendText(headingPath(hit).join(' › ')).appendMarkdown(`**\n\n`);
  page.appendText(hit.snippet);
  if (hit.why) page.appendMarkdown('\n\n*Near your line* ').appendText(`“${hit.why.text}”`);
  return page;
}

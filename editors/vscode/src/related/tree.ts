import * as vscode from 'vscode';
import type { RelatedHit } from '../protocol.ts';
import { bestLine, headingPath } from '../search/items.ts';
import type { Group } from './groups.ts';

/** A related note, or one of its lines. */
export type Node = { readonly group: Group } | { readonly hit: RelatedHit };

/** Draws groups of related notes as a tree: the note, and its best lines below it. */
export class RelatedTree implements vscode.TreeDataProvider<Node> {
  private groups: readonly Group[] = [];
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;

  show(groups: readonly Group[]): void {
    this.groups = groups;
    this.changed.fire();
  }

  getChildren(node?: Node): Node[] {
    if (node === undefined) return this.groups.map((group) => ({ group }));
    return 'group' in node ? node.group.hits.map((hit) => ({ hit })) : [];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return 'group' in node ? noteItem(node.group) : lineItem(node.hit);
  }
}

/** The hit that a node stands for: a note stands for its best line. */
export function hitOf(node: Node): RelatedHit {
  return 'group' in node ? node.group.hits[0]! : node.hit;
}

function noteItem(group: Group): vscode.TreeItem {
  const item = new vscode.TreeItem(group.title, vscode.TreeItemCollapsibleState.Expanded);
  item.id = group.uri;
  item.description = group.linked ? `${percent(group.score)} · linked` : percent(group.score);
  item.iconPath = new vscode.ThemeIcon(group.linked ? 'link' : 'note');
  item.tooltip = group.path;
  item.accessibilityInformation = { label: `${group.title}, ${item.description}` };
  item.contextValue = 'note';
  return item;
}

function lineItem(hit: RelatedHit): vscode.TreeItem {
  const item = new vscode.TreeItem(bestLine(hit) || headingPath(hit).join(' › '));
  item.id = `${hit.uri}#${hit.line}`;
  item.description = headingPath(hit).slice(1).join(' › ');
  item.accessibilityInformation = { label: `${bestLine(hit)}, ${item.description}` };
  item.tooltip = `${headingPath(hit).join(' › ')}\n\n${hit.snippet}`;
  item.command = { command: 'nearnote.openRelated', title: 'Open', arguments: [{ hit }] };
  item.contextValue = 'line';
  return item;
}

function percent(score: number): string {
  return `${Math.round(score * 100)} %`;
}

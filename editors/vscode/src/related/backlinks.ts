import * as vscode from 'vscode';
import { Latest } from '../latest.ts';
import { jumpTo } from '../open.ts';
import type { Backlink, BacklinksAnswer } from '../protocol.ts';
import { sentence } from '../sentence.ts';
import type { Connection } from '../server/connection.ts';
import { count } from '../status/words.ts';
import { type Mention, type MentionGroup, mentionGroups } from './mentionGroups.ts';

const PAUSE_MS = 300;

type Node = MentionGroup | Mention;

/** The side bar's list of lines in other notes that link to the note in front, or only name it. */
export class BacklinksView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly connection: Connection;
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly view: vscode.TreeView<Node>;
  private readonly latest = new Latest<vscode.Uri>(PAUSE_MS, (uri, signal) =>
    this.load(uri, signal),
  );
  private readonly watches: vscode.Disposable;
  private groups: readonly MentionGroup[] = [];
  private told = '';
  readonly onDidChangeTreeData = this.changed.event;

  constructor(connection: Connection) {
    this.connection = connection;
    this.view = vscode.window.createTreeView('nearnote.backlinks', { treeDataProvider: this });
    this.watches = vscode.Disposable.from(
      this.view,
      this.view.onDidChangeVisibility(() => this.follow()),
      vscode.window.onDidChangeActiveTextEditor(() => this.follow()),
      vscode.workspace.onDidSaveTextDocument(() => this.follow()),
      vscode.workspace.onDidRenameFiles(() => this.follow()),
      vscode.workspace.onDidDeleteFiles(() => this.follow()),
      connection.onDidChange(() => this.follow()),
    );
  }

  getChildren(node?: Node): Node[] {
    if (node === undefined) return [...this.groups];
    return 'lines' in node ? [...node.lines] : [];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return 'lines' in node ? groupItem(node) : lineItem(node);
  }

  dispose(): void {
    this.latest.cancel();
    this.watches.dispose();
    this.changed.dispose();
  }

  private follow(): void {
    const document = vscode.window.activeTextEditor?.document;
    if (!this.view.visible || this.connection.current.state !== 'running') return;
    if (document?.languageId === 'markdown') this.latest.ask(document.uri);
  }

  private async load(uri: vscode.Uri, signal: AbortSignal): Promise<void> {
    try {
      const wish = { uri: uri.toString() };
      const answer = await this.connection.ask<BacklinksAnswer>('nearnote.backlinks', wish, signal);
      if (!signal.aborted) this.show(answer);
    } catch (error) {
      if (!signal.aborted) this.view.message = sentence(error);
    }
  }

  private show(answer: BacklinksAnswer): void {
    this.groups = mentionGroups(answer);
    this.view.message =
      this.groups.length > 0 ? '' : 'No other note links to this one or names it.';
    this.view.description = count(answer.linked.length, 'link');
    // The same lines again leave the rows, and the keyboard in them, alone.
    const told = JSON.stringify(answer);
    if (told === this.told) return;
    this.told = told;
    this.changed.fire();
  }
}

/** Opens the line that a row stands for. */
export async function openMention({ hit }: { readonly hit: Backlink }): Promise<void> {
  await jumpTo(hit);
}

function groupItem(group: MentionGroup): vscode.TreeItem {
  const item = new vscode.TreeItem(
    group.name,
    group.linked
      ? vscode.TreeItemCollapsibleState.Expanded
      : vscode.TreeItemCollapsibleState.Collapsed,
  );
  item.id = group.name;
  item.description = String(group.lines.length);
  item.iconPath = new vscode.ThemeIcon(group.linked ? 'references' : 'quote');
  item.accessibilityInformation = { label: `${group.name}, ${count(group.lines.length, 'line')}` };
  return item;
}

function lineItem({ id, hit }: Mention): vscode.TreeItem {
  const item = new vscode.TreeItem(hit.title);
  item.id = id;
  item.description = hit.line_text;
  item.iconPath = new vscode.ThemeIcon('note');
  item.tooltip = new vscode.MarkdownString()
    .appendText(`${hit.path}, line ${hit.line + 1}`)
    .appendMarkdown('\n\n')
    .appendText(hit.line_text);
  item.accessibilityInformation = { label: `${hit.title}: ${hit.line_text}` };
  item.command = { command: 'nearnote.openBacklink', title: 'Open', arguments: [{ hit }] };
  return item;
}

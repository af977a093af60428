import * as vscode from 'vscode';
import { insertLink } from '../insertLink.ts';
import { Latest } from '../latest.ts';
import { jumpTo } from '../open.ts';
import type { Hit, Mode, SearchAnswer } from '../protocol.ts';
import { sentence } from '../sentence.ts';
import type { Connection } from '../server/connection.ts';
import { adviceFor, emptyWords, headline, MODES } from './headline.ts';
import { Preview } from './preview.ts';
import { queryFrom, remember } from './recent.ts';
import { rowsOf } from './rows.ts';

// No one types this fast: it only joins the keys that an input method sends at once. The server's
// answer costs less than a wait that could be felt.
const PAUSE_MS = 15;
const RECENT = 'recentQueries';
/** Context key of the keys that act on the list; see `keybindings` in package.json. */
const OPEN = 'nearnote.searching';

interface Item extends vscode.QuickPickItem {
  readonly hit?: Hit;
  /** A recent query, put into the box when picked. */
  readonly query?: string;
  /** A command that helps while no server answers. */
  readonly command?: string;
}

const TO_SIDE = {
  iconPath: new vscode.ThemeIcon('split-horizontal'),
  tooltip: 'Open to the Side (Ctrl+Enter)',
};
const LINK = {
  iconPath: new vscode.ThemeIcon('link'),
  tooltip: 'Insert Link to This Note Here (Alt+Enter)',
};

/**
 * The search box. VS Code's own symbol picker sends only the first word and filters again by
 * name, so this one shows what the server ranked, in the server's order, and nothing else.
 */
export class SearchPicker {
  private readonly connection: Connection;
  private readonly memory: vscode.Memento;
  private readonly preview: Preview;
  private readonly pick: vscode.QuickPick<Item>;
  private readonly latest: Latest<string>;
  private readonly watch: vscode.Disposable;
  /** Unset until the user chooses one: the settings know the usual mode. */
  private mode: Mode | undefined;
  private answered: Mode = 'hybrid';
  private health: string | undefined;
  /** The list's own first row was active; from then on another row is a move of the user. */
  private settled = false;
  private moved = false;
  private done = false;

  constructor(connection: Connection, memory: vscode.Memento) {
    this.connection = connection;
    this.memory = memory;
    this.pick = vscode.window.createQuickPick<Item>();
    this.pick.value = selectedWords();
    // Before anything else is done: what is typed until then goes where the keyboard was.
    this.pick.show();
    this.preview = new Preview();
    this.latest = new Latest(PAUSE_MS, (wish, signal) => this.search(wish, signal));
    // VS Code would move names that resemble the query to the top. The switch is not in the
    // published types, and is there in every version since 1.56.
    (this.pick as { sortByLabel?: boolean }).sortByLabel = false;
    this.pick.placeholder = 'Half an idea is enough. "phrase", tag:x, path:dir/ narrow it.';
    this.pick.buttons = MODES.map(({ name, icon }) => ({
      iconPath: new vscode.ThemeIcon(icon),
      tooltip: `Search by ${name}`,
    }));
    this.pick.onDidChangeValue((value) => this.latest.ask(value));
    this.pick.onDidChangeActive(([item]) => this.activate(item));
    this.pick.onDidTriggerButton((button) => this.changeMode(this.pick.buttons.indexOf(button)));
    this.pick.onDidTriggerItemButton(({ item, button }) => {
      void (button === LINK ? this.link(item) : this.open(item, vscode.ViewColumn.Beside));
    });
    this.pick.onDidAccept(() => void this.accept());
    this.pick.onDidHide(() => void this.close());
    this.watch = connection.onDidChange(() => this.serverChanged());
    this.pick.title = this.headline();
    void vscode.commands.executeCommand('setContext', OPEN, true);
    this.latest.ask(this.pick.value);
  }

  /** Opens the row that the keyboard is on beside the note; for the keys. */
  async openToSide(): Promise<void> {
    await this.open(this.pick.activeItems[0], vscode.ViewColumn.Beside);
  }

  /** Links to the row that the keyboard is on; for the keys. */
  async insertLink(): Promise<void> {
    await this.link(this.pick.activeItems[0]);
  }

  // VS Code makes the first row of a fresh list active by itself. News of the list before may come
  // after it, as a place in this one. Only a move of the user in this list is a wish to see.
  private activate(item: Item | undefined): void {
    if (!item) return;
    if (item === this.pick.items.find(isRow)) this.settled = true;
    else if (this.settled) this.moved = true;
    if (this.moved && item.hit) this.preview.show(item.hit);
  }

  // More of the index answers now. Not on every step: a new list would take the place in the old.
  private serverChanged(): void {
    this.pick.title = this.headline();
    const health = `${this.connection.current.state} ${this.connection.status?.phase}`;
    if (health === this.health) return;
    this.health = health;
    this.latest.ask(this.pick.value);
  }

  private async search(query: string, signal: AbortSignal): Promise<void> {
    const advice = adviceFor(this.connection.current);
    if (advice) {
      this.pick.items = [{ ...advice, alwaysShow: true }];
      return;
    }
    this.pick.busy = true;
    try {
      const wish = { query, ...(this.mode && { mode: this.mode }) };
      const answer = await this.connection.ask<SearchAnswer>('nearnote.search', wish, signal);
      if (signal.aborted) return;
      this.answered = answer.mode;
      this.show(query, answer.hits);
    } catch (error) {
      if (signal.aborted) return;
      this.pick.items = [{ label: sentence(error), alwaysShow: true }];
    }
    this.pick.title = this.headline();
    this.pick.busy = false;
  }

  private show(query: string, hits: readonly Hit[]): void {
    const items: Item[] = query.trim() === '' ? this.recentItems() : [];
    if (items.length > 0 && hits.length > 0) items.push(separator('notes'));
    const buttons = [LINK, TO_SIDE];
    items.push(...rowsOf(hits, pathOf).map((row) => ({ ...row, alwaysShow: true, buttons })));
    if (items.length === 0) {
      items.push({ label: emptyWords(query, this.connection.status), alwaysShow: true });
    }
    this.settled = false;
    this.moved = false;
    this.pick.items = items;
  }

  private recentItems(): Item[] {
    const recent = this.memory.get<string[]>(RECENT, []);
    const items = recent.map((query) => ({
      label: `$(history) ${query}`,
      query,
      alwaysShow: true,
    }));
    return items.length > 0 ? [separator('recent queries'), ...items] : [];
  }

  private async accept(): Promise<void> {
    const [item] = this.pick.activeItems;
    if (item?.query !== undefined) {
      this.pick.value = item.query;
      this.latest.ask(item.query);
    } else if (item?.command !== undefined) {
      this.pick.hide();
      await vscode.commands.executeCommand(item.command);
    } else {
      await this.open(item);
    }
  }

  private async open(item: Item | undefined, column?: vscode.ViewColumn): Promise<void> {
    if (!item?.hit) return;
    await this.leave(column !== undefined);
    await jumpTo(item.hit, { keep: true, ...(column !== undefined && { column }) });
  }

  private async link(item: Item | undefined): Promise<void> {
    if (!item?.hit) return;
    await this.leave(true);
    await insertLink(vscode.window.activeTextEditor, item.hit);
  }

  private changeMode(index: number): void {
    this.mode = MODES[index]?.mode;
    this.latest.ask(this.pick.value);
  }

  private headline(): string {
    return headline(this.answered, this.connection.status);
  }

  // Ends the search with a hit: the query is worth remembering and the old place is not restored.
  private async leave(toOrigin: boolean): Promise<void> {
    this.done = true;
    const recent = this.memory.get<string[]>(RECENT, []);
    const queries = remember(recent, this.pick.value);
    this.pick.hide();
    await this.preview.end(toOrigin);
    await this.memory.update(RECENT, queries);
  }

  private async close(): Promise<void> {
    void vscode.commands.executeCommand('setContext', OPEN, false);
    this.latest.cancel();
    this.watch.dispose();
    this.pick.dispose();
    if (!this.done) await this.preview.restore();
  }
}

function selectedWords(): string {
  const editor = vscode.window.activeTextEditor;
  return editor ? queryFrom(editor.document.getText(editor.selection)) : '';
}

function isRow(item: Item): boolean {
  return item.kind !== vscode.QuickPickItemKind.Separator;
}

function pathOf(hit: Hit): string {
  return vscode.workspace.asRelativePath(vscode.Uri.parse(hit.uri));
}

function separator(label: string): Item {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

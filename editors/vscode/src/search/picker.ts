import * as vscode from 'vscode';
import { Latest } from '../latest.ts';
import { insertLink } from '../insertLink.ts';
import { jumpTo } from '../open.ts';
import type { Hit, Mode, SearchAnswer } from '../protocol.ts';
import { sentence } from '../sentence.ts';
import type { Connection } from '../server/connection.ts';
import { emptyWords, headline, MODES } from './headline.ts';
import { hitWords } from './items.ts';
import { Preview } from './preview.ts';
import { remember } from './recent.ts';

// No one types this fast: it only joins the keys that an input method sends at once. The server's
// answer costs less than a wait that could be felt.
const PAUSE_MS = 15;
const RECENT = 'recentQueries';

interface Item extends vscode.QuickPickItem {
  readonly hit?: Hit;
  /** A recent query, put into the box when picked. */
  readonly query?: string;
}

const TO_SIDE = { iconPath: new vscode.ThemeIcon('split-horizontal'), tooltip: 'Open to the Side' };
const LINK = { iconPath: new vscode.ThemeIcon('link'), tooltip: 'Insert Link to This Note Here' };

/**
 * The search box. VS Code's own symbol picker sends only the first word and filters again by
 * name, so this one shows what the server ranked, in the server's order, and nothing else.
 */
export class SearchPicker {
  private readonly connection: Connection;
  private readonly memory: vscode.Memento;
  private readonly preview = new Preview();
  private readonly pick: vscode.QuickPick<Item>;
  private readonly latest: Latest<string>;
  private readonly watch: vscode.Disposable;
  /** Unset until the user chooses one: the settings know the usual mode. */
  private mode: Mode | undefined;
  private answered: Mode = 'hybrid';
  private pending = 0;
  private phase: string | undefined;
  private moved = false;
  private done = false;

  constructor(connection: Connection, memory: vscode.Memento, query: string) {
    this.connection = connection;
    this.memory = memory;
    this.latest = new Latest(PAUSE_MS, (wish, signal) => this.search(wish, signal));
    this.pick = vscode.window.createQuickPick<Item>();
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
    this.pick.onDidTriggerItemButton(({ item, button }) => void this.useButton(item, button));
    this.pick.onDidAccept(() => void this.accept());
    this.pick.onDidHide(() => void this.close());
    this.watch = connection.onDidChange(() => this.serverChanged());
    this.pick.value = query;
    this.pick.title = this.headline();
    this.pick.show();
    this.latest.ask(query);
  }

  // A fresh list makes its first item active by itself, and news of the list before may still
  // arrive; only a move of the user in this list is a wish to see.
  private activate(item: Item | undefined): void {
    const { items } = this.pick;
    if (!item?.hit || !items.includes(item)) return;
    this.moved ||= item !== items[0];
    if (this.moved) this.preview.show(item.hit);
  }

  // More of the index answers now. Not on every step: a new list would take the place in the old.
  private serverChanged(): void {
    this.pick.title = this.headline();
    const phase = this.connection.status?.phase;
    if (phase === this.phase) return;
    this.phase = phase;
    this.latest.ask(this.pick.value);
  }

  private async search(query: string, signal: AbortSignal): Promise<void> {
    this.pick.busy = true;
    try {
      const wish = { query, ...(this.mode && { mode: this.mode }) };
      const answer = await this.connection.ask<SearchAnswer>('nearnote.search', wish, signal);
      if (signal.aborted) return;
      this.pending = answer.pending;
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
    items.push(...hits.map(itemOf));
    if (items.length === 0) {
      const label = emptyWords(query, this.pending, this.connection.status);
      items.push({ label, alwaysShow: true });
    }
    this.moved = false;
    this.pick.items = items;
  }

  private recentItems(): Item[] {
    const recent = this.memory.get<string[]>(RECENT, []);
    const items = recent.map((query) => ({ label: `$(history) ${query}`, query, alwaysShow: true }));
    return items.length > 0 ? [separator('recent queries'), ...items] : [];
  }

  private async accept(): Promise<void> {
    const [item] = this.pick.activeItems;
    if (item?.query !== undefined) {
      this.pick.value = item.query;
      this.latest.ask(item.query);
    } else if (item?.hit) {
      await this.leave();
      await jumpTo(item.hit, { keep: true });
    }
  }

  private async useButton(item: Item, button: vscode.QuickInputButton): Promise<void> {
    if (!item.hit) return;
    await this.leave();
    await this.preview.restore();
    if (button === LINK) await insertLink(vscode.window.activeTextEditor, item.hit);
    else await jumpTo(item.hit, { column: vscode.ViewColumn.Beside, keep: true });
  }

  private changeMode(index: number): void {
    this.mode = MODES[index]?.mode;
    this.latest.ask(this.pick.value);
  }

  private headline(): string {
    return headline(this.answered, this.pending, this.connection.status);
  }

  // Ends the search with a hit: the query is worth remembering and the old place is not restored.
  private async leave(): Promise<void> {
    this.done = true;
    const recent = this.memory.get<string[]>(RECENT, []);
    const queries = remember(recent, this.pick.value);
    this.pick.hide();
    await this.preview.settle();
    await this.memory.update(RECENT, queries);
  }

  private async close(): Promise<void> {
    this.latest.cancel();
    this.watch.dispose();
    this.pick.dispose();
    if (!this.done) await this.preview.restore();
  }
}

function itemOf(hit: Hit): Item {
  const place = vscode.workspace.asRelativePath(vscode.Uri.parse(hit.uri));
  return { ...hitWords(hit, place), hit, alwaysShow: true, buttons: [LINK, TO_SIDE] };
}

function separator(label: string): Item {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

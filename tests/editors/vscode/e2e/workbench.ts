import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';

/** The part of the window that a picture for the README shows, in pixels. */
interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One VS Code window, driven by what a person sees and presses. */
export class Workbench {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get picker(): Locator {
    return this.page.locator('.quick-input-widget:visible');
  }

  get rows(): Locator {
    return this.picker.locator('.monaco-list-row');
  }

  get activeTab(): Locator {
    return this.page.locator('.editor-group-container.active .tab.active');
  }

  get message(): Locator {
    return this.page.locator('.notification-toast');
  }

  get statusBar(): Locator {
    return this.page.locator('[id="nearnote.nearnote.nearnote.status"]');
  }

  get relatedMessage(): Locator {
    return this.page.locator('.tree-explorer-viewlet-tree-view .message');
  }

  get related(): Locator {
    return this.page.locator('.pane-body .monaco-list[aria-label*="Related Notes"]');
  }

  get backlinks(): Locator {
    return this.page.locator('.pane-body .monaco-list[aria-label*="Backlinks"]');
  }

  /**
   * Opens a folder, or a workspace by its file, and waits until the window takes keys. On a busy
   * machine a browser's VS Code sometimes comes up without its folders; a reload mends it.
   */
  async open(address: string, what: { folder: string } | { workspace: string }): Promise<void> {
    const files = this.page.locator('.explorer-folders-view .monaco-list-row').first();
    await this.until('a window with its folders', async () => {
      await this.page.goto(`${address}/?${new URLSearchParams(what)}`);
      return this.appears(files, 20_000);
    });
  }

  /** Closes lists and questions that an earlier scenario may have left. */
  async calm(): Promise<void> {
    const open = this.page.locator('.quick-input-widget:visible, .monaco-dialog-box:visible');
    while (await open.first().isVisible()) {
      await this.page.keyboard.press('Escape');
      await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    }
  }

  /** Runs a command from the palette by its full name. */
  async run(command: string): Promise<void> {
    await this.pick('F1', `>${command}`, command);
  }

  /** Opens a file by its path in the folder, at a line that counts from 1. */
  async openFile(path: string, line = 1): Promise<void> {
    const name = path.split('/').at(-1)!;
    await this.pick('Control+P', path, name, this.tab(name));
    await this.goTo(line);
  }

  /** The tab in front, when it shows this file. */
  tab(name: string): Locator {
    return this.page.locator(
      `.editor-group-container.active .tab.active[data-resource-name="${name}"]`,
    );
  }

  async goTo(line: number, column = 1): Promise<void> {
    const row = `go to line ${line} at column ${column}`;
    const there = this.place().filter({ hasText: `Ln ${line}, Col ${column}` });
    await this.pick('Control+G', `:${line}:${column}`, row, there);
  }

  // Opens a list by its key, types, and takes the row. A window whose focus is still moving may
  // miss a key, as it would for a person, who presses it again.
  private async pick(key: string, text: string, row: string, done?: Locator): Promise<void> {
    await this.until(`${key} ${text}`, async () => {
      await this.calm();
      await this.page.keyboard.press(key);
      const input = this.picker.locator('input').first();
      if (!(await this.appears(input, 3_000))) return undefined;
      await input.fill(text, { timeout: 3_000 }).catch(() => undefined);
      if (!(await this.appears(this.rows.first().filter({ hasText: row }), 5_000)))
        return undefined;
      await this.page.keyboard.press('Enter');
      if (!done) return true;
      await this.picker.waitFor({ state: 'hidden' });
      return this.appears(done, 5_000);
    });
  }

  /** Puts the cursor on the first place in a file's text that reads like this. */
  async goToText(text: string, wanted: string): Promise<void> {
    const lines = text.slice(0, text.indexOf(wanted)).split('\n');
    await this.goTo(lines.length, lines.at(-1)!.length + 1);
  }

  /** The status bar's line and column. */
  place(): Locator {
    return this.page.locator('[id="status.editor.selection"]');
  }

  /** Waits until the status bar says that the whole vault is indexed. */
  async ready(timeout = 120_000): Promise<void> {
    await this.statusBar.filter({ hasText: /\d+ notes\s*$/ }).waitFor({ timeout });
  }

  /** Opens the search box by its key and enters the query. */
  async search(query: string): Promise<void> {
    await this.page.keyboard.press('Alt+N');
    await this.picker.filter({ hasText: 'Search notes by' }).waitFor();
    // In one piece, so that there is one answer and not one for each letter.
    if (query) await this.page.keyboard.insertText(query);
  }

  /** A line of the editor that holds this text. */
  line(text: string): Locator {
    return this.page.locator('.monaco-editor .view-line', { hasText: text });
  }

  /** The page that is shown in a preview. */
  get preview(): FrameLocator {
    return this.page.frameLocator('iframe.webview').last().frameLocator('#active-frame');
  }

  /** A heading of that page. */
  heading(text: string): Locator {
    return this.preview.getByRole('heading', { name: text });
  }

  /** Shows the hover and clicks a link in it; gives the link's address. */
  async followHover(text: string, beforeClick: () => Promise<void>): Promise<string> {
    const link = this.page.locator('.monaco-hover:visible a', { hasText: text }).first();
    // A code lens that arrives late moves the lines, and VS Code then hides the hover.
    return this.until('a hover with a link', async () => {
      await this.page.keyboard.press('Control+K');
      await this.page.keyboard.press('Control+I');
      if (!(await this.appears(link, 5_000))) return undefined;
      await beforeClick();
      const address = await link.getAttribute('data-href', { timeout: 1_000 }).catch(() => null);
      const clicked = await link.click({ timeout: 3_000 }).then(
        () => true,
        () => false,
      );
      return clicked && address !== null ? address : undefined;
    });
  }

  private appears(what: Locator, timeout: number): Promise<true | undefined> {
    return what.waitFor({ timeout }).then(
      () => true as const,
      () => undefined,
    );
  }

  /** Writes a file by another hand than the editor's and opens it. */
  async newFile(folder: string, path: string, text: string): Promise<void> {
    await writeFile(join(folder, path), text);
    await this.openFile(path);
  }

  /** Asks until there is an answer; the page's frames pace the questions. */
  async until<Answer>(what: string, ask: () => Promise<Answer | undefined>): Promise<Answer> {
    const end = Date.now() + 40_000;
    while (Date.now() < end) {
      const answer = await ask();
      if (answer !== undefined) return answer;
      await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    }
    throw new Error(`waited in vain for ${what}`);
  }

  /** Keeps a picture of this moment among the artefacts, and for the README when it is asked. */
  async keepPicture(name: string, clip?: Clip): Promise<void> {
    const { NEARNOTE_E2E_ARTEFACTS: artefacts, NEARNOTE_README_IMAGES: readme } = process.env;
    if (artefacts) await this.page.screenshot({ path: join(artefacts, `${name}.png`) });
    if (readme && clip) await this.page.screenshot({ path: join(readme, `${name}.png`), clip });
  }

  async dismissMessages(): Promise<void> {
    await this.run('Notifications: Clear All Notifications');
    await this.message.first().waitFor({ state: 'detached' });
  }

  async closeEditors(): Promise<void> {
    // Unsaved text would bring up a question.
    if (await this.page.locator('.tab.active.dirty').isVisible())
      await this.run('File: Revert File');
    await this.run('View: Close All Editors');
    await this.activeTab.waitFor({ state: 'detached' });
  }
}

import type { Locator, Page } from 'playwright-core';

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

  get related(): Locator {
    return this.page.locator('.pane-body .monaco-list[aria-label*="Related Notes"]');
  }

  async open(address: string, folder: string): Promise<void> {
    await this.page.goto(`${address}/?folder=${encodeURIComponent(folder)}`);
    await this.page.locator('.monaco-workbench').waitFor();
  }

  /** Runs a command from the palette by its full name. */
  async run(command: string): Promise<void> {
    await this.page.keyboard.press('F1');
    await this.picker.locator('input').fill(`>${command}`);
    await this.rows.filter({ hasText: command }).first().waitFor();
    await this.page.keyboard.press('Enter');
  }

  /** Opens a file of the folder at a line that counts from 1. */
  async openFile(name: string, line = 1): Promise<void> {
    await this.page.keyboard.press('Control+P');
    await this.picker.locator('input').fill(name);
    await this.rows.filter({ hasText: name.split('/').at(-1)! }).first().waitFor();
    await this.page.keyboard.press('Enter');
    await this.activeTab.filter({ hasText: name.split('/').at(-1)! }).waitFor();
    await this.goTo(line);
  }

  async goTo(line: number, column = 1): Promise<void> {
    await this.page.keyboard.press('Control+G');
    await this.picker.locator('input').fill(`:${line}:${column}`);
    await this.page.keyboard.press('Enter');
    await this.place().filter({ hasText: `Ln ${line}, Col ${column}` }).waitFor();
  }

  /** The status bar's line and column. */
  place(): Locator {
    return this.page.locator('[id="status.editor.selection"]');
  }

  /** Waits until the status bar says that the whole vault is indexed. */
  async ready(): Promise<void> {
    await this.statusBar.filter({ hasText: /\d+ notes$/ }).waitFor({ timeout: 120_000 });
  }

  async dismissMessages(): Promise<void> {
    await this.run('Notifications: Clear All Notifications');
    await this.message.first().waitFor({ state: 'detached' });
  }
}

import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scenario } from './suite.ts';
import { wordsOf } from './words.ts';
import type { Workbench } from './workbench.ts';
import type { World } from './world.ts';

const PARAPHRASE = 'insects infesting stored cereal';
const GOLD = 'Household/Pantry moths.md';

/** The search box, from the key to the jump. */
export function searching(workbench: Workbench, world: World): Scenario[] {
  const { page, rows } = workbench;
  const first = rows.first();

  return [
    [
      'a paraphrase that shares no word with the note finds it',
      async () => {
        const note = wordsOf(await readFile(join(world.vault, GOLD), 'utf8'));
        assert.deepEqual(
          wordsOf(PARAPHRASE).filter((word) => note.includes(word)),
          [],
        );
        await workbench.openFile('Household/Oven.md', 3);
        await workbench.search(PARAPHRASE);
        await first.filter({ hasText: 'Pantry moths' }).waitFor();
        await workbench.keepPicture('search', { x: 334, y: 2, width: 614, height: 392 });
      },
    ],
    [
      'moving through the list shows the notes, and Escape goes back',
      async () => {
        await workbench.openFile('Household/Oven.md', 3);
        await workbench.search(PARAPHRASE);
        await first.filter({ hasText: 'Pantry moths' }).waitFor();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('ArrowUp');
        await workbench.tab('Pantry moths.md').waitFor();
        await page.keyboard.press('Escape');
        await workbench.tab('Oven.md').waitFor();
        await workbench.place().filter({ hasText: 'Ln 3, Col 1' }).waitFor();
        await page.locator('.tab', { hasText: 'Pantry moths.md' }).waitFor({ state: 'detached' });
      },
    ],
    [
      'Enter opens the hit at its line',
      async () => {
        await workbench.search(PARAPHRASE);
        await first.filter({ hasText: 'Pantry moths' }).waitFor();
        const line = await first.locator('.quick-input-list-row').nth(1).innerText();
        await page.keyboard.press('Enter');
        await workbench.tab('Pantry moths.md').waitFor();
        const lines = (await readFile(join(world.vault, GOLD), 'utf8')).split('\n');
        const wanted = lines.findIndex((text) => sameWords(text, line)) + 1;
        assert.notEqual(wanted, 0, `no line of the note reads ${line}`);
        await workbench
          .place()
          .filter({ hasText: new RegExp(`^Ln ${wanted}, `) })
          .waitFor();
      },
    ],
    [
      'looks at notes leave no trace: Go Back returns to where one was',
      async () => {
        await workbench.openFile('Jars and crocks/Kombucha.md');
        await workbench.openFile('Household/Oven.md', 3);
        await workbench.search('fizzy tea drink');
        await first.filter({ hasText: 'Kombucha' }).waitFor();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('ArrowUp');
        // A look at a note that has a tab of its own.
        await workbench.tab('Kombucha.md').waitFor();
        await workbench.until('a look at another note', async () => {
          await page.keyboard.press('ArrowDown');
          return (await workbench.tab('Kombucha.md').isVisible()) ? undefined : true;
        });
        await page.keyboard.press('Enter');
        await workbench.picker.waitFor({ state: 'hidden' });
        await workbench.tab('Oven.md').waitFor({ state: 'detached' });
        await workbench.run('Go Back');
        await workbench.tab('Oven.md').waitFor();
        await workbench.place().filter({ hasText: 'Ln 3, Col 1' }).waitFor();
        await workbench.run('Go Forward');
        await workbench.tab('Oven.md').waitFor({ state: 'detached' });
        await workbench.closeEditors();
      },
    ],
    [
      'a key opens to the side, another one inserts a link',
      async () => {
        await workbench.openFile('Household/Oven.md', 3);
        await workbench.search(PARAPHRASE);
        await first.filter({ hasText: 'Pantry moths' }).waitFor();
        await page.keyboard.press('Control+Enter');
        await page.locator('.editor-group-container').nth(1).waitFor();
        await workbench.tab('Pantry moths.md').waitFor();
        await workbench.closeEditors();
        await workbench.openFile('Household/Oven.md', 3);
        await workbench.search(PARAPHRASE);
        await first.filter({ hasText: 'Pantry moths' }).waitFor();
        await page.keyboard.press('Alt+Enter');
        await workbench.line('[[Pantry moths]]').waitFor();
        await page.keyboard.press('Control+Z');
        await workbench.line('[[Pantry moths]]').waitFor({ state: 'detached' });
        await workbench.closeEditors();
      },
    ],
    [
      'one row a note, its other places below',
      async () => {
        await workbench.search('pantry moths');
        const place = workbench.rows.nth(1).filter({ hasText: 'Since then' });
        await place.filter({ hasNotText: 'Pantry moths.md' }).waitFor();
        await first.filter({ hasText: 'Household/Pantry moths.md' }).waitFor();
        await workbench.keepPicture('places');
      },
    ],
    [
      'the query is offered again',
      async () => {
        await workbench.search('');
        await first.filter({ hasText: PARAPHRASE }).waitFor();
        await page.keyboard.press('Enter');
        await first.filter({ hasText: 'Pantry moths' }).waitFor();
      },
    ],
    [
      'the button for words only leaves that note out',
      async () => {
        await workbench.search(PARAPHRASE);
        await first.filter({ hasText: GOLD }).waitFor();
        await workbench.picker.getByRole('button', { name: 'Search by words only' }).click();
        await workbench.picker.filter({ hasText: 'Search notes by words only' }).waitFor();
        await rows.filter({ hasText: GOLD }).first().waitFor({ state: 'detached' });
      },
    ],
    [
      'a button of the list inserts a link where the cursor was',
      async () => {
        await workbench.openFile('Household/Oven.md', 3);
        await workbench.search(PARAPHRASE);
        await first.filter({ hasText: 'Pantry moths' }).waitFor();
        await first.hover();
        await first.getByRole('button', { name: 'Insert Link to This Note Here' }).click();
        await workbench.line('[[Pantry moths]]').waitFor();
        await page.keyboard.press('Control+Z');
        await workbench.line('[[Pantry moths]]').waitFor({ state: 'detached' });
      },
    ],
    [
      'a hit opens to the side',
      async () => {
        await workbench.search(PARAPHRASE);
        await first.filter({ hasText: 'Pantry moths' }).waitFor();
        await first.hover();
        await first.getByRole('button', { name: 'Open to the Side' }).click();
        await page.locator('.editor-group-container').nth(1).waitFor();
        await workbench.tab('Pantry moths.md').waitFor();
        await workbench.closeEditors();
      },
    ],
    [
      'selected words are the first query',
      async () => {
        await workbench.openFile('Household/Pantry moths.md', 7);
        await page.keyboard.press('Shift+End');
        await page.keyboard.press('Alt+N');
        await workbench.picker.filter({ hasText: 'Search notes by' }).waitFor();
        assert.equal(
          await workbench.picker.locator('input').first().inputValue(),
          '# Pantry moths',
        );
        await page.keyboard.press('Escape');
      },
    ],
    [
      'a file that vanished between list and jump',
      async () => {
        const path = join(world.vault, 'Inbox', 'Vanishing.md');
        await writeFile(path, '# Vanishing\n\nThe xylophone tuner came on a unicycle.\n');
        await workbench.search('xylophone unicycle');
        await first.filter({ hasText: 'Vanishing' }).waitFor();
        await rm(path);
        await page.keyboard.press('Enter');
        const message = workbench.message.filter({ hasText: 'is no longer there' });
        await message.getByRole('button', { name: 'Search Again' }).waitFor();
        await workbench.dismissMessages();
      },
    ],
  ];
}

function sameWords(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.replace(/\s+/g, ' ').trim());
  return a !== '' && a === b;
}

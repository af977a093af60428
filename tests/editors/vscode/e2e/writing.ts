import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scenario } from './suite.ts';
import type { Workbench } from './workbench.ts';
import type { World } from './world.ts';

/** What a person sees while writing: hover, related notes, findings with their fixes. */
export function writing(workbench: Workbench, world: World): Scenario[] {
  const { page, related, activeTab } = workbench;
  const moths = related.getByRole('treeitem', { name: /^Pantry moths, nearness/ });

  return [
    [
      'hover shows related notes, and a link in it opens at its line',
      async () => {
        await workbench.openFile('Jars and crocks/Kahm yeast.md', 10);
        const address = await workbench.followHover('Sauerkraut', () =>
          workbench.keepPicture('hover', { x: 352, y: 36, width: 920, height: 420 }),
        );
        const [, line] = /#L?(\d+)/.exec(address) ?? [];
        assert.ok(line, `${address} names a line`);
        await activeTab.filter({ hasNotText: 'Kahm yeast.md' }).waitFor();
        await workbench
          .place()
          .filter({ hasText: `Ln ${line},` })
          .waitFor();
      },
    ],
    [
      'the related view follows an unsaved edit',
      async () => {
        await workbench.run('nearnote: Focus on Related Notes View');
        await workbench.openFile('Household/Cast iron.md');
        await page.keyboard.press('Control+End');
        await page.keyboard.press('Enter');
        await page.keyboard.type('Webs in the muesli again, and small grey moths on the ceiling.');
        await related.locator('[data-index="0"]').and(moths).waitFor();
        await page.locator('.tab.active.dirty').waitFor();
        await workbench.keepPicture('related', { x: 0, y: 36, width: 1280, height: 690 });
      },
    ],
    [
      'the related view by keyboard alone: a link, and to the side',
      async () => {
        await workbench.openFile('Household/Cast iron.md');
        await page.keyboard.press('Control+End');
        await related.locator('[data-index="0"]').and(moths).waitFor();
        await workbench.run('nearnote: Focus on Related Notes View');
        await page.waitForFunction(() => document.activeElement?.matches('.monaco-list'));
        const row = related.locator('.monaco-list-row.focused', { hasText: 'August 2021' });
        // The list may be renewed once more, by what was indexed last.
        await workbench.until('the keyboard on the best line', async () => {
          await page.keyboard.press('Home');
          await page.keyboard.press('ArrowDown');
          return (await row.isVisible()) || undefined;
        });
        await page.keyboard.press('Alt+Enter');
        await workbench.line('[[Pantry moths]]').waitFor();
        await workbench.tab('Cast iron.md').waitFor();
        await page.keyboard.press('Control+Z');
        await workbench.line('[[Pantry moths]]').waitFor({ state: 'detached' });
        await workbench.run('nearnote: Focus on Related Notes View');
        await page.waitForFunction(() => document.activeElement?.matches('.monaco-list'));
        await page.keyboard.press('Home');
        await page.keyboard.press('Control+Enter');
        await page.locator('.editor-group-container').nth(1).waitFor();
        await workbench.tab('Pantry moths.md').waitFor();
        await page
          .locator('.editor-group-container')
          .nth(0)
          .locator('.tab.active', { hasText: 'Cast iron.md' })
          .waitFor();
        await workbench.run('View: Revert and Close Editor');
      },
    ],
    [
      'a pinned view keeps its notes while the cursor moves on',
      async () => {
        // With two views in the side bar, a view's buttons come up with the mouse.
        await page.locator('.pane-header', { hasText: 'Related Notes' }).hover();
        await page.getByRole('button', { name: 'Pin Related Notes to This Line' }).click();
        await workbench.openFile('Jars and crocks/Kombucha.md', 8);
        await workbench.relatedMessage
          .filter({ hasText: 'Pinned to Household/Cast iron.md' })
          .waitFor();
        await moths.waitFor();
        await page.locator('.pane-header', { hasText: 'Related Notes' }).hover();
        await page.getByRole('button', { name: 'Follow the Cursor Again' }).click();
        await moths.waitFor({ state: 'detached' });
        await workbench.openFile('Household/Cast iron.md');
        await workbench.closeEditors();
      },
    ],
    [
      'a fix is applied',
      async () => {
        await workbench.newFile(
          world.vault,
          'Inbox/Draft.md',
          '# Draft\n\nWords of substance.\n\n## Nothing below\n\n## Next\n\nMore words.\n',
        );
        await workbench.goTo(5, 4);
        await page.locator('.squiggly-info, .squiggly-warning, .squiggly-hint').first().waitFor();
        await page.keyboard.press('Control+.');
        await page
          .locator('.action-widget .monaco-list-row', { hasText: /remove/i })
          .first()
          .click();
        await workbench.line('Nothing below').waitFor({ state: 'detached' });
        await workbench.line('Next').waitFor();
        await workbench.run('View: Revert and Close Editor');
        await rm(join(world.vault, 'Inbox/Draft.md'));
      },
    ],
    [
      'backlinks: lines that link to the note, and lines that only name it',
      async () => {
        const named = 'Inbox/Named.md';
        await writeFile(join(world.vault, named), '# Named\n\nNever again Pantry moths here.\n');
        await workbench.openFile('Household/Pantry moths.md');
        await workbench.run('nearnote: Focus on Backlinks View');
        const { backlinks } = workbench;
        await backlinks
          .getByRole('treeitem', { name: /^Start here: Pantry moths, never again/ })
          .waitFor();
        const unlinked = backlinks.getByRole('treeitem', { name: /^Unlinked mentions, 1 line/ });
        await unlinked.click();
        const line = backlinks.getByRole('treeitem', {
          name: /^Named: Never again Pantry moths here/,
        });
        await line.waitFor();
        await workbench.keepPicture('backlinks');
        await line.click();
        await workbench.tab('Named.md').waitFor();
        await workbench.place().filter({ hasText: 'Ln 3,' }).waitFor();
        await workbench.closeEditors();
        await rm(join(world.vault, named));
      },
    ],
    [
      "links and embeds in VS Code's own preview, and no HTML of other notes",
      async () => {
        const hostile = '<img src="x" class="hostile">';
        await writeFile(join(world.vault, 'Inbox/Bad.md'), `Words.\n\n${hostile}\n`);
        const text = [
          '# A page',
          `See [[Pantry moths|the pest]], [[Nowhere|${hostile}]].`,
          '![[Pantry moths#Since then]]',
          '![[Bad]]',
        ];
        await workbench.newFile(world.vault, 'Inbox/Page.md', `${text.join('\n\n')}\n`);
        await workbench.run('Markdown: Open Locked Preview to the Side');
        await workbench.heading('A page').waitFor();
        const preview = workbench.preview;
        const embed = preview.locator('.nearnote-embed').first();
        await embed.getByText('One trap, new in May and September').waitFor();
        await preview.locator('.nearnote-missing', { hasText: 'class="hostile"' }).waitFor();
        await preview.locator('.nearnote-embed', { hasText: hostile }).waitFor();
        assert.equal(await preview.locator('img.hostile').count(), 0);
        await workbench.keepPicture('preview');
        await preview.getByRole('link', { name: 'the pest' }).click();
        await workbench.heading('What worked').waitFor();
        await workbench.closeEditors();
        for (const name of ['Bad', 'Page']) await rm(join(world.vault, `Inbox/${name}.md`));
      },
    ],
    [
      'what the index sees at the cursor',
      async () => {
        await workbench.openFile('Jars and crocks/Kahm yeast.md', 10);
        await workbench.run('nearnote: Show What the Index Sees Here');
        await workbench.heading('Jars and crocks/Kahm yeast.md, line 10').waitFor();
        await workbench.closeEditors();
      },
    ],
    [
      'the status page opens from the status bar',
      async () => {
        await workbench.statusBar.click();
        await workbench.heading('nearnote status').waitFor();
        await workbench.keepPicture('status');
        await workbench.closeEditors();
      },
    ],
  ];
}

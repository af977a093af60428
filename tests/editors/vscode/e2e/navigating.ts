import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scenario } from './suite.ts';
import type { Workbench } from './workbench.ts';
import type { World } from './world.ts';

/** Links and names: what other note servers do, and completion and suggestions by meaning. */
export function navigating(workbench: Workbench, world: World): Scenario[] {
  const { page } = workbench;
  const text = (path: string): Promise<string> => readFile(join(world.vault, path), 'utf8');

  return [
    [
      'definition of a link is its note',
      async () => {
        await workbench.openFile('Jars and crocks/Kahm yeast.md');
        await workbench.goToText(await text('Jars and crocks/Kahm yeast.md'), 'Sauerkraut]]');
        await page.keyboard.press('F12');
        await workbench.tab('Sauerkraut.md').waitFor();
      },
    ],
    [
      'renaming a heading renames the links to it',
      async () => {
        await workbench.openFile('Household/Oven.md');
        await workbench.goToText(await text('Household/Oven.md'), 'Hot corner');
        await page.keyboard.press('F2');
        await page.locator('.rename-box input').fill('Warm corner');
        await page.keyboard.press('Enter');
        await workbench.until('the link to follow its heading', async () => {
          const found = (await text('Bread/Why was it dense.md')).includes('[[Oven#Warm corner]]');
          return found || undefined;
        });
        await workbench.line('## Warm corner').waitFor();
        await workbench.closeEditors();
      },
    ],
    [
      'completion ranks notes by the meaning of the paragraph',
      async () => {
        const draft = '# Plan\n\nWebs in the muesli and small grey wings again, as told in \n';
        await workbench.newFile(world.vault, 'Inbox/Plan.md', draft);
        await workbench.goTo(3);
        await page.keyboard.press('End');
        await page.keyboard.type('[[');
        const choices = page.locator('.suggest-widget:visible .monaco-list-row');
        await choices.first().filter({ hasText: 'Pantry moths' }).waitFor();
        await workbench.keepPicture('completion', { x: 350, y: 70, width: 910, height: 310 });
        await page.keyboard.press('Enter');
        await workbench.line('as told in [[Pantry moths]]').waitFor();
        await page.keyboard.press('Control+Z');
        await workbench.closeEditors();
      },
    ],
    [
      'a paragraph gets links suggested',
      async () => {
        await workbench.openFile('Inbox/Plan.md', 3);
        await page.keyboard.press('Control+.');
        const actions = page.locator('.action-widget .monaco-list-row');
        await actions
          .filter({ hasText: /(Link|Add at) .*: Pantry moths/ })
          .first()
          .click();
        await workbench.line('[[Pantry moths').waitFor();
        await workbench.closeEditors();
        await rm(join(world.vault, 'Inbox/Plan.md'));
      },
    ],
    [
      'references of a heading are the links to it',
      async () => {
        await workbench.openFile('Bread/Scoring.md');
        await workbench.goToText(await text('Bread/Scoring.md'), 'The cut');
        await page.keyboard.press('Shift+Alt+F12');
        await page
          .getByRole('treeitem', { name: /Why was it dense/ })
          .first()
          .waitFor();
        // The list takes the keyboard a moment later; only then is the scenario over.
        await page.waitForFunction(() => document.activeElement?.matches('.monaco-list'));
        await workbench.closeEditors();
      },
    ],
  ];
}

import type { Scenario } from './suite.ts';
import type { Workbench } from './workbench.ts';

/** The map of the notes in a tab. */
export function mapping(workbench: Workbench): Scenario[] {
  const frame = () =>
    workbench.page.frameLocator('iframe.webview').last().frameLocator('#active-frame');
  return [
    [
      'the map shows the open note, finds by meaning and opens notes',
      async () => {
        await workbench.openFile('Household/Oven.md', 3);
        await workbench.ready();
        await workbench.run('nearnote: Show Map');
        await frame().locator('body[data-ready]').waitFor({ timeout: 60_000 });
        await frame().locator('#panel h2', { hasText: 'Oven' }).waitFor();
        await frame().locator('#search').fill('insects infesting stored cereal');
        await frame().locator('#panel h2', { hasText: 'by words and meaning' }).waitFor();
        await frame().locator('#panel button', { hasText: 'Pantry moths' }).first().click();
        await workbench.keepPicture('map');
        await frame().locator('#panel h2 a', { hasText: 'Pantry moths' }).click();
        await workbench.tab('Pantry moths.md').waitFor();
      },
    ],
  ];
}

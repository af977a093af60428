import { join } from 'node:path';
import { writeSettings } from './codeServer.ts';
import type { Scenario } from './suite.ts';
import type { Workbench } from './workbench.ts';
import type { World } from './world.ts';

/** What a person sees who has the extension and no server. */
export function missingServer(workbench: Workbench, world: World): Scenario[] {
  return [
    [
      'without a server, one sentence and one button',
      async () => {
        await workbench.open(world.server.address, { folder: world.vault });
        await workbench.openFile('Household/Pantry moths.md');
        const message = workbench.message.filter({
          hasText: 'is not installed on this machine yet',
        });
        await message.getByRole('button', { name: 'Set Up Server' }).waitFor();
        await workbench.statusBar.waitFor();
      },
    ],
    [
      'the related view offers the set-up',
      async () => {
        await workbench.run('nearnote: Focus on Related Notes View');
        await workbench.page.getByRole('button', { name: 'Set Up Server' }).last().waitFor();
      },
    ],
    [
      'the search box offers the set-up',
      async () => {
        await workbench.search('');
        await workbench.rows.first().filter({ hasText: 'Set Up the Server' }).waitFor();
        await workbench.keepPicture('set-up row');
      },
    ],
    [
      'a wrong path names the setting',
      async () => {
        await workbench.dismissMessages();
        const path = join(world.vault, 'no-such-program');
        await writeSettings(world.home, { 'nearnote.server.path': path });
        const message = workbench.message.filter({ hasText: 'no-such-program' });
        await message.getByRole('button', { name: 'Open Setting' }).waitFor();
        await workbench.dismissMessages();
      },
    ],
  ];
}

import { must, writeSettings } from './codeServer.ts';
import type { Scenario } from './suite.ts';
import type { Workbench } from './workbench.ts';
import type { World } from './world.ts';

/** The one button: a private environment with the server from the .vsix, from the package index. */
export function settingUp(workbench: Workbench, world: World): Scenario[] {
  return [
    [
      'a Python that is too old, or none, is told in one sentence',
      async () => {
        await writeSettings(world.home, { 'nearnote.server.python': '/no/python' });
        await workbench.open(world.server.address, { folder: world.vault });
        await workbench.openFile('Household/Oven.md');
        const offer = workbench.message.getByRole('button', { name: 'Set Up Server' });
        await offer.click();
        const message = workbench.message.filter({ hasText: 'needs Python 3.11 or newer' });
        await message.getByRole('button', { name: 'Get Python' }).waitFor();
        await workbench.dismissMessages();
      },
    ],
    [
      'the button installs the bundled server and starts it',
      async () => {
        await writeSettings(world.home, { 'nearnote.server.python': must('PYTHON') });
        await workbench.message.getByRole('button', { name: 'Set Up Server' }).click();
        await workbench.message.filter({ hasText: 'private environment' }).waitFor();
        await workbench.ready(300_000);
        await workbench.search('insects infesting stored cereal');
        await workbench.rows.first().filter({ hasText: 'Pantry moths' }).waitFor();
      },
    ],
  ];
}

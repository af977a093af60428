import { must, writeSettings } from './codeServer.ts';
import type { Scenario } from './suite.ts';
import type { Workbench } from './workbench.ts';
import type { World } from './world.ts';

/** The server is found once its path is right, without a restart of the editor. */
export function connecting(workbench: Workbench, world: World): Scenario[] {
  return [
    [
      'a right path starts the server and indexes the vault',
      async () => {
        const path = must('NEARNOTE_E2E_SERVER');
        await writeSettings(world.home, { 'nearnote.server.path': path });
        await workbench.ready();
        await workbench.closeEditors();
      },
    ],
  ];
}

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scenario } from './suite.ts';
import type { Workbench } from './workbench.ts';
import type { World } from './world.ts';

/** A window with two folders: one server answers for both. */
export function severalRoots(workbench: Workbench, world: World): Scenario[] {
  return [
    [
      'a window with two folders finds notes of both and tells which',
      async () => {
        const other = `${world.vault}-other`;
        await mkdir(other);
        await writeFile(
          join(other, 'Kites.md'),
          '# Kites\n\nThe xylophone kite flew over the pier.\n',
        );
        const file = `${world.vault}.code-workspace`;
        const folders = [{ path: world.vault }, { path: other }];
        await writeFile(file, JSON.stringify({ folders }));

        await workbench.open(world.server.address, { workspace: file });
        await workbench.run('nearnote: Focus on Related Notes View');
        await workbench.ready();
        await workbench.search('xylophone');
        await workbench.rows.filter({ hasText: 'vault-other/Kites.md' }).first().waitFor();
        await workbench.calm();
        await workbench.search('insects infesting stored cereal');
        await workbench.rows
          .filter({ hasText: 'vault/Household/Pantry moths.md' })
          .first()
          .waitFor();
      },
    ],
  ];
}

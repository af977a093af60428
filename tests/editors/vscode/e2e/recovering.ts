import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import type { Scenario } from './suite.ts';
import type { Workbench } from './workbench.ts';
import type { World } from './world.ts';

/** What happens when the server dies. */
export function recovering(workbench: Workbench, world: World): Scenario[] {
  return [
    [
      'a killed server is started again and answers',
      async () => {
        await workbench.openFile('Household/Oven.md', 3);
        const first = await newServer(workbench, world, []);
        process.kill(first, 'SIGKILL');
        await newServer(workbench, world, [first]);
        await workbench.ready();
        await workbench.search('insects infesting stored cereal');
        await workbench.rows.first().filter({ hasText: 'Pantry moths' }).waitFor();
      },
    ],
    [
      'a server that dies again and again is left alone, with one message and a way on',
      async () => {
        const message = workbench.message.filter({ hasText: 'The nearnote server is not running' });
        const killed: number[] = [];
        for (let deaths = 0; deaths < 6 && !(await message.isVisible()); deaths++) {
          const pid = await newServer(workbench, world, killed, message);
          if (pid === 0) break;
          process.kill(pid, 'SIGKILL');
          killed.push(pid);
        }
        await message.getByRole('button', { name: 'Restart' }).waitFor();
        assert.equal(await message.count(), 1);
        await workbench.keepPicture('stopped');
        await message.getByRole('button', { name: 'Restart' }).click();
        await newServer(workbench, world, killed);
        await workbench.ready();
      },
    ],
  ];
}

/** Waits for a server process that is not among the known ones; 0 when the end comes instead. */
async function newServer(
  workbench: Workbench,
  world: World,
  known: readonly number[],
  end?: Locator,
): Promise<number> {
  return workbench.until('a server process', async () => {
    if (await end?.isVisible()) return 0;
    const pids = await serversBelow(world.server.process.pid!);
    return pids.find((pid) => !known.includes(pid));
  });
}

async function serversBelow(root: number): Promise<number[]> {
  const parents = new Map<number, number>();
  const servers: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (parent === undefined || state === 'Z') continue;
    parents.set(Number(name), Number(parent));
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (/bin\/nearnote\0/.test(command)) servers.push(Number(name));
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || isBelow(parents.get(pid)));
  return servers.filter(isBelow);
}

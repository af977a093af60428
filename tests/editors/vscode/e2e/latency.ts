import assert from 'node:assert/strict';
import { must } from './codeServer.ts';
import { DirectServer } from './directServer.ts';
import type { Scenario } from './suite.ts';
import type { Workbench } from './workbench.ts';
import type { World } from './world.ts';

const LIMIT_MS = 150;
const QUERIES = [
  'insects infesting stored cereal',
  'going on holiday without killing my leaven',
  'exterior hardens too early',
  'white skin floating on pickles',
  'keeping blades sharp',
  'labels for glass containers',
  'molluscs eating seedlings',
  'using up old loaves',
  'fizzy tea drink',
  'spicy condiment in bottles',
];

/** From the key to the list in the editor, against the server's own answer to the same queries. */
export function latency(workbench: Workbench, world: World): Scenario[] {
  return [
    [
      'from key to list',
      async () => {
        const own = median(await serverTimes(world.vault));
        const seen: number[] = [];
        for (const query of QUERIES) seen.push(await keyToList(workbench, query));
        const over = median(seen) - own;
        console.log(
          `latency: key to list ${ms(median(seen))} (slowest ${ms(Math.max(...seen))}), ` +
            `the server's own answer ${ms(own)}, over by ${ms(over)} of ${LIMIT_MS} ms`,
        );
        assert.ok(over <= LIMIT_MS);
      },
    ],
  ];
}

async function serverTimes(vault: string): Promise<number[]> {
  const server = new DirectServer(must('NEARNOTE_E2E_SERVER'));
  await server.open(vault);
  const isReady = async (): Promise<boolean> =>
    ((await server.command('nearnote.status', {})) as { phase?: string } | null)?.phase === 'ready';
  while (!(await isReady())) await server.command('nearnote.search', { query: 'waiting' });
  const times: number[] = [];
  for (const query of QUERIES) {
    const started = performance.now();
    await server.command('nearnote.search', { query });
    times.push(performance.now() - started);
  }
  server.stop();
  return times;
}

// The box starts empty with another list in it, so that the new list is told by its first row.
async function keyToList(workbench: Workbench, query: string): Promise<number> {
  const { page } = workbench;
  await workbench.search('');
  await workbench.rows.first().waitFor();
  const watch = await page.evaluateHandle(() => {
    const list = document.querySelector('.quick-input-list')!;
    const first = (): string => list.querySelector('.monaco-list-row')?.textContent ?? '';
    const before = first();
    let key = 0;
    document.addEventListener('input', () => (key = performance.now()), {
      capture: true,
      once: true,
    });
    const took = new Promise<number>((resolve, reject) => {
      setTimeout(() => reject(new Error(`no new list; the first row is ${first()}`)), 10_000);
      const observer = new MutationObserver(() => {
        if (key === 0 || first() === before || first() === '') return;
        observer.disconnect();
        resolve(performance.now() - key);
      });
      observer.observe(list, { childList: true, subtree: true, characterData: true });
    });
    return { took };
  });
  await page.keyboard.insertText(query);
  const took = await watch.evaluate(({ took }) => took);
  await workbench.calm();
  return took;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workbench } from './workbench.ts';

/** One scenario; a name and what a person does. */
export type Scenario = readonly [name: string, act: () => Promise<void>];

/** Runs the scenarios in order, keeps a picture of each failure, and counts. */
export async function runAll(
  scenarios: readonly Scenario[],
  workbench: Workbench,
  artefacts: string,
): Promise<{ passed: number; failed: number }> {
  await mkdir(artefacts, { recursive: true });
  let passed = 0;
  let failed = 0;
  for (const [name, act] of scenarios) {
    const started = performance.now();
    try {
      await workbench.calm();
      await act();
      passed++;
      console.log(`ok     ${name} (${Math.round(performance.now() - started)} ms)`);
    } catch (error) {
      failed++;
      console.log(`FAILED ${name}\n${error instanceof Error ? error.stack : String(error)}`);
      const path = join(artefacts, `failed ${name.replace(/[^a-z0-9]+/gi, '-')}.png`);
      await workbench.page.screenshot({ path });
    }
  }
  return { passed, failed };
}

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** One scenario; a name and what a person does. */
export type Scenario = readonly [name: string, act: () => Promise<void>];

/** Runs the scenarios in order, keeps a picture of each, and counts. */
export async function runAll(
  scenarios: readonly Scenario[],
  page: Page,
  artefacts: string,
): Promise<{ passed: number; failed: number }> {
  await mkdir(artefacts, { recursive: true });
  let passed = 0;
  let failed = 0;
  for (const [name, act] of scenarios) {
    const started = performance.now();
    try {
      await act();
      passed++;
      console.log(`ok     ${name} (${Math.round(performance.now() - started)} ms)`);
    } catch (error) {
      failed++;
      console.log(`FAILED ${name}\n${error instanceof Error ? error.stack : String(error)}`);
    }
    await page.screenshot({ path: join(artefacts, `${name.replace(/[^a-z0-9]+/gi, '-')}.png`) });
  }
  return { passed, failed };
}

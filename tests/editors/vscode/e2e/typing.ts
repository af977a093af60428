import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Scenario } from './suite.ts';
import type { Workbench } from './workbench.ts';
import type { World } from './world.ts';

const RUNS = 50;
const NOTE = 'Household/Oven.md';
const WORDS = 'moths in the cereal';
/** Between two letters: sixteen a second, which few people reach. */
const FAST_TYPIST_MS = 60;

/** What is typed right after the key: into a search box, never into the note. */
export function typing(workbench: Workbench, world: World): Scenario[] {
  return [
    [
      `what is typed right after the key stays out of the note, in ${RUNS} runs`,
      async () => {
        const before = await readFile(join(world.vault, NOTE), 'utf8');
        await workbench.openFile(NOTE, 3);
        const focus: number[] = [];
        const box: number[] = [];
        let kept = 0;
        for (let run = 0; run < RUNS; run++) {
          const times = await typeAtOnce(workbench, run % 2 === 0 ? 0 : FAST_TYPIST_MS);
          focus.push(times.focus);
          box.push(times.box);
          if (run % 2 === 1) kept += times.kept;
          assert.equal(
            await workbench.page.locator('.tab.dirty').count(),
            0,
            'the note was changed',
          );
        }
        console.log(
          `typing: key to focus ${spread(focus)}, key to the search box ${spread(box)}; ` +
            `of a fast typist's letters ${kept} of ${(RUNS / 2) * WORDS.length} came into the box`,
        );
        assert.equal(await readFile(join(world.vault, NOTE), 'utf8'), before);
      },
    ],
  ];
}

/** Presses the key and types on, without a look; tells the times and how many letters were kept. */
async function typeAtOnce(
  workbench: Workbench,
  delay: number,
): Promise<{ focus: number; box: number; kept: number }> {
  const { page } = workbench;
  const watch = await watchKeys(page);
  await page.keyboard.press('Alt+N');
  await page.keyboard.type(WORDS, { delay });
  const times = await watch.evaluate(({ times }) => times);
  const kept = (await workbench.picker.locator('input').first().inputValue()).length;
  await workbench.calm();
  return { ...times, kept };
}

/** Times from the key to the focus in a box, and to the search box itself. */
function watchKeys(page: Page) {
  return page.evaluateHandle(() => {
    let key = 0;
    let focus = 0;
    const pressed = (event: KeyboardEvent): void => {
      if (event.code === 'KeyN' && event.altKey) key = performance.now();
    };
    const focused = (event: FocusEvent): void => {
      const inBox = (event.target as Element).closest('.quick-input-widget');
      if (key !== 0 && focus === 0 && inBox) focus = performance.now() - key;
    };
    window.addEventListener('keydown', pressed, { capture: true });
    window.addEventListener('focusin', focused, { capture: true });
    const times = new Promise<{ focus: number; box: number }>((resolve, reject) => {
      setTimeout(() => reject(new Error('the search box did not come')), 10_000);
      const observer = new MutationObserver(() => {
        const title = document.querySelector('.quick-input-widget .quick-input-title');
        if (key === 0 || !title?.textContent?.startsWith('Search notes by')) return;
        observer.disconnect();
        window.removeEventListener('keydown', pressed, { capture: true });
        window.removeEventListener('focusin', focused, { capture: true });
        resolve({ focus, box: performance.now() - key });
      });
      observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    return { times };
  });
}

function spread(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): string => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(0);
  return `${at(0.5)} ms (90 %: ${at(0.9)} ms, slowest ${at(1)} ms)`;
}

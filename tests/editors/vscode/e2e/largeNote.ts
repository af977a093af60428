import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scenario } from './suite.ts';
import type { Workbench } from './workbench.ts';
import type { World } from './world.ts';

const LINES = 10_000;
// A long note may cost as much as a short one and a machine's noise, and no person waits longer.
const TYPING_MS = 100;
const LIST_MS = 2_000;

/** A note of ten thousand lines against a short one, while the whole vault is indexed anew. */
export function largeNote(workbench: Workbench, world: World): Scenario[] {
  return [
    [
      `typing, completion and hover in a note of ${LINES} lines`,
      async () => {
        const notes: [string, string][] = [
          ['Inbox/Short.md', noteOf(20)],
          ['Inbox/Long.md', noteOf(LINES)],
        ];
        for (const [path, text] of notes) await writeFile(join(world.vault, path), text);
        const seen: Times[] = [];
        for (const [path, text] of notes) {
          const lines = text.split('\n');
          const half = Math.floor(lines.length / 2);
          const middle = lines.findIndex((line, at) => at >= half && line.includes('Oven')) + 1;
          seen.push(await measure(workbench, path, text, middle));
          const { typing, completion, hover } = seen.at(-1)!;
          console.log(
            `${path}: typing ${typing} ms, completion ${completion} ms, hover ${hover} ms`,
          );
        }
        const [, long] = seen;
        assert.ok(long!.typing <= TYPING_MS, `typing took ${long!.typing} ms`);
        assert.ok(long!.completion <= LIST_MS, `completion took ${long!.completion} ms`);
        assert.ok(long!.hover <= LIST_MS, `hover took ${long!.hover} ms`);
        for (const [path] of notes) await rm(join(world.vault, path));
      },
    ],
  ];
}

interface Times {
  readonly typing: number;
  readonly completion: number;
  readonly hover: number;
}

async function measure(
  workbench: Workbench,
  path: string,
  text: string,
  line: number,
): Promise<Times> {
  const { page } = workbench;
  await workbench.openFile(path, line);
  await workbench.run('nearnote: Rebuild the Index');
  await page.keyboard.press('End');
  const keys: number[] = [];
  for (const letter of ' written while all is indexed')
    keys.push(await keyToText(workbench, letter));

  let started = performance.now();
  await page.keyboard.type(' [[');
  const rows = page.locator('.suggest-widget:visible .monaco-list-row');
  await rows.first().waitFor();
  const completion = Math.round(performance.now() - started);
  await page.keyboard.press('Escape');
  await rows.first().waitFor({ state: 'hidden' });
  for (let letters = 0; letters < 3; letters++) await page.keyboard.press('Backspace');

  // What a link points at is known at once; what is near the line, when it is indexed.
  await workbench.goTo(line, text.split('\n')[line - 1]!.indexOf('Oven') + 1);
  started = performance.now();
  await page.keyboard.press('Control+K');
  await page.keyboard.press('Control+I');
  await page.locator('.monaco-hover:visible', { hasText: 'Oven' }).first().waitFor();
  const hover = Math.round(performance.now() - started);
  await page.keyboard.press('Escape');
  await workbench.run('View: Revert and Close Editor');
  keys.sort((a, b) => a - b);
  return { typing: Math.round(keys[Math.floor(keys.length / 2)]!), completion, hover };
}

/** From a key to the letter on the screen. */
async function keyToText(workbench: Workbench, letter: string): Promise<number> {
  const watch = await workbench.page.evaluateHandle(() => {
    let key = 0;
    window.addEventListener('keydown', () => (key = performance.now()), {
      capture: true,
      once: true,
    });
    const took = new Promise<number>((resolve, reject) => {
      setTimeout(() => reject(new Error('the letter did not come')), 20_000);
      const observer = new MutationObserver(() => {
        if (key === 0) return;
        observer.disconnect();
        requestAnimationFrame(() => resolve(performance.now() - key));
      });
      const lines = document.querySelector('.editor-group-container.active .view-lines')!;
      observer.observe(lines, { childList: true, subtree: true, characterData: true });
    });
    return { took };
  });
  await workbench.page.keyboard.type(letter);
  return watch.evaluate(({ took }) => took);
}

function noteOf(lines: number): string {
  const text = ['# A note', ''];
  for (let at = 2; at < lines; at += 2) {
    if (at % 40 === 0) text.push(`## Part ${at}`, '');
    else text.push(`Line ${at} tells of bread, of [[Oven]] and of jars on shelf ${at % 97}.`, '');
  }
  return `${text.join('\n')}\n`;
}

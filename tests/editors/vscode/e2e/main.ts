import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { codeServerCommand, must, startCodeServer, writeQuietSettings } from './codeServer.ts';
import { connecting } from './connecting.ts';
import { largeNote } from './largeNote.ts';
import { latency } from './latency.ts';
import { mapping } from './mapping.ts';
import { missingServer } from './missingServer.ts';
import { navigating } from './navigating.ts';
import { recovering } from './recovering.ts';
import { restricting } from './restricting.ts';
import { searching } from './searching.ts';
import { settingUp } from './settingUp.ts';
import { severalRoots } from './severalRoots.ts';
import { runAll, type Scenario } from './suite.ts';
import { typing } from './typing.ts';
import { welcoming } from './welcoming.ts';
import { Workbench } from './workbench.ts';
import { writing } from './writing.ts';

const BROWSER = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
];

const work = must('NEARNOTE_E2E_WORK');
const home = join(work, 'home');
const vault = join(work, 'vault');
await cp(join(import.meta.dirname, '../../../vaults/demo'), vault, { recursive: true });
await mkdir(home, { recursive: true });
await writeQuietSettings(home);
await codeServerCommand(home, ['--install-extension', must('NEARNOTE_E2E_VSIX')]);

const server = await startCodeServer(home, '/usr/bin:/bin');
const browser = await chromium.launchPersistentContext(join(work, 'browser'), {
  executablePath: process.env['NEARNOTE_E2E_CHROMIUM'] ?? '/usr/bin/chromium',
  args: BROWSER,
  headless: true,
  viewport: { width: 1280, height: 800 },
});
const page = browser.pages()[0] ?? (await browser.newPage());
page.setDefaultTimeout(30_000);
const workbench = new Workbench(page);

const world = { server, home, vault };
const scenarios: Scenario[] = [
  ...missingServer(workbench, world),
  ...connecting(workbench, world),
  ...welcoming(workbench),
  ...searching(workbench, world),
  ...typing(workbench, world),
  ...latency(workbench, world),
  ...writing(workbench, world),
  ...largeNote(workbench, world),
  ...navigating(workbench, world),
  ...mapping(workbench),
  ...recovering(workbench, world),
  ...severalRoots(workbench, world),
  ...settingUp(workbench, world),
  ...restricting(browser, world),
];
const only = new RegExp(process.env['NEARNOTE_E2E_ONLY'] ?? '');
const wanted = scenarios.filter(([name]) => only.test(name));
const { passed, failed } = await runAll(wanted, workbench, must('NEARNOTE_E2E_ARTEFACTS'));
await browser.close();
server.process.kill();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

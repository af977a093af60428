import assert from 'node:assert/strict';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { startCodeServer, writeQuietSettings } from './codeServer.ts';
import type { Scenario } from './suite.ts';
import { Workbench } from './workbench.ts';
import type { World } from './world.ts';

/** A stranger's vault that brings programs of its own. */
export function restricting(browser: BrowserContext, world: World): Scenario[] {
  return [
    [
      'a workspace that is not trusted cannot bring its own server',
      async () => {
        const home = `${world.home}-restricted`;
        const vault = `${world.vault}-restricted`;
        await writeQuietSettings(home, {
          'security.workspace.trust.enabled': true,
          'security.workspace.trust.startupPrompt': 'never',
        });
        await cp(join(world.home, 'extensions'), join(home, 'extensions'), { recursive: true });
        await writeStrangersVault(vault);

        const server = await startCodeServer(home, '/usr/bin:/bin');
        const page = await browser.newPage();
        try {
          const workbench = new Workbench(page);
          await workbench.open(server.address, { folder: vault });
          await workbench.openFile('Note.md');
          await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
          const message = workbench.message.filter({ hasText: 'is not installed on this machine' });
          await message.getByRole('button', { name: 'Set Up Server' }).waitFor();
          assert.ok(!(await readdir(vault)).includes('ran'), 'the program of the vault was run');
        } finally {
          await page.close();
          server.process.kill();
        }
      },
    ],
  ];
}

async function writeStrangersVault(vault: string): Promise<void> {
  const bin = join(vault, '.venv', 'bin');
  await mkdir(bin, { recursive: true });
  await mkdir(join(vault, '.vscode'));
  const program = `#!/bin/sh\ntouch '${join(vault, 'ran')}'\n`;
  await writeFile(join(bin, 'nearnote'), program, { mode: 0o755 });
  const settings = { 'nearnote.server.path': join(bin, 'nearnote') };
  await writeFile(join(vault, '.vscode', 'settings.json'), JSON.stringify(settings));
  await writeFile(join(vault, 'Note.md'), '# Note\n\nWords.\n');
}

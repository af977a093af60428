import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** A running VS Code server; `folders` are its own, below one temporary folder. */
export interface CodeServer {
  readonly process: ChildProcess;
  readonly address: string;
}

const QUIET = {
  'chat.disableAIFeatures': true,
  'editor.minimap.enabled': false,
  'editor.hover.delay': 100,
  'extensions.autoUpdate': false,
  'files.autoSave': 'off',
  'files.simpleDialog.enable': true,
  'git.enabled': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
};

/** Writes the user's settings for a quiet workbench, before the first start. */
export async function writeQuietSettings(home: string, more: object = {}): Promise<void> {
  await write(join(home, 'data', 'User'), { ...QUIET, ...more });
}

/**
 * Writes settings of this machine; a running window takes them over at once. A browser's VS Code
 * takes paths of programs from these only, and not from the user's.
 */
export async function writeSettings(home: string, settings: object): Promise<void> {
  await write(join(home, 'data', 'Machine'), settings);
}

// In one step: VS Code would read a half-written file as no settings.
async function write(folder: string, settings: object): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'new.json'), JSON.stringify(settings, null, 2));
  await rename(join(folder, 'new.json'), join(folder, 'settings.json'));
}

/** Runs code-server's command line to its end, for example to install an extension. */
export async function codeServerCommand(home: string, args: readonly string[]): Promise<void> {
  const child = start(home, args);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`code-server ${args.join(' ')} ended with ${code}`);
}

/** Starts VS Code and waits until it listens. */
export async function startCodeServer(home: string, path: string): Promise<CodeServer> {
  const port = await freePort();
  const child = start(home, ['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`], path);
  await listening(child);
  return { process: child, address: `http://127.0.0.1:${port}` };
}

function start(home: string, args: readonly string[], path = process.env['PATH']): ChildProcess {
  const entry = must('NEARNOTE_CODE_SERVER');
  const own = [
    ['--user-data-dir', join(home, 'data')],
    ['--extensions-dir', join(home, 'extensions')],
    ['--config', join(home, 'config.yaml')],
    ['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'],
  ].flat();
  // The home is fresh, but what pip downloaded may be used again.
  const pip = { PIP_CACHE_DIR: join(homedir(), '.cache', 'pip') };
  const env = { ...pip, ...process.env, HOME: home, PATH: path };
  const child = spawn(process.execPath, [entry, ...own, ...args], { env });
  process.once('exit', () => child.kill());
  child.stderr.on('data', (data: Buffer) => process.stderr.write(data));
  return child;
}

function listening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`code-server ended with ${code}`)));
    child.stdout!.on('data', (data: Buffer) => {
      if (data.includes('HTTP server listening')) resolve();
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A variable that run.sh sets. */
export function must(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; start the suite by run.sh`);
  return value;
}

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './process.ts';
import { failureWords, stepWords } from './setUpWords.ts';

/** Who is told of a set-up: each step in words for a person, each line as the programs say it. */
export interface Listener {
  step(words: string): void;
  line(line: string): void;
}

/** A step of the set-up failed: its message is for a person, `output` is what the program said. */
export class SetUpError extends Error {
  readonly output: string;

  constructor(output: string) {
    super(failureWords(output));
    this.output = output;
  }
}

/**
 * The server's own environment below the extension's storage, one folder for each bundled wheel.
 *
 * The folder's name holds the wheel's hash, so that another extension version asks for another
 * folder; a marker written at the very end tells a finished environment from a broken one.
 */
export class PrivateServer {
  private readonly storage: string;
  private readonly wheelFolder: string;

  constructor(storage: string, wheelFolder: string) {
    this.storage = storage;
    this.wheelFolder = wheelFolder;
  }

  /** The Python of the finished environment for the bundled wheel. */
  async python(): Promise<string | undefined> {
    const wheel = await this.wheel();
    if (!wheel) return undefined;
    const home = await this.homeOf(wheel);
    return (await exists(join(home, MARKER))) ? pythonIn(home) : undefined;
  }

  /** An older environment is there: the user wanted one, and it has to be renewed. */
  async isOutdated(): Promise<boolean> {
    return (await this.python()) === undefined && (await this.homes()).length > 0;
  }

  /** Makes the environment, installs the bundled wheel, and removes the older ones. */
  async install(python: readonly string[], listener: Listener, signal: AbortSignal): Promise<void> {
    const wheel = await this.wheel();
    if (!wheel) throw new Error('This build of the extension carries no server.');
    const home = await this.homeOf(wheel);
    await rm(home, { recursive: true, force: true });
    await mkdir(this.storage, { recursive: true });
    listener.step('making a private environment');
    const [program = 'python3', ...args] = python;
    await must(program, [...args, '-m', 'venv', home], listener, signal);
    listener.step('installing the server and its model');
    const pip = ['-m', 'pip', 'install', '--disable-pip-version-check', '--progress-bar', 'off'];
    await must(pythonIn(home), [...pip, wheel], listener, signal);
    await writeFile(join(home, MARKER), '');
    await this.removeOthers(home);
  }

  private async wheel(): Promise<string | undefined> {
    const names = await readdir(this.wheelFolder).catch(() => []);
    const name = names.find((each) => each.endsWith('.whl'));
    return name && join(this.wheelFolder, name);
  }

  private async homeOf(wheel: string): Promise<string> {
    const hash = createHash('sha256').update(await readFile(wheel));
    return join(this.storage, PREFIX + hash.digest('hex').slice(0, 12));
  }

  private async homes(): Promise<string[]> {
    const names = await readdir(this.storage).catch(() => []);
    return names.filter((name) => name.startsWith(PREFIX)).map((name) => join(this.storage, name));
  }

  private async removeOthers(home: string): Promise<void> {
    const old = (await this.homes()).filter((each) => each !== home);
    // Another window may still run from an old folder; what stays is removed next time.
    await Promise.allSettled(old.map((each) => rm(each, { recursive: true, force: true })));
  }
}

const PREFIX = 'server-';
const MARKER = 'nearnote-ready';

function pythonIn(home: string): string {
  return process.platform === 'win32'
    ? join(home, 'Scripts', 'python.exe')
    : join(home, 'bin', 'python');
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function must(
  command: string,
  args: readonly string[],
  listener: Listener,
  signal: AbortSignal,
): Promise<void> {
  const onLine = (line: string): void => {
    listener.line(line);
    const words = stepWords(line);
    if (words !== undefined) listener.step(words);
  };
  const outcome = await run(command, args, { signal, onLine });
  if (signal.aborted) throw new Error('The set-up was cancelled.');
  if (outcome.code !== 0) throw new SetUpError(outcome.output);
}

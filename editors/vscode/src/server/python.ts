import type { Run } from './process.ts';
import { isOlder } from './version.ts';

export const OLDEST_PYTHON = '3.11';

/** A Python that can make the private environment, or one sentence that says what to do. */
export type PythonSearch = { readonly command: readonly string[] } | { readonly problem: string };

// Debian's Python comes without ensurepip, so that it cannot make an environment with pip in it.
const PROBE = 'import sys; print("%d.%d.%d" % sys.version_info[:3]); import venv, ensurepip';

/** The commands that may be a Python, the newest that is known to have all wheels first. */
export function pythonCommands(configured: string, windows: boolean): string[][] {
  if (configured !== '') return [[configured]];
  if (windows) return [['py', '-3'], ['python'], ['python3']];
  return ['python3.13', 'python3.12', 'python3.11', 'python3', 'python'].map((name) => [name]);
}

/** The first Python that is new enough and can make environments. */
export async function findPython(commands: readonly string[][], run: Run): Promise<PythonSearch> {
  let newest = '';
  for (const command of commands) {
    const [program = '', ...args] = command;
    const outcome = await run(program, [...args, '-c', PROBE]);
    const version = /^\d+\.\d+\.\d+/.exec(outcome.output.trim())?.[0];
    if (version === undefined) continue;
    if (isOlder(version, OLDEST_PYTHON)) {
      if (newest === '' || isOlder(newest, version)) newest = version;
    } else if (outcome.code === 0) {
      return { command };
    } else {
      const name = command.join(' ');
      return {
        problem: `${name} cannot make environments. On Debian and Ubuntu, install python3-venv.`,
      };
    }
  }
  const found = newest === '' ? 'none was found' : `the newest one found is ${newest}`;
  return { problem: `nearnote needs Python ${OLDEST_PYTHON} or newer, and ${found}.` };
}

import { posix, win32 } from 'node:path';

/** One way to start the server. */
export interface Candidate {
  readonly command: string;
  readonly args: readonly string[];
  readonly origin: 'setting' | 'workspace' | 'path' | 'private';
}

/** Everything that the choice of a server depends on. */
export interface Surroundings {
  /** `nearnote.server.path`; empty when not set. */
  readonly configured: string;
  /** A folder that is not trusted must not bring its own program. */
  readonly trusted: boolean;
  readonly folders: readonly string[];
  readonly searchPath: readonly string[];
  readonly home: string;
  readonly windows: boolean;
  /** The Python of the private environment, when it is there and up to date. */
  readonly privatePython: string | undefined;
  /** The user chose the private server over one that turned out to be too old. */
  readonly preferPrivate: boolean;
}

/** The places to look for the server, best first. A path that the user set is the only one. */
export function candidates(around: Surroundings): Candidate[] {
  if (around.configured !== '') return fromSetting(around);
  const installed = [
    ...inWorkspace(around),
    ...inFolders(around, onPath(around), script(around), 'path'),
  ];
  return around.preferPrivate
    ? [...inPrivate(around), ...installed]
    : [...installed, ...inPrivate(around)];
}

function fromSetting(around: Surroundings): Candidate[] {
  const name = around.configured;
  if (!/[/\\~$]/.test(name)) return inFolders(around, onPath(around), name, 'setting');
  return [{ command: resolveSetting(around), args: [], origin: 'setting' }];
}

function inWorkspace(around: Surroundings): Candidate[] {
  if (!around.trusted) return [];
  const bin = around.windows ? 'Scripts' : 'bin';
  const { join } = pathsOf(around);
  const folders = around.folders.flatMap((folder) =>
    ['.venv', 'venv', 'env'].map((venv) => join(folder, venv, bin)),
  );
  return inFolders(around, folders, script(around), 'workspace');
}

function inPrivate(around: Surroundings): Candidate[] {
  if (around.privatePython === undefined) return [];
  return [{ command: around.privatePython, args: ['-m', 'nearnote'], origin: 'private' }];
}

function inFolders(
  around: Surroundings,
  folders: readonly string[],
  name: string,
  origin: Candidate['origin'],
): Candidate[] {
  const { join } = pathsOf(around);
  return folders.map((folder) => ({ command: join(folder, name), args: [], origin }));
}

// An editor started from the desktop does not see the PATH that the shell's start files make. A
// relative entry in PATH would mean the workspace, which may be a stranger's.
function onPath(around: Surroundings): string[] {
  const usual = around.windows
    ? []
    : [posix.join(around.home, '.local/bin'), '/opt/homebrew/bin', '/usr/local/bin'];
  return [...around.searchPath, ...usual].filter((folder) => pathsOf(around).isAbsolute(folder));
}

function resolveSetting(around: Surroundings): string {
  const { isAbsolute, join } = pathsOf(around);
  const folder = around.folders[0] ?? around.home;
  const path = around.configured
    .replace(/^~(?=$|[/\\])/, () => around.home)
    .replaceAll('${workspaceFolder}', () => folder)
    .replaceAll('${userHome}', () => around.home);
  return isAbsolute(path) ? path : join(folder, path);
}

function script(around: Surroundings): string {
  return around.windows ? 'nearnote.exe' : 'nearnote';
}

function pathsOf(around: Surroundings): typeof posix {
  return around.windows ? win32 : posix;
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidates, type Surroundings } from '../../../../editors/vscode/src/server/candidates.ts';
import { findPython, pythonCommands } from '../../../../editors/vscode/src/server/python.ts';
import { RestartBudget } from '../../../../editors/vscode/src/server/restarts.ts';
import { isOlder } from '../../../../editors/vscode/src/server/version.ts';

const around: Surroundings = {
  configured: '',
  trusted: true,
  folders: ['/v'],
  searchPath: ['/opt/bin'],
  home: '/home/me',
  windows: false,
  privatePython: undefined,
  preferPrivate: false,
};

function commands(some: Partial<Surroundings>): string[] {
  return candidates({ ...around, ...some }).map((candidate) => candidate.command);
}

const USUAL = [
  '/home/me/.local/bin/nearnote',
  '/opt/homebrew/bin/nearnote',
  '/usr/local/bin/nearnote',
];

const CANDIDATES: [string, Partial<Surroundings>, string[]][] = [
  [
    'the workspace, then PATH, then the usual folders',
    {},
    [
      '/v/.venv/bin/nearnote',
      '/v/venv/bin/nearnote',
      '/v/env/bin/nearnote',
      '/opt/bin/nearnote',
      ...USUAL,
    ],
  ],
  [
    'no program of a folder that is not trusted',
    { trusted: false },
    ['/opt/bin/nearnote', ...USUAL],
  ],
  ['nothing below the working directory', { trusted: false, searchPath: ['', '.', 'bin'] }, USUAL],
  [
    'the private server last',
    { trusted: false, searchPath: [], privatePython: '/p/python' },
    [...USUAL, '/p/python'],
  ],
  [
    'the private server first when it was preferred',
    { trusted: false, searchPath: [], privatePython: '/p/python', preferPrivate: true },
    ['/p/python', ...USUAL],
  ],
  ['only the path that is set', { configured: '/x/nearnote' }, ['/x/nearnote']],
  ['a path below the home folder', { configured: '~/bin/nearnote' }, ['/home/me/bin/nearnote']],
  ['a path below the workspace', { configured: 'bin/nearnote' }, ['/v/bin/nearnote']],
  ['a variable', { configured: '${workspaceFolder}/n' }, ['/v/n']],
  [
    'a bare name on PATH',
    { configured: 'nn', searchPath: ['/b'] },
    ['/b/nn', ...USUAL.map((path) => path.replace('nearnote', 'nn'))],
  ],
  [
    'Windows spelling',
    { windows: true, folders: ['C:\\v'], searchPath: ['C:\\py'] },
    [
      'C:\\v\\.venv\\Scripts\\nearnote.exe',
      'C:\\v\\venv\\Scripts\\nearnote.exe',
      'C:\\v\\env\\Scripts\\nearnote.exe',
      'C:\\py\\nearnote.exe',
    ],
  ],
];

for (const [name, some, expected] of CANDIDATES) {
  test(`the server is looked for: ${name}`, () => assert.deepEqual(commands(some), expected));
}

const VERSIONS: [string, string, boolean][] = [
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.1.1', true],
  ['0.9', '0.10.0', true],
  ['1.0', '1.0.0', false],
  ['2.0.0', '1.9.9', false],
  ['0.2.0.dev1', '0.2.0', false],
  ['nearnote 0.1.0', '0.2.0', true],
  ['unknown', '0.2.0', false],
];

for (const [version, wanted, expected] of VERSIONS) {
  test(`${version} is ${expected ? '' : 'not '}older than ${wanted}`, () => {
    assert.equal(isOlder(version, wanted), expected);
  });
}

test('five restarts in three minutes, then none until the first is old', () => {
  const budget = new RestartBudget();
  const spent = [0, 1, 2, 3, 4, 5, 179_999, 180_000, 180_000.5].map((now) => budget.spend(now));
  assert.deepEqual(spent, [true, true, true, true, true, false, false, true, false]);
});

const missing = { code: null, output: 'spawn ENOENT' };

const PYTHONS: [string, Record<string, { code: number | null; output: string }>, object][] = [
  [
    'the first that is new enough',
    { 'python3.12': { code: 0, output: '3.12.4\n' } },
    { command: ['python3.12'] },
  ],
  ['none at all', {}, { problem: 'nearnote needs Python 3.11 or newer, and none was found.' }],
  [
    'only old ones',
    { python3: { code: 0, output: '3.9.2\n' }, python: { code: 0, output: '3.8.1\n' } },
    { problem: 'nearnote needs Python 3.11 or newer, and the newest one found is 3.9.2.' },
  ],
  [
    "Debian's without venv",
    {
      'python3.11': {
        code: 1,
        output: "3.11.2\n\nModuleNotFoundError: No module named 'ensurepip'",
      },
    },
    { problem: 'python3.11 cannot make environments. On Debian and Ubuntu, install python3-venv.' },
  ],
];

for (const [name, machine, expected] of PYTHONS) {
  test(`Python is found: ${name}`, async () => {
    const run = async (command: string) => machine[command] ?? missing;
    assert.deepEqual(await findPython(pythonCommands('', false), run), expected);
  });
}

test('a configured Python is the only one', () => {
  assert.deepEqual(pythonCommands('/x/python', true), [['/x/python']]);
});

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { PrivateServer } from '../../../../editors/vscode/src/server/privateServer.ts';

// Makes an environment whose Python is this script again, and installs whatever is no "bad" wheel.
const FAKE_PYTHON = `#!/bin/sh
case "$*" in
  "-m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
  *bad*) echo "ERROR: No matching distribution found for onnxruntime>=1.20" >&2; exit 1 ;;
  *) echo "  Downloading numpy-2.1.0-cp312-manylinux_x86_64.whl (16.1 MB)" ;;
esac
`;

const never = new AbortController().signal;

async function setUp(context: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'nearnote-unit-'));
  context.after(() => rm(folder, { recursive: true }));
  const [python, storage, wheels] = ['python', 'storage', 'wheels'].map((name) =>
    join(folder, name),
  );
  await writeFile(python!, FAKE_PYTHON);
  await chmod(python!, 0o755);
  await mkdir(wheels!);
  const server = new PrivateServer(storage!, wheels!);
  const bundle = async (name: string, content: string): Promise<void> => {
    await rm(wheels!, { recursive: true });
    await mkdir(wheels!);
    await writeFile(join(wheels!, name), content);
  };
  const steps: string[] = [];
  const listener = { step: (words: string) => steps.push(words), line: () => undefined };
  const install = () => server.install([python!], listener, never);
  return { server, storage: storage!, bundle, install, steps };
}

test('an environment is made once and found again', async (context) => {
  const { server, bundle, install, steps } = await setUp(context);
  await bundle('nearnote-1.whl', 'one');
  assert.equal(await server.python(), undefined);
  assert.equal(await server.isOutdated(), false);
  await install();
  assert.deepEqual(steps, [
    'making a private environment',
    'installing the server and its model',
    'downloading numpy 16.1 MB',
  ]);
  assert.ok(existsSync((await server.python())!));
  assert.equal(await server.isOutdated(), false);
});

test('another wheel wants another environment, and the old one goes', async (context) => {
  const { server, storage, bundle, install } = await setUp(context);
  await bundle('nearnote-1.whl', 'one');
  await install();
  const old = await server.python();
  await bundle('nearnote-1.whl', 'the same version, built again');
  assert.equal(await server.python(), undefined);
  assert.equal(await server.isOutdated(), true);
  await install();
  assert.notEqual(await server.python(), old);
  assert.equal((await readdir(storage)).length, 1);
});

test('an install that failed is no environment, and says why', async (context) => {
  const { server, bundle, install } = await setUp(context);
  await bundle('bad-1.whl', 'one');
  await assert.rejects(install, /no build of onnxruntime for this Python/);
  assert.equal(await server.python(), undefined);
});

test('a build without a wheel says so', async (context) => {
  const { install } = await setUp(context);
  await assert.rejects(install, /carries no server/);
});

// Bundles the page's script with sigma.js and graphology into the server's package, with the
// licences of all that is in it. CI builds it again and compares: the result is committed, so that
// nobody needs npm to install nearnote.
import { build } from 'esbuild';
import { readFile, writeFile } from 'node:fs/promises';

const into = new URL('../../server/nearnote/wire/map_page/', import.meta.url);

const { metafile } = await build({
  entryPoints: ['src/main.ts'],
  outfile: new URL('map.js', into).pathname,
  bundle: true,
  format: 'iife',
  target: 'es2022',
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
});

const packages = new Set(
  Object.keys(metafile.inputs)
    .map((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1])
    .filter((name) => name !== undefined),
);
const licences = [];
for (const name of [...packages].sort()) {
  const about = JSON.parse(await readFile(`node_modules/${name}/package.json`, 'utf8'));
  const files = ['LICENSE', 'LICENSE.txt', 'LICENSE.md'].map((each) =>
    readFile(`node_modules/${name}/${each}`, 'utf8').catch(() => ''),
  );
  const text = (await Promise.all(files)).find((each) => each !== '') ?? '';
  licences.push(`${name} ${about.version} (${about.license})\n\n${text.trim()}\n`);
}
const head = 'map.js holds these packages, bundled by editors/map/build.mjs:\n\n';
await writeFile(new URL('NOTICE', into), head + licences.join('\n----\n\n'));

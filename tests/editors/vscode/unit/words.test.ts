import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTableRow, type LinkTarget, wikilink } from '../../../../editors/vscode/src/link.ts';
import type { SeenChunk, Status } from '../../../../editors/vscode/src/protocol.ts';
import { seenPage } from '../../../../editors/vscode/src/seen.ts';
import type { Health } from '../../../../editors/vscode/src/server/health.ts';
import { explicitSettings, type Inspected } from '../../../../editors/vscode/src/settings.ts';
import { noteWords, statusPage } from '../../../../editors/vscode/src/status/page.ts';
import { barWords } from '../../../../editors/vscode/src/status/words.ts';

const target: LinkTarget = {
  path: 'food/rye.md',
  title: 'Rye bread',
  ambiguous: false,
  labelFirst: false,
  inTable: false,
};

const LINKS: [Partial<LinkTarget>, string][] = [
  [{}, '[[rye|Rye bread]]'],
  [{ title: 'rye' }, '[[rye]]'],
  [{ title: '' }, '[[rye]]'],
  [{ ambiguous: true }, '[[food/rye|Rye bread]]'],
  [{ path: 'food.rye.md', labelFirst: true }, '[[Rye bread|food.rye]]'],
  [{ inTable: true }, '[[rye\\|Rye bread]]'],
  [{ title: 'A [draft] | B' }, '[[rye|A draft B]]'],
  [{ path: 'Fermente lahana.markdown', title: 'Lahana' }, '[[Fermente lahana|Lahana]]'],
  [{ path: 'v1.2 notes.md', title: 'v1.2 notes' }, '[[v1.2 notes]]'],
];

for (const [some, expected] of LINKS) {
  test(`a link is written ${expected}`, () =>
    assert.equal(wikilink({ ...target, ...some }), expected));
}

test('a table row starts with a bar', () => {
  assert.deepEqual(['| a | b |', '  |a', 'a | b', ''].map(isTableRow), [true, true, false, false]);
});

const status: Status = { phase: 'ready', notes: 40, chunks: 200, pending: 0, model: 'minilm' };

const BARS: [Health, string, RegExp, boolean][] = [
  [{ state: 'starting' }, 'loading~spin', /starting/, false],
  [{ state: 'missing' }, 'warning', /not installed/, true],
  [{ state: 'stopped', reason: 'it died' }, 'error', /it died/, true],
  [{ state: 'running', status }, 'telescope', /40 notes, 200 passages, model minilm/, false],
  [
    { state: 'running', status: { ...status, phase: 'embedding', pending: 50 } },
    'loading~spin',
    /50 passages of 200/,
    false,
  ],
  [
    { state: 'running', status: { ...status, phase: 'words-only', reason: 'No model.' } },
    'warning',
    /^No model\.$/,
    true,
  ],
];

for (const [health, icon, tooltip, alarm] of BARS) {
  test(`the status bar tells ${tooltip}`, () => {
    const words = barWords(health);
    assert.equal(words.icon, icon);
    assert.match(words.tooltip, tooltip);
    assert.equal(words.alarm, alarm);
  });
}

const chunk: SeenChunk = {
  line: 2,
  end_line: 5,
  kind: 'section',
  heading: ['Dough'],
  model_text: 'Bread > Dough\nIt rises.',
  content_free: false,
  pending: false,
};

test('the status page tells the versions, the numbers and the note', () => {
  const page = statusPage(
    { state: 'running', status },
    { median: 312.25, skipped: [{ path: 'big.md', reason: 'too big' }], progress: { reused: 4 } },
    { path: 'bread.md', answer: { chunks: [chunk, { ...chunk, content_free: true, line: 8 }] } },
    { server: '0.1.0', extension: '0.1.0' },
  );
  for (const expected of [
    '| Server | 0.1.0 |',
    '| Notes | 40 |',
    '| Median length in characters | 312.3 |',
    '| Vectors taken from the cache | 4 |',
    '- big.md: too big',
    '## bread.md',
    '1 passage of this note can be found',
    'Line 9 (Dough)',
  ]) {
    assert.ok(page.includes(expected), `${expected} in\n${page}`);
  }
});

test('a note without chunks says why', () => {
  assert.equal(noteWords({ problem: 'It is in no open folder.' }), 'It is in no open folder.');
  assert.match(noteWords({ chunks: [] }), /empty, excluded, or only frontmatter/);
});

test('the page of what the index sees cannot be ended by the text in it', () => {
  const page = seenPage('bread.md', 3, [{ ...chunk, model_text: 'a\n```\nb' }]);
  assert.ok(page.includes('````text\na\n```\nb\n````'));
  assert.ok(page.includes('## Lines 3 to 6, section'));
  assert.match(seenPage('bread.md', 0, []), /sees nothing at this line/);
});

const SETTINGS: Record<string, Inspected> = {
  exclude: { globalValue: ['a'], workspaceValue: ['b'] },
  'search.mode': { workspaceFolderValue: 'text' },
  'search.limit': {},
  'server.path': { globalValue: '/x' },
};

test('only what the user set is sent, the nearest value, nested', () => {
  const keys = [...Object.keys(SETTINGS), 'unknown'];
  assert.deepEqual(
    explicitSettings(keys, (key) => SETTINGS[key]),
    { exclude: ['b'], search: { mode: 'text' } },
  );
});

test('the status page tells no name and no number twice', () => {
  const stats = {
    notes: 40,
    chunks: 200,
    passages: 31,
    links: 77,
    progress: { embedded: 150, reused: 50 },
  };
  const page = statusPage({ state: 'running', status }, stats, undefined, {
    server: '0.1.1',
    extension: '0.1.2',
  });
  const names = [...page.matchAll(/^\| ([^|]*[^|\s-][^|]*) \|/gm)].map(([, name]) => name);
  assert.equal(new Set(names).size, names.length, page);
  for (const number of ['40', '200', '31', '77', '150']) {
    assert.equal(
      page.match(new RegExp(`\\b${number}\\b`, 'g'))?.length,
      1,
      `${number} in\n${page}`,
    );
  }
});

test('the status page says once why there is no model', () => {
  const health: Health = {
    state: 'running',
    status: { ...status, phase: 'words-only', reason: 'No weights.' },
  };
  const page = statusPage(health, {}, undefined, { server: '1', extension: '1' });
  assert.equal(page.split('No weights.').length - 1, 1);
});

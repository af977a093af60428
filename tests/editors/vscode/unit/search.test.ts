import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Mode, Status } from '../../../../editors/vscode/src/protocol.ts';
import { adviceFor, emptyWords, headline } from '../../../../editors/vscode/src/search/headline.ts';
import { hitWords } from '../../../../editors/vscode/src/search/items.ts';
import { queryFrom, remember } from '../../../../editors/vscode/src/search/recent.ts';
import { rowsOf } from '../../../../editors/vscode/src/search/rows.ts';
import type { Health } from '../../../../editors/vscode/src/server/health.ts';
import { hit } from './hits.ts';

const ITEMS: [string, Parameters<typeof hit>[0], { label?: string; detail?: string }][] = [
  ['a title alone', {}, { label: 'Bread' }],
  ['title and headings', { heading: ['Dough', 'Rest'] }, { label: 'Bread › Dough › Rest' }],
  ['a first heading that is the title', { heading: ['Bread', 'Rest'] }, { label: 'Bread › Rest' }],
  ['a title that looks like an icon', { title: '$(zap) in sh' }, { label: '\\$(zap) in sh' }],
  ['the matched line', { line_text: ' let   it rest\n' }, { detail: 'let it rest' }],
  [
    'a match in the title only',
    { line_text: ' ', snippet: 'Flour and water.' },
    { detail: 'Flour and water.' },
  ],
];

for (const [name, some, expected] of ITEMS) {
  test(`an item shows ${name}`, () => {
    const words = hitWords(hit(some), 'bread.md');
    assert.deepEqual({ ...words, ...expected }, words);
  });
}

test('an item tells path and score', () => {
  assert.equal(
    hitWords(hit({ score: 0.714 }), 'food/bread.md').description,
    'food/bread.md · 0.71',
  );
  assert.equal(hitWords(hit({ score: 0 }), 'food/bread.md').description, 'food/bread.md');
});

const RECENT: [string, string[], string, string[]][] = [
  ['the newest first', ['a'], 'b', ['b', 'a']],
  ['each once, however it is spelled', ['a', 'B'], ' b ', ['b', 'a']],
  ['no empty query', ['a'], '  ', ['a']],
  ['ten at most', [...'abcdefghij'], 'k', [...'kabcdefghi']],
];

for (const [name, recent, query, expected] of RECENT) {
  test(`recent queries keep ${name}`, () => assert.deepEqual(remember(recent, query), expected));
}

const SELECTIONS: [string, string][] = [
  ['why  bread\n rises', 'why bread rises'],
  ['', ''],
  ['x'.repeat(201), ''],
];

for (const [selection, expected] of SELECTIONS) {
  test(`a selection of ${selection.length} characters as a query`, () => {
    assert.equal(queryFrom(selection), expected);
  });
}

const ready: Status = { phase: 'ready', notes: 3, chunks: 9, pending: 0, model: 'm' };

const HEADLINES: [Mode, Status | undefined, string][] = [
  ['hybrid', ready, 'Search notes by meaning and words'],
  ['text', ready, 'Search notes by words only'],
  ['vector', undefined, 'Search notes by meaning only'],
  ['text', { ...ready, phase: 'embedding', pending: 12 }, 'Search notes by words only'],
  [
    'hybrid',
    { ...ready, phase: 'words-only' },
    'Search notes by meaning and words — no model, so words answer',
  ],
  [
    'hybrid',
    { ...ready, phase: 'embedding', pending: 12 },
    'Search notes by meaning and words — 12 passages found by their words only, until they are indexed',
  ],
];

for (const [mode, status, expected] of HEADLINES) {
  test(`the headline: ${expected}`, () => assert.equal(headline(mode, status), expected));
}

const EMPTY: [Status | undefined, string, RegExp][] = [
  [{ ...ready, phase: 'scanning' }, 'moss', /still being read/],
  [{ ...ready, notes: 0 }, 'moss', /no Markdown notes/],
  [{ ...ready, phase: 'embedding', pending: 7 }, 'moss', /7 passages/],
  [ready, ' moss ', /“moss”/],
  [undefined, 'moss', /“moss”/],
  [ready, ' ', /half an idea/],
];

for (const [status, query, expected] of EMPTY) {
  test(`no hits: ${expected}`, () => assert.match(emptyWords(query, status), expected));
}

const ADVICE: [Health, string | undefined][] = [
  [{ state: 'running', status: ready }, undefined],
  [{ state: 'starting' }, undefined],
  [{ state: 'missing' }, 'nearnote.setUpServer'],
  [{ state: 'stopped', reason: 'it died' }, 'nearnote.restartServer'],
];

for (const [health, command] of ADVICE) {
  test(`the row for a server that is ${health.state}`, () => {
    const advice = adviceFor(health);
    assert.equal(advice?.command, command);
    assert.equal(advice === undefined, health.state === 'running');
  });
}

test('one row a note at its best place, its other places below', () => {
  const hits = [
    hit({ uri: 'a', title: 'A', heading: ['One'], score: 0.9, line_text: 'first' }),
    hit({ uri: 'b', title: 'B', score: 0.8 }),
    hit({ uri: 'a', title: 'A', heading: ['Two'], score: 0.7, line_text: 'second' }),
    ...[4, 5, 6].map((line) => hit({ uri: 'a', title: 'A', line, score: 0.1 })),
  ];
  const rows = rowsOf(hits, (each) => `${each.uri}.md`);
  assert.deepEqual(
    rows.map((row) => [row.label, row.description, row.detail]),
    [
      ['A › One', 'a.md · 0.90', 'first'],
      ['$(blank)$(indent) Two', 'second', undefined],
      ['$(blank)$(indent) A', '', undefined],
      ['$(blank)$(indent) A', '', undefined],
      ['B', 'b.md · 0.80', ''],
    ],
  );
  assert.deepEqual(
    rows.map((row) => row.hit.line),
    [0, 0, 4, 5, 0],
  );
});

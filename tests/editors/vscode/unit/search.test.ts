import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Mode, Status } from '../../../../editors/vscode/src/protocol.ts';
import { emptyWords, headline } from '../../../../editors/vscode/src/search/headline.ts';
import { hitWords } from '../../../../editors/vscode/src/search/items.ts';
import { queryFrom, remember } from '../../../../editors/vscode/src/search/recent.ts';
import { hit } from './hits.ts';

const ITEMS: [string, Parameters<typeof hit>[0], { label?: string; detail?: string }][] = [
  ['a title alone', {}, { label: 'Bread' }],
  ['title and headings', { heading: ['Dough', 'Rest'] }, { label: 'Bread › Dough › Rest' }],
  ['a first heading that is the title', { heading: ['Bread', 'Rest'] }, { label: 'Bread › Rest' }],
  ['a title that looks like an icon', { title: '$(zap) in sh' }, { label: '\\$(zap) in sh' }],
  ['the matched line', { text: '  - let   it rest\n' }, { detail: '- let it rest' }],
  ['a match in the title only', { text: ' ', snippet: 'Flour and water.' }, { detail: 'Flour and water.' }],
];

for (const [name, some, expected] of ITEMS) {
  test(`an item shows ${name}`, () => {
    const words = hitWords(hit(some), 'bread.md');
    assert.deepEqual({ ...words, ...expected }, words);
  });
}

test('an item tells path and score', () => {
  assert.equal(hitWords(hit({ score: 0.714 }), 'food/bread.md').description, 'food/bread.md · 0.71');
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

const HEADLINES: [Mode, number, Status | undefined, string][] = [
  ['hybrid', 0, ready, 'Search notes by meaning and words'],
  ['text', 0, ready, 'Search notes by words only'],
  ['vector', 0, undefined, 'Search notes by meaning only'],
  ['hybrid', 0, { ...ready, phase: 'words-only' }, 'Search notes by meaning and words — no model, so words answer'],
  [
    'hybrid',
    12,
    { ...ready, phase: 'embedding' },
    'Search notes by meaning and words — 12 passages to index, words answer',
  ],
];

for (const [mode, pending, status, expected] of HEADLINES) {
  test(`the headline: ${expected}`, () => assert.equal(headline(mode, pending, status), expected));
}

const EMPTY: [Status | undefined, number, RegExp][] = [
  [{ ...ready, phase: 'scanning' }, 0, /still being read/],
  [{ ...ready, notes: 0 }, 0, /no Markdown notes/],
  [ready, 7, /7 passages/],
  [ready, 0, /“moss”/],
  [undefined, 0, /“moss”/],
];

for (const [status, pending, expected] of EMPTY) {
  test(`no hits: ${expected}`, () => assert.match(emptyWords('moss', pending, status), expected));
}

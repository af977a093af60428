import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupByNote } from '../../../../editors/vscode/src/groups.ts';
import type { BacklinksAnswer, Status } from '../../../../editors/vscode/src/protocol.ts';
import { mentionGroups } from '../../../../editors/vscode/src/related/mentionGroups.ts';
import { anchorLine, viewMessage } from '../../../../editors/vscode/src/related/words.ts';
import type { Health } from '../../../../editors/vscode/src/server/health.ts';
import { hit } from './hits.ts';

const hits = [
  hit({ uri: 'a', line: 9, score: 0.7 }),
  hit({ uri: 'b', line: 1, score: 0.6 }),
  hit({ uri: 'a', line: 4, score: 0.4 }),
];

test("hits come in groups by note, in the server's order", () => {
  const groups = groupByNote(hits).map((group) => [group.uri, group.places.map((h) => h.line)]);
  assert.deepEqual(groups, [
    ['a', [9, 4]],
    ['b', [1]],
  ]);
});

test('no hits make no groups', () => assert.deepEqual(groupByNote([]), []));

const ready: Status = { phase: 'ready', notes: 3, chunks: 9, pending: 0, model: 'm' };

function running(some: Partial<Status>): Health {
  return { state: 'running', status: { ...ready, ...some } };
}

const MESSAGES: [string, Health, boolean, number, boolean, string][] = [
  ['a list speaks for itself', running({}), true, 3, false, ''],
  ['nothing near', running({}), true, 0, false, 'No note is near this line.'],
  ['nothing unlinked', running({}), true, 0, true, 'No unlinked note is near this line.'],
  [
    'no note open',
    running({}),
    false,
    0,
    false,
    'Put the cursor into a note to see what is near it.',
  ],
  [
    'indexing',
    running({ phase: 'embedding', pending: 50 }),
    true,
    2,
    false,
    '50 passages still to index.',
  ],
  ['an edit of a moment ago', running({ phase: 'embedding', pending: 1 }), true, 2, false, ''],
  [
    'no model',
    running({ phase: 'words-only', reason: 'No weights.' }),
    true,
    0,
    false,
    'No weights.',
  ],
  ['starting', { state: 'starting' }, true, 0, false, 'The server is starting.'],
  ['stopped', { state: 'stopped', reason: 'x' }, true, 0, false, 'The server has stopped.'],
  ['not installed', { state: 'missing' }, true, 0, false, ''],
];

for (const [name, health, hasNote, found, unlinkedOnly, expected] of MESSAGES) {
  test(`the view's sentence: ${name}`, () => {
    assert.equal(viewMessage(health, hasNote, found, unlinkedOnly), expected);
  });
}

const LINES = ['', '# Title', '', '  ', 'Text', ''];
const ANCHORS: [number, number][] = [
  [0, 1],
  [1, 1],
  [2, 1],
  [3, 1],
  [4, 4],
  [5, 4],
  [9, 4],
];

for (const [line, expected] of ANCHORS) {
  test(`a cursor on line ${line} asks for line ${expected}`, () => {
    assert.equal(
      anchorLine(LINES.length, (at) => LINES[at]!.trim() === '', line),
      expected,
    );
  });
}

test('a note of blank lines asks for the cursor itself', () => {
  assert.equal(
    anchorLine(2, () => true, 1),
    1,
  );
});

test('the line for a cursor is found without a look at the whole note', () => {
  let looks = 0;
  const isBlank = (): boolean => ++looks > 1;
  assert.equal(anchorLine(10_000, isBlank, 5_000), 5_000);
  assert.equal(looks, 1);
});

test('backlinks come in two lists, and an empty one is not shown', () => {
  const line = { path: 'a.md', uri: 'a', title: 'A', line: 3, text: '- [[B]]', line_text: 'B' };
  const names = (answer: BacklinksAnswer): string[] =>
    mentionGroups(answer).map(({ name }) => name);
  assert.deepEqual(names({ linked: [line], unlinked: [line] }), [
    'Linked mentions',
    'Unlinked mentions',
  ]);
  assert.deepEqual(names({ linked: [], unlinked: [line] }), ['Unlinked mentions']);
  assert.deepEqual(names({ linked: [], unlinked: [] }), []);
  const [linked, unlinked] = mentionGroups({ linked: [line], unlinked: [line] });
  assert.notEqual(linked!.lines[0]!.id, unlinked!.lines[0]!.id);
});

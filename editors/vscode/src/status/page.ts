import type { ChunksAnswer } from '../protocol.ts';
import type { Health } from '../server/health.ts';
import { barWords, count } from './words.ts';

/** What the status page tells about one open note: what is seen of it, or why nothing is. */
export interface NoteReport {
  readonly path: string;
  readonly answer: ChunksAnswer | { readonly problem: string };
}

type Values = Readonly<Record<string, unknown>>;

const NAMES: Readonly<Record<string, string>> = {
  chunks: 'Passages',
  passages: 'Parts of long passages, found for themselves too',
  pending: 'Passages without a vector yet',
  median: 'Median length in characters',
  lower_quartile: 'Lower quartile',
  upper_quartile: 'Upper quartile',
  longest: 'Longest',
  below_60: 'Shorter than 60 characters',
  content_free: 'Passages that say nothing',
  embedded: 'Passages read by the model',
  reused: 'Vectors taken from the cache',
  skipped: 'Passages left out on request',
  failed: 'Passages that failed',
};

/** The status page in Markdown: the server, why this note is indexed or not, and the numbers. */
export function statusPage(
  health: Health,
  stats: Values,
  note: NoteReport | undefined,
  versions: { readonly server: string | undefined; readonly extension: string },
): string {
  const { reason, ...status } =
    health.state === 'running' && health.status ? health.status : { reason: undefined };
  const head = [
    ['Extension', versions.extension],
    ['Server', versions.server ?? 'not running'],
    ...facts(status),
  ];
  if (reason !== undefined && stateWords(health) !== reason) head.push(['Model', reason]);
  const rows = facts(Object.fromEntries(Object.entries(stats).filter(([key]) => !(key in status))));
  return [
    '# nearnote status',
    stateWords(health),
    table(head),
    ...(note ? [`## ${note.path}`, noteWords(note.answer)] : []),
    ...(rows.length > 0 ? ['## The index in numbers', table(rows)] : []),
    ...lists(stats),
    '',
  ].join('\n\n');
}

// The table has the numbers.
function stateWords(health: Health): string {
  const { status } = health.state === 'running' ? health : { status: undefined };
  switch (status?.phase) {
    case 'ready':
      return 'Every passage can be found by words and by meaning.';
    case 'embedding':
      return 'Every passage can be found by words; meaning follows as the index is built.';
    case 'scanning':
      return 'The notes are being read.';
    default:
      return barWords(health).tooltip;
  }
}

/** Why a note can be found, or why not. */
export function noteWords(answer: NoteReport['answer']): string {
  if ('problem' in answer) return answer.problem;
  const { chunks } = answer;
  if (chunks.length === 0) {
    return 'Nothing of this note is indexed: it is empty, excluded, or only frontmatter.';
  }
  const pending = chunks.filter((chunk) => chunk.pending).length;
  const free = chunks.filter((chunk) => chunk.content_free);
  const words = [`${count(chunks.length - free.length, 'passage')} of this note can be found.`];
  if (pending > 0)
    words.push(`${count(pending, 'passage')} only by words until the index is built.`);
  for (const chunk of free) {
    const name = chunk.heading.at(-1) ?? chunk.kind;
    words.push(`Line ${chunk.line + 1} (${name}) says nothing that a search could find.`);
  }
  return words.join('\n\n');
}

// Numbers and words, also those one level down.
function facts(values: Values): [string, string][] {
  return Object.entries(values).flatMap(([key, value]): [string, string][] => {
    if (typeof value === 'number') return [[spoken(key), rounded(value)]];
    if (typeof value === 'string') return [[spoken(key), value]];
    return isObject(value) ? facts(value) : [];
  });
}

// Lists in the statistics, such as the notes that were left out, each with its reason.
function lists(values: Values): string[] {
  return Object.entries(values).flatMap(([key, value]) => {
    if (!Array.isArray(value) || value.length === 0) return [];
    return [`## ${spoken(key)}`, value.map((each) => `- ${itemWords(each)}`).join('\n')];
  });
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function itemWords(item: unknown): string {
  return isObject(item) ? Object.values(item).map(String).join(': ') : String(item);
}

function table(rows: readonly (readonly string[])[]): string {
  const lines = rows.map(
    (row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
  );
  return ['| | |', '|---|---|', ...lines].join('\n');
}

function spoken(key: string): string {
  const words = NAMES[key] ?? key.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function rounded(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

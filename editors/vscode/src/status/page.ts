import type { ChunksAnswer } from '../protocol.ts';
import type { Health } from '../server/health.ts';
import { barWords, count } from './words.ts';

/** What the status page tells about one open note. */
export interface NoteReport {
  readonly path: string;
  readonly answer: ChunksAnswer;
}

/** The status page in Markdown: the server, the index, and why this note is indexed or not. */
export function statusPage(
  health: Health,
  stats: Readonly<Record<string, unknown>>,
  note: NoteReport | undefined,
  versions: { readonly server: string | undefined; readonly extension: string },
): string {
  const parts = [
    '# nearnote status',
    barWords(health).tooltip,
    table([
      ['Extension', versions.extension],
      ['Server', versions.server ?? 'not running'],
      ...(health.state === 'running' && health.status ? facts({ ...health.status }) : []),
    ]),
  ];
  const rows = facts(stats);
  if (rows.length > 0) parts.push('## The index in numbers', table(rows));
  parts.push(...lists(stats));
  if (note) parts.push(`## ${note.path}`, noteWords(note.answer));
  return parts.join('\n\n') + '\n';
}

/** Why a note can be found, or why not. */
export function noteWords(answer: ChunksAnswer): string {
  const { chunks } = answer;
  if (chunks.length === 0) {
    return 'Nothing of this note is indexed: it is empty, excluded, or only frontmatter.';
  }
  const pending = chunks.filter((chunk) => chunk.pending).length;
  const free = chunks.filter((chunk) => chunk.content_free);
  const words = [`${count(chunks.length - free.length, 'passage')} of this note can be found.`];
  if (pending > 0) words.push(`${count(pending, 'passage')} only by words until the index is built.`);
  for (const chunk of free) {
    const name = chunk.heading.at(-1) ?? chunk.kind;
    words.push(`Line ${chunk.line + 1} (${name}) says nothing that a search could find.`);
  }
  return words.join('\n\n');
}

function facts(values: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(values)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(([key, value]) => [spoken(key), typeof value === 'number' ? rounded(value) : `${value}`]);
}

// Lists in the statistics, such as the notes that were left out, each with its reason.
function lists(values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(values).flatMap(([key, value]) => {
    if (!Array.isArray(value) || value.length === 0) return [];
    return [`## ${spoken(key)}`, value.map((each) => `- ${itemWords(each)}`).join('\n')];
  });
}

function itemWords(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item);
  return Object.values(item).map(String).join(': ');
}

function table(rows: readonly (readonly [string, string])[]): string {
  const lines = rows.map(([name, value]) => `| ${name} | ${value.replaceAll('|', '\\|')} |`);
  return ['| | |', '|---|---|', ...lines].join('\n');
}

function spoken(key: string): string {
  const words = key.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function rounded(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

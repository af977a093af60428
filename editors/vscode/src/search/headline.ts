import type { Mode, Status } from '../protocol.ts';

export const MODES: readonly { mode: Mode; name: string; icon: string }[] = [
  { mode: 'hybrid', name: 'meaning and words', icon: 'combine' },
  { mode: 'text', name: 'words only', icon: 'whole-word' },
  { mode: 'vector', name: 'meaning only', icon: 'lightbulb' },
];

/** The title of the search box: what is searched, and what is not ready yet. */
export function headline(mode: Mode, pending: number, status: Status | undefined): string {
  const name = MODES.find((known) => known.mode === mode)?.name ?? mode;
  const limits = limitsOf(pending, status);
  return `Search notes by ${name}${limits && ` — ${limits}`}`;
}

function limitsOf(pending: number, status: Status | undefined): string {
  if (status?.phase === 'words-only') return 'no model, so words answer';
  if (status?.phase === 'scanning') return 'reading the notes';
  if (pending > 0) return `${pending} passages to index, words answer`;
  return '';
}

/** What the list says when it has no hits. */
export function emptyWords(query: string, pending: number, status: Status | undefined): string {
  if (status?.phase === 'scanning') return 'The notes are still being read.';
  if (status?.notes === 0) return 'This folder has no Markdown notes yet.';
  if (pending > 0) return `Nothing has these words; ${pending} passages are not searchable by meaning yet.`;
  return `No note is near “${query}”.`;
}

import type { Mode, Status } from '../protocol.ts';
import type { Health } from '../server/health.ts';
import { count } from '../status/words.ts';

export const MODES: readonly { mode: Mode; name: string; icon: string }[] = [
  { mode: 'hybrid', name: 'meaning and words', icon: 'combine' },
  { mode: 'text', name: 'words only', icon: 'whole-word' },
  { mode: 'vector', name: 'meaning only', icon: 'lightbulb' },
];

/** The title of the search box: what is searched, and what is not ready yet. */
export function headline(mode: Mode, status: Status | undefined): string {
  const name = MODES.find((known) => known.mode === mode)?.name ?? mode;
  const limits = limitsOf(mode, status);
  return `Search notes by ${name}${limits && ` — ${limits}`}`;
}

function limitsOf(mode: Mode, status: Status | undefined): string {
  if (status?.phase === 'scanning') return 'reading the notes';
  if (mode === 'text') return '';
  if (status?.phase === 'words-only') return 'no model, so words answer';
  if (status?.phase !== 'embedding') return '';
  return `${count(status.pending, 'passage')} found by their words only, until they are indexed`;
}

/** What the list says when it has no hits. */
export function emptyWords(query: string, status: Status | undefined): string {
  if (status?.phase === 'scanning') return 'The notes are still being read.';
  if (status?.notes === 0) return 'This folder has no Markdown notes yet.';
  if (query.trim() === '') return 'Type half an idea.';
  if (status?.phase === 'embedding') {
    return `No note has these words; ${count(status.pending, 'passage')} cannot be found by meaning yet.`;
  }
  return `No note is near “${query.trim()}”.`;
}

/** A row that stands in for the hits while no server answers, and the command that helps. */
export interface Advice {
  readonly label: string;
  readonly detail: string;
  readonly command?: string;
}

/** What the list offers while there is no server to ask; nothing when there is one. */
export function adviceFor(health: Health): Advice | undefined {
  switch (health.state) {
    case 'running':
      return undefined;
    case 'starting':
      return {
        label: '$(loading~spin) The server is starting',
        detail: 'Type on: the list comes.',
      };
    case 'missing':
      return {
        label: '$(cloud-download) Set Up the Server',
        detail: 'A small Python program that reads your notes on this machine. Nothing leaves it.',
        command: 'nearnote.setUpServer',
      };
    case 'stopped':
      return {
        label: '$(debug-restart) Restart the Server',
        detail: `It is not running: ${health.reason}.`,
        command: 'nearnote.restartServer',
      };
  }
}

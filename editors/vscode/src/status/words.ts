import type { Status } from '../protocol.ts';
import type { Health } from '../server/health.ts';

/** What the status bar shows: an icon by name, few words, and a longer tooltip. */
export interface BarWords {
  readonly icon: string;
  readonly text: string;
  readonly tooltip: string;
  readonly alarm: boolean;
}

export function barWords(health: Health): BarWords {
  switch (health.state) {
    case 'starting':
      return words('loading~spin', 'nearnote', 'The nearnote server is starting.');
    case 'missing':
      return words('warning', 'nearnote', 'The nearnote server is not installed yet.', true);
    case 'stopped':
      return words(
        'error',
        'nearnote',
        `The nearnote server is not running: ${health.reason}.`,
        true,
      );
    case 'running':
      return health.status ? runningWords(health.status) : words('loading~spin', 'nearnote', '');
  }
}

function runningWords(status: Status): BarWords {
  const size = `${count(status.notes, 'note')}, ${count(status.chunks, 'passage')}`;
  switch (status.phase) {
    case 'scanning':
      return words('loading~spin', 'reading notes', `Reading the notes: ${size} so far.`);
    case 'embedding': {
      const done = status.chunks - status.pending;
      const share = status.chunks > 0 ? Math.floor((100 * done) / status.chunks) : 0;
      const left = `${count(status.pending, 'passage')} of ${status.chunks} to go`;
      return words(
        'loading~spin',
        `${share} %`,
        `Indexing ${count(status.notes, 'note')}: ${left}.`,
      );
    }
    case 'words-only':
      return words('warning', `${status.notes} notes, words only`, status.reason ?? size, true);
    case 'ready':
      return words('telescope', `${status.notes} notes`, `${size}, model ${status.model}.`);
  }
}

function words(icon: string, text: string, tooltip: string, alarm = false): BarWords {
  return { icon, text, tooltip, alarm };
}

/** `1 note`, `2 notes`. */
export function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}

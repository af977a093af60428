import type { Health } from '../server/health.ts';
import { count } from '../status/words.ts';

// Fewer are the edit of a moment ago; only the first index is worth a line.
const MANY = 10;

/** The sentence above the list of related notes; empty when the list speaks for itself. */
export function viewMessage(
  health: Health,
  hasNote: boolean,
  found: number,
  unlinkedOnly: boolean,
): string {
  if (health.state === 'starting') return 'The server is starting.';
  // The set-up button of the view's welcome says the rest.
  if (health.state === 'missing') return '';
  if (health.state === 'stopped') return 'The server has stopped.';
  const status = health.status;
  if (status?.phase === 'words-only') return status.reason ?? 'No model: meaning is not available.';
  if (status?.phase === 'scanning') return 'The notes are being read.';
  if (!hasNote) return 'Put the cursor into a note to see what is near it.';
  const pending = status?.pending ?? 0;
  const building = pending >= MANY ? `${count(pending, 'passage')} still to index.` : '';
  if (found > 0) return building;
  const nothing = unlinkedOnly
    ? 'No unlinked note is near this line.'
    : 'No note is near this line.';
  return building ? `${nothing} ${building}` : nothing;
}

/**
 * The line whose related notes are shown for a cursor: a blank line belongs to the text above it,
 * since that is what the writer thinks about, or to the text below at the top of a note. Only the
 * lines on the way are read: a note may have ten thousand.
 */
export function anchorLine(
  count: number,
  isBlank: (line: number) => boolean,
  line: number,
): number {
  for (let above = Math.min(line, count - 1); above >= 0; above--)
    if (!isBlank(above)) return above;
  for (let below = line; below < count; below++) if (!isBlank(below)) return below;
  return line;
}

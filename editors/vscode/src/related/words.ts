import type { Health } from '../server/health.ts';

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
  const building = status && status.pending > 0 ? `${status.pending} passages are still to index.` : '';
  if (found > 0) return building;
  const nothing = unlinkedOnly ? 'No unlinked note is near this line.' : 'No note is near this line.';
  return building ? `${nothing} ${building}` : nothing;
}

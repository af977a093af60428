import type { Hit } from '../protocol.ts';

/** The words of one line in the search list, in the terms of VS Code's QuickPickItem. */
export interface HitWords {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
}

/** The words for a hit; `place` is its path as this window spells it. */
export function hitWords(hit: Hit, place: string): HitWords {
  return {
    label: plain(headingPath(hit).join(' › ')),
    description: plain(`${place} · ${hit.score.toFixed(2)}`),
    detail: plain(bestLine(hit)),
  };
}

/** Title and headings; a first heading that repeats the title is said once. */
export function headingPath(hit: Pick<Hit, 'title' | 'heading'>): string[] {
  const [first, ...rest] = hit.heading;
  if (first === undefined) return [hit.title];
  return first === hit.title ? [hit.title, ...rest] : [hit.title, first, ...rest];
}

/** The line that matched, or body text where the match was in the title. */
export function bestLine(hit: Pick<Hit, 'text' | 'snippet'>): string {
  return oneLine(hit.text) || oneLine(hit.snippet);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

// VS Code draws `$(name)` in labels as an icon. Notes about shells hold it as text.
function plain(text: string): string {
  return text.replaceAll('$(', '\\$(');
}

import type { Hit } from '../protocol.ts';

/** The words of one row in the search list, in the terms of VS Code's QuickPickItem. */
export interface RowWords {
  readonly label: string;
  readonly description: string;
  /** A second line. */
  readonly detail?: string;
}

/** The words for a note at its best place; `path` is its path as this window spells it. */
export function hitWords(hit: Hit, path: string): RowWords {
  return {
    label: withoutIcons(headingPath(hit).join(' › ')),
    // The notes edited last, which an empty box lists, are near nothing.
    description: withoutIcons(hit.score > 0 ? `${path} · ${score(hit)}` : path),
    detail: withoutIcons(bestLine(hit)),
  };
}

/** The words for one more place of the note in the row above: one line, indented. */
export function placeWords(hit: Hit): RowWords {
  const heading = headingPath(hit).at(-1) ?? '';
  return {
    label: `$(blank)$(indent) ${withoutIcons(heading)}`,
    description: withoutIcons(bestLine(hit)),
  };
}

/** Title and headings; a first heading that repeats the title is said once. */
export function headingPath(hit: Pick<Hit, 'title' | 'heading'>): string[] {
  const [first, ...rest] = hit.heading;
  if (first === undefined) return [hit.title];
  return first === hit.title ? [hit.title, ...rest] : [hit.title, first, ...rest];
}

/** The line that matched, or body text where the match was in the title. */
export function bestLine(hit: Pick<Hit, 'line_text' | 'snippet'>): string {
  return oneLine(hit.line_text) || oneLine(hit.snippet);
}

/** A hit's nearness as every list of nearnote tells it, from 0.00 to 1.00. */
export function score(hit: Pick<Hit, 'score'>): string {
  return hit.score.toFixed(2);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

// VS Code draws `$(name)` in labels as an icon. Notes about shells hold it as text.
function withoutIcons(text: string): string {
  return text.replaceAll('$(', '\\$(');
}

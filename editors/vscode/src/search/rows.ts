import { groupByNote } from '../groups.ts';
import type { Hit } from '../protocol.ts';
import { hitWords, placeWords, type RowWords } from './items.ts';

/** One row of the search list: a note at its best place, or one more place of the note above. */
export interface Row extends RowWords {
  readonly hit: Hit;
}

// More would push the next note off the screen.
const MORE_PLACES = 3;

/** One row a note with its best places below; `pathOf` is a hit's path as this window spells it. */
export function rowsOf(hits: readonly Hit[], pathOf: (hit: Hit) => string): Row[] {
  return groupByNote(hits).flatMap(({ places: [best, ...others] }) => [
    { ...hitWords(best, pathOf(best)), hit: best },
    ...others.slice(0, MORE_PLACES).map((hit) => ({ ...placeWords(hit), hit })),
  ]);
}

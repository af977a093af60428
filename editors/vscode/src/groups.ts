import type { Hit } from './protocol.ts';

/** One note with its places, the best first. */
export interface NoteGroup<Place extends Hit> {
  readonly uri: string;
  readonly title: string;
  readonly places: readonly [Place, ...Place[]];
}

/** The hits by note, in the server's order: the note whose place is best comes first. */
export function groupByNote<Place extends Hit>(hits: readonly Place[]): NoteGroup<Place>[] {
  const byUri = new Map<string, [Place, ...Place[]]>();
  for (const hit of hits) {
    const known = byUri.get(hit.uri);
    if (known) known.push(hit);
    else byUri.set(hit.uri, [hit]);
  }
  return [...byUri.values()].map((places) => ({
    uri: places[0].uri,
    title: places[0].title,
    places,
  }));
}

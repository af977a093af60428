import type { RelatedHit } from '../protocol.ts';

/** One related note with its best lines. */
export interface Group {
  readonly uri: string;
  readonly path: string;
  readonly title: string;
  readonly score: number;
  readonly linked: boolean;
  readonly hits: readonly RelatedHit[];
}

/** The hits by note, the nearest note first and its nearest line first. */
export function groupByNote(hits: readonly RelatedHit[], unlinkedOnly: boolean): Group[] {
  const byUri = new Map<string, RelatedHit[]>();
  for (const hit of hits) {
    if (unlinkedOnly && hit.linked) continue;
    const known = byUri.get(hit.uri);
    if (known) known.push(hit);
    else byUri.set(hit.uri, [hit]);
  }
  return [...byUri.values()].map(groupOf).sort((a, b) => b.score - a.score);
}

function groupOf(found: RelatedHit[]): Group {
  const hits = [...found].sort((a, b) => b.score - a.score);
  const best = hits[0]!;
  return {
    uri: best.uri,
    path: best.path,
    title: best.title,
    score: best.score,
    linked: hits.some((hit) => hit.linked),
    hits,
  };
}

import type { Backlink, BacklinksAnswer } from '../protocol.ts';

/** One line of another note, in the list of those that link or of those that only name. */
export interface Mention {
  readonly id: string;
  readonly hit: Backlink;
}

export interface MentionGroup {
  readonly name: string;
  readonly linked: boolean;
  readonly lines: readonly Mention[];
}

/** The two lists; one without lines is not shown. */
export function mentionGroups({ linked, unlinked }: BacklinksAnswer): MentionGroup[] {
  const groups = [
    { name: 'Linked mentions', linked: true, hits: linked },
    { name: 'Unlinked mentions', linked: false, hits: unlinked },
  ];
  return groups
    .filter(({ hits }) => hits.length > 0)
    .map(({ name, linked, hits }) => ({
      name,
      linked,
      lines: hits.map((hit) => ({ id: `${name} ${hit.uri} ${hit.line}`, hit })),
    }));
}

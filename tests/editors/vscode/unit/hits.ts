import type { RelatedHit } from '../../../../editors/vscode/src/protocol.ts';

/** A hit with only what a test names; the rest is plain. */
export function hit(some: Partial<RelatedHit>): RelatedHit {
  return {
    path: 'bread.md',
    uri: 'file:///v/bread.md',
    title: 'Bread',
    heading: [],
    line: 0,
    end_line: 0,
    kind: 'section',
    score: 0.5,
    parts: { words: 0, meaning: 0, name: 0, rank: 0 },
    text: '',
    line_text: '',
    snippet: '',
    found_by: ['vector'],
    linked: false,
    why: null,
    ...some,
  };
}

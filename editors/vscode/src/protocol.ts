/** The objects that the server's commands answer; lines count from 0. Made by editors/generate_types.py of server/nearnote/wire/answers.py. */

export type Mode = 'hybrid' | 'text' | 'vector';

export type Phase = 'scanning' | 'embedding' | 'ready' | 'words-only';

/** What speaks for a hit, raw: figures to compare within one answer only. */
export interface Parts {
  /** The share of the query's words that it says. */
  readonly words: number;
  /** How much nearer than chance it is. */
  readonly meaning: number;
  /** How surely the query names its note. */
  readonly name: number;
  /** The sum by which hits are ordered. */
  readonly rank: number;
}

/** One place in a note. */
export interface Hit {
  readonly path: string;
  readonly uri: string;
  readonly title: string;
  readonly heading: readonly string[];
  readonly line: number;
  readonly end_line: number;
  readonly kind: string;
  /** The chance, from 0 to 1, that this is what was asked. */
  readonly score: number;
  readonly parts: Parts;
  /** The matched line itself; `snippet` is body text around it. */
  readonly text: string;
  /** The same without its Markdown, for lists. */
  readonly line_text: string;
  readonly snippet: string;
  readonly found_by: readonly string[];
}

/** The answer of `nearnote.search`. */
export interface SearchAnswer {
  readonly mode: Mode;
  /** How many chunks still wait for their vector. */
  readonly pending: number;
  readonly hits: readonly Hit[];
}

/** The line of the note asked about that is nearest to a hit, and the words that both have. */
export interface Why {
  readonly line: number;
  readonly text: string;
  readonly words: readonly string[];
}

/** A related note at its nearest line. */
export interface RelatedHit extends Hit {
  /** The note asked about links to this one already. */
  readonly linked: boolean;
  readonly why: Why | null;
}

/** The answer of `nearnote.related`. */
export interface RelatedAnswer {
  readonly mode: Mode;
  readonly pending: number;
  readonly hits: readonly RelatedHit[];
}

/** A line of another note that names a note. */
export interface Backlink {
  readonly path: string;
  readonly uri: string;
  readonly title: string;
  readonly line: number;
  /** The line itself. */
  readonly text: string;
  /** The same without its Markdown, for lists. */
  readonly line_text: string;
}

/** The answer of `nearnote.backlinks`: lines that link to a note, and lines that name it. */
export interface BacklinksAnswer {
  readonly linked: readonly Backlink[];
  readonly unlinked: readonly Backlink[];
}

/** The answer of `nearnote.map`: a whole HTML page, which loads nothing. */
export interface MapAnswer {
  readonly page: string;
  readonly notes: number;
  /** Why notes have no place by meaning; empty when they have. */
  readonly reason: string;
}

/** One piece of a note as the index sees it, or does not see it (`content_free`). */
export interface SeenChunk {
  readonly line: number;
  readonly end_line: number;
  readonly kind: string;
  readonly heading: readonly string[];
  readonly model_text: string;
  readonly content_free: boolean;
  readonly pending: boolean;
}

/** The answer of `nearnote.chunks`. */
export interface ChunksAnswer {
  readonly chunks: readonly SeenChunk[];
}

/** The answer of `nearnote.status`; `reason` and `unkept` only where something is amiss. */
export interface Status {
  readonly phase: Phase;
  readonly notes: number;
  readonly chunks: number;
  readonly pending: number;
  readonly model: string;
  readonly reason?: string;
  /** Why vectors cannot be kept. */
  readonly unkept?: string;
}

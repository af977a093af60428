/** The objects that the server's commands take and answer. Lines count from 0. */

export type Mode = 'hybrid' | 'text' | 'vector';

export interface Hit {
  readonly path: string;
  readonly uri: string;
  readonly title: string;
  readonly heading: readonly string[];
  readonly line: number;
  readonly end_line: number;
  readonly kind: string;
  readonly score: number;
  /** The matched line itself; `line_text` is the same without marks, `snippet` text around it. */
  readonly text: string;
  readonly line_text: string;
  readonly snippet: string;
  readonly found_by: readonly string[];
  readonly parts?: Readonly<Record<string, number>>;
}

export interface SearchAnswer {
  readonly mode: Mode;
  /** How many chunks still wait for their vector. */
  readonly pending: number;
  readonly hits: readonly Hit[];
}

export interface RelatedHit extends Hit {
  /** The note under the cursor links to this one already. */
  readonly linked: boolean;
  /** The line of the note asked about that is nearest, and the words that both have. */
  readonly why: { readonly line: number; readonly text: string; readonly words: readonly string[] } | null;
}

export interface RelatedAnswer {
  readonly pending: number;
  readonly hits: readonly RelatedHit[];
}

export interface SeenChunk {
  readonly line: number;
  readonly end_line: number;
  readonly kind: string;
  readonly heading: readonly string[];
  readonly model_text: string;
  readonly content_free: boolean;
  readonly pending: boolean;
}

export interface ChunksAnswer {
  readonly chunks: readonly SeenChunk[];
}

export type Phase = 'scanning' | 'embedding' | 'ready' | 'words-only';

export interface Status {
  readonly phase: Phase;
  readonly notes: number;
  readonly chunks: number;
  readonly pending: number;
  readonly model: string;
  readonly reason?: string;
}

import type { MapData } from './data';

/** A text as it is compared: without case and accents. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Finds the notes that say all words, those first that say them in their titles. */
export function searcher(data: MapData): (query: string) => number[] {
  const titles = data.notes.map((note) => folded(note.title));
  const all = data.notes.map((note) => folded([note.title, note.path, ...note.tags, note.excerpt].join('\n')));
  return (query) => {
    const words = folded(query).split(/\s+/u).filter(Boolean);
    if (words.length === 0) return [];
    const inTitle = (at: number) => words.filter((word) => titles[at]?.includes(word)).length;
    return all
      .flatMap((text, at) => (words.every((word) => text.includes(word)) ? [at] : []))
      .sort((a, b) => inTitle(b) - inTitle(a) || a - b);
  };
}

import type { MapData, Spot } from './data';

export type By = 'folder' | 'tag' | 'age';
export interface Colours {
  of: string[];
  legend: { name: string; colour: string }[];
}

// Told apart by people who do not see red or green as others do, on white and on black.
const KINDS = ['#3b82c4', '#e08a1e', '#2a9d6f', '#c75b9b', '#8a63d2', '#b5a518', '#4cb4d6', '#d1554a', '#7a8b3c'];
const OTHER = '#8b949e';
const AGES = ['#f2b134', '#e07b39', '#b3548b', '#6a5fb5', '#4a7fb0', '#7d8590'];
const SPANS = [7, 30, 90, 365, 1095];
const NAMES = ['this week', 'this month', 'three months', 'a year', 'three years', 'older'];

/** A colour for each note, and what the colours mean. */
export function colours(data: MapData, by: By): Colours {
  if (by === 'age') return ages(data);
  const kind = by === 'tag' ? tagOf(data) : folderOf(data);
  const kinds = data.notes.map(kind);
  const counts = new Map<string, number>();
  for (const each of kinds) if (each) counts.set(each, (counts.get(each) ?? 0) + 1);
  const first = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, KINDS.length);
  const known = new Map(first.map(([name], at) => [name, KINDS[at] ?? OTHER]));
  const legend = [...known].map(([name, colour]) => ({ name, colour }));
  if (kinds.some((each) => !known.has(each))) {
    legend.push({ name: by === 'tag' ? 'other or no tag' : 'other', colour: OTHER });
  }
  return { of: kinds.map((each) => known.get(each) ?? OTHER), legend };
}

/** The first folder; where all notes lie in one, the first part of a dotted name. */
function folderOf(data: MapData): (note: Spot) => string {
  const flat = data.notes.every((note) => !note.path.includes('/'));
  return (note) => {
    const parts = note.path.replace(/\.[^./]+$/, '').split(flat ? '.' : '/');
    return parts.length > 1 ? (parts[0] ?? '') : flat ? '' : '(top)';
  };
}

/** The commonest tag in the vault of those that a note has. */
function tagOf(data: MapData): (note: Spot) => string {
  const counts = new Map<string, number>();
  for (const note of data.notes) for (const tag of note.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return (note) =>
    note.tags.reduce((best, tag) => ((counts.get(tag) ?? 0) > (counts.get(best) ?? 0) ? tag : best), '');
}

/** By the days from a note's last edit to the vault's. */
function ages(data: MapData): Colours {
  const now = Math.max(...data.notes.map((note) => note.stamp));
  const rank = data.notes.map((note) => {
    const days = (now - note.stamp) / 86400;
    const at = SPANS.findIndex((most) => days <= most);
    return at < 0 ? SPANS.length : at;
  });
  const used = [...new Set(rank)].sort((a, b) => a - b);
  return {
    of: rank.map((at) => AGES[at] ?? OTHER),
    legend: used.map((at) => ({ name: NAMES[at] ?? '', colour: AGES[at] ?? OTHER })),
  };
}

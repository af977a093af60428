/** What the server writes into the page; notes are named by their place in `notes`. */
export interface MapData {
  vault: string;
  notes: Spot[];
  links: [number, number][];
  regions: { x: number; y: number; count: number; words: string[] }[];
  unlinked: [number, number, number][];
  bridges: [number, number][];
}

export interface Spot {
  path: string;
  href: string;
  title: string;
  excerpt: string;
  tags: string[];
  stamp: number;
  x: number;
  y: number;
  near: [number, number][];
}

/** The data block of the page. */
export function read(): MapData {
  return JSON.parse(document.getElementById('data')?.textContent ?? '') as MapData;
}

/** For each note, those that it is linked with, in either direction. */
export function linkedWith(data: MapData): Set<number>[] {
  const found = data.notes.map(() => new Set<number>());
  for (const [one, two] of data.links) {
    found[one]?.add(two);
    found[two]?.add(one);
  }
  return found;
}

import type { MapData } from './data';
import { element } from './elements';
import type { Host } from './host';

const MOST = 30;

/** The side of the page: hits of a search, or a note with what is near it and linked with it. */
export class Panel {
  constructor(
    private readonly root: HTMLElement,
    private readonly data: MapData,
    private readonly linked: Set<number>[],
    private readonly host: Host,
    private readonly select: (at: number) => void,
  ) {}

  /** Shows nothing. */
  clear(): void {
    this.root.replaceChildren();
  }

  /** Shows the hits of a search. */
  hits(found: number[], by: string): void {
    const count = found.length === 1 ? '1 note' : `${found.length} notes`;
    this.root.replaceChildren(element('h2', '', `${count} ${by}`), this.list(found.slice(0, MOST)));
    if (found.length > MOST) this.root.append(element('p', 'more', `and ${found.length - MOST} more on the map`));
  }

  /** Shows a note. */
  note(at: number): void {
    const note = this.data.notes[at];
    if (note === undefined) return;
    const title = element('h2');
    title.append(this.opener(at));
    this.root.replaceChildren(title, element('p', 'path', note.path));
    if (note.tags.length > 0) this.root.append(element('p', 'tags', note.tags.map((tag) => `#${tag}`).join(' ')));
    this.root.append(element('p', 'excerpt', note.excerpt));
    const linked = [...(this.linked[at] ?? [])];
    const near = note.near.map(([other]) => other);
    this.group('Near, not linked', near.filter((other) => !linked.includes(other)));
    this.group('Near and linked', near.filter((other) => linked.includes(other)));
    this.group('Linked', linked.filter((other) => !near.includes(other)));
  }

  private group(name: string, notes: number[]): void {
    if (notes.length > 0) this.root.append(element('h3', '', name), this.list(notes.slice(0, MOST)));
  }

  private opener(at: number): HTMLElement {
    const note = this.data.notes[at];
    const link = element('a', 'open', note?.title ?? '');
    link.href = note?.href ?? '';
    link.title = 'Open the note';
    if (!this.host.editor) link.target = '_blank';
    link.addEventListener('click', (event) => {
      if (!this.host.editor) return;
      event.preventDefault();
      this.host.open(note?.path ?? '');
    });
    return link;
  }

  private list(notes: number[]): HTMLElement {
    const list = element('ul');
    for (const at of notes) {
      const row = element('li');
      const button = element('button', '', this.data.notes[at]?.title ?? '');
      button.title = this.data.notes[at]?.path ?? '';
      button.addEventListener('click', () => this.select(at));
      row.append(button);
      list.append(row);
    }
    return list;
  }
}

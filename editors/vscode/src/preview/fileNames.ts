import { posix } from 'node:path';

const NOTE_ENDING = /\.(?:md|markdown)$/i;

/** Finds files by what a wikilink calls them: `name`, `name.md`, `folder/name`, `../name`. */
export class FileNames {
  /** The root of the vault by full path. */
  private readonly roots = new Map<string, string>();
  private readonly byName = new Map<string, Set<string>>();

  add(path: string, root: string): void {
    this.roots.set(path, root);
    const key = nameOf(path);
    const known = this.byName.get(key);
    if (known) known.add(path);
    else this.byName.set(key, new Set([path]));
  }

  remove(path: string): void {
    this.roots.delete(path);
    this.byName.get(nameOf(path))?.delete(path);
  }

  /** The file that is meant from the note at `from`: beside it before elsewhere, near the root. */
  find(target: string, from: string): string | undefined {
    const wanted = target.trim().replace(/^\/+/, '');
    if (wanted === '') return undefined;
    const isRelative = /^\.\.?\//.test(wanted);
    const beside = posix.resolve(posix.dirname(from), wanted);
    const found = [...(this.byName.get(nameOf(wanted)) ?? [])].filter((path) =>
      isRelative ? same(path, beside) : same(path, beside) || endsWith(path, wanted),
    );
    const rank = (path: string): [boolean, boolean, number, string] => [
      !from.startsWith(`${this.roots.get(path)}/`),
      !same(path, beside),
      path.split('/').length,
      path,
    ];
    return found.sort((a, b) => compare(rank(a), rank(b)))[0];
  }
}

function nameOf(path: string): string {
  return keyOf(posix.basename(path));
}

function keyOf(path: string): string {
  return path.replace(NOTE_ENDING, '').normalize('NFC').toLowerCase();
}

function same(path: string, other: string): boolean {
  return keyOf(path) === keyOf(other);
}

function endsWith(path: string, wanted: string): boolean {
  return `/${keyOf(path)}`.endsWith(`/${keyOf(wanted)}`);
}

function compare(one: readonly (boolean | number | string)[], other: typeof one): number {
  for (const [at, value] of one.entries()) {
    const against = other[at]!;
    if (value !== against) return value < against ? -1 : 1;
  }
  return 0;
}

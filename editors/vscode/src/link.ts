/** What a wikilink must know about its target and the place where it is written. */
export interface LinkTarget {
  readonly path: string;
  readonly title: string;
  /** Another note has the same file name, so that only the path says which one is meant. */
  readonly ambiguous: boolean;
  /** The vault writes `[[label|target]]`, as Dendron does. */
  readonly labelFirst: boolean;
  /** Inside a table a bare `|` would end the cell. */
  readonly inTable: boolean;
}

/** The wikilink to a note, shown by its title: `[[stem]]`, `[[stem|Title]]` or `[[a/b|Title]]`. */
export function wikilink(target: LinkTarget): string {
  const withoutSuffix = target.path.replace(/\.(md|markdown)$/i, '');
  const name = target.ambiguous ? withoutSuffix : fileName(withoutSuffix);
  const label = labelOf(target.title);
  const bar = target.inTable ? '\\|' : '|';
  if (label === '' || label === name) return `[[${name}]]`;
  return target.labelFirst ? `[[${label}${bar}${name}]]` : `[[${name}${bar}${label}]]`;
}

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A table row, as far as one line can tell: it starts with a bar. */
export function isTableRow(line: string): boolean {
  return line.trimStart().startsWith('|');
}

// Brackets and bars would end the link early.
function labelOf(title: string): string {
  return title
    .replace(/[[\]|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$/;

/** A note's own text: without its frontmatter. */
export function bodyOf(text: string): string {
  return text.replace(/^\uFEFF?---[ \t]*\r?\n[\s\S]*?\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/, '');
}

/**
 * The part of a note that a link's fragment names: the section below a heading (`Heading`, or the
 * last of `Heading#Below`), the block with an id (`^id`), or nothing when it is not there.
 */
export function partOf(text: string, fragment: string): string | undefined {
  const body = bodyOf(text);
  if (fragment === '') return body;
  const lines = body.split(/\r?\n/);
  if (fragment.startsWith('^')) return blockOf(lines, fragment.slice(1));
  return sectionOf(lines, fragment.split('#').at(-1) ?? fragment);
}

/** A heading as the anchor that VS Code's preview gives it. */
export function anchorOf(heading: string): string {
  const words = heading.trim().toLowerCase().replace(/\s+/g, '-');
  return words.replace(/[^\p{L}\p{M}\p{N}\p{Pc}-]/gu, '');
}

function sectionOf(lines: readonly string[], heading: string): string | undefined {
  const wanted = anchorOf(heading);
  let level = 0;
  let start = -1;
  for (const [at, found] of headings(lines)) {
    if (start < 0 && anchorOf(found.text) === wanted) [start, level] = [at, found.level];
    else if (start >= 0 && found.level <= level) return lines.slice(start, at).join('\n');
  }
  return start < 0 ? undefined : lines.slice(start).join('\n');
}

function* headings(
  lines: readonly string[],
): Generator<readonly [number, { level: number; text: string }]> {
  let fence = '';
  for (const [at, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== '') {
      if (mark?.startsWith(fence)) fence = '';
    } else if (mark !== undefined) {
      fence = mark;
    } else {
      const match = HEADING.exec(line);
      if (match) yield [at, { level: match[1]!.length, text: match[2]! }];
    }
  }
}

// A block with an id: the lines around the mark up to blank ones, or the list item alone.
function blockOf(lines: readonly string[], id: string): string | undefined {
  const mark = ` ^${id.toLowerCase()}`;
  const at = lines.findIndex((line) => ` ${line}`.trimEnd().toLowerCase().endsWith(mark));
  if (at < 0) return undefined;
  const isText = (line: number): boolean => (lines[line] ?? '').trim() !== '';
  const isItem = (line: number): boolean => /^\s*(?:[-*+]|\d+[.)])\s/.test(lines[line] ?? '');
  let [start, end] = [at, at + 1];
  // An id on a line of its own names the block above it.
  if ((lines[at] ?? '').trim().startsWith('^')) {
    while (start > 0 && !isText(start - 1)) start--;
    end = start;
  }
  while (start > 0 && !isItem(start) && isText(start - 1)) start--;
  const text = lines.slice(start, Math.max(end, start + 1)).join('\n');
  return text.replace(new RegExp(`\\s*\\^${escaped(id)}\\s*$`, 'i'), '');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

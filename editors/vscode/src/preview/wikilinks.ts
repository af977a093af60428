import { posix } from 'node:path';
import type MarkdownIt from 'markdown-it';
import type { StateBlock, StateInline, Token } from 'markdown-it';
import { anchorOf, partOf } from './section.ts';

/** The files that wikilinks may mean, by full paths with forward slashes. */
export interface NoteFiles {
  /** The file that a link's target means, seen from the note at `from`. */
  find(target: string, from: string): string | undefined;
  /** A note's text as it is now; nothing when it cannot be read. */
  text(path: string): string | undefined;
}

/** What VS Code tells a plugin of the preview that is drawn. */
interface Env {
  readonly currentDocument?: { readonly path: string };
  /** The notes that are being shown in each other, the innermost last. */
  nearnoteNotes?: readonly string[];
}

interface Link {
  readonly target: string;
  readonly fragment: string;
  readonly label: string;
  readonly path: string | undefined;
}

const LINK = /^(!?)\[\[([^[\]\r\n]+)\]\]/;
const LINE = /^(!)\[\[([^[\]\r\n]+)\]\]\s*$/;
const PICTURE = /\.(?:apng|avif|bmp|gif|ico|jpe?g|png|svg|webp)$/i;
const NOTE = /\.(?:md|markdown)$/i;
const DEEPEST = 4;

/**
 * Draws `[[links]]` and `![[embeds]]` in VS Code's own Markdown preview.
 *
 * Links and pictures are the tokens that Markdown's own are, so that the preview escapes, resolves
 * and opens them as its own. An embedded note's HTML stays text: a note that is opened shows its
 * HTML because its reader opened it, and no other note may do so in its place.
 */
export function wikilinks(md: MarkdownIt, files: NoteFiles): MarkdownIt {
  md.inline.ruler.before('link', 'nearnote_wikilink', inlineRule);
  md.block.ruler.before('paragraph', 'nearnote_embed', blockRule, {
    alt: ['paragraph', 'blockquote', 'list'],
  });
  // Not before it is drawn: VS Code reads a page without telling which one it is.
  md.renderer.rules['nearnote_wikilink'] = (tokens, at, options, env: Env) =>
    md.renderer.renderInline(drawn(tokens[at]!, files, env ?? {}), options, env);
  md.renderer.rules['nearnote_embed'] = (tokens, at, _options, env: Env) =>
    embedHtml(md, files, tokens[at]!, env ?? {});
  return md;
}

function inlineRule(state: StateInline, silent: boolean): boolean {
  const match = LINK.exec(state.src.slice(state.pos, state.posMax));
  if (!match) return false;
  if (!silent) {
    const token = state.push('nearnote_wikilink', '', 0);
    token.content = match[2]!;
    token.meta = { embed: match[1] === '!' };
  }
  state.pos += match[0].length;
  return true;
}

/** The tokens of a link, as Markdown's own would be. */
function drawn(token: Token, files: NoteFiles, env: Env): Token[] {
  const link = read(token.content, files, innermost(env));
  const Made = token.constructor as new (...args: ConstructorParameters<typeof Token>) => Token;
  const text = new Made('text', '', 0);
  text.content = link.label;
  if (link.path === undefined) {
    const open = new Made('nearnote_missing_open', 'span', 1);
    open.attrs = [['class', 'nearnote-missing']];
    return [open, text, new Made('nearnote_missing_close', 'span', -1)];
  }
  if (token.meta?.embed && PICTURE.test(link.target)) {
    return [picture(new Made('image', 'img', 0), text, link, hostOf(env))];
  }
  const open = new Made('link_open', 'a', 1);
  open.attrs = [
    ['href', hrefOf(link, hostOf(env))],
    ['class', 'nearnote-link'],
  ];
  return [open, text, new Made('link_close', 'a', -1)];
}

// `![[a.png|300]]` and `|300x200` are widths and heights, as in Obsidian.
function picture(token: Token, alt: Token, link: Link, host: string): Token {
  const [, width, height] = /^(\d{1,4})(?:x(\d{1,4}))?$/.exec(link.label) ?? [];
  token.attrs = [
    ['src', relative(host, link.path ?? '')],
    ['alt', ''],
    ...(width === undefined ? [] : ([['width', width]] as [string, string][])),
    ...(height === undefined ? [] : ([['height', height]] as [string, string][])),
  ];
  if (width !== undefined) alt.content = posix.basename(link.target);
  token.content = alt.content;
  token.children = [alt];
  return token;
}

// An embed on a line of its own is a block; within a line it can only be a picture or a link.
function blockRule(state: StateBlock, line: number, _end: number, silent: boolean): boolean {
  if (state.sCount[line]! - state.blkIndent >= 4) return false;
  const text = state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]);
  const match = LINE.exec(text);
  if (!match || PICTURE.test(match[2]!.split('|')[0]!.trim())) return false;
  if (silent) return true;
  const token = state.push('nearnote_embed', 'div', 0);
  token.content = match[2]!;
  token.map = [line, line + 1];
  state.line = line + 1;
  return true;
}

function read(inside: string, files: NoteFiles, from: string): Link {
  const [first = '', ...rest] = inside.split(/\\?\|/);
  const other = rest.join('|');
  const straight = parts(first, other, files, from);
  if (straight.path !== undefined || other === '') return straight;
  // Dendron writes the label first.
  const turned = parts(other, first, files, from);
  return turned.path !== undefined ? turned : straight;
}

function parts(address: string, label: string, files: NoteFiles, from: string): Link {
  const [target = '', ...fragments] = address.trim().split('#');
  const fragment = fragments.join('#');
  const path = target === '' ? from : files.find(target, from);
  const plain = fragment === '' ? target : [target, fragment].filter(Boolean).join(' › ');
  return { target, fragment, label: label.trim() || plain, path: path || undefined };
}

function embedHtml(md: MarkdownIt, files: NoteFiles, token: Token, env: Env): string {
  const link = read(token.content, files, innermost(env));
  const title = md.renderInline(`[[${token.content}]]`, env);
  const chain = env.nearnoteNotes ?? [hostOf(env)];
  const isLoop = link.path !== undefined && (chain.includes(link.path) || chain.length > DEEPEST);
  const isNote = link.path !== undefined && NOTE.test(link.path);
  const text = isNote && !isLoop ? files.text(link.path) : undefined;
  const part = text === undefined ? undefined : partOf(text, link.fragment);
  const attributes = md.renderer.renderAttrs(token);
  if (part === undefined || link.path === undefined) return `<p${attributes}>${title}</p>\n`;
  const inside = render(md, part, { ...env, nearnoteNotes: [...chain, link.path] });
  const head = `<div class="nearnote-embed-title">${title}</div>`;
  return `<div${attributes}><div class="nearnote-embed">${head}\n${inside}</div></div>\n`;
}

function render(md: MarkdownIt, text: string, env: Env): string {
  const { html } = md.options;
  md.options.html = false;
  try {
    const tokens = md.parse(text, env);
    relate(tokens, innermost(env), hostOf(env));
    return md.renderer.render(tokens, md.options, env);
  } finally {
    md.options.html = html;
  }
}

// Relative addresses in an embedded note are meant from that note; the page is the host's.
function relate(tokens: readonly Token[], from: string, host: string): void {
  for (const token of tokens) {
    for (const name of ['href', 'src']) {
      const address = token.attrGet(name);
      if (address === null || /^(?:[a-z][a-z0-9+.-]*:|\/|#)/i.test(address)) continue;
      const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
      const full = posix.resolve(posix.dirname(from), safely(decodeURIComponent, path));
      token.attrSet(name, relative(host, full) + rest);
    }
    // The line is another note's: scrolling must not follow it.
    token.map = null;
    if (token.children) relate(token.children, from, host);
  }
}

function hrefOf(link: Link, host: string): string {
  const path = link.path === host || link.path === undefined ? '' : relative(host, link.path);
  if (link.fragment === '' || link.fragment.startsWith('^')) return path || '#';
  return `${path}#${encodeURIComponent(anchorOf(link.fragment.split('#').at(-1) ?? ''))}`;
}

function relative(host: string, path: string): string {
  const steps = posix.relative(posix.dirname(host), path).split('/');
  return steps.map((step) => encodeURIComponent(step)).join('/');
}

function hostOf(env: Env): string {
  return env.currentDocument?.path ?? '/';
}

function innermost(env: Env): string {
  return env.nearnoteNotes?.at(-1) ?? hostOf(env);
}

function safely(read: (text: string) => string, text: string): string {
  try {
    return read(text);
  } catch {
    return text;
  }
}

"""What a vault answers: hits at their lines, related notes, previews, what the index sees."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from nearnote import gitignore
from nearnote.answers import ChunkView, Found, Preview, Related, SearchResult
from nearnote.files import OVERSIZED_BYTES
from nearnote.index import related as near
from nearnote.index import search as ranked
from nearnote.index.excerpt import best_line, forms
from nearnote.index.lexical import rarities
from nearnote.index.query import Mode
from nearnote.index.query import parse as parse_query
from nearnote.links.outline import find_anchor, find_mark
from nearnote.notes.chunk import is_content_free
from nearnote.notes.lint import RULES, Surroundings, lint
from nearnote.notes.model import ChunkKind, LinkKind, Severity
from nearnote.notes.text import Span
from nearnote.why import why
from nearnote.writing.checks import told

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pathspec

    from nearnote.index.query import Term
    from nearnote.index.search import Hit
    from nearnote.notes.model import Block, Chunk, Finding, Link, Note, NotePath
    from nearnote.notes.text import Source
    from nearnote.vault import Vault

NEAR_CHUNKS = 200
WHY_LINES = 60
PREVIEW_LINES = 12
PREVIEW_CHARACTERS = 800


def search(vault: Vault, text: str, mode: Mode | None, limit: int) -> SearchResult:
    """The notes that a search box's text finds; an empty box lists the notes last edited."""
    query = parse_query(text)
    asked = query.mode or mode or Mode(vault.settings.search_mode)
    vector, trust = None, 0.0
    if asked is not Mode.TEXT and query.text:
        vector = vault.meaning.query(query.text)
        trust = vault.language.trust(query.text)
        if asked is Mode.HYBRID and (vector is None or not trust):
            asked = Mode.TEXT
    hits = ranked.search(vault.index, query, asked, limit, vector, trust)
    return SearchResult(
        asked,
        vault.index.pending_count,
        tuple(Found(vault.root, hit) for hit in _at_lines(vault, hits, query.terms)),
    )


def _at_lines(vault: Vault, hits: Iterable[Hit], asked: Iterable[Term]) -> Iterator[Hit]:
    """Each hit at the line of its chunk that says most of the query, with this line as its text.

    The index knows the chunk's words without its lines, which move with every edit above them.
    """
    wanted = forms(rarities(vault.index, asked))
    sources: dict[NotePath, Source | None] = {}
    for hit in hits:
        if hit.path not in sources:
            sources[hit.path] = vault.source(hit.path)
        source = sources[hit.path]
        if source is None:
            yield hit
            continue
        lines = source.lines(hit.line, hit.end_line)
        if lines:
            at = best_line(lines, wanted)
            yield hit._replace(line=hit.line + at, text=lines[at].strip() or hit.text)
        else:  # the file was cut short a moment ago
            yield hit._replace(line=source.line_count - 1)


def latest(vault: Vault, limit: int) -> Iterator[Found]:
    """The notes that were edited last, the latest first."""
    hits = ranked.search(vault.index, parse_query(""), Mode.TEXT, limit)
    return (Found(vault.root, hit) for hit in hits)


def related(vault: Vault, path: NotePath, offset: int | None, limit: int) -> Related:
    """The notes near the chunk at `offset`, or near the note when it is on no text of it.

    Those that are linked already are marked, or left out where the settings say so.
    """
    note = vault.note(path)
    if note is None:
        return Related(Span(0, 0), ())
    chunks = [chunk for chunk in vault.chunks(path) if not chunk.passage]
    here = [chunk for chunk in chunks if offset is not None and _is_at(note, chunk, offset)]
    asked = here or (chunks if _means_note(note, offset) else ())
    hide = vault.settings.related_linked == "hide"
    hashes = frozenset(chunk.hash for chunk in asked)
    hits: list[Found] = []
    for hit in near.related(vault.index, path, hashes, limit=4 * limit if hide else limit):
        linked = vault.names.are_linked(path, hit.path)
        if not (hide and linked) and len(hits) < limit:
            hits.append(_with_reason(vault, note, asked, hit._replace(linked=linked)))
    span = here[0].span if here else _head(note)
    return Related(span, tuple(hits))


def _with_reason(vault: Vault, note: Note, asked: Iterable[Chunk], hit: Hit) -> Found:
    """A related note at the line that says most of what these chunks say, and why it is near."""
    source = vault.source(hit.path)
    if source is None:
        return Found(vault.root, hit)
    own = {
        line: text
        for chunk in asked
        for line, text in enumerate(note.source.lines(chunk.line, chunk.end_line), chunk.line)
    }
    other = dict(enumerate(source.lines(hit.line, hit.end_line), hit.line))
    reason = why(vault.index, dict(islice(own.items(), WHY_LINES)), other)
    if reason is None:
        return Found(vault.root, hit)
    text = other[reason.other_line].strip()
    return Found(vault.root, hit._replace(line=reason.other_line, text=text), reason)


def near_text(vault: Vault, text: str) -> dict[NotePath, float]:
    """The notes nearest in meaning to a text with their cosines, nearest first."""
    vector = vault.meaning.query(text) if vault.language.trust(text) else None
    found: dict[NotePath, float] = {}
    if vector is not None:
        ids, cosines = vault.index.vectors.nearest(vector, NEAR_CHUNKS)
        for number, cosine in zip(vault.index.note_of[ids], cosines, strict=True):
            found.setdefault(vault.index.stored(int(number)).entry.path, float(cosine))
    return found


def _is_at(note: Note, chunk: Chunk, offset: int) -> bool:
    """Whether the cursor is on one of the chunk's lines; its span begins at the first word."""
    return chunk.line <= note.source.line_of(offset) <= chunk.end_line


def _means_note(note: Note, offset: int | None) -> bool:
    """Whether a place stands for the whole note: its frontmatter or its title."""
    if offset is None or offset < note.front.span.end:
        return True
    title = note.title_span
    return title is not None and note.source.line_of(offset) == note.source.line_of(title.start)


def _head(note: Note) -> Span:
    """The lines that stand for the whole note."""
    if note.front.format:
        return note.front.span
    return note.title_span or Span(0, 0)


def findings(vault: Vault, path: NotePath) -> tuple[Finding, ...]:
    """The defects of a note, as loud as the settings say."""
    note = vault.note(path)
    if note is None:
        return ()

    def excerpt_of(link: Link) -> str:
        target = vault.resolve(link, path).note
        return "" if target is None else vault.names.outlines[target].excerpt

    read_up_to = OVERSIZED_BYTES if vault.is_oversized(path) else None
    # While the folder is read, a link may mean a note that is not known yet.
    around = Surroundings(excerpt_of, read_up_to, {} if vault.scanning else told(vault, path, note))
    ignored = _ignored(vault.settings.findings_ignore)
    severities = {
        rule: Severity.OFF
        if (not RULES[rule].semantic and vault.settings.only == "semantic")
        or any(ignored[name].match_file(path) for name in ("", rule) if name in ignored)
        else Severity(getattr(vault.settings, f"findings_{rule.replace('-', '_')}"))
        for rule in RULES
    }
    return lint(note, around, severities)


@lru_cache(maxsize=8)
def _ignored(globs: tuple[str, ...]) -> dict[str, pathspec.GitIgnoreSpec]:
    """The globs of the settings by the rule that they are for, "" for all rules."""
    by_rule: dict[str, list[str]] = {}
    for glob in globs:
        rule, colon, rest = glob.partition(":")
        rule, pattern = (rule, rest) if colon and rule in RULES else ("", glob)
        by_rule.setdefault(rule, []).append(pattern)
    return {rule: gitignore.spec(lines) for rule, lines in by_rule.items()}


def chunk_views(vault: Vault, path: NotePath, line: int | None) -> tuple[ChunkView, ...]:
    """What the index sees of a note in reading order, content-free blocks included.

    With `line`, only what is on it.
    """
    note = vault.note(path)
    if note is None:
        return ()
    chunks = vault.chunks(path)
    done = _embedded(vault, path)
    views = [
        ChunkView(
            chunk.line,
            chunk.end_line,
            chunk.kind,
            chunk.heading,
            chunk.model_text,
            content_free=False,
            pending=chunk.embed and number not in done,
        )
        for number, chunk in enumerate(chunks)
        if not chunk.passage
    ]
    views += [
        _unseen(note, block)
        for block in note.blocks
        if is_content_free(block) and not any(chunk.span.covers(block.span) for chunk in chunks)
    ]
    return tuple(
        view
        for view in sorted(views, key=lambda view: (view.line, view.end_line))
        if line is None or view.line <= line <= view.end_line
    )


def _embedded(vault: Vault, path: NotePath) -> set[int]:
    """Which of a note's chunks, counted in reading order, have their vector."""
    number = vault.index.number_of(path)
    ids = () if number is None else vault.index.stored(number).chunks
    return {at for at, chunk in enumerate(ids) if chunk in vault.index.vectors}


def _unseen(note: Note, block: Block) -> ChunkView:
    section = note.sections[block.section]
    return ChunkView(
        note.source.line_of(block.span.start),
        note.source.line_of(max(block.span.start, block.span.end - 1)),
        ChunkKind.SECTION if section.path else ChunkKind.NOTE,
        section.path,
        block.text,
        content_free=True,
        pending=False,
    )


def preview(vault: Vault, path: NotePath, link: Link) -> Preview | None:
    """The beginning of what a link points at: its section, its block, or the whole note."""
    if link.kind is LinkKind.FOOTNOTE:
        return _footnote(vault, path, link)
    target = vault.resolve(link, path).note
    note = None if target is None else vault.note(target)
    known = None if target is None else vault.names.outlines.get(target)
    if target is None or note is None or known is None:
        return None
    span, heading = Span(note.front.span.end, len(note.source.data)), ""
    if link.fragment.startswith("^"):
        mark = find_mark(known, link.fragment[1:])
        span = mark.block_span if mark else span
    elif link.fragment:
        anchor = find_anchor(known, link.fragment)
        if anchor is not None:
            span, heading = Span(anchor.span.end, anchor.end), anchor.text
    text = _beginning(note.source, span) or note.excerpt
    line = note.source.line_of(span.start) if link.fragment else 0
    return Preview(target, line, note.title, heading, text)


def _footnote(vault: Vault, path: NotePath, link: Link) -> Preview | None:
    note = vault.note(path)
    for definition in () if note is None else note.footnotes:
        if note is not None and definition.name == link.target:
            text = _beginning(note.source, definition.span)
            return Preview(path, note.source.line_of(definition.span.start), note.title, "", text)
    return None


def _beginning(source: Source, span: Span) -> str:
    """The first lines of a span, not more than fit into a hover."""
    text = source.slice(Span(span.start, min(span.end, span.start + 4 * PREVIEW_CHARACTERS)))
    lines = text.strip().splitlines()[:PREVIEW_LINES]
    return "\n".join(lines)[:PREVIEW_CHARACTERS].rstrip()

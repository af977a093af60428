"""A note in pieces that a search can find: `Title > Heading > Subheading` and some of its text.

- Both limits count characters of `model_text`, the line of headings included; a passage's counts
  those of its body.
- A chunk never crosses the bounds of a section, nor an observation or a typed relation that says
  something: each of those is its own chunk. The blocks between them are packed (`cut`).
- A note that says nothing gets one chunk of its title alone, found by words but never embedded: a
  bare title is so near to every short query that it would crowd out the notes with an answer.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.markdown.chunk import Chunk, ChunkKind
from nearnote.markdown.chunks.packing import place
from nearnote.markdown.chunks.split_points import grapheme_bound
from nearnote.markdown.chunks.units import Limits, Unit, cut
from nearnote.markdown.elements import Block, BlockKind, Section

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nearnote.markdown.note import Note
    from nearnote.markdown.parser.parsed_segment import Piece

_WORD = re.compile(r"[^\W_]")
_SILENT = (BlockKind.COMMENT, BlockKind.RULE)
_USUAL = Limits()
_REMEMBERED = 2048


def is_content_free(block: Block) -> bool:
    """Whether a block says nothing of its own: only links, images, tags, marks, or a comment."""
    return block.kind in _SILENT or not _WORD.search(block.substance)


def chunk(note: Note, limits: Limits = _USUAL, *, words_only: bool = False) -> tuple[Chunk, ...]:
    """The chunks of a note in reading order, each before its passages.

    Only a note without any title and text has none. `words_only` (or `embed: false` in the note)
    makes chunks that no model reads.
    """
    embed = note.front.embed and not words_only
    chunks = list(_chunks(note, limits, embed)) or _stub(note, limits)
    if chunks:
        chunks[0] = chunks[0]._replace(lead=True)
    return tuple(chunks)


def _chunks(note: Note, limits: Limits, embed: bool) -> Iterator[Chunk]:
    """The chunks of all sections; the description counts as the first block of the first text."""
    units: list[Unit] = []
    spans: list[tuple[int, int]] = []
    for piece, origin in note.body.placed:
        at = origin.byte
        more, places = _units(piece, limits.short)
        units += more
        spans += [(at + start, at + end) for start, end in places]
    description = note.front.description.strip()
    lead = _lead_section(note) if description else None
    lines = note.source.line_starts
    for section in note.sections:
        own = slice(section.blocks.start, section.blocks.stop)
        own_units, own_spans = units[own], spans[own]
        described = section is lead
        if described:
            span = note.front.description_span or note.front.span
            own_units.insert(0, _description(description))
            own_spans.insert(0, (span.start, span.end))
        usual = ChunkKind.SECTION if section.path else ChunkKind.NOTE
        crumbs = _crumbs(note.title, section.path, limits)
        for first, last, text in cut(crumbs, tuple(own_units), limits):
            # The description stands elsewhere, so with other text it has no place of its own.
            start, end = own_spans[max(first, min(described, last))][0], own_spans[last][1]
            if text.within and last >= described:
                start, end = start + text.within.start, start + text.within.end
            yield Chunk(
                text.fact or usual,
                section.path,
                text.body,
                text.model_text,
                text.hash,
                start,
                end,
                bisect_right(lines, start) - 1,
                bisect_right(lines, end - 1 if end > start else start) - 1,
                False,
                embed,
                text.passage,
            )


@lru_cache(_REMEMBERED)
def _units(piece: Piece, short: int) -> tuple[list[Unit], list[tuple[int, int]]]:
    """The blocks of one segment without their places, and their places."""
    facts = {it.block: ChunkKind.RELATION for it in piece.relations if it.type}
    facts |= {it.block: ChunkKind.OBSERVATION for it in piece.observations}
    units = [
        _unit(block, facts.get(index), short, piece.data)
        for index, block in enumerate(piece.blocks)
    ]
    return units, [(block.span.start, block.span.end) for block in piece.blocks]


def _unit(block: Block, fact: ChunkKind | None, short: int, data: bytes) -> Unit:
    text = "" if block.kind in _SILENT or not block.text.strip() else block.text
    free = is_content_free(block)
    return Unit(
        block.kind,
        text,
        # A nested item goes with the item above it, and a list's items with each other.
        place(text, block.depth + 1 if block.list >= 0 else 0),
        free,
        None if free else fact,
        data[block.span.start : block.span.end] if len(text) > short else b"",
    )


@lru_cache(_REMEMBERED)
def _description(text: str) -> Unit:
    return Unit(BlockKind.PARAGRAPH, text, place(text), False, None, b"")


def _lead_section(note: Note) -> Section:
    """Where the description goes: with the note's own first text, before any other heading's."""
    first = next((section for section in note.sections if section.blocks), note.sections[0])
    return first if not first.path else note.sections[0]


@lru_cache(_REMEMBERED)
def _crumbs(title: str, path: tuple[str, ...], limits: Limits) -> str:
    """The line of headings, cut where it would leave too little room for the text."""
    crumbs = " > ".join(" ".join(part.split()) for part in (title, *path) if part.strip())
    if len(crumbs) > limits.crumbs:
        crumbs = crumbs[: grapheme_bound(crumbs, limits.crumbs)].rstrip()
    return crumbs


def _stub(note: Note, limits: Limits) -> list[Chunk]:
    """The one chunk of a note that has a title and nothing to say."""
    title = _crumbs(note.title, (), limits)
    if not title:
        return []
    span = note.title_span or Span(note.front.span.start, note.front.span.start)
    line = note.source.line_of(span.start)
    digest = sha256(title.encode(errors="replace")).digest()
    where = (span.start, span.end, line, line)
    return [Chunk(ChunkKind.NOTE, (), "", title, digest, *where, embed=False)]

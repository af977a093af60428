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
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

from nearnote.notes.cut import Limits, Piece, Unit, cut
from nearnote.notes.model import Block, BlockKind, Chunk, ChunkKind, Note, Section
from nearnote.notes.split import grapheme_bound
from nearnote.notes.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_WORD = re.compile(r"[^\W_]")
_SILENT = (BlockKind.COMMENT, BlockKind.RULE)
_USUAL = Limits()


def is_content_free(block: Block) -> bool:
    """Whether a block says nothing of its own: only links, images, tags, marks, or a comment."""
    return block.kind in _SILENT or not _WORD.search(block.substance)


def chunk(note: Note, limits: Limits = _USUAL, *, words_only: bool = False) -> tuple[Chunk, ...]:
    """The chunks of a note in reading order, each before its passages.

    Only a note without any title and text has none.

    `words_only` (or `embed: false` in the note) makes chunks that no model reads.
    """
    embed = note.front.embed and not words_only
    chunks = list(_chunks(note, limits, embed)) or _stub(note, limits)
    if chunks:
        chunks[0] = replace(chunks[0], lead=True)
    return tuple(chunks)


def _chunks(note: Note, limits: Limits, embed: bool) -> Iterator[Chunk]:
    """The chunks of all sections; the description counts as the first block of the first text."""
    facts = {relation.block: ChunkKind.RELATION for relation in note.relations if relation.type} | {
        observation.block: ChunkKind.OBSERVATION for observation in note.observations
    }
    description = note.front.description.strip()
    lead = _lead_section(note) if description else None
    data = note.source.data
    for section in note.sections:
        crumbs = _crumbs(note.title, section.path, limits)
        short = limits.short(crumbs)
        units = [
            _unit(note.blocks[index], facts.get(index), short, data) for index in section.blocks
        ]
        first_block = section.blocks.start
        if section is lead:
            units.insert(0, Unit(BlockKind.PARAGRAPH, description, 0, False, None, b""))
            first_block -= 1
        for first, last, piece in cut(crumbs, units, limits):
            yield _chunk(note, section, first_block + first, first_block + last, piece, embed)


def _unit(block: Block, fact: ChunkKind | None, short: int, data: bytes) -> Unit:
    text = "" if block.kind in _SILENT or not block.text.strip() else block.text
    free = is_content_free(block)
    return Unit(
        block.kind,
        text,
        # A nested item goes with the item above it, and a list's items with each other.
        block.depth + 1 if block.list >= 0 else 0,
        free,
        None if free else fact,
        data[block.span.start : block.span.end] if len(text) > short else b"",
    )


def _lead_section(note: Note) -> Section:
    """Where the description goes: with the note's own first text, before any other heading's."""
    first = next((section for section in note.sections if section.blocks), note.sections[0])
    return first if not first.path else note.sections[0]


def _crumbs(title: str, path: Sequence[str], limits: Limits) -> str:
    """The line of headings, cut where it would leave too little room for the text."""
    crumbs = " > ".join(" ".join(part.split()) for part in (title, *path) if part.strip())
    longest = limits.max_characters // 3
    if len(crumbs) > longest:
        crumbs = crumbs[: grapheme_bound(crumbs, longest)].rstrip()
    return crumbs


def _chunk(note: Note, section: Section, first: int, last: int, piece: Piece, embed: bool) -> Chunk:
    """A piece of the blocks `first` to `last`, at its place in the note."""
    if last < section.blocks.start:
        span = note.front.description_span or note.front.span
    else:
        start = note.blocks[max(first, section.blocks.start)].span.start
        span = Span(start, note.blocks[last].span.end)
        if piece.within:
            span = piece.within.shift(start)
    return Chunk(
        kind=piece.fact or (ChunkKind.SECTION if section.path else ChunkKind.NOTE),
        heading=section.path,
        body=piece.body,
        model_text=piece.model_text,
        hash=piece.hash,
        span=span,
        line=note.source.line_of(span.start),
        end_line=note.source.line_of(max(span.start, span.end - 1)),
        embed=embed,
        passage=piece.passage,
    )


def _stub(note: Note, limits: Limits) -> list[Chunk]:
    """The one chunk of a note that has a title and nothing to say."""
    title = _crumbs(note.title, (), limits)
    if not title:
        return []
    span = note.title_span or Span(note.front.span.start, note.front.span.start)
    line = note.source.line_of(span.start)
    digest = sha256(title.encode(errors="replace")).digest()
    return [Chunk(ChunkKind.NOTE, (), "", title, digest, span, line, line, embed=False)]

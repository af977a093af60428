"""A note in pieces that a search can find: `Title > Heading > Subheading` and some of its text.

- Both limits count characters of `model_text`, the line of headings included.
- A chunk never crosses the bounds of a section, nor an observation or a typed relation that says
  something: each of those is its own chunk. The blocks between them are packed (`pack`).
- Blocks that are content-free lend their words to the chunk around them and make none of their own.
- A note that says nothing gets one chunk of its title alone, found by words but never embedded: a
  bare title is so near to every short query that it would crowd out the notes with an answer.
- The result for a section is remembered by what it was made of, without places, so that a keystroke
  costs only the section that it changed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from nearnote.notes.model import Block, BlockKind, Chunk, ChunkKind, Note, Section
from nearnote.notes.pack import pack
from nearnote.notes.parts import parts_of
from nearnote.notes.split import grapheme_bound
from nearnote.notes.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_WORD = re.compile(r"[^\W_]")
_SILENT = (BlockKind.COMMENT, BlockKind.RULE)


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a chunk may be, and how much of it the next part of a long block repeats."""

    max_characters: int = 900
    overlap: int = 120


def is_content_free(block: Block | _Unit) -> bool:
    """Whether a block says nothing of its own: only links, images, tags, marks, or a comment."""
    return block.kind in _SILENT or not _WORD.search(block.substance)


def chunk(note: Note, limits: Limits = Limits(), *, words_only: bool = False) -> tuple[Chunk, ...]:
    """The chunks of a note in reading order; only a note without any title and text has none.

    `words_only` (or `embed: false` in the note) makes chunks that no model reads.
    """
    embed = note.front.embed and not words_only
    chunks = [
        _place(note, section, first_block, piece, embed)
        for section, first_block, piece in _all_pieces(note, limits)
    ] or _stub(note, limits)
    if chunks:
        chunks[0] = replace(chunks[0], lead=True)
    return tuple(chunks)


# -- sections --------------------------------------------------------------------------------


class _Unit(NamedTuple):
    """What packing needs to know of a block: all but its place."""

    kind: BlockKind
    text: str
    substance: str
    depth: int
    fact: ChunkKind | None  # an observation or a relation
    raw: bytes  # the block as written, only for a block that must be split


class _Piece(NamedTuple):
    """A chunk before it is put in its place: units `first` to `last`, or a part of one."""

    fact: ChunkKind | None
    first: int
    last: int
    within: Span | None  # the part, in bytes from the start of its unit
    body: str
    model_text: str
    hash: bytes


def _all_pieces(note: Note, limits: Limits) -> Iterator[tuple[Section, int, _Piece]]:
    """The pieces of all sections; the description counts as the first block of the first text."""
    facts = {relation.block: ChunkKind.RELATION for relation in note.relations if relation.type} | {
        observation.block: ChunkKind.OBSERVATION for observation in note.observations
    }
    description = note.front.description.strip()
    lead = _lead_section(note) if description else None
    data = note.source.data
    for section in note.sections:
        crumbs = _crumbs(note.title, section.path, limits)
        room = _room(crumbs, limits)
        units = tuple(
            _Unit(
                block.kind,
                block.text,
                block.substance,
                block.depth if block.list >= 0 else -1,
                facts.get(index),
                data[block.span.start : block.span.end] if len(block.text) > room else b"",
            )
            for index, block in enumerate(
                note.blocks[section.blocks.start : section.blocks.stop], section.blocks.start
            )
        )
        first_block = section.blocks.start
        if section is lead:
            units = (_Unit(BlockKind.PARAGRAPH, description, description, -1, None, b""), *units)
            first_block -= 1
        for piece in _pieces(crumbs, units, limits):
            yield section, first_block, piece


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


def _room(crumbs: str, limits: Limits) -> int:
    return max(limits.max_characters - len(crumbs) - 1, 1)


@lru_cache(maxsize=1024)
def _pieces(crumbs: str, units: tuple[_Unit, ...], limits: Limits) -> tuple[_Piece, ...]:
    """The pieces of one section."""
    room = _room(crumbs, limits)

    def piece(first: int, last: int, body: str, within: Span | None = None) -> _Piece:
        model_text = f"{crumbs}\n{body}" if crumbs else body
        digest = sha256(model_text.encode(errors="replace")).digest()
        fact = units[first].fact if first == last and not is_content_free(units[first]) else None
        return _Piece(fact, first, last, within, body, model_text, digest)

    def packed(run: list[int]) -> Iterator[_Piece]:
        texts = [units[index].text for index in run]
        # A nested item goes with the item above it, and a list's items with each other.
        ranks = [units[index].depth + 1 for index in run]
        for group in pack(texts, ranks, room, gap=1):
            members = run[group.start : group.stop]
            if not all(is_content_free(units[index]) for index in members):
                body = "\n".join(texts[group.start : group.stop])
                yield piece(members[0], members[-1], body)

    def parts(index: int) -> Iterator[_Piece]:
        unit = units[index]
        if len(unit.text) <= room:
            yield piece(index, index, unit.text)
            return
        for body, within in parts_of(unit.kind, unit.text, unit.raw, room, limits.overlap):
            yield piece(index, index, body, within)

    def walk() -> Iterator[_Piece]:
        run: list[int] = []
        for index, unit in enumerate(units):
            if unit.kind in _SILENT or not unit.text.strip():
                continue
            long = len(unit.text) > room
            if not long and (unit.fact is None or is_content_free(unit)):
                run.append(index)
                continue
            yield from packed(run)
            run.clear()
            if not is_content_free(unit):
                yield from parts(index)
        yield from packed(run)

    return tuple(walk())


# -- chunks ----------------------------------------------------------------------------------


def _place(note: Note, section: Section, first_block: int, piece: _Piece, embed: bool) -> Chunk:
    """The chunk of a piece, at its place in the note."""
    first, last = first_block + piece.first, first_block + piece.last
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

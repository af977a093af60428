"""What one segment of a note holds, and the move of it to its place in the note."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from nearnote.notes.model import (
    Block,
    BlockId,
    Footnote,
    Heading,
    Link,
    Observation,
    Relation,
    Tag,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


class Origin(NamedTuple):
    """What stands before a segment: bytes, and how many of each thing that is counted."""

    byte: int = 0
    headings: int = 0
    blocks: int = 0
    links: int = 0
    lists: int = 0

    def since(self, earlier: Origin) -> Origin:
        """How much further on this is than an earlier one."""
        return Origin(*(now - then for now, then in zip(self, earlier, strict=True)))

    def after(self, piece: Piece, byte: int) -> Origin:
        """The origin of the segment that follows `piece` and starts at `byte`."""
        return Origin(
            byte,
            self.headings + len(piece.headings),
            self.blocks + len(piece.blocks),
            self.links + len(piece.links),
            self.lists + piece.lists,
        )


@dataclass(frozen=True, slots=True)
class Piece:
    """The contents of a segment; offsets and indices count from its own start until placed."""

    headings: tuple[Heading, ...] = ()
    heading_blocks: tuple[int, ...] = ()  # for each heading, how many blocks stand before it
    blocks: tuple[Block, ...] = ()
    links: tuple[Link, ...] = ()
    tags: tuple[Tag, ...] = ()
    block_ids: tuple[BlockId, ...] = ()
    footnotes: tuple[Footnote, ...] = ()
    observations: tuple[Observation, ...] = ()
    relations: tuple[Relation, ...] = ()
    lists: int = 0  # how many outermost lists
    open: bool = False  # ends inside a fence or HTML block that more text could close


def join(pieces: Sequence[Piece]) -> Piece:
    """Placed pieces as one."""
    if len(pieces) == 1:
        return pieces[0]
    every = chain.from_iterable
    return Piece(
        tuple(every(piece.headings for piece in pieces)),
        tuple(every(piece.heading_blocks for piece in pieces)),
        tuple(every(piece.blocks for piece in pieces)),
        tuple(every(piece.links for piece in pieces)),
        tuple(every(piece.tags for piece in pieces)),
        tuple(every(piece.block_ids for piece in pieces)),
        tuple(every(piece.footnotes for piece in pieces)),
        tuple(every(piece.observations for piece in pieces)),
        tuple(every(piece.relations for piece in pieces)),
    )


def move(piece: Piece, by: Origin) -> Piece:
    """The same contents, counted from an origin that is `by` further back.

    This is the dearest step of a keystroke, hence the plain constructors and the short cuts.
    """
    byte, blocks = by.byte, by.blocks
    return Piece(
        tuple(
            [
                Heading(it.level, it.text, it.span.shift(byte), it.text_span.shift(byte))
                for it in piece.headings
            ]
        ),
        tuple([index + blocks for index in piece.heading_blocks]),
        tuple([_block(it, by) for it in piece.blocks]),
        tuple([_link(it, byte) for it in piece.links]),
        piece.tags and tuple([Tag(it.name, it.span.shift(byte)) for it in piece.tags]),
        piece.block_ids
        and tuple(
            BlockId(it.name, it.span.shift(byte), _index(it.block, blocks))
            for it in piece.block_ids
        ),
        piece.footnotes
        and tuple(
            Footnote(it.name, it.span.shift(byte), it.name_span.shift(byte))
            for it in piece.footnotes
        ),
        piece.observations
        and tuple(
            Observation(it.category, it.text, it.tags, it.context, it.block + blocks)
            for it in piece.observations
        ),
        piece.relations
        and tuple(
            Relation(it.type, it.link + by.links, it.context, it.block + blocks)
            for it in piece.relations
        ),
        piece.lists,
        piece.open,
    )


def _block(block: Block, by: Origin) -> Block:
    return Block(
        block.kind,
        block.span.shift(by.byte),
        block.text,
        block.substance,
        block.section + by.headings,
        block.depth,
        _index(block.list, by.lists),
        _index(block.parent, by.blocks),
        block.task,
        block.quote,
    )


def _link(link: Link, byte: int) -> Link:
    return Link(
        link.kind,
        link.target,
        link.fragment,
        link.label,
        link.span.shift(byte),
        link.parts,
        link.external,
        link.label_first,
    )


def _index(index: int, by: int) -> int:
    """An index moved; -1 means none and stays."""
    return index if index < 0 else index + by

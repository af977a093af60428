"""What one segment of a note holds, and where the segment stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from nearnote.markdown.elements import (
        Block,
        BlockId,
        Footnote,
        Heading,
        Link,
        Observation,
        Relation,
        Tag,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """The contents of a segment; all offsets and indices count from its own start.

    A piece is equal to itself only, which makes it a cheap key of what is remembered of it.
    """

    data: bytes = b""
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
    first_bullet: bytes = b""  # of the list that it begins with
    last_bullet: bytes = b""  # of the list that it ends with

    def continues(self, before: Piece) -> bool:
        """Whether its first list is the last one of the piece before it."""
        return bool(self.first_bullet) and self.first_bullet == before.last_bullet


class Origin(NamedTuple):
    """What stands before a segment: bytes, and how many of each thing that is counted."""

    byte: int = 0
    headings: int = 0
    blocks: int = 0
    links: int = 0
    lists: int = 0

    def after(self, piece: Piece, byte: int) -> Origin:
        """The origin of the segment that follows `piece` and starts at `byte`."""
        return Origin(
            byte,
            self.headings + len(piece.headings),
            self.blocks + len(piece.blocks),
            self.links + len(piece.links),
            self.lists + piece.lists,
        )

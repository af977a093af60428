"""The body of a note: its pieces at their places.

A keystroke moves everything below it, and then asks for little of it. So pieces stay as they
are, and what they hold is moved to its place in the note when it is asked for.
"""

from __future__ import annotations

from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

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

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nearnote.markdown.parser.parsed_segment import Origin, Piece


class Placed(NamedTuple):
    """A piece and its place in the note."""

    piece: Piece
    origin: Origin


class Body:
    """What a note's body holds, in the note's own offsets and indices.

    `references` are links that belong to no piece and come after all others.
    """

    def __init__(self, placed: Sequence[Placed], references: Sequence[Link]) -> None:
        self.placed = tuple(placed)
        self._references = tuple(references)

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        """The headings in reading order."""
        return tuple(
            [
                Heading(it.level, it.text, it.span.shift(at.byte), it.text_span.shift(at.byte))
                for piece, at in self.placed
                for it in piece.headings
            ]
        )

    @cached_property
    def heading_blocks(self) -> tuple[int, ...]:
        """For each heading, how many blocks stand before it."""
        return tuple(
            [index + at.blocks for piece, at in self.placed for index in piece.heading_blocks]
        )

    @cached_property
    def block_count(self) -> int:
        """How many blocks there are."""
        return sum(len(piece.blocks) for piece, _ in self.placed)

    @property
    def unplaced_blocks(self) -> Iterator[Block]:
        """The blocks as their pieces have them, for readers of their text."""
        return chain.from_iterable(piece.blocks for piece, _ in self.placed)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks in reading order."""
        return tuple([_block(it, at) for piece, at in self.placed for it in piece.blocks])

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """The links in reading order, then the definitions of references."""
        links = [_link(it, at.byte) for piece, at in self.placed for it in piece.links]
        return (*links, *self._references)

    @cached_property
    def tag_names(self) -> tuple[str, ...]:
        """Each tag once."""
        names = dict.fromkeys(tag.name for piece, _ in self.placed for tag in piece.tags)
        return tuple(names)

    @cached_property
    def tags(self) -> tuple[Tag, ...]:
        """The tags in reading order."""
        return tuple(
            Tag(it.name, it.span.shift(at.byte)) for piece, at in self.placed for it in piece.tags
        )

    @cached_property
    def block_ids(self) -> tuple[BlockId, ...]:
        """The marks of blocks in reading order."""
        return tuple(
            BlockId(it.name, it.span.shift(at.byte), _index(it.block, at.blocks))
            for piece, at in self.placed
            for it in piece.block_ids
        )

    @cached_property
    def footnotes(self) -> tuple[Footnote, ...]:
        """The definitions of footnotes in reading order."""
        return tuple(
            Footnote(it.name, it.span.shift(at.byte), it.name_span.shift(at.byte))
            for piece, at in self.placed
            for it in piece.footnotes
        )

    @cached_property
    def observations(self) -> tuple[Observation, ...]:
        """The observations in reading order."""
        return tuple(
            Observation(it.category, it.text, it.tags, it.context, it.block + at.blocks)
            for piece, at in self.placed
            for it in piece.observations
        )

    @cached_property
    def relations(self) -> tuple[Relation, ...]:
        """The relations in reading order."""
        return tuple(
            Relation(it.type, it.link + at.links, it.context, it.block + at.blocks)
            for piece, at in self.placed
            for it in piece.relations
        )


def _block(block: Block, at: Origin) -> Block:
    return Block(
        block.kind,
        block.span.shift(at.byte),
        block.text,
        block.substance,
        block.section + at.headings,
        block.depth,
        _index(block.list, at.lists),
        _index(block.parent, at.blocks),
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
        link.reference,
        link.defines,
    )


def _index(index: int, by: int) -> int:
    """An index moved; -1 means none and stays."""
    return index if index < 0 else index + by

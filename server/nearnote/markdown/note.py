"""A note as it was read: its frontmatter, its body and its title.

Every span is in UTF-8 byte offsets of the note's own `Source`, unless it says otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from nearnote.base.source import Span

if TYPE_CHECKING:
    from nearnote.base.source import Source
    from nearnote.markdown.elements import (
        Block,
        BlockId,
        Footnote,
        Link,
        Observation,
        Relation,
        Section,
        Tag,
    )
    from nearnote.markdown.parser.body import Body


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a frontmatter block could not be read, at its place; `message` is one plain sentence."""

    message: str
    span: Span


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """What nearnote reads of the block at the top of a note.

    `span` covers the block with its fences and the line end after them; it is empty at the
    start of the body when there is no block. A broken block still has its span, and a problem.
    """

    span: Span
    format: Literal["", "yaml", "toml", "json"] = ""
    text_span: Span = field(default=Span(0, 0))  # what stands between the fences
    title: str = ""
    title_span: Span | None = None  # the value as written
    aliases: tuple[str, ...] = ()
    alias_spans: tuple[Span, ...] = ()  # of the aliases, without their quotes
    tags: tuple[Tag, ...] = ()
    links: tuple[Link, ...] = ()  # in its values
    description: str = ""
    description_span: Span | None = None  # the value as written
    permalink: str = ""
    embed: bool = True
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """All that is known of one note from its own text."""

    source: Source
    title: str
    title_span: Span | None  # where the title is written; None when it is the file's stem
    front: Frontmatter
    sections: tuple[Section, ...]
    body: Body
    excerpt: str

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The body's blocks in reading order."""
        return self.body.blocks

    @property
    def links(self) -> tuple[Link, ...]:
        """The body's links in reading order, the definitions of references, then properties'."""
        return (*self.body.links, *self.front.links) if self.front.links else self.body.links

    @property
    def tags(self) -> tuple[Tag, ...]:
        """The body's tags; the frontmatter has its own."""
        return self.body.tags

    @property
    def block_ids(self) -> tuple[BlockId, ...]:
        """The marks of blocks in reading order."""
        return self.body.block_ids

    @property
    def footnotes(self) -> tuple[Footnote, ...]:
        """The definitions of footnotes in reading order."""
        return self.body.footnotes

    @property
    def observations(self) -> tuple[Observation, ...]:
        """The observations in reading order."""
        return self.body.observations

    @property
    def relations(self) -> tuple[Relation, ...]:
        """The relations in reading order."""
        return self.body.relations

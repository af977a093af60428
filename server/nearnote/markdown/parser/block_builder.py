"""A segment's contents while they are read: leaves of text become blocks, headings and facts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from nearnote.base.source import Span
from nearnote.markdown.elements import (
    Block,
    BlockId,
    BlockKind,
    Footnote,
    Heading,
    Link,
    Observation,
    Relation,
    Tag,
)
from nearnote.markdown.parser import list_facts
from nearnote.markdown.parser.inline_marks import block_id, strip_html, without_id
from nearnote.markdown.parser.parsed_segment import Piece

if TYPE_CHECKING:
    from nearnote.markdown.parser.inline_content import Prose

_CALLOUT = re.compile(r"\[![^\]\n]+\][+-]?[ \t]*")
_SPACE = b" \t\r\n"
_BULLETS = (b"-", b"*", b"+")


@dataclass(slots=True)
class Leaf:
    """A block or heading whose inline content is being read."""

    kind: BlockKind
    start: int
    prose: Prose
    level: int = 0  # of a heading
    block: int = -1  # the place that an item holds among the blocks
    task: str | None = None  # the character in an item's box
    callout: bool = False  # the first in its quote, so it may name a callout
    new_row: bool = True  # of a table


class Around(NamedTuple):
    """What stands around a block: lists, the item and the quotes that hold it."""

    lists: int  # how many are nested
    item: int  # index of the innermost item's block, -1 outside
    quotes: int


class Draft:
    """Collects the contents of one segment."""

    def __init__(self, data: bytes) -> None:
        self.headings: list[Heading] = []
        self.footnotes: list[Footnote] = []
        self.lists = 0  # outermost lists so far
        self.open = False
        self.first_bullet = b""  # of the list at the start
        self._last_list = (0, b"")  # where the last outermost list ends, and its bullet
        self._data = data
        self._heading_blocks: list[int] = []
        self._blocks: list[Block | None] = []
        self._links: list[Link] = []
        self._tags: list[Tag] = []
        self._block_ids: list[BlockId] = []
        self._observations: list[Observation] = []
        self._relations: list[Relation] = []

    def piece(self) -> Piece:
        """All that was collected."""
        end, bullet = self._last_list
        return Piece(
            self._data,
            tuple(self.headings),
            tuple(self._heading_blocks),
            tuple(block for block in self._blocks if block is not None),
            tuple(self._links),
            tuple(self._tags),
            tuple(self._block_ids),
            tuple(self.footnotes),
            tuple(self._observations),
            tuple(self._relations),
            self.lists,
            self.open,
            self.first_bullet,
            # A definition leaves no block, and ends a list all the same.
            b"" if self._data[end:].strip(_SPACE) else bullet,
        )

    def take_list(self, start: int, end: int) -> None:
        """Note an outermost list that stands in no quote."""
        bullet = self._data[start : start + 4].lstrip()[:1]  # It may be indented a little.
        if start == 0 and bullet in _BULLETS:
            self.first_bullet = bullet
        self._last_list = (end, bullet)

    def reserve(self) -> int:
        """Keep a place among the blocks for an item, before the blocks inside of it."""
        self._blocks.append(None)
        return len(self._blocks) - 1

    def add(self, leaf: Leaf, before: int, around: Around) -> None:
        """Take in a leaf that was read to its end; what follows starts at `before`."""
        first_link = len(self._links)
        self._links.extend(placed.link for placed in leaf.prose.links)
        self._tags.extend(leaf.prose.tags)
        if leaf.level:
            self._add_heading(leaf, before)
        elif leaf.kind is BlockKind.ITEM:
            self._add_item(leaf, before, around, first_link)
        else:
            self._add_text(leaf, before, around)

    def add_raw(self, kind: BlockKind, text: str, span: Span, around: Around) -> None:
        """Take in a block without inline content: code, HTML, a comment, a rule."""
        if kind is BlockKind.HTML:
            html = text.strip()
            if html.startswith("<!--") and html.find("-->") in (-1, len(html) - 3):
                kind = BlockKind.COMMENT
            text = strip_html(html)
        text = text.strip("\r\n").rstrip()
        self._blocks.append(
            self._block(kind, self.trimmed(span.start, span.end), text, text, around)
        )

    def trimmed(self, start: int, end: int) -> Span:
        """The span without white space at its end."""
        if end <= start:
            return Span(start, start)
        if self._data[end - 1] in _SPACE:
            end = start + len(self._data[start:end].rstrip(_SPACE))
        return Span(start, end)

    def _add_heading(self, leaf: Leaf, before: int) -> None:
        span = self.trimmed(leaf.start, before)
        prose = leaf.prose
        written = Span(span.end, span.end)
        if 0 <= prose.start < span.end:
            written = self.trimmed(prose.start, min(prose.end, span.end))
        text = prose.headline()
        found = block_id(self._data, written)
        if found:
            name, at = found
            self._block_ids.append(BlockId(name, at, -1))
            text = without_id(text, name)
            written = self.trimmed(written.start, at.start)
        self._heading_blocks.append(len(self._blocks))
        self.headings.append(Heading(leaf.level, text, span, written))

    def _add_text(self, leaf: Leaf, before: int, around: Around) -> None:
        prose = leaf.prose
        end = before if leaf.kind is BlockKind.TABLE else max(prose.end, leaf.start)
        span = self.trimmed(leaf.start, end)
        text, substance = prose.texts()
        if leaf.callout:
            text, substance = _CALLOUT.sub("", text, 1), _CALLOUT.sub("", substance, 1)
        found = block_id(self._data, span)
        if found:
            name, at = found
            text, substance = without_id(text, name), without_id(substance, name)
            # An id alone in its paragraph is of the block before it.
            alone = not text and leaf.kind is BlockKind.PARAGRAPH and bool(self._blocks)
            self._block_ids.append(BlockId(name, at, len(self._blocks) - alone))
            if alone:
                return
        self._blocks.append(self._block(leaf.kind, span, text.strip(), substance.strip(), around))

    def _add_item(self, leaf: Leaf, before: int, around: Around, first_link: int) -> None:
        prose = leaf.prose
        end = prose.end if prose.end >= 0 else min(before, self._line_end(leaf.start))
        span = self.trimmed(leaf.start, end)
        text, substance = prose.texts()
        found = block_id(self._data, span)
        if found:
            name, at = found
            self._block_ids.append(BlockId(name, at, leaf.block))
            text, substance = without_id(text, name), without_id(substance, name)
        item = list_facts.read(text, substance, prose, leaf.task, self._data[leaf.start] in b"-*+")
        if item.observation:
            fact, tags = item.observation, tuple(tag.name for tag in prose.tags)
            self._observations.append(
                Observation(fact.category, fact.text, tags, fact.context, leaf.block)
            )
        if item.relation:
            tie = item.relation
            self._relations.extend(
                Relation(tie.type, index, tie.context, leaf.block)
                for index in range(first_link, len(self._links))
            )
        self._blocks[leaf.block] = self._block(
            BlockKind.ITEM, span, item.text, item.substance, around, item.task
        )

    def _block(
        self,
        kind: BlockKind,
        span: Span,
        text: str,
        substance: str,
        around: Around,
        task: str | None = None,
    ) -> Block:
        return Block(
            kind,
            span,
            text,
            substance,
            len(self.headings),
            max(around.lists - 1, 0),
            self.lists - 1 if around.lists else -1,
            around.item,
            task,
            around.quotes,
        )

    def _line_end(self, start: int) -> int:
        end = self._data.find(b"\n", start)
        return len(self._data) if end < 0 else end

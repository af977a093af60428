"""One segment of a note's body read into values; the only user of pyromark.

A segment is text that can be read without what stands before it; `segments.py` makes the cuts.
All offsets and indices in the `Piece` count from the segment's start.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyromark
from pyromark import Options

from nearnote.notes import items
from nearnote.notes.inline import block_id, strip_html, without_id
from nearnote.notes.model import (
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
from nearnote.notes.piece import Piece
from nearnote.notes.prose import Prose
from nearnote.notes.text import Span

if TYPE_CHECKING:
    from nearnote.notes.links import LinkOrder

_MARKDOWN = pyromark.Markdown(
    options=Options.ENABLE_TABLES
    | Options.ENABLE_FOOTNOTES
    | Options.ENABLE_STRIKETHROUGH
    | Options.ENABLE_TASKLISTS
    | Options.ENABLE_WIKILINKS
)
_EMPHASIS = frozenset({"Emphasis", "Strong", "Strikethrough"})
_CALLOUT = re.compile(r"\[![^\]\n]+\][+-]?[ \t]*")
_SPACE = b" \t\r\n"


@dataclass(frozen=True, slots=True)
class Definition:
    """A link reference's definition `[label]: target`."""

    label: str
    target: str
    span: Span


def definitions(data: bytes) -> tuple[Definition, ...]:
    """The link reference definitions of a text; of two with one label the first."""
    found = _MARKDOWN.reference_definitions(data.decode())
    return tuple(
        Definition(label, it["dest"], Span(it["span"]["start"], it["span"]["end"]))
        for label, it in found.items()
    )


def read(data: bytes, prefix: str, order: LinkOrder) -> Piece:
    """Read a segment; `prefix` is Markdown that is read before it and then forgotten."""
    skip = len(prefix.encode())
    reader = _Reader(data, order)
    for event, at in _MARKDOWN.events_with_range(prefix + data.decode(), merge_text=True):
        start = at["start"] - skip
        if start >= 0:
            reader.take(event, start, at["end"] - skip)
    return reader.piece()


@dataclass(slots=True)
class _Leaf:
    """A block or heading whose inline content is being read."""

    kind: BlockKind
    start: int
    prose: Prose
    block: int = -1  # the place that an item holds among the blocks
    level: int = 0  # of a heading
    task: str | None = None
    new_row: bool = True  # of a table


class _Reader:
    """Takes pyromark's events one by one and keeps what they mean."""

    def __init__(self, data: bytes, order: LinkOrder) -> None:
        self.data = data
        self.order = order
        self.headings: list[Heading] = []
        self.heading_blocks: list[int] = []
        self.blocks: list[Block | None] = []
        self.links: list[Link] = []
        self.tags: list[Tag] = []
        self.block_ids: list[BlockId] = []
        self.footnotes: list[Footnote] = []
        self.observations: list[Observation] = []
        self.relations: list[Relation] = []
        self.lists = 0
        self.open = False
        # Where the reader is.
        self.leaf: _Leaf | None = None
        self.raw: list[str] | None = None  # of a code or HTML block
        self.depth = 0  # of lists
        self.quotes = 0
        self.new_quote = False  # nothing of the innermost quote was read yet
        self.items: list[int] = []  # the blocks of the items around
        self.footnote = -1  # where the footnote around starts
        self.new_footnote = False
        self.fenced = False

    def piece(self) -> Piece:
        return Piece(
            tuple(self.headings),
            tuple(self.heading_blocks),
            tuple(block for block in self.blocks if block is not None),
            tuple(self.links),
            tuple(self.tags),
            tuple(self.block_ids),
            tuple(self.footnotes),
            tuple(self.observations),
            tuple(self.relations),
            self.lists,
            self.open,
        )

    # -- events ------------------------------------------------------------------------------

    def take(self, event: Any, start: int, end: int) -> None:
        if type(event) is str:
            if event == "Rule":
                self.close_leaf(start)
                self.add_block(BlockKind.RULE, Span(start, end), "", "")
            elif self.leaf:
                self.leaf.prose.separate("\n", start)
            return
        name, value = next(iter(event.items()))
        if name == "Start":
            tag, data = (value, None) if type(value) is str else next(iter(value.items()))
            self.on_start(tag, data, start, end)
        elif name == "End":
            self.on_end(value if type(value) is str else next(iter(value)), start, end)
        elif self.raw is not None:
            self.raw.append(value)
        elif name == "TaskListMarker":
            if self.leaf:
                self.leaf.task = self.data[start + 1 : end - 1].decode()
        else:
            self.inline(start, end).event(name, value, start, end)

    def on_start(self, tag: str, data: Any, start: int, end: int) -> None:
        if tag in _EMPHASIS:
            self.inline(start, end).emphasis(start, end)
        elif tag in ("Link", "Image"):
            self.inline(start, end).open_link(data, tag == "Image", start, end)
        elif tag == "Paragraph":
            # The first paragraph of a loose item is the item's own text.
            if not self.leaf or self.leaf.prose.start >= 0:
                self.open_leaf(BlockKind.PARAGRAPH, start, end)
        elif tag == "Item":
            self.open_leaf(BlockKind.ITEM, start, end)
        elif tag == "List":
            self.close_leaf(start)
            self.lists += self.depth == 0
            self.depth += 1
        elif tag == "BlockQuote":
            self.close_leaf(start)
            self.quotes += 1
            self.new_quote = True
        elif tag == "Heading":
            leaf = self.open_leaf(BlockKind.PARAGRAPH, start, end)
            # A heading in a list or a quote divides nothing: it reads as a paragraph.
            leaf.level = int(data["level"][1]) if self.at_top else 0
        elif tag == "Table":
            self.open_leaf(BlockKind.TABLE, start, end)
        elif tag in ("TableRow", "TableHead", "TableCell"):
            self.on_cell(tag, start)
        elif tag in ("CodeBlock", "HtmlBlock"):
            self.close_leaf(start)
            self.raw = []
            self.fenced = data != "Indented"
        elif tag == "FootnoteDefinition":
            self.close_leaf(start)
            self.footnote, self.new_footnote = start, True
            name = Span(start + 2, max(self.data.find(b"]:", start, end), start + 2))
            self.footnotes.append(Footnote(data, self.trimmed(start, end), name))

    def on_cell(self, tag: str, start: int) -> None:
        leaf = self.leaf
        if not leaf:
            return
        if tag != "TableCell":
            if tag == "TableRow":
                leaf.prose.separate("\n", start)
            leaf.new_row = True
        else:
            if not leaf.new_row:
                leaf.prose.separate(" | ", start)
            leaf.new_row = False

    def on_end(self, tag: str, start: int, end: int) -> None:
        if tag in ("Link", "Image"):
            if self.leaf:
                self.leaf.prose.close_link()
        elif tag in _EMPHASIS:
            pass
        elif tag in ("CodeBlock", "HtmlBlock"):
            self.close_raw(tag, start, end)
        elif tag in ("Paragraph", "Table", "Heading"):
            self.close_leaf(end)
        elif tag == "Item":
            self.close_leaf(end)
            self.items.pop()
        elif tag == "List":
            self.depth -= 1
        elif tag == "BlockQuote":
            self.close_leaf(end)
            self.quotes -= 1
        elif tag == "FootnoteDefinition":
            self.close_leaf(end)
            self.footnote = -1

    @property
    def at_top(self) -> bool:
        return not self.depth and not self.quotes and self.footnote < 0

    # -- leaves ------------------------------------------------------------------------------

    def open_leaf(self, kind: BlockKind, start: int, end: int) -> _Leaf:
        self.close_leaf(start)
        if self.footnote >= 0 and kind is BlockKind.PARAGRAPH and not self.depth:
            kind = BlockKind.FOOTNOTE
            start = self.footnote if self.new_footnote else start
        self.new_footnote = False
        self.leaf = _Leaf(kind, start, Prose(self.data, self.order, end))
        if kind is BlockKind.ITEM:
            self.new_quote = False
            self.leaf.block = len(self.blocks)
            self.items.append(self.leaf.block)
            self.blocks.append(None)
        return self.leaf

    def inline(self, start: int, end: int) -> Prose:
        """The prose that takes inline events now; text right inside an item opens one."""
        leaf = self.leaf or self.open_leaf(BlockKind.PARAGRAPH, start, end)
        return leaf.prose

    def close_leaf(self, before: int) -> None:
        """End the leaf that is being read, if any; what follows starts at `before`."""
        leaf, self.leaf = self.leaf, None
        if not leaf:
            return
        first_link = len(self.links)
        self.links.extend(placed.link for placed in leaf.prose.links)
        self.tags.extend(leaf.prose.tags)
        if leaf.level:
            self.close_heading(leaf, before)
        elif leaf.kind is BlockKind.ITEM:
            self.close_item(leaf, before, first_link)
        else:
            self.close_text(leaf, before)

    def close_heading(self, leaf: _Leaf, before: int) -> None:
        span = self.trimmed(leaf.start, before)
        prose = leaf.prose
        written = Span(span.end, span.end)
        if 0 <= prose.start < span.end:
            written = self.trimmed(prose.start, min(prose.end, span.end))
        text = " ".join(prose.raw.split())
        found = block_id(self.data, written)
        if found:
            name, at = found
            self.block_ids.append(BlockId(name, at, -1))
            text = without_id(text, name)
            written = self.trimmed(written.start, at.start)
        self.heading_blocks.append(len(self.blocks))
        self.headings.append(Heading(leaf.level, text, span, written))

    def close_text(self, leaf: _Leaf, before: int) -> None:
        prose = leaf.prose
        table = leaf.kind is BlockKind.TABLE
        span = self.trimmed(leaf.start, before if table else max(prose.end, leaf.start))
        text, substance = prose.text(), prose.substance()
        if self.new_quote and self.quotes:
            text, substance = _CALLOUT.sub("", text, 1), _CALLOUT.sub("", substance, 1)
        self.new_quote = False
        found = block_id(self.data, span)
        if found:
            name, at = found
            text, substance = without_id(text, name), without_id(substance, name)
            # An id alone in its paragraph is of the block before it.
            alone = not text and leaf.kind is BlockKind.PARAGRAPH and bool(self.blocks)
            self.block_ids.append(BlockId(name, at, len(self.blocks) - alone))
            if alone:
                return
        self.add_block(leaf.kind, span, text.strip(), substance.strip())

    def close_item(self, leaf: _Leaf, before: int, first_link: int) -> None:
        prose = leaf.prose
        end = prose.end if prose.end >= 0 else min(before, self.line_end(leaf.start))
        span = self.trimmed(leaf.start, end)
        text, substance = prose.text(), prose.substance()
        found = block_id(self.data, span)
        if found:
            name, at = found
            self.block_ids.append(BlockId(name, at, leaf.block))
            text, substance = without_id(text, name), without_id(substance, name)
        item = items.read(text, substance, prose, leaf.task, self.data[leaf.start] in b"-*+")
        if item.observation:
            fact, tags = item.observation, tuple(tag.name for tag in prose.tags)
            self.observations.append(
                Observation(fact.category, fact.text, tags, fact.context, leaf.block)
            )
        if item.relation:
            for index in range(first_link, len(self.links)):
                self.relations.append(
                    Relation(item.relation.type, index, item.relation.context, leaf.block)
                )
        self.blocks[leaf.block] = self.block(
            BlockKind.ITEM, span, item.text, item.substance, task=item.task, around=self.items[:-1]
        )

    def close_raw(self, tag: str, start: int, end: int) -> None:
        """End a code or HTML block."""
        text = "".join(self.raw or ())
        self.raw = None
        self.new_quote = False
        if self.at_top and self.fenced:
            self.open = end >= len(self.data)
        kind = BlockKind.CODE
        if tag == "HtmlBlock":
            html = text.strip()
            comment = html.startswith("<!--") and html.find("-->") in (-1, len(html) - 3)
            kind = BlockKind.COMMENT if comment else BlockKind.HTML
            text = strip_html(html)
        text = text.strip("\r\n").rstrip()
        self.add_block(kind, Span(start, end), text, text)

    def add_block(self, kind: BlockKind, span: Span, text: str, substance: str) -> None:
        self.blocks.append(
            self.block(kind, self.trimmed(span.start, span.end), text, substance, None, self.items)
        )

    def block(
        self,
        kind: BlockKind,
        span: Span,
        text: str,
        substance: str,
        task: str | None,
        around: list[int],
    ) -> Block:
        return Block(
            kind,
            span,
            text,
            substance,
            len(self.headings),
            max(self.depth - 1, 0),
            self.lists - 1 if self.depth else -1,
            around[-1] if around else -1,
            task,
            self.quotes,
        )

    # -- places ------------------------------------------------------------------------------

    def trimmed(self, start: int, end: int) -> Span:
        """The span without white space at its end."""
        return Span(start, start + len(self.data[start:end].rstrip(_SPACE)))

    def line_end(self, start: int) -> int:
        end = self.data.find(b"\n", start)
        return len(self.data) if end < 0 else end

"""One segment of a note's body read into values; the only user of pyromark.

A segment is text that can be read without what stands before it; `segments.py` makes the cuts.
All offsets and indices in the `Piece` count from the segment's start.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyromark
from pyromark import Options

from nearnote.base.source import Span
from nearnote.markdown.elements import BlockKind, Footnote
from nearnote.markdown.parser.block_builder import Around, Draft, Leaf
from nearnote.markdown.parser.inline_content import Prose

if TYPE_CHECKING:
    from nearnote.markdown.parser.link_spans import LinkOrder
    from nearnote.markdown.parser.parsed_segment import Piece

_MARKDOWN = pyromark.Markdown(
    options=Options.ENABLE_TABLES
    | Options.ENABLE_FOOTNOTES
    | Options.ENABLE_STRIKETHROUGH
    | Options.ENABLE_TASKLISTS
    | Options.ENABLE_WIKILINKS
)
_EMPHASIS = frozenset({"Emphasis", "Strong", "Strikethrough"})
_CELLS = frozenset({"TableCell", "TableRow", "TableHead"})


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
    return reader.draft.piece()


class _Reader:
    """Takes pyromark's events one by one and knows what stands around each."""

    def __init__(self, data: bytes, order: LinkOrder) -> None:
        self.draft = Draft(data)
        self.data = data
        self.order = order
        self.leaf: Leaf | None = None
        self.raw: list[str] | None = None  # of a code or HTML block
        self.fenced = False  # or HTML, which may stay open just so
        self.lists = 0  # how many are nested here
        self.items: list[int] = []  # the blocks of the items around
        self.quotes = 0
        self.new_quote = False  # nothing of the innermost quote was read yet
        self.footnote = -1  # where the footnote around starts
        self.new_footnote = False

    @property
    def at_top(self) -> bool:
        return not self.lists and not self.quotes and self.footnote < 0

    def around(self, inside: int = 1) -> Around:
        """What stands here, within the innermost item, or with 2 within the one around it."""
        item = self.items[-inside] if len(self.items) >= inside else -1
        return Around(self.lists, item, self.quotes)

    def take(self, event: Any, start: int, end: int) -> None:
        """Take the next event, whose bytes are from `start` to `end`."""
        if type(event) is str:
            if event == "Rule":
                self.close_leaf(start)
                self.draft.add_raw(BlockKind.RULE, "", Span(start, end), self.around())
            elif self.leaf:
                self.leaf.prose.separate("\n", start)
            return
        ((name, value),) = event.items()
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

    def first(self, start: int, end: int) -> int:
        """Where a block begins that is said to: before tabs, pyromark takes in a line end."""
        while start < end and self.data[start] in b" \t\r\n":
            start += 1
        return start

    def on_start(self, tag: str, data: Any, start: int, end: int) -> None:
        if tag in _CELLS:
            self.on_cell(tag, start)
        elif tag in _EMPHASIS:
            self.inline(start, end).emphasis(start, end)
        elif tag in ("Link", "Image"):
            self.inline(start, end).open_link(data, tag == "Image", start, end)
        elif tag == "Paragraph":
            # The first paragraph of a loose item is the item's own text.
            if not self.leaf or self.leaf.prose.start >= 0:
                self.open_leaf(BlockKind.PARAGRAPH, self.first(start, end), end)
        elif tag == "Item":
            leaf = self.open_leaf(BlockKind.ITEM, self.first(start, end), end)
            leaf.block = self.draft.reserve()
            self.items.append(leaf.block)
        elif tag == "List":
            self.close_leaf(start)
            self.draft.lists += self.lists == 0
            self.lists += 1
        elif tag == "BlockQuote":
            self.close_leaf(start)
            self.quotes += 1
            self.new_quote = True
        elif tag == "Heading":
            leaf = self.open_leaf(BlockKind.PARAGRAPH, self.first(start, end), end)
            # A heading in a list or a quote divides nothing: it reads as a paragraph.
            leaf.level = int(data["level"][1]) if self.at_top else 0
        elif tag == "Table":
            self.open_leaf(BlockKind.TABLE, self.first(start, end), end)
        elif tag in ("CodeBlock", "HtmlBlock"):
            self.close_leaf(start)
            self.raw = []
            self.fenced = data != "Indented"
        elif tag == "FootnoteDefinition":
            self.close_leaf(start)
            self.footnote, self.new_footnote = start, True
            name = Span(start + 2, max(self.data.find(b"]:", start, end), start + 2))
            self.draft.footnotes.append(Footnote(data, self.draft.trimmed(start, end), name))

    def on_cell(self, tag: str, start: int) -> None:
        leaf = self.leaf
        if not leaf:
            return
        if tag == "TableCell":
            if not leaf.new_row:
                leaf.prose.separate(" | ", start)
            leaf.new_row = False
        else:
            if tag == "TableRow":
                leaf.prose.separate("\n", start)
            leaf.new_row = True

    def on_end(self, tag: str, start: int, end: int) -> None:
        if tag in _CELLS:
            return
        if tag in ("Link", "Image"):
            if self.leaf:
                self.leaf.prose.close_link()
        elif tag in ("CodeBlock", "HtmlBlock"):
            self.close_raw(tag, start, end)
        elif tag in ("Paragraph", "Table", "Heading"):
            self.close_leaf(end)
        elif tag == "Item":
            self.close_leaf(end)
            self.items.pop()
        elif tag == "List":
            self.lists -= 1
            if self.at_top:
                self.draft.take_list(start, end)
        elif tag == "BlockQuote":
            self.close_leaf(end)
            self.quotes -= 1
        elif tag == "FootnoteDefinition":
            self.close_leaf(end)
            self.footnote = -1

    def inline(self, start: int, end: int) -> Prose:
        """The prose that takes inline events now; text right inside an item opens one."""
        leaf = self.leaf or self.open_leaf(BlockKind.PARAGRAPH, start, end)
        return leaf.prose

    def open_leaf(self, kind: BlockKind, start: int, end: int) -> Leaf:
        self.close_leaf(start)
        if self.footnote >= 0 and kind is BlockKind.PARAGRAPH and not self.lists:
            kind = BlockKind.FOOTNOTE
            start = self.footnote if self.new_footnote else start
        callout = kind is BlockKind.PARAGRAPH and self.new_quote
        self.new_quote = self.new_footnote = False
        self.leaf = Leaf(kind, start, Prose(self.data, self.order, end), callout=callout)
        return self.leaf

    def close_leaf(self, before: int) -> None:
        """End the leaf that is being read, if any; what follows starts at `before`."""
        leaf, self.leaf = self.leaf, None
        if leaf is None:
            return
        inside = 2 if leaf.kind is BlockKind.ITEM else 1  # an item is not inside of itself
        self.draft.add(leaf, before, self.around(inside))

    def close_raw(self, tag: str, start: int, end: int) -> None:
        """End a code or HTML block; one that was never closed reaches the segment's end."""
        text = "".join(self.raw or ())
        self.raw = None
        self.new_quote = self.new_footnote = False
        if self.at_top and self.fenced:
            self.draft.open = end >= len(self.data)
        kind = BlockKind.CODE if tag == "CodeBlock" else BlockKind.HTML
        start = self.first(start, end) if self.fenced else start
        self.draft.add_raw(kind, text, Span(start, end), self.around())

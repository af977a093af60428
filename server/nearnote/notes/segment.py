"""One segment of a note's body read into values; the only user of pyromark.

A segment is text that can be read without what stands before it: see `parse.py` for the cuts.
All offsets and indices in a `Piece` count from the segment's start.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pyromark
from pyromark import Options

from nearnote.notes import inline, items, links
from nearnote.notes.model import (
    Block,
    BlockId,
    BlockKind,
    Footnote,
    Heading,
    Link,
    LinkKind,
    Observation,
    Relation,
    Tag,
)
from nearnote.notes.piece import Piece
from nearnote.notes.prose import Leaf, OpenLink, tidy
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
_CALLOUT = re.compile(r"\[![^\]\n]+\][+-]?[ \t]*")
_SIZE = re.compile(r"\d+(?:x\d+)?")
_PICTURE = re.compile(
    r"\.(?:png|jpe?g|gif|svg|webp|avif|bmp|pdf|mp[34]|webm|wav|m4a|ogg|mov)$", re.I
)
_BREAKS = frozenset({"SoftBreak", "HardBreak"})


def definitions(text: str) -> list[tuple[str, Span]]:
    """Label and place of each link reference definition of a text, first ones only."""
    found = _MARKDOWN.reference_definitions(text)
    return [(label, Span(it["span"]["start"], it["span"]["end"])) for label, it in found.items()]


def read(data: bytes, prefix: str, order: LinkOrder) -> Piece:
    """Read a segment; `prefix` is Markdown that is read before it and then forgotten."""
    skip = len(prefix.encode())
    reader = _Reader(data, order)
    for event, at in _MARKDOWN.events_with_range(prefix + data.decode(), merge_text=True):
        start = at["start"] - skip
        if start >= 0:
            reader.take(event, start, at["end"] - skip)
    return reader.piece()


class _Reader:
    """Takes pyromark's events one by one and keeps what they mean."""

    def __init__(self, data: bytes, order: LinkOrder) -> None:
        self.data = data
        self.order = order
        self.headings: list[Heading] = []
        self.blocks: list[Block | None] = []
        self.links: list[Link] = []
        self.tags: list[Tag] = []
        self.block_ids: list[BlockId] = []
        self.footnotes: list[Footnote] = []
        self.observations: list[Observation] = []
        self.relations: list[Relation] = []
        self.lists = 0
        self.open = False
        self.depth = 0  # of lists
        self.quote = 0
        self.footnote = 0
        self.callout = False  # the next paragraph is the first of a quote
        self.items: list[int] = []  # blocks of the items around
        self.ends: list[int] = []  # where the containers around end
        self.leaf: Leaf | None = None
        self.heading_level = 0
        self.opened: list[OpenLink] = []
        self.code: list[str] | None = None
        self.first_cell = False

    def piece(self) -> Piece:
        self.close_leaf()
        return Piece(
            tuple(self.headings),
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
                self.close_leaf()
                self.add_block(BlockKind.RULE, start, end, "", "")
            elif self.leaf and start >= self.leaf.comment_end:
                self.leaf.add("\n")
            return
        name, value = next(iter(event.items()))
        if name == "Text":
            if self.code is not None:
                self.code.append(value)
            else:
                self.on_text(value, start, end)
        elif name == "Start":
            self.on_start(value, start, end)
        elif name == "End":
            self.on_end(value, start, end)
        elif name == "Html":
            if self.code is not None:
                self.code.append(value)
        else:
            leaf = self.inline(start, end)
            if start < leaf.comment_end:
                return
            if name == "Code":
                leaf.add(value)
            elif name == "TaskListMarker":
                leaf.task = self.data[start + 1 : end - 1].decode()
                leaf.plain_start = False
                leaf.content = -1
            elif name == "FootnoteReference":
                self.links.append(links.footnote_link(self.data, Span(start, end)))

    def on_start(self, tag: Any, start: int, end: int) -> None:
        name, value = (tag, None) if type(tag) is str else next(iter(tag.items()))
        if name in ("Emphasis", "Strong", "Strikethrough"):
            self.inline(start, end)
        elif name in ("Link", "Image"):
            leaf = self.inline(start, end)
            external = links.is_external(value["dest_url"]) and name == "Link"
            muted = not external or not isinstance(value["link_type"], str)
            leaf.muted += muted
            self.opened.append(
                OpenLink(value, name == "Image", Span(start, end), len(leaf.text), -1, muted)
            )
        elif name == "Paragraph":
            leaf = self.leaf
            if leaf is None or leaf.kind is not BlockKind.ITEM or leaf.content >= 0:
                self.open_leaf(BlockKind.PARAGRAPH, start, end)
        elif name == "Item":
            self.close_leaf()
            self.ends.append(end)
            self.items.append(len(self.blocks))
            self.blocks.append(None)
            self.leaf = Leaf(BlockKind.ITEM, start, end, block=self.items[-1])
        elif name == "List":
            self.close_leaf()
            self.lists += self.depth == 0
            self.depth += 1
        elif name == "BlockQuote":
            self.close_leaf()
            self.quote += 1
            self.callout = True
        elif name == "Heading":
            self.open_leaf(BlockKind.PARAGRAPH, start, end)
            if not self.depth and not self.quote and not self.footnote:
                self.heading_level = int(value["level"][1])
        elif name == "Table":
            self.open_leaf(BlockKind.TABLE, start, end)
        elif name == "TableCell":
            if self.leaf and not self.first_cell:
                self.leaf.add(" | ")
            self.first_cell = False
        elif name in ("TableRow", "TableHead"):
            if self.leaf and self.leaf.text:
                self.leaf.add("\n")
            self.first_cell = True
        elif name in ("CodeBlock", "HtmlBlock"):
            self.close_leaf()
            self.code = []
        elif name == "FootnoteDefinition":
            self.close_leaf()
            self.footnote += 1
            opening = Span(start + 2, start + 2 + len(value.encode()))
            self.footnotes.append(Footnote(value, Span(start, self.trimmed(end)), opening))

    def on_end(self, tag: Any, start: int, end: int) -> None:
        name = tag if type(tag) is str else next(iter(tag))
        if name in ("Link", "Image"):
            self.close_link()
        elif name in ("Emphasis", "Strong", "Strikethrough"):
            if self.leaf:
                self.reach(end)
        elif name in ("Paragraph", "Table"):
            self.close_leaf()
        elif name == "Heading":
            self.close_heading(start, end)
        elif name == "Item":
            self.close_leaf()
            self.items.pop()
            self.ends.pop()
        elif name == "List":
            self.depth -= 1
        elif name == "BlockQuote":
            self.close_leaf()
            self.quote -= 1
        elif name == "CodeBlock":
            self.close_code(BlockKind.CODE, start, end)
        elif name == "HtmlBlock":
            self.close_code(BlockKind.HTML, start, end)
        elif name == "FootnoteDefinition":
            self.close_leaf()
            self.footnote -= 1

    # -- leaves ------------------------------------------------------------------------------

    def open_leaf(self, kind: BlockKind, start: int, end: int) -> Leaf:
        self.close_leaf()
        if self.footnote and kind is BlockKind.PARAGRAPH and not self.depth:
            kind = BlockKind.FOOTNOTE
        self.leaf = Leaf(kind, start, end)
        return self.leaf

    def inline(self, start: int, end: int) -> Leaf:
        """The leaf that takes inline events now; text right inside an item opens one."""
        leaf = self.leaf
        if leaf is None:
            leaf = self.open_leaf(BlockKind.PARAGRAPH, start, self.ends[-1] if self.ends else end)
        if leaf.content < 0:
            leaf.content = start
        if end > leaf.end and not self.opened:
            leaf.end = end
        elif self.opened:
            self.reach(end)
        return leaf

    def reach(self, end: int) -> None:
        if self.opened:
            self.opened[-1].label_end = max(self.opened[-1].label_end, end)

    def close_leaf(self) -> None:
        leaf, self.leaf = self.leaf, None
        self.opened.clear()
        if leaf is None:
            return
        if leaf.kind is BlockKind.ITEM:
            self.close_item(leaf)
            return
        end = leaf.limit if leaf.kind is BlockKind.TABLE else max(leaf.end, leaf.start)
        span = Span(leaf.start, self.trimmed(end))
        text, substance = tidy(leaf.text), tidy(leaf.substance)
        if self.callout and self.quote:
            head = _CALLOUT.match(text)
            if head:
                text = text[head.end() :].strip()
                substance = _CALLOUT.sub("", substance, count=1).strip()
            self.callout = False
        text, substance = self.cut_block_id(span, text, substance)
        if text or leaf.kind is not BlockKind.PARAGRAPH:
            self.add_block(leaf.kind, span.start, span.end, text, substance)

    def cut_block_id(self, span: Span, text: str, substance: str) -> tuple[str, str]:
        """Keep the id that ends a leaf, and give its text without it."""
        found = inline.block_id(self.data, span)
        if not found:
            return text, substance
        name, at = found
        mark = "^" + name
        text = text.rstrip(" |\n").removesuffix(mark).rstrip(" |\n")
        substance = substance.rstrip(" |\n").removesuffix(mark).rstrip(" |\n")
        # An id alone in its paragraph is of the block before it.
        block = len(self.blocks) - (0 if text or not self.blocks else 1)
        self.block_ids.append(BlockId(name, at, block))
        return text, substance

    def close_item(self, leaf: Leaf) -> None:
        end = leaf.end if leaf.end >= 0 else self.line_end(leaf.start)
        span = Span(leaf.start, self.trimmed(end))
        text, substance = tidy(leaf.text), tidy(leaf.substance)
        if leaf.task is None and leaf.plain_start:
            box = items.TASK.match(text)
            if box:
                leaf.task = box[1]
                text = text[box.end() :].strip()
                substance = items.TASK.sub("", substance, count=1).strip()
        found = inline.block_id(self.data, span)
        if found:
            self.block_ids.append(BlockId(found[0], found[1], leaf.block))
            text = text.removesuffix("^" + found[0]).rstrip()
            substance = substance.removesuffix("^" + found[0]).rstrip()
        if leaf.task is None and not self.fact(leaf, text):
            context = self.relate(leaf, text)
            substance = substance if context is None else context
        self.blocks[leaf.block] = Block(
            BlockKind.ITEM,
            span,
            text,
            substance,
            len(self.headings),
            self.depth - 1,
            self.lists - 1,
            self.items[-2] if len(self.items) > 1 else -1,
            leaf.task,
            self.quote,
        )

    def fact(self, leaf: Leaf, text: str) -> bool:
        if not leaf.plain_start or self.data[leaf.start : leaf.start + 1].isdigit():
            return False
        fact = items.observation(text)
        if not fact:
            return False
        tags = tuple(tag.name for tag in self.tags if tag.span.start >= leaf.start)
        self.observations.append(
            Observation(fact.category, fact.text, tags, fact.context, leaf.block)
        )
        return True

    def relate(self, leaf: Leaf, text: str) -> str | None:
        """Keep an item's relations; gives their context, None when it holds none."""
        if not leaf.links or any(self.links[i].kind is not LinkKind.WIKI for i, _, _ in leaf.links):
            return None
        joined = "".join(leaf.text)
        kind = items.relation_type(joined[: leaf.links[0][1]])
        context = items.relation_context(joined[leaf.links[-1][2] :])
        between = zip(leaf.links, leaf.links[1:], strict=False)
        if (
            kind is None
            or context is None
            or not all(items.joins_links(joined[a[2] : b[1]]) for a, b in between)
        ):
            return None
        for index, _, _ in leaf.links:
            self.relations.append(Relation(kind, index, context, leaf.block))
        return context

    def close_heading(self, start: int, end: int) -> None:
        leaf, level = self.leaf, self.heading_level
        self.heading_level = 0
        if leaf is None or not level:
            self.close_leaf()
            return
        self.leaf = None
        self.opened.clear()
        span = Span(start, self.trimmed(end))
        text = " ".join("".join(leaf.text).split())
        text_span = Span(leaf.content, leaf.end) if leaf.content >= 0 else Span(span.end, span.end)
        found = inline.block_id(self.data, text_span)
        if found:
            self.block_ids.append(BlockId(found[0], found[1], -1))
            text = text.removesuffix("^" + found[0]).rstrip()
            text_span = Span(text_span.start, self.trimmed(found[1].start))
        self.headings.append(Heading(level, text, span, text_span))

    def close_code(self, kind: BlockKind, start: int, end: int) -> None:
        raw = "".join(self.code or ())
        self.code = None
        if not self.depth and not self.quote and not self.footnote:
            self.open = end >= len(self.data)
        if kind is BlockKind.CODE:
            text = raw.rstrip()
            text = text.lstrip("\n")
        else:
            stripped = raw.strip()
            if stripped.startswith("<!--") and stripped.find("-->") in (-1, len(stripped) - 3):
                kind = BlockKind.COMMENT
            text = inline.strip_html(raw).strip()
        self.add_block(kind, start, self.trimmed(end), text, text)

    def add_block(self, kind: BlockKind, start: int, end: int, text: str, substance: str) -> None:
        self.blocks.append(
            Block(
                kind,
                Span(start, self.trimmed(end)),
                text,
                substance,
                len(self.headings),
                max(self.depth - 1, 0),
                self.lists - 1 if self.depth else -1,
                self.items[-1] if self.items else -1,
                None,
                self.quote,
            )
        )

    # -- inline ------------------------------------------------------------------------------

    def on_text(self, text: str, start: int, end: int) -> None:
        leaf = self.inline(start, end)
        if start < leaf.comment_end:
            if end <= leaf.comment_end:
                return
            start = leaf.comment_end
            text = links.unescape(self.data[start:end].decode())
        if not leaf.text:
            leaf.plain_start = leaf.content == start and not self.opened
        if self.opened:
            leaf.add(text)
            return
        raw = text if len(text) == end - start else self.data[start:end].decode()
        verbatim = raw == text
        done, byte = 0, start
        for mark in inline.marks(raw):
            if mark.start < done:
                continue
            before = raw[done : mark.start]
            at = byte + len(before.encode())
            stop = at + len(raw[mark.start : mark.end].encode())
            if mark.kind == "comment":
                closing = self.comment_end(leaf, stop)
                if closing < 0:
                    continue
                leaf.add(before if verbatim else links.unescape(before))
                if closing >= end:
                    return
                done += len(before) + len(self.data[at:closing].decode())
                byte = closing
                continue
            leaf.add(before if verbatim else links.unescape(before))
            if mark.kind == "tag":
                self.tags.append(Tag(mark.text, Span(at, stop)))
                leaf.show("#" + mark.text)
            else:
                self.links.append(links.url_link(mark.text, Span(at, stop), Span(at, stop)))
            done, byte = mark.end, stop
        rest = raw[done:]
        leaf.add(rest if verbatim else links.unescape(rest))

    def comment_end(self, leaf: Leaf, start: int) -> int:
        """Where the comment that was opened before `start` ends in this leaf; -1 for never."""
        if leaf.no_comment:
            return -1
        closing = self.data.find(b"%%", start, leaf.limit)
        if closing < 0:
            leaf.no_comment = True
            return -1
        leaf.comment_end = closing + 2
        return leaf.comment_end

    def close_link(self) -> None:
        if not self.opened or self.leaf is None:
            return
        leaf, opened = self.leaf, self.opened.pop()
        leaf.muted -= opened.muted
        span = opened.span
        if not self.opened:
            leaf.end = max(leaf.end, span.end)
        self.reach(span.end)
        if span.start < leaf.comment_end:
            del leaf.text[opened.text_mark :]
            return
        label = "".join(leaf.text[opened.text_mark :])
        link = self.link(opened, label)
        if link is None:
            del leaf.text[opened.text_mark :]
            leaf.add(self.data[span.start : span.end].decode())
            return
        before = "".join(leaf.text[: opened.text_mark])
        if link.kind in (LinkKind.WIKI, LinkKind.EMBED):
            del leaf.text[opened.text_mark :]
            leaf.show(_shown(link, label))
        elif opened.data["link_type"] == "Autolink":
            del leaf.text[opened.text_mark :]
            del leaf.substance[-1:]
        if leaf.kind is BlockKind.ITEM:
            leaf.links.append((len(self.links), len(before), len("".join(leaf.text))))
        self.links.append(link)

    def link(self, opened: OpenLink, label: str) -> Link | None:
        kind = opened.data["link_type"]
        span = opened.span
        if not isinstance(kind, str):
            return links.wikilink(self.data, span, self.order)
        how = LinkKind.IMAGE if opened.image else LinkKind.MARKDOWN
        if kind == "Inline":
            return links.inline_link(self.data, how, span, opened.label_end, label)
        url = str(opened.data["dest_url"])
        if kind in ("Autolink", "Email"):
            return links.url_link(url, span, Span(span.start + 1, span.end - 1))
        if kind == "Collapsed" and self.data[span.end : span.end + 2] == b"[]":
            span = Span(span.start, span.end + 2)
        start = span.start + (2 if opened.image else 1)
        return links.reference_link(
            how, span, Span(start, max(start, opened.label_end)), label, url
        )

    # -- places ------------------------------------------------------------------------------

    def trimmed(self, end: int) -> int:
        """`end` moved back over white space."""
        data = self.data
        while end > 0 and data[end - 1] in b" \t\r\n":
            end -= 1
        return end

    def line_end(self, start: int) -> int:
        found = re.compile(rb"[\r\n]").search(self.data, start)
        return found.start() if found else len(self.data)


def _shown(link: Link, label: str) -> str:
    """What a reader sees of a wikilink or an embed."""
    if link.kind is LinkKind.EMBED and (_SIZE.fullmatch(link.label) or not link.label):
        if _PICTURE.search(link.target):
            return ""
    elif link.label:
        return link.label if link.label_first else label
    fragment = "" if link.fragment.startswith("^") else link.fragment.replace("#", " > ")
    return " > ".join(part for part in (link.target, fragment) if part)

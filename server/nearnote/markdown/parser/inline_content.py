"""The inline content of one block or heading: its text, its substance, its links and tags."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nearnote.base.source import Span
from nearnote.markdown.elements import Link, LinkKind, Tag
from nearnote.markdown.parser import link_spans
from nearnote.markdown.parser.inline_marks import marks, may_have_marks, shown

if TYPE_CHECKING:
    from nearnote.markdown.parser.link_spans import LinkOrder

_LINE_ENDS = re.compile(r"[ \t]*\n[ \t\n]*")
_BLANKS = re.compile(r"[ \t]{2,}")
_BREAK = re.compile(rb"<br\b", re.IGNORECASE)
_WORDED = frozenset({"Inline", "Reference", "Collapsed", "Shortcut"})
_URL = re.compile(r"https?://\S+")
# A formula in `$$ … $$` or `$…$`; `$5` is money.
_MATH = re.compile(
    rb"(?<!\\)\$\$[^`]+?\$\$|(?<![\\$\w])\$(?![\s$\d])[^$`\n]*(?<![\s\\])\$(?![\w$])"
)


@dataclass(slots=True)
class _OpenLink:
    """A link whose label is being read, and how much there was before it."""

    data: dict[str, Any]
    image: bool
    span: Span
    texts: int
    substances: int
    length: int
    links: int
    muted: bool
    label_end: int = -1


@dataclass(frozen=True, slots=True)
class Placed:
    """A link and where its words stand in the text before it is tidied."""

    link: Link
    start: int
    end: int


class Prose:
    """Takes the inline events of one block in order.

    Text inside a link that only points elsewhere is text but no substance; what stands in a
    comment `%% … %%` is neither.
    """

    def __init__(self, data: bytes, order: LinkOrder, limit: int) -> None:
        self.start = -1  # of the first inline event
        self.end = -1  # of the last one
        self.bracketed = False  # begins with a bracket that is text and opens no link
        self.links: list[Placed] = []
        self.tags: list[Tag] = []
        self._data = data
        self._order = order
        self._limit = limit  # comments are not closed past this offset
        self._text: list[str] = []
        self._substance: list[str] = []
        self._length = 0  # of the text
        self._muted = 0
        self._opened: list[_OpenLink] = []
        self._comment_end = -1
        self._no_comment = False
        self._math: list[Span] | None = None

    @property
    def raw(self) -> str:
        """The text as it came in, which is what the places of links refer to."""
        return "".join(self._text)

    def headline(self) -> str:
        """The text in one line, without pictures beside words: many a title has badges."""
        raw, bare, end = self.raw, "", 0
        pictures = [placed for placed in self.links if placed.link.kind is LinkKind.IMAGE]
        for placed in sorted(pictures, key=lambda placed: placed.start):
            bare += raw[end : placed.start]  # nothing, for a picture inside of a picture
            end = max(end, placed.end)
        bare += raw[end:]
        return " ".join(bare.split()) or " ".join(raw.split())

    def texts(self) -> tuple[str, str]:
        """What a reader sees, line by line, and the substance of it, which points nowhere else."""
        text = tidy(self._text)
        return text, text if self._substance == self._text else tidy(self._substance)

    # -- events ------------------------------------------------------------------------------

    def event(self, name: str, value: Any, start: int, end: int) -> None:
        """Text, code, inline HTML or a footnote's reference."""
        self._meet(start, end)
        if end <= self._comment_end:
            return
        if name == "Text":
            self._on_text(value, start, end)
        elif start < self._comment_end:
            return
        elif name == "Code":
            self.put(value)
        elif name == "FootnoteReference" and not self._in_math(start):
            link = link_spans.footnote_link(self._data, Span(start, end))
            self.links.append(Placed(link, self._length, self._length))
        elif _BREAK.match(self._data, start, end):
            self.put("\n")

    def put(self, text: str) -> None:
        """Take in words that are substance, unless a link around them only points elsewhere."""
        self._show(text)
        if not self._muted:
            self._substance.append(text)

    def separate(self, text: str, start: int) -> None:
        """Take in what stands between two parts: a line end, or a bar between cells."""
        if start >= self._comment_end:
            self._show(text)
            self._substance.append("\n" if text == "\n" else " ")

    def emphasis(self, start: int, end: int) -> None:
        """Notice emphasis, whose marks belong to the place of the prose."""
        self._meet(start, end)

    def open_link(self, data: dict[str, Any], image: bool, start: int, end: int) -> None:
        """Begin a link, whose label's events follow."""
        self._meet(start, end)
        # What an external link is called is said nowhere else in the vault, so it is substance.
        kind = data["link_type"]
        named = isinstance(kind, str) and kind in _WORDED
        worded = named and link_spans.is_external(data["dest_url"])
        muted = image or not (worded or kind == "Email")
        self._muted += muted
        before = (len(self._text), len(self._substance), self._length, len(self.links))
        self._opened.append(_OpenLink(data, image, Span(start, end), *before, muted))

    def close_link(self) -> None:
        """End the link that was opened last."""
        if not self._opened:
            return
        opened = self._opened.pop()
        self._muted -= opened.muted
        label = "".join(self._text[opened.texts :])
        hidden = opened.span.start < self._comment_end or self._in_math(opened.span.start)
        link = None if hidden else self._link(opened, label)
        if link is None:
            self._undo(opened)
            if opened.span.start >= self._comment_end:
                self.put(self._data[opened.span.start : opened.span.end].decode())
            return
        if link.kind in (LinkKind.WIKI, LinkKind.EMBED):
            self._undo(opened)
            self._show(shown(link, label))
        elif opened.data["link_type"] == "Autolink" or (link.external and _URL.fullmatch(label)):
            self._undo(opened)
        # An image inside of a link was read first, but starts later.
        self.links.insert(opened.links, Placed(link, opened.length, self._length))

    # -- inside ------------------------------------------------------------------------------

    def _meet(self, start: int, end: int) -> None:
        """Note where an event is."""
        if self.start < 0:
            self.start = start
        if self._opened:
            opened = self._opened[-1]
            if end > opened.label_end:
                opened.label_end = end
        elif end > self.end:
            self.end = end

    def _show(self, text: str) -> None:
        self._text.append(text)
        self._length += len(text)

    def _undo(self, opened: _OpenLink) -> None:
        """Forget the words since a link was opened."""
        del self._text[opened.texts :]
        del self._substance[opened.substances :]
        self._length = opened.length
        # The words of what was inside of the link are gone as well.
        inside = self.links[opened.links :]
        self.links[opened.links :] = [Placed(it.link, self._length, self._length) for it in inside]

    def _on_text(self, text: str, start: int, end: int) -> None:
        if start < self._comment_end:
            start = self._comment_end
            text = link_spans.unescape(self._data[start:end].decode())
        if not self._text and self._data.startswith(b"[", start):
            first = self.start == start and not self._opened
            self.bracketed = first and self._data[max(start - 1, 0) : start] != b"\\"
        # What was written as an entity is no mark, and what is no mark here is none in the note.
        if self._opened or not may_have_marks(text):
            self.put(text)
            return
        raw = self._data[start:end].decode()
        # Where there are escapes or entities, each stretch is decoded on its own.
        decode = str if raw == text else link_spans.unescape
        before = self._data[max(start - 4, 0) : start].decode(errors="ignore")[-1:]
        done, byte = 0, start  # the same place in `raw` and in the note
        for mark in marks(before, raw):
            if mark.start < done:
                continue
            gap = raw[done : mark.start]
            at = byte + len(gap.encode())
            if mark.kind == "tag" and self._in_math(at):
                continue
            stop = at + len(raw[mark.start : mark.end].encode())
            closing = self._close_comment(stop) if mark.kind == "comment" else stop
            if closing < 0:
                continue
            self.put(decode(gap))
            if mark.kind == "tag":
                self.tags.append(Tag(mark.text, Span(at, stop)))
                self._show("#" + mark.text)
            elif mark.kind == "url":
                url = link_spans.url_link(decode(mark.text), Span(at, stop), Span(at, stop))
                self.links.append(Placed(url, self._length, self._length))
            elif closing >= end:
                return
            done = mark.end + len(self._data[stop:closing].decode())
            byte = closing
        self.put(decode(raw[done:]))

    def _in_math(self, at: int) -> bool:
        """Whether a byte is in a formula, where brackets mean something else."""
        if self._math is None:
            text = self._data[self.start : self._limit]
            found = _MATH.finditer(text) if b"$" in text else ()
            self._math = [Span(it.start(), it.end()).shift(self.start) for it in found]
        after = bisect_right(self._math, at, key=lambda span: span.start)
        return after > 0 and at in self._math[after - 1]

    def _close_comment(self, start: int) -> int:
        """Where the comment that `%%` opened before `start` ends; -1 when it never does."""
        closing = -1 if self._no_comment else self._data.find(b"%%", start, self._limit)
        if closing < 0:
            self._no_comment = True
            return -1
        self._comment_end = closing + 2
        return self._comment_end

    def _link(self, opened: _OpenLink, label: str) -> Link | None:
        kind, span = opened.data["link_type"], opened.span
        if not isinstance(kind, str):
            return link_spans.wikilink(self._data, span, self._order)
        how = LinkKind.IMAGE if opened.image else LinkKind.MARKDOWN
        if kind == "Inline":
            return link_spans.inline_link(self._data, how, span, opened.label_end, label)
        url = str(opened.data["dest_url"])
        if kind in ("Autolink", "Email"):
            return link_spans.url_link(url, span, Span(span.start + 1, span.end - 1))
        if kind == "Collapsed" and self._data.startswith(b"[]", span.end):
            span = Span(span.start, span.end + 2)  # pyromark leaves the second pair out.
        return link_spans.reference_link(self._data, how, span, label, url)


def tidy(parts: list[str]) -> str:
    """Pieces of text as one, without needless blank space."""
    text = "".join(parts)
    if "\n" in text:
        text = _LINE_ENDS.sub("\n", text)
    if "  " in text or "\t" in text:
        text = _BLANKS.sub(" ", text)
    return text.strip()

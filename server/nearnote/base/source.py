"""The text of a note, its lines, and positions in it.

Inside the core a position is a UTF-8 byte offset; the editor counts lines and columns
in the unit it negotiated. This file is the only place where one becomes the other.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import accumulate

_SURROGATE = re.compile("[\ud800-\udfff]")
_LINE_END = re.compile(r"\r\n?|\n")


class Encoding(Enum):
    """The unit in which an editor counts columns."""

    UTF8 = "utf-8"
    UTF16 = "utf-16"
    UTF32 = "utf-32"

    def units(self, text: str) -> int:
        """Length of `text` in this unit."""
        if self is Encoding.UTF32 or text.isascii():
            return len(text)
        if self is Encoding.UTF16:
            return len(text.encode("utf-16-le")) // 2
        return len(text.encode())


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of UTF-8 byte offsets."""

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start

    def __contains__(self, offset: int) -> bool:
        return self.start <= offset < self.end

    def covers(self, other: Span) -> bool:
        """Whether `other` lies wholly inside."""
        return self.start <= other.start and other.end <= self.end

    def touches(self, offset: int) -> bool:
        """Whether a cursor at `offset` is inside or at either edge."""
        return self.start <= offset <= self.end

    def shift(self, by: int) -> Span:
        """The same range, `by` bytes further on."""
        return Span(self.start + by, self.end + by)


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A position as editors give it: 0-based line, column in units of an `Encoding`."""

    line: int
    column: int


@dataclass(frozen=True)
class Source:
    """One immutable text with its line table.

    Lone surrogates become U+FFFD at the door (`Source.of`), so that every text here can be
    encoded: they are one UTF-16 unit and three UTF-8 bytes before and after.
    """

    text: str
    data: bytes = field(repr=False)

    @staticmethod
    def of(text: str) -> Source:
        """A Source of any Python string."""
        try:
            return Source(text, text.encode())
        except UnicodeEncodeError:
            text = _SURROGATE.sub("\ufffd", text)
            return Source(text, text.encode())

    @staticmethod
    def decode(data: bytes) -> Source:
        """A Source of a file's bytes: torn UTF-8 becomes U+FFFD, a BOM stays first."""
        return Source.of(data.decode("utf-8", errors="replace"))

    @cached_property
    def line_starts(self) -> list[int]:
        """Byte offset of the start of each line; there is always at least one line."""
        # LSP knows three line ends. U+2028, U+0085, \x0b and \x0c are ordinary characters here,
        # as they are to bytes.splitlines(), unlike str.splitlines().
        starts = [0, *accumulate(map(len, self.data.splitlines(keepends=True)))]
        if starts[-1] and self.data[-1] not in b"\r\n":
            starts.pop()
        return starts

    @property
    def line_count(self) -> int:
        """How many lines there are; text that ends in a line end has an empty last line."""
        return len(self.line_starts)

    def line_of(self, offset: int) -> int:
        """The 0-based line that holds the byte `offset`, clamped to the text."""
        return max(0, bisect_right(self.line_starts, offset) - 1)

    def line_span(self, line: int) -> Span:
        """The bytes of a line without its line end; an empty span past the last line."""
        if line >= self.line_count:
            return Span(len(self.data), len(self.data))
        start = self.line_starts[max(line, 0)]
        end = self.line_starts[line + 1] if line + 1 < self.line_count else len(self.data)
        while end > start and self.data[end - 1] in b"\r\n":
            end -= 1
        return Span(start, end)

    def slice(self, span: Span) -> str:
        """The text of a span; a span that tears a character gives U+FFFD for it."""
        return self.data[span.start : span.end].decode("utf-8", errors="replace")

    def line(self, line: int) -> str:
        """The text of a line without its line end."""
        return self.slice(self.line_span(line))

    def lines(self, first: int, last: int) -> list[str]:
        """The texts of the lines from `first` to `last`, as far as there are such."""
        starts = self.line_starts
        if not 0 <= first < min(last + 1, len(starts)):
            return []
        whole = last + 1 < len(starts)
        data = self.data[starts[first] : starts[last + 1] if whole else len(self.data)]
        found = _LINE_END.split(data.decode("utf-8", errors="replace"))
        return found[:-1] if whole else found

    def place(self, offset: int, encoding: Encoding) -> Place:
        """Where a byte offset is for the editor; past the end of a line it is clamped to it."""
        offset = min(max(offset, 0), len(self.data))
        line = self.line_of(offset)
        span = self.line_span(line)
        head = self.data[span.start : min(offset, span.end)]
        column = (
            len(head)
            if encoding is Encoding.UTF8
            else encoding.units(head.decode("utf-8", errors="ignore"))
        )
        return Place(line, column)

    def offset(self, place: Place, encoding: Encoding) -> int:
        """The byte offset of an editor's position, clamped to its line and to the text.

        A column inside a character (half of a surrogate pair, the middle of a UTF-8 sequence)
        means the character's start.
        """
        if place.line < 0:
            return 0
        span = self.line_span(place.line)
        column = max(place.column, 0)
        if place.line >= self.line_count:
            return span.end
        data = self.data[span.start : span.end]
        if encoding is Encoding.UTF8 or data.isascii():
            cut = min(column, len(data))
            while 0 < cut < len(data) and data[cut] & 0xC0 == 0x80:
                cut -= 1
            return span.start + cut
        text = data.decode()
        if encoding is Encoding.UTF32:
            return span.start + len(text[:column].encode())
        units = text.encode("utf-16-le")[: 2 * column]
        return span.start + len(units.decode("utf-16-le", errors="ignore").encode())

    def head(self, limit: int) -> Source:
        """The first `limit` bytes at most, cut at a line end where there is one."""
        if len(self.data) <= limit:
            return self
        cut = self.data.rfind(b"\n", 0, limit) + 1
        return Source.decode(self.data[:cut] if cut else self.data[:limit])

    def edit(self, span: Span, text: str) -> Source:
        """The Source after `span` was replaced by `text`; both ends must be character bounds."""
        new = Source.of(text)
        head, tail = self.data[: span.start], self.data[span.end :]
        data = head + new.data + tail
        return Source(data.decode("utf-8", errors="replace"), data)

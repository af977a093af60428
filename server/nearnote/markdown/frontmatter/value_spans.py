"""A scalar as it is written: which of its characters says which character of its value.

A quote or a fold makes the two differ, and an edit has to be made in what is written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from nearnote.base.source import Span

_PROPERTIES = re.compile(r"(?:[&!]\S*\s+)*")
_FOLD = re.compile(
    r"[ \t]*(?:\r\n|[\r\n\x85\u2028\u2029])(?:[ \t]*(?:\r\n|[\r\n\x85\u2028\u2029]))*[ \t]*"
)
_BREAK = re.compile(r"\r\n|[\r\n\x85\u2028\u2029]")
_ESCAPE = re.compile(r"\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))", re.DOTALL)
_CONTINUED = re.compile(r"\\(?:\r\n|[\r\n])[ \t]*")
_NAMED = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f",
    "r": "\r", "e": "\x1b", " ": " ", '"': '"', "\\": "\\", "/": "/", "N": "\x85", "_": "\xa0",
    "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_HEADER = re.compile(r"[|>][-+1-9]*[ \t]*(?:#[^\r\n]*)?(?:\r\n|[\r\n])")
_LINE = re.compile(r"([ \t]*)([^\r\n]*)(\r\n|[\r\n]|$)")


@dataclass(frozen=True)
class Written:
    """A scalar of a block: what it says, and the characters from `start` to `end` that say it.

    `path` leads to it through the keys and places of the block.
    """

    path: tuple[str | int, ...]
    value: str
    raw: str
    start: int
    end: int

    @property
    def style(self) -> str:
        """The quote or mark that it begins with, empty for a plain one."""
        body = self.raw[self._skip : self._skip + 1]
        return body if body in ("'", '"', "|", ">", "[") else ""

    @cached_property
    def _skip(self) -> int:
        """Past an anchor and a type."""
        found = _PROPERTIES.match(self.raw)
        return found.end() if found else 0

    @cached_property
    def _places(self) -> list[tuple[int, int]] | None:
        """Where in the block each character of the value is written; None when that is unclear."""
        at = self.raw.find(self.value, self._skip)
        if at >= 0:
            return [(self.start + at + i, self.start + at + i + 1) for i in range(len(self.value))]
        pieces = _pieces(self.raw, self._skip, self.style)
        said = "".join(text for text, _, _ in pieces)
        if not self.value.startswith(said) or self.value[len(said) :].strip("\n"):
            return None  # only the line ends after a literal or folded text may be elsewhere
        return [(self.start + start, self.start + end) for text, start, end in pieces for _ in text]

    def span(self, first: int, last: int) -> Span | None:
        """Where a part of the value is written, in characters of the block."""
        places = self._places
        if places is None or not 0 <= first <= last <= len(places):
            return None
        if first == last:
            at = places[first][0] if first < len(places) else self._after(places)
            return Span(at, at)
        return Span(places[first][0], places[last - 1][1])

    def part(self, span: Span) -> tuple[int, int] | None:
        """Which part of the value is written at a span; the reverse of `span`."""
        places = self._places
        if places is None:
            return None
        first = sum(end <= span.start for _, end in places)
        last = sum(start < span.end for start, _ in places)
        return (first, max(first, last)) if self.span(first, max(first, last)) == span else None

    def _after(self, places: list[tuple[int, int]]) -> int:
        return places[-1][1] if places else self.start + self._skip + (self.style in ("'", '"'))


def _pieces(raw: str, start: int, style: str) -> list[tuple[str, int, int]]:
    """What a scalar says, piece by piece, each with its place in `raw`."""
    if style in ("|", ">"):
        return _block_pieces(raw, start, folded=style == ">")
    quoted = style in ("'", '"')
    at, end = (start + 1, len(raw) - 1) if quoted else (start, len(raw))
    pieces = []
    while at < end:
        text, after = raw[at], at + 1
        if style == "'" and raw.startswith("''", at):
            after = at + 2
        elif style == '"' and text == "\\":
            continued = _CONTINUED.match(raw, at, end)
            escape = _ESCAPE.match(raw, at, end)
            if continued:
                text, after = "", continued.end()
            elif escape:
                code = escape[1] or escape[2] or escape[3]
                text = chr(int(code, 16)) if code else _NAMED.get(escape[4], "")
                after = escape.end()
        elif fold := _FOLD.match(raw, at, end):
            text, after = "\n" * (len(_BREAK.findall(fold[0])) - 1) or " ", fold.end()
        pieces.append((text, at, after))
        at = after
    return pieces


def _block_pieces(raw: str, start: int, *, folded: bool) -> list[tuple[str, int, int]]:
    """The lines of a literal or folded scalar without their indentation."""
    header = _HEADER.match(raw, start)
    if not header:
        return []
    lines = [found for found in _LINE.finditer(raw, header.end()) if found[0]]
    indent = min((len(found[1]) for found in lines if found[2]), default=0)
    pieces = []
    for number, found in enumerate(lines):
        begin = found.start() + min(indent, len(found[1]))
        pieces += [(raw[at], at, at + 1) for at in range(begin, found.end(2))]
        more = number + 1 < len(lines)
        if found[3]:
            joint = "\n"
            if folded and more and found[2]:
                joint = " " if lines[number + 1][2] else ""
            pieces.append((joint, found.start(3), found.end(3)))
    return pieces

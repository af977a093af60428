"""The body of a note, cut into segments that are read alone, remembered, and put together.

A segment begins where no Markdown construct can reach across: at a heading or a plain
paragraph in the first column after a blank line, or at a bullet in the first column. Only a fence
or an HTML block that is still open reaches further, which the reader reports, and the segment
grows; and a list, whose parts are known by their bullets.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.markdown.elements import Block, BlockKind, Link
from nearnote.markdown.parser import segment
from nearnote.markdown.parser.body import Body, Placed
from nearnote.markdown.parser.link_spans import definition_link
from nearnote.markdown.parser.parsed_segment import Origin, Piece

if TYPE_CHECKING:
    from collections.abc import Callable

    from nearnote.markdown.parser.link_spans import LinkOrder

# The expression starts with a plain byte, which makes its search ten times faster.
_CUT = re.compile(
    rb"""\n(?:[ \t]*\r?\n(?=\#{1,6}[ \t\r\n]|[A-Za-z\x80-\xff])
       | (?=[-*+][ \t]+[^-*+_=|:\s])  # neither a rule nor the second line of a table
       | (?=(%%)))""",
    re.VERBOSE,
)
_LONE_CR = re.compile(rb"\r(?!\n)")
_LABEL = re.compile(r"\[((?:\\.|[^\[\]\\])+)\]")
_SPECIAL = re.compile(r"([\\<>&])")
_FOOTNOTE = re.compile(rb"\[\^([^\]\s]+)\]:")

# Many tiny segments cost more to put together than they save.
_ENOUGH = 1500
_REMEMBERED = 2048
_FEW = 128


def read(data: bytes, start: int, order: LinkOrder) -> Body:
    """Everything in the body that starts at byte `start`, in the note's own offsets."""
    # Every line end becomes one that the expressions here know, at the same offset.
    data = _LONE_CR.sub(b"\n", data)
    references, prefix_of = _definitions(data, start)
    placed: list[Placed] = []
    origin = Origin(start)
    at = start

    def read_to(end: int) -> Piece:
        text = data[at:end]
        return _segment(text, prefix_of(text), order)

    while at < len(data):
        end = _comment_end(data, at)
        if end > at:
            piece = _comment(end - at)
        else:
            end = first_end = _next_cut(data, at, _ENOUGH, 1)
            piece = read_to(end)
            while piece.open and end < len(data):
                # Doubling keeps the work of all attempts within twice the text.
                least = 2 * (end - at)
                end = _next_cut(data, at, least, least)
                piece = read_to(end)
            if end > first_end and (comment := _first_comment(data, Span(at, end), piece)):
                end = comment
                piece = read_to(end)
        if placed and piece.continues(placed[-1].piece):
            origin = origin._replace(lists=origin.lists - 1)
        placed.append(Placed(piece, origin))
        origin = origin.after(piece, end)
        at = end
    return Body(placed, references)


@lru_cache(_REMEMBERED)
def _segment(data: bytes, prefix: str, order: LinkOrder) -> Piece:
    return segment.read(data, prefix, order)


def _next_cut(data: bytes, at: int, least: int, before_comment: int) -> int:
    """The first good end of a segment that starts at `at` and has `least` bytes, or the other
    number when a comment follows.
    """
    for cut in _CUT.finditer(data, at):
        place = cut.end()
        if cut[1]:
            if place >= at + before_comment and _comment_end(data, place) > place:
                return place
        elif place >= at + least:
            return place
    return len(data)


def _first_comment(data: bytes, span: Span, piece: Piece) -> int:
    """Where the first comment in a piece that grew over it starts; 0 when there is none."""
    raw = [
        block.span.shift(span.start)
        for block in piece.blocks
        if block.kind in (BlockKind.CODE, BlockKind.HTML, BlockKind.COMMENT)
    ]
    for cut in _CUT.finditer(data, span.start, span.end):
        place = cut.end()
        if cut[1] and _comment_end(data, place) > place and not any(place in it for it in raw):
            return place
    return 0


def _comment_end(data: bytes, at: int) -> int:
    """Where the block comment `%% … %%` at `at` ends; `at` itself when there is none.

    One that closes within its line and is followed by text is the reader's business.
    """
    if not data.startswith(b"%%", at):
        return at
    closing = data.find(b"%%", at + 2)
    if closing < 0:
        return at
    line_end = data.find(b"\n", at)
    line_end = len(data) if line_end < 0 else line_end
    if closing < line_end and data[closing + 2 : line_end].strip():
        return at
    return closing + 2


@lru_cache(_FEW)
def _comment(length: int) -> Piece:
    return Piece(blocks=(Block(BlockKind.COMMENT, Span(0, length), "", "", 0),))


def _definitions(data: bytes, start: int) -> tuple[tuple[Link, ...], Callable[[bytes], str]]:
    """The note's reference definitions as links, and the ones that a segment needs to know."""
    if data.find(b"]:", start) < 0:
        return (), lambda _: ""
    found: list[Link] = []
    known: dict[str, str] = {}
    for name in _FOOTNOTE.findall(data, start):
        text = name.decode()
        known[_key("^" + text)] = f"\n[^{text}]: x\n"
    for it in segment.definitions(data[start:]):
        link = definition_link(data, it.span.shift(start))
        if link:
            found.append(link)
            target = _SPECIAL.sub(r"\\\1", it.target)
            known[_key(it.label)] = f"\n[{' '.join(it.label.split())}]: <{target}>\n"

    def prefix_of(piece: bytes) -> str:
        needed = "".join(known[key] for key in _labels(piece) if key in known)
        # The rule ends the last footnote, which would take an indented line that follows.
        return f"{needed}\n***\n\n" if needed else ""

    return tuple(found), prefix_of


@lru_cache(_REMEMBERED)
def _labels(piece: bytes) -> tuple[str, ...]:
    """Everything in a segment that may be the name of a reference or a footnote."""
    return tuple(dict.fromkeys(_key(label) for label in _LABEL.findall(piece.decode())))


def _key(label: str) -> str:
    return " ".join(label.split()).casefold()

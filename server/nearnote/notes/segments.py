"""The body of a note, cut into segments that are read alone, remembered, and put together.

A segment begins where no Markdown construct can reach across: at a heading or a plain
paragraph in the first column after a blank line. Only a fence or an HTML block that is still
open reaches further; the reader reports that, and the segment grows.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from nearnote.notes import segment
from nearnote.notes.links import definition_link
from nearnote.notes.model import Block, BlockKind, Link
from nearnote.notes.piece import Origin, Piece, join, move
from nearnote.notes.text import Span

if TYPE_CHECKING:
    from collections.abc import Callable

    from nearnote.notes.links import LinkOrder

# The expression starts with a plain byte, which makes its search ten times faster.
_CUT = re.compile(rb"\n(?:[ \t]*\r?\n(?=#{1,6}[ \t\r\n]|[A-Za-z\x80-\xff])|(?=(%%)))")
_LONE_CR = re.compile(rb"\r(?!\n)")
_LABEL = re.compile(r"\[((?:\\.|[^\[\]\\])+)\]")
_SPECIAL = re.compile(r"([\\<>&])")
_FOOTNOTE = re.compile(rb"\[\^([^\]\s]+)\]:")

# Many tiny segments cost more to put together than they save.
_ENOUGH = 1500
_REMEMBERED = 2048


def read(data: bytes, start: int, order: LinkOrder) -> Piece:
    """Everything in the body that starts at byte `start`, in the note's own offsets."""
    # Every line end becomes one that the expressions here know, at the same offset.
    data = _LONE_CR.sub(b"\n", data)
    references, prefix_of = _definitions(data, start)
    next_cut = _cutter(data, start)
    pieces: list[Piece] = []
    origin = Origin(start)
    at = start
    while at < len(data):
        end = _comment_end(data, at)
        if end > at:
            piece = _comment(Span(at, end), origin)
        else:
            end = next_cut(at, _ENOUGH, 1)
            text = data[at:end]
            piece = _segment(text, prefix_of(text), order).at(origin)
            while piece.open and end < len(data):
                # Doubling keeps the work of all attempts within twice the text.
                least = 2 * (end - at)
                end = next_cut(at, least, least)
                text = data[at:end]
                piece = _segment(text, prefix_of(text), order).at(origin)
        pieces.append(piece)
        origin = origin.after(piece, end)
        at = end
    whole = join(pieces)
    return replace(whole, links=whole.links + references) if references else whole


class _Segment:
    """A segment that was read once, at the place where it stood last."""

    def __init__(self, piece: Piece) -> None:
        self._piece = piece
        self._origin = Origin()

    def at(self, origin: Origin) -> Piece:
        """Its contents when it stands at `origin`."""
        if origin != self._origin:
            self._piece = move(self._piece, origin.since(self._origin))
            self._origin = origin
        return self._piece


@lru_cache(_REMEMBERED)
def _segment(data: bytes, prefix: str, order: LinkOrder) -> _Segment:
    return _Segment(segment.read(data, prefix, order))


def _cutter(data: bytes, start: int) -> Callable[[int, int, int], int]:
    """A function (at, least, before_comment) -> the first good end of a segment from `at`.

    It has `least` bytes, or the other number when a comment follows.
    """
    cuts = _CUT.finditer(data, start)

    def next_cut(at: int, least: int, before_comment: int) -> int:
        for cut in cuts:
            place = cut.end()
            if cut[1]:
                if place >= at + before_comment and _comment_end(data, place) > place:
                    return place
            elif place >= at + least:
                return place
        return len(data)

    return next_cut


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


def _comment(span: Span, origin: Origin) -> Piece:
    return Piece(blocks=(Block(BlockKind.COMMENT, span, "", "", origin.headings),))


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

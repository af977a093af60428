"""What Markdown takes literally or as marks: code, formulas, HTML, comments, brackets, addresses.

One pass from left to right; whatever is in a note, it costs time in proportion to its length.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from typing import TYPE_CHECKING

from nearnote.base.source import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

_START = re.compile(rb"\\.|`+|\$\$?|<|%%|!?\[|://|@", re.DOTALL)
# Each of these ends at the next character that could begin it: no stretch is read twice.
_BOUNDED = {
    b"$": re.compile(rb"\$[^$\s](?:[^$\n]*[^$\s])?\$"),
    b"<": re.compile(rb"<[^<>\n]+>"),
    b"[": re.compile(rb"!?\[[^\[\]\n]*\](?:\([^()\n]*\))?"),
}
_TO_BLANK = re.compile(rb"\S+")
_BLANK = b" \t\n\r\x0b\x0c"
_WORD = b"_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def marked(data: bytes, within: Span) -> Iterator[Span]:
    """The stretches of a block in which no link may be made, in order and apart."""
    ticks = _Ticks(data, within)
    open_ended: set[bytes] = set()  # marks that nothing closes from here on
    at = floor = within.start  # where the last stretch ended
    while (found := _START.search(data, at, within.end)) is not None:
        mark, start = found[0], found.start()
        end = -1
        if mark[:1] == b"\\":
            end = found.end()
        elif mark[:1] == b"`":
            end = ticks.close(start, found.end())
        elif mark in (b"$$", b"%%"):
            close = -1 if mark in open_ended else data.find(mark, found.end(), within.end)
            end = close + 2 if close >= 0 else -1
            if close < 0:
                open_ended.add(mark)
        elif mark in (b"://", b"@"):
            start = _back(data, start, floor, mark)
            if start < found.start() and (rest := _TO_BLANK.match(data, found.end(), within.end)):
                end = rest.end()
        else:
            whole = _BOUNDED[mark[-1:]].match(data, start, within.end)
            end = -1 if whole is None else whole.end()
        if end >= 0:
            yield Span(start, end)
            floor = end
        at = end if end >= 0 else found.end()


def _back(data: bytes, start: int, floor: int, mark: bytes) -> int:
    """Where the address begins: at the scheme's first letter, or after the last blank."""
    while start > floor and (
        data[start - 1] in _WORD if mark == b"://" else data[start - 1] not in _BLANK
    ):
        start -= 1
    return start


class _Ticks:
    """Runs of backticks by their length: a span of code ends at the next run as long as its own."""

    def __init__(self, data: bytes, within: Span) -> None:
        self._starts: defaultdict[int, list[int]] = defaultdict(list)
        for run in re.finditer(rb"`+", data[within.start : within.end]):
            self._starts[len(run[0])].append(within.start + run.start())

    def close(self, start: int, end: int) -> int:
        """The end of the code that the run from `start` to `end` begins; -1 when it is open."""
        same = self._starts[end - start]
        after = bisect_right(same, start)
        return same[after] + end - start if after < len(same) else -1

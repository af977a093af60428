"""The parts of one block that is too long for a chunk, each with its place inside the block."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.markdown.chunks import split_points
from nearnote.markdown.elements import BlockKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_TOKEN = re.compile(r"[^\W_]{1,8}")  # Scripts without spaces have words of any length.
_LOOK_AHEAD = 400  # bytes: a link's address may stand between two words


def parts_of(
    kind: BlockKind, text: str, raw: bytes, limit: int, overlap: int
) -> Iterator[tuple[str, Span]]:
    """Bodies of at most `limit` characters and where each stands in `raw`, the block as written.

    Prose is cut at sentences and overlaps; code and tables are cut between lines, and each part
    of a table begins with the table's first row.
    """
    header = ""
    if kind is BlockKind.CODE:
        cuts = split_points.lines(text, limit)
    elif kind is BlockKind.TABLE:
        first_row = text.partition("\n")[0]
        header = f"{first_row}\n" if len(first_row) < limit // 3 else ""
        cuts = split_points.lines(text, limit - len(header))
    else:
        cuts = split_points.prose(text, limit, overlap)
    by_line = kind in (BlockKind.CODE, BlockKind.TABLE)
    places = _lines_located(kind, text, raw, cuts) if by_line else None
    for (start, end), within in zip(cuts, places or _located(text, raw, cuts), strict=True):
        body = text[start:end]
        body = body.strip("\r\n") if by_line else body.strip()
        if _TOKEN.search(body):
            yield (header + body if start else body), within


def _lines_located(
    kind: BlockKind, text: str, raw: bytes, cuts: Sequence[split_points.Cut]
) -> list[Span] | None:
    """Where parts of code or of a table stand, whose lines are those of the bytes; None when
    they are not.
    """
    lines = raw.splitlines(keepends=True)
    starts = [0, *accumulate(map(len, lines))]
    ends = [match.end() for match in re.finditer("\n", text)]  # of all lines but the last
    if kind is BlockKind.TABLE:
        rows = [0, *range(2, len(lines))]  # Between the first row and the others is a ruler.
        if len(rows) != len(ends) + 1:
            return None  # A cell has lines of its own.
    else:
        fence = next((n for n, line in enumerate(lines) if _same_line(line, text)), 0)
        rows = list(range(fence, len(lines)))
        if len(rows) <= len(ends):
            return None
    spans = []
    for start, end in cuts:
        first, last = rows[bisect_right(ends, start)], rows[bisect_left(ends, end)]
        spans.append(Span(starts[first], starts[last] + len(lines[last].rstrip())))
    return spans


def _same_line(line: bytes, text: str) -> bool:
    """Whether a line is the first of a code's text, which has no indentation and no quote marks."""
    return line.strip(b" \t\r\n>") == text.partition("\n")[0].encode().strip(b" \t\r\n>")


def _located(text: str, raw: bytes, cuts: Sequence[split_points.Cut]) -> list[Span]:
    """Where the parts of a block's text stand among its bytes, to the word.

    The text is what is left of the bytes without marks and addresses, so its words are looked
    up one after the other, each a little further on than the last; a word that was written in
    another way (`&amp;`) is passed over.
    """
    offsets, starts = [0], [0]
    at = 0
    for token in _TOKEN.finditer(text):
        word = token[0].encode()
        found = raw.find(word, at, at + _LOOK_AHEAD + len(word))
        if found >= 0:
            at = found + len(word)
            offsets.append(token.start())
            starts.append(found)
    offsets.append(len(text))
    starts.append(len(raw))
    spans = []
    for start, end in cuts:
        begin = starts[bisect_left(offsets, start)]
        finish = starts[bisect_left(offsets, end)]  # where the next word begins
        spans.append(Span(begin, begin + len(raw[begin:finish].rstrip())))
    return spans

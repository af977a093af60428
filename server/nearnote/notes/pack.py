"""Pack a run of units into groups below a size, so that an edit moves as few cuts as it can.

Filling groups from the front would let one more word at the top move every cut below it. Here a
run that is too long is cut in two near its middle, at the unit whose first letters happen to have
the lowest checksum, and so on in both halves. Which unit that is depends on nothing but the units
near the middle, so the halves that an edit does not touch are cut as before.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Sequence

_LETTERS = 16  # Of a unit's start only: typing at its end then moves no cut.


def pack(units: Sequence[str], ranks: Sequence[int], limit: int, gap: int = 0) -> list[range]:
    """Groups of units in order, each at most `limit` characters or one unit.

    Cuts prefer units of a low rank. `gap` is what joining two units adds.
    """
    ends = [0, *accumulate(len(unit) + gap for unit in units)]
    if ends[-1] - gap <= limit:
        return [range(len(units))] if units else []
    checksums = [crc32(unit[:_LETTERS].encode(errors="replace")) for unit in units]
    groups = []
    todo = [range(len(units))]
    while todo:
        run = todo.pop()
        size = ends[run.stop] - ends[run.start]
        if size - gap <= limit or len(run) == 1:
            groups.append(run)
            continue
        third = size / 3
        middle = range(
            bisect_left(ends, ends[run.start] + third, run.start + 1, run.stop),
            bisect_right(ends, ends[run.stop] - third, run.start + 1, run.stop),
        )
        cut = min(
            middle or _around(ends, run), key=lambda unit: (ranks[unit], checksums[unit], unit)
        )
        todo.append(range(cut, run.stop))
        todo.append(range(run.start, cut))
    return groups


def _around(ends: Sequence[int], run: range) -> tuple[int]:
    """The cut nearest to the middle of a run whose middle is one large unit."""
    middle = (ends[run.start] + ends[run.stop]) / 2
    return (min(range(run.start + 1, run.stop), key=lambda unit: abs(ends[unit] - middle)),)

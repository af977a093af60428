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


Place = tuple[int, int]
"""How a cut is chosen: by the rank of the unit after it, lowest first, then by its checksum."""


def place(unit: str, rank: int = 0) -> Place:
    """What makes a unit a better or a worse place to cut before."""
    return rank, crc32(unit[:_LETTERS].encode(errors="replace"))


def pack(sizes: Sequence[int], places: Sequence[Place], limit: int, gap: int = 0) -> list[range]:
    """Groups of units in order, each at most `limit` characters or one unit.

    `gap` is what joining two units adds to their sizes.
    """
    ends = [0, *accumulate([size + gap for size in sizes])]
    if ends[-1] - gap <= limit:
        return [range(len(sizes))] if sizes else []
    groups = []
    todo = [range(len(sizes))]
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
        cut = min(middle or _around(ends, run), key=places.__getitem__)
        todo.append(range(cut, run.stop))
        todo.append(range(run.start, cut))
    return groups


def _around(ends: Sequence[int], run: range) -> tuple[int]:
    """The cut nearest to the middle of a run whose middle is one large unit."""
    middle = (ends[run.start] + ends[run.stop]) / 2
    return (min(range(run.start + 1, run.stop), key=lambda unit: abs(ends[unit] - middle)),)

"""Do scores say how sure a hit is: of those with a score near .7, are seven in ten wanted?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sets import QuerySet

    from nearnote.index.query import Mode
    from nearnote.workspace.workspace import Workspace

BINS, DEPTH = 10, 10


def judged(workspace: Workspace, asked: QuerySet, mode: Mode) -> Iterator[tuple[float, bool]]:
    """The score of each of the first notes for odd ids, and whether it is one that was wanted."""
    for query in asked.queries:
        if query.id % 2:
            best: dict[str, float] = {}
            for found in workspace.search(query.text, mode, 50).hits:
                best.setdefault(str(found.hit.path), found.hit.score)
            for path, score in list(best.items())[:DEPTH]:
                yield score, path in query.gold


def diagram(rows: Iterable[tuple[float, bool]]) -> tuple[float, list[tuple[float, float, int]]]:
    """The expected calibration error, and of each bin (mean score, share that is right, hits)."""
    table = np.array(list(rows), np.float64)
    at = np.minimum((table[:, 0] * BINS).astype(int), BINS - 1)
    bins = [
        (
            float(table[at == each, 0].mean()),
            float(table[at == each, 1].mean()),
            int((at == each).sum()),
        )
        for each in range(BINS)
        if (at == each).any()
    ]
    error = sum(count * abs(said - right) for said, right, count in bins) / len(table)
    return error, bins


def picture(bins: Iterable[tuple[float, float, int]]) -> str:
    """A bar for each bin: how many are right (#), and where the score says that it ends (|)."""
    lines = []
    for said, right, count in bins:
        bar = list(f"{'#' * round(40 * right):<41}")
        bar[round(40 * said)] = "|"
        lines.append(f"    {said:.2f} {''.join(bar)} {right:.2f} of {count}")
    return "\n".join(lines)

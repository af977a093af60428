"""Regions of the picture: places where many notes lie together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from nearnote.features.map.neighbours import Matrix, Numbers

CELLS = 96
"""The picture has so many cells in a row."""
BLUR = 0.13
"""How far a note is felt, where notes are on average 1 away from the middle."""
LEAST = 4
"""Fewer notes are no region."""


def regions(points: Matrix) -> Numbers:
    """The region of each point, counted from 0 from the largest; -1 where points lie alone.

    A region is a hill of the density of points: from each cell, it goes uphill to one peak.

    Mode seeking (as mean shift: Fukunaga & Hostetler 1975) on a kernel density of a grid. `points`
    is (notes, 2), the answer int32 (notes,).
    """
    if len(points) < LEAST:
        return np.full(len(points), -1, np.int32)
    low = points.min(axis=0)
    width = max(float(np.ptp(points, axis=0).max()), BLUR)
    at = np.minimum((points - low) / width * CELLS, CELLS - 1).astype(np.int32)
    cells = at[:, 0] * CELLS + at[:, 1]
    counts = np.bincount(cells, minlength=CELLS * CELLS).reshape(CELLS, CELLS)
    peaks = _peaks(_blurred(counts.astype(np.float64), BLUR * CELLS / width))[cells]
    names, which, sizes = np.unique(peaks, return_inverse=True, return_counts=True)
    order = np.lexsort((names, -sizes))
    rank = np.empty(len(names), np.int32)
    rank[order] = np.arange(len(names))
    rank[sizes < LEAST] = -1
    found: Numbers = rank[which]
    return found


def _blurred(counts: NDArray[np.float64], deviation: float) -> NDArray[np.float64]:
    """The density of points: each is spread as a bell."""
    reach = int(np.ceil(3 * deviation))
    steps = np.arange(-reach, reach + 1)
    bell = np.exp(-((steps / max(deviation, 1e-9)) ** 2) / 2)
    matrix = np.zeros((CELLS, CELLS))
    for step, weight in zip(steps, bell, strict=True):
        matrix += weight * np.eye(CELLS, k=int(step))
    return matrix @ counts @ matrix.T


def _peaks(density: NDArray[np.float64]) -> Numbers:
    """The cell in which it ends to go uphill from each cell."""
    padded = np.pad(density, 1, constant_values=-1.0)
    moves = [(x, y) for x in (0, -1, 1) for y in (0, -1, 1)]
    around = np.stack([padded[1 + x : 1 + x + CELLS, 1 + y : 1 + y + CELLS] for x, y in moves])
    steps = np.array([x * CELLS + y for x, y in moves])
    up = np.arange(CELLS * CELLS) + steps[around.argmax(axis=0)].ravel()
    while True:
        further = up[up]
        if (further == up).all():
            return np.asarray(up, np.int32)
        up = further

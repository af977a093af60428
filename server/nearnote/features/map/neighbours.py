"""Which notes are nearest to which, by their vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]
    Numbers = NDArray[np.int32]

BLOCK = 1024
"""So many rows are compared at once: 10,000 notes have 100 million pairs."""
DIGITS = 5
"""Cosines are rounded, since their last bits depend on where in a matrix a row lies."""


def nearest(vectors: Matrix, k: int) -> tuple[Numbers, Matrix]:
    """The `k` nearest other rows of each row of unit length, nearest first, and their cosines.

    There are fewer columns where there are fewer rows. Of equally near rows the first ones count.

    Exact, by cosine: `vectors` is float32 (rows, dimensions), the answers (rows, k).
    """
    count = len(vectors)
    k = max(min(k, count - 1), 0)
    found = np.zeros((count, k), np.int32)
    cosines = np.zeros((count, k), np.float32)
    if not k:
        return found, cosines
    for start in range(0, count, BLOCK):
        rows = np.arange(start, min(start + BLOCK, count))
        near = np.round(vectors[rows] @ vectors.T, DIGITS)
        near[rows - start, rows] = -np.inf
        some = np.sort(np.argpartition(-near, k - 1, axis=1)[:, :k], axis=1)
        order = np.argsort(-np.take_along_axis(near, some, 1), axis=1, kind="stable")
        found[rows] = np.take_along_axis(some, order, 1)
        cosines[rows] = np.take_along_axis(near, found[rows], 1)
    return found, cosines

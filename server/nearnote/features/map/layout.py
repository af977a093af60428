"""Points on a plane for vectors: what is near in meaning lies near.

The way is t-SNE's (each point is drawn to its nearest ones and pushed away by all) with what keeps
a picture steady: it begins with two directions in which all vectors differ and uses no chance, so
the same notes give the same picture and one note more gives nearly the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nearnote.features.map.repulsion import repulsion

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from nearnote.features.map.neighbours import Numbers

    Matrix = NDArray[np.float32]

ROUNDS = 300
SLOW = 0.5, 0.8
"""How much of the last step is kept, in the first rounds and after them."""
GATHERING = 80
"""So many rounds draw harder than the others, while groups form."""
PULLS = 2.0, 1.0
"""How much harder points are drawn than t-SNE draws them, first and then."""
TURNS, POWER = (1.0, 2.0**0.5), 3
"""Two directions to begin with, and how often they are turned to where vectors differ."""
WIDTH = 0.5
"""No point moves farther in one round: leaps are what makes one note more change all."""


def layout(vectors: Matrix, near: Numbers) -> Matrix:
    """A point for each vector of unit length, around (0, 0) and on average at a distance of 1.

    `near` are the rows that each row is drawn to, as `neighbours.nearest` gives them.

    t-SNE (van der Maaten & Hinton 2008) with equal weights for the nearest, early exaggeration and
    momentum. `vectors` is (notes, dimensions), `near` int32 (notes, k); gives (notes, 2).
    """
    start = points = spread(vectors)
    count = len(points)
    if count < 3:
        return _fitted(points)
    one, two, pull = _springs(near)
    step: Matrix = np.zeros_like(points)
    for number in range(ROUNDS):
        early = number < GATHERING
        away = points[one] - points[two]
        drawn = away * (pull / (1 + (away**2).sum(axis=1)))[:, None]
        attraction = np.stack([np.bincount(one, drawn[:, axis], count) for axis in (0, 1)], axis=1)
        push, total = repulsion(points)
        slope = PULLS[not early] * attraction - push / total
        step = np.clip(SLOW[not early] * step - 4 * count * slope / PULLS[0], -WIDTH, WIDTH)
        points = points + step
        points = points - points.mean(axis=0)
    return _fitted(_turned(points, start))


def spread(vectors: Matrix) -> Matrix:
    """Where vectors lie along two directions in which they differ much, at a deviation of 1.

    The directions are turned towards the principal ones and do not become them: where several are
    equally good, one vector more would choose others.

    Power iteration, `POWER` steps from fixed directions towards PCA; (notes, dimensions) to (notes,
    2).
    """
    count, dimensions = vectors.shape
    if count < 2 or not dimensions:
        return np.zeros((count, 2), np.float32)
    centred = np.asarray(vectors - vectors.mean(axis=0), np.float64)
    covariance = centred.T @ centred
    directions = np.cos(np.outer(np.arange(1, dimensions + 1), TURNS))
    for _ in range(POWER):
        directions = covariance @ directions
        directions /= np.maximum(np.linalg.norm(directions, axis=0), 1e-9)
    directions[:, 1] -= directions[:, 0] * (directions[:, 0] @ directions[:, 1])
    points = centred @ directions
    points /= np.maximum(points.std(axis=0), 1e-9)
    return np.asarray(points, np.float32)


def _springs(near: Numbers) -> tuple[Numbers, Numbers, Matrix]:
    """The pairs that draw each other, in both directions, and how hard; all together draw by 1."""
    count, k = near.shape
    one, two = np.repeat(np.arange(count), k), near.ravel().astype(np.int64)
    keys, often = np.unique(
        np.concatenate([one * count + two, two * count + one]), return_counts=True
    )
    return (
        (keys // count).astype(np.int32),
        (keys % count).astype(np.int32),
        (often / often.sum()).astype(np.float32),
    )


def _turned(points: Matrix, like: Matrix) -> Matrix:
    """The points turned, and mirrored where that helps, so that they lie as others do.

    The forces know no left and right: without this, one note more could turn the picture.

    Orthogonal Procrustes (Schönemann 1966).
    """
    left, _, right = np.linalg.svd(np.asarray(points.T @ like, np.float64))
    turned: Matrix = points @ (left @ right).astype(np.float32)
    return turned


def _fitted(points: Matrix) -> Matrix:
    """The points around their middle, on average at a distance of 1."""
    centred = points - points.mean(axis=0) if len(points) else points
    size = float(np.sqrt((centred**2).sum(axis=1).mean())) if len(points) else 0.0
    return np.asarray(centred / max(size, 1e-9), np.float32)

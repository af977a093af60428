"""What a vault's own vectors say about a model: which directions are common, what is near.

Every model has directions that all of its texts share, and a vault about one theme has more of
them. They say nothing about which text is meant, so a query is turned away from them. And a
cosine means something only against those that a question about nothing gets here.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

TAIL = 16
"""One in so many cosines of a probe, the highest, show how its best one grows with their number."""


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """The turn of queries that a sample of `size` vectors calls for, and what chance finds.

    `high` is, for each probe, the lowest cosine of its tail, and `steep` how far the tail lies
    above it in the mean.
    """

    turn: Matrix
    size: int
    high: Matrix
    steep: Matrix

    @staticmethod
    def of(sample: Matrix, probes: Matrix) -> Space:
        """The space of vectors, a row each, and of the vectors of `PROBES`."""
        size, dimensions = sample.shape
        eye = np.eye(dimensions, dtype=np.float32)
        if size < 2:
            none = np.zeros(0, np.float32)
            return Space(eye, size, none, none)
        centred = sample - sample.mean(axis=0)
        covariance = centred.T @ centred / size
        # The commonest direction is halved, rarer ones less, by how common they are.
        turn = np.linalg.inv(eye + covariance / max(_largest_eigenvalue(covariance), 1e-9))
        turned = probes @ turn
        turned /= np.maximum(np.linalg.norm(turned, axis=1, keepdims=True), 1e-9)
        cosines = np.sort(turned @ sample.T, axis=1)[:, -1 - max(size // TAIL, 1) :]
        high = cosines[:, 0]
        return Space(turn.astype(np.float32), size, high, cosines[:, 1:].mean(axis=1) - high)

    def turned(self, query: Matrix) -> Matrix:
        """A query's vector without most of what it shares with every text, of unit length."""
        turned = self.turn @ query
        return turned / max(float(np.linalg.norm(turned)), 1e-9)

    def floor(self, count: int) -> float:
        """The cosine below which a turned query's hit among `count` vectors is chance."""
        if not len(self.high):
            return 0.0
        # Tails of cosines fall off exponentially: the best of `count` is about here.
        tail = max(self.size // TAIL, 1) * max(count / self.size, 1.0)
        return float(np.median(self.high + log(tail) * self.steep))


def _largest_eigenvalue(covariance: Matrix) -> float:
    """By the power method, near enough for a measure; never below the largest variance."""
    variances = covariance.diagonal()
    vector = covariance[:, int(variances.argmax())]
    for _ in range(30):
        vector = vector / max(float(np.linalg.norm(vector)), 1e-9)
        vector = covariance @ vector
    return max(float(np.linalg.norm(vector)), float(variances.max()))

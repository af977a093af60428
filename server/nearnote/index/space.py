"""What a vault's own vectors say about a model: which directions are common, what is near.

Every model has directions that all of its texts share, and a vault about one theme has more of
them. They say nothing about which text is meant, so a query is turned away from them; and a
cosine means something only against the cosines that this query has with any text of the vault.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """Mean and covariance of a sample of a vault's vectors, and the turn that they call for."""

    mean: Matrix
    covariance: Matrix
    turn: Matrix

    @staticmethod
    def of(sample: Matrix) -> Space:
        """The space of vectors, a row each; without any nothing is turned."""
        dimensions = sample.shape[1]
        if not len(sample):
            zero = np.zeros(dimensions, np.float32)
            eye = np.eye(dimensions, dtype=np.float32)
            return Space(zero, 0 * eye, eye)
        mean = sample.mean(axis=0)
        centred = sample - mean
        covariance = centred.T @ centred / len(sample)
        largest = max(float(np.linalg.eigvalsh(covariance)[-1]), 1e-9)
        # The commonest direction is halved, rarer ones less, by how common they are.
        turn = np.linalg.inv(np.eye(dimensions, dtype=np.float32) + covariance / largest)
        return Space(mean, covariance, turn.astype(np.float32))

    def turned(self, query: Matrix) -> Matrix:
        """A query's vector without most of what it shares with every text, of unit length."""
        turned = self.turn @ query
        return turned / max(float(np.linalg.norm(turned)), 1e-9)

    def usual(self, query: Matrix) -> tuple[float, float]:
        """Mean and standard deviation of the cosines of a (turned) query with the vault's texts."""
        return float(query @ self.mean), max(float(query @ self.covariance @ query), 1e-9) ** 0.5

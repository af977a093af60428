"""What a vault's own vectors say about a model: which directions are common, what is near.

Every model has directions that all of its texts share, and a vault about one theme has more of
them. They say nothing about which text is meant, so whatever looks for others is turned away from
them. And a cosine means something only against those that a question about nothing gets here.
"""

from __future__ import annotations

from functools import cached_property
from math import log
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

QUERY, NOTE = 1.0, 30.0
"""How far a query is turned away from the commonest direction, and how far a note is, which shares
much more with other notes."""
ENOUGH = 50
"""So many vectors at least tell what is common."""
PAIRS, ALIKE, USUAL = 256, 0.06, 0.11
"""Cosines between texts of a vault deviate by about `USUAL`; a model where they do by less than
`ALIKE`, as E5's, needs them spread. So many texts are paired to find out."""
CHANCE = 1 / 3
"""The share of probes that find less than the floor. A higher floor would hide what is meant."""
TAIL = 16
"""One in so many cosines of a probe, the highest, show how its best one grows with their number."""


class Anisotropy:
    """The turns of vectors that a sample calls for. Made once for a sample, then only read."""

    def __init__(self, sample: Matrix, probes: Matrix) -> None:
        """`sample` are vectors of the vault, a row each, and `probes` those of `NULL_QUERIES`."""
        self._sample = sample
        self._probes = probes
        self.size, self._dimensions = sample.shape

    @cached_property
    def query(self) -> AnisotropyCorrection:
        """For what a person asks."""
        return self._turn(QUERY)

    @cached_property
    def note(self) -> AnisotropyCorrection:
        """For what a note says.

        So far a turn is for vaults with more texts than the model has directions. With fewer,
        every text lies in a direction of its own, and what is rare could not be told from what
        is common: the vault's best neighbours would be turned away from.
        """
        known = max(1.0 - self._dimensions / max(self.size, 1), 0.0)
        return self._turn(QUERY + (NOTE - QUERY) * known)

    @cached_property
    def spreading(self) -> tuple[float, float]:
        """What to take off cosines and then to multiply them by, so that they are as others'.

        Scores by words are set against the cosines that most models give. One that calls all
        texts alike would have no say beside them.

        A linear (z-score) calibration: (mean, factor), to be used as (cosine − mean) · factor.
        """
        some = self._sample[:PAIRS]
        if len(some) < ENOUGH:
            return 0.0, 1.0
        pairs = (some @ some.T)[np.triu_indices(len(some), 1)]
        mean, deviation = float(pairs.mean()), float(pairs.std())
        alike = mean > 0.5 and 0.0 < deviation < ALIKE
        return (mean, USUAL / deviation) if alike else (0.0, 1.0)

    @cached_property
    def _common(self) -> Matrix:
        """The covariance of the sample, its largest variance made 1.

        float32 (dimensions, dimensions); zeros for a sample that is too small.
        """
        if self.size < ENOUGH:
            return np.zeros((self._dimensions, self._dimensions), np.float32)
        centred = self._sample - self._sample.mean(axis=0)
        covariance: Matrix = centred.T @ centred
        covariance /= max(_largest_eigenvalue(covariance), 1e-9)
        return covariance

    def _turn(self, damping: float) -> AnisotropyCorrection:
        eye = np.eye(self._dimensions, dtype=np.float32)
        matrix = np.linalg.inv(eye + damping * self._common).astype(np.float32)
        return AnisotropyCorrection(matrix, self._sample, self._probes)


class AnisotropyCorrection:
    """A turn away from what is common, and what chance finds after it.

    A soft form of all-but-the-top (Mu & Viswanath 2018): (I + d · C / λ)⁻¹ shrinks a direction by
    how much of the variance lies in it, where they cut the first ones off. C is the covariance of
    the sample, λ its largest eigenvalue, d the damping.
    """

    def __init__(self, matrix: Matrix, sample: Matrix, probes: Matrix) -> None:
        self._matrix = matrix
        self._size = len(sample)
        self._high: Matrix = np.zeros(0, np.float32)
        self._steep: Matrix = self._high
        if self._size > 1 and len(probes):
            turned = probes @ matrix
            turned /= np.maximum(np.linalg.norm(turned, axis=1, keepdims=True), 1e-9)
            cosines: Matrix = (turned @ sample.T).astype(np.float32)
            cosines.sort(axis=1)
            tails = cosines[:, -1 - max(self._size // TAIL, 1) :]
            self._high = tails[:, 0]  # of each probe, where its tail begins
            self._steep = tails[:, 1:].mean(axis=1) - self._high  # and how far it reaches

    def of(self, vector: Matrix) -> Matrix:
        """A vector without most of what it shares with every text, of unit length.

        `vector` is float32 (dimensions,), and so is what is given back.
        """
        # BLAS would start threads for so little, and wait for them where the machine is busy.
        turned: Matrix = np.einsum("ij,j->i", self._matrix, vector)
        return turned / max(float(np.linalg.norm(turned)), 1e-9)

    def floor(self, count: int) -> float:
        """The cosine below which the best hit of a turned vector among `count` is chance.

        An extreme value: above a threshold u the cosines of a null query are taken to have an
        exponential tail of mean excess m (peaks over threshold, Pickands 1975), so the largest of n
        above it is expected near u + m · ln n. The `CHANCE` quantile over the null queries, 0 or
        more.
        """
        if not len(self._high):
            return 0.0
        # Tails of cosines fall off exponentially: the best of `count` is about here.
        tail = max(self._size // TAIL, 1) * max(count / self._size, 1.0)
        best = self._high + log(tail) * self._steep
        return max(float(np.quantile(best, CHANCE)), 0.0)


def _largest_eigenvalue(covariance: Matrix) -> float:
    """By the power method, near enough for a measure; never below the largest variance.

    Power iteration (von Mises & Pollaczek-Geiringer 1929), 30 steps; `covariance` is (n, n).
    """
    variances = covariance.diagonal()
    vector = covariance[:, int(variances.argmax())]
    for _ in range(30):
        vector = vector / max(float(np.linalg.norm(vector)), 1e-9)
        vector = covariance @ vector
    return max(float(np.linalg.norm(vector)), float(variances.max()))

"""The vectors of chunks in one matrix, by chunk number.

A search compares a query with all of them, a row at a time on one thread. Up to 100,000 rows of
384 numbers that is the fastest of what was measured, vec0 included (RANKING.md), and exact: the
cosine of a text does not depend on where its row lies, as it does with BLAS.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from nearnote.index.anisotropy import Anisotropy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Numbers = NDArray[np.int32]
    Matrix = NDArray[np.float32]
    Mask = NDArray[np.bool_]

_LAST_KEY = 2**64 - 1

SAMPLE = 1024
"""How many vectors stand for all."""


class Vectors:
    """Vectors of one length; `dimensions` 0 means that there is no model yet."""

    def __init__(self) -> None:
        self.dimensions = 0
        self._rows = np.zeros((0, 0), np.float32)
        self._live = np.zeros(0, np.bool_)
        self._keys = np.zeros(0, np.uint64)  # a chunk's place in the order of samples
        self._count = 0
        self._probes = np.zeros((0, 0), np.float32)
        self._space: Anisotropy | None = None
        self._sampled_to = 0

    def clear(self, dimensions: int, probes: Matrix) -> None:
        """Start anew with the vectors of another model; `probes` are those of `NULL_QUERIES`."""
        self.dimensions = dimensions
        self._rows = np.zeros((0, dimensions), np.float32)
        self._live = np.zeros(0, np.bool_)
        self._keys = np.zeros(0, np.uint64)
        self._count = 0
        self._probes = probes
        self._space = None

    def put(self, chunks: Sequence[int], hashes: Sequence[bytes], vectors: Matrix) -> None:
        """Give chunks, each once, their vectors, a row each.

        `vectors` is float32 (len(chunks), dimensions), of unit length.
        """
        if not chunks:
            return
        at = np.array(chunks, np.int32)
        if max(chunks) >= len(self._live):
            self._grow(max(2 * len(self._live), max(chunks) + 1, 1024))
        self._count += len(at) - int(np.count_nonzero(self._live[at]))
        self._rows[at] = vectors
        self._live[at] = True
        self._keys[at] = [int.from_bytes(each[:8]) for each in hashes]
        self._changed(at)

    def forget(self, chunk: int) -> None:
        """Take a chunk's vector away, if it has one."""
        if chunk in self:
            self._count -= 1
            self._rows[chunk] = 0.0
            self._live[chunk] = False
            self._changed(np.array([chunk]))

    def _grow(self, count: int) -> None:
        """Make room. Zeros that are never written to take no memory."""
        size = len(self._live)
        old = self._rows, self._live, self._keys
        self._rows = np.zeros((count, self.dimensions), np.float32)
        self._live = np.zeros(count, np.bool_)
        self._keys = np.zeros(count, np.uint64)
        self._rows[:size], self._live[:size], self._keys[:size] = old

    def _changed(self, chunks: NDArray[np.integer[Any]]) -> None:
        if int(self._keys[chunks].min()) <= self._sampled_to:
            self._space = None

    @property
    def space(self) -> Anisotropy:
        """What a sample of the vectors says about the model in this vault.

        The sample is chosen by hash: at random, and yet the same for the same texts.
        """
        if self._space is None:
            live = np.flatnonzero(self._live)
            sample = live[np.argsort(self._keys[live], kind="stable")[:SAMPLE]]
            self._space = Anisotropy(self.get(sample), self._probes)
            self._sampled_to = int(self._keys[sample[-1]] if len(sample) == SAMPLE else _LAST_KEY)
        return self._space

    def __len__(self) -> int:
        return self._count

    def __contains__(self, chunk: int) -> bool:
        return chunk < len(self._live) and bool(self._live[chunk])

    def among(self, chunks: Numbers) -> Numbers:
        """Those of the chunks that have a vector."""
        known = chunks[chunks < len(self._live)]
        return known[self._live[known]]

    def get(self, chunks: Sequence[int] | NDArray[np.integer[Any]]) -> Matrix:
        """The vectors of chunks that all have one, a row each, in the order asked for.

        float32 (len(chunks), dimensions).
        """
        return self._rows[np.asarray(chunks, np.int32)]

    def cosines(self, vector: Matrix, end: int) -> tuple[Matrix, Mask]:
        """The cosine of every chunk below `end` to a unit vector, and which chunks have one.

        `vector` is float32 (dimensions,); the answers are (end,), 0 and False where there is none.
        """
        cosines, live = np.zeros(end, np.float32), np.zeros(end, np.bool_)
        known = min(end, len(self._live))
        live[:known] = self._live[:known]
        if known:
            cosines[:known] = np.einsum("ij,j->i", self._rows[:known], vector.astype(np.float32))
        return cosines, live

    def nearest(self, vector: Matrix, k: int) -> tuple[Numbers, Matrix]:
        """The `k` (1 or more) chunks nearest to a unit vector, and all that tie with the last.

        int32 chunk numbers and their float32 cosines, of one length.
        """
        cosines, live = self.cosines(vector, len(self._live))
        found = np.flatnonzero(live).astype(np.int32)
        if k < len(found):
            least = np.partition(cosines[found], -k)[-k]
            found = found[cosines[found] >= least]
        found = found[np.argsort(-cosines[found], kind="stable")]
        return found, cosines[found]

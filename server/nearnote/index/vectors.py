"""The vectors of chunks in a vec0 table, by chunk number.

vec0 frees a row's space only when a whole block of its neighbours is gone, so no row is ever
deleted: a chunk that goes away leaves a vector far from everything, and the next chunk of this
number writes over it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from nearnote.index.space import Space

if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw
    from numpy.typing import NDArray

    Numbers = NDArray[np.int32]
    Matrix = NDArray[np.float32]
    Mask = NDArray[np.bool_]

_FAR = 1000.0
_MAX_K = 4096  # vec0 refuses more.
_LAST_KEY = 2**64 - 1

SAMPLE = 1024
"""How many vectors stand for all."""


class Vectors:
    """Vectors of one length; `dimensions` 0 means that there is no model and no table yet."""

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db
        self.dimensions = 0
        self._live = np.zeros(1024, np.bool_)
        self._written = np.zeros(1024, np.bool_)
        self._keys = np.zeros(1024, np.uint64)  # a chunk's place in the order of samples
        self._probes = np.zeros((0, 0), np.float32)
        self._space: Space | None = None
        self._sampled_to = 0

    def clear(self, dimensions: int, probes: Matrix) -> None:
        """Start anew with the vectors of another model; `probes` are those of `PROBES`."""
        self.dimensions = dimensions
        self._probes = probes
        self._space = None
        self._live[:] = False
        self._written[:] = False
        self._db.execute("DROP TABLE IF EXISTS vectors")
        self._db.execute(f"CREATE VIRTUAL TABLE vectors USING vec0(v float[{dimensions:d}])")

    def put(self, chunk: int, chunk_hash: bytes, vector: bytes) -> None:
        """Give a chunk its vector, as float32 bytes."""
        self._write(chunk, vector)
        self._live[chunk] = True
        self._keys[chunk] = int.from_bytes(chunk_hash[:8])
        self._changed(chunk)

    def forget(self, chunk: int) -> None:
        """Take a chunk's vector away, if it has one."""
        if chunk in self:
            far = np.zeros(self.dimensions, np.float32)
            far[0] = _FAR
            self._write(chunk, far.tobytes())
            self._live[chunk] = False
            self._changed(chunk)

    def _changed(self, chunk: int) -> None:
        if int(self._keys[chunk]) <= self._sampled_to:
            self._space = None

    @property
    def space(self) -> Space:
        """What a sample of the vectors says about the model in this vault.

        The sample is chosen by hash: at random, and yet the same for the same texts.
        """
        if self._space is None:
            live = np.flatnonzero(self._live)
            sample = live[np.argsort(self._keys[live], kind="stable")[:SAMPLE]]
            self._space = Space(self.get(sample), self._probes)
            self._sampled_to = int(self._keys[sample[-1]] if len(sample) == SAMPLE else _LAST_KEY)
        return self._space

    def _write(self, chunk: int, vector: bytes) -> None:
        while chunk >= len(self._live):
            self._live = np.concatenate([self._live, np.zeros_like(self._live)])
            self._written = np.concatenate([self._written, np.zeros_like(self._written)])
            self._keys = np.concatenate([self._keys, np.zeros_like(self._keys)])
        sql = "INSERT INTO vectors(v, rowid) VALUES (?, ?)"
        if self._written[chunk]:
            sql = "UPDATE vectors SET v = ? WHERE rowid = ?"
        self._db.execute(sql, (vector, chunk))
        self._written[chunk] = True

    def __len__(self) -> int:
        return int(np.count_nonzero(self._live))

    def __contains__(self, chunk: int) -> bool:
        return chunk < len(self._live) and bool(self._live[chunk])

    def among(self, chunks: Numbers) -> Numbers:
        """Those of the chunks that have a vector."""
        known = chunks[chunks < len(self._live)]
        return known[self._live[known]]

    def get(self, chunks: Sequence[int] | NDArray[np.integer[Any]]) -> Matrix:
        """The vectors of chunks that all have one, a row each, in the order asked for."""
        sql = "SELECT v FROM vectors WHERE rowid = ?"
        rows = [row[0] for chunk in chunks for row in self._db.execute(sql, (int(chunk),))]
        return np.frombuffer(b"".join(rows), np.float32).reshape(-1, self.dimensions)

    def nearest(
        self, vector: Matrix, k: int, among: Numbers | None = None
    ) -> tuple[Numbers, Matrix]:
        """The `k` chunks nearest to a unit vector, and their cosines; maybe only `among` some."""
        if not self.dimensions or k < 1:
            return np.zeros(0, np.int32), np.zeros(0, np.float32)
        sql = "SELECT rowid, distance FROM vectors WHERE v MATCH ? AND k = ?"
        bindings: list[bytes | int | str] = [vector.astype(np.float32).tobytes(), min(k, _MAX_K)]
        if among is not None:
            sql += " AND rowid IN (SELECT value FROM json_each(?))"
            bindings.append(str(among.tolist()))
        rows = self._db.execute(sql, bindings).fetchall()
        chunks = np.array([row[0] for row in rows], np.int32)
        distances = np.array([row[1] for row in rows], np.float32)
        live = self._live[chunks] if rows else np.zeros(0, np.bool_)
        return chunks[live], 1.0 - distances[live] ** 2 / 2.0

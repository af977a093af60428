"""Vectors on disk, so that a text is embedded once for each model.

A file holds hashes and numbers and no text. It is a cache and nothing more: whatever goes
wrong with it costs time, never an answer. SQLite's write-ahead log lets two servers share it and
survives a kill.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from nearnote.embedding.embedder import Vectors

T = TypeVar("T")

# A page of 16 KB holds ten vectors of 384 numbers, one of the usual 4 KB only two.
_SCHEMA = """
PRAGMA page_size = 16384;
PRAGMA mmap_size = 268435456;
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS model (id INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS entry (
    model INTEGER NOT NULL, hash BLOB NOT NULL, used INTEGER NOT NULL, vector INTEGER NOT NULL,
    PRIMARY KEY (model, hash)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS vector (id INTEGER PRIMARY KEY, data BLOB NOT NULL);
"""
# SQLite's oldest limit on the parameters of a statement is 999.
_SLICE = 500
_DAY = 86_400
# Corrupt, or no database at all; every other error passes by itself or is about the disk.
_DAMAGE = (11, 26)
_BUSY = (5, 6)


class VectorCache:
    """Vectors by (identity, hash of the text), the least recently used leaving first.

    One thread only. No method raises: a disk that cannot be used is told to `warn` once, in one
    sentence, and the cache is empty from then on.
    """

    def __init__(
        self,
        folder: Path,
        megabytes: int = 1024,
        warn: Callable[[str], None] = lambda _: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.path = folder / "vectors.sqlite"
        self._cap = megabytes * 1_000_000
        self._warn = warn
        self._clock = clock
        self._connection: sqlite3.Connection | None = None
        self._usable = True

    def get(self, identity: str, hashes: Sequence[bytes]) -> dict[bytes, Vectors]:
        """The vectors that are there, by hash."""
        return self._attempt(lambda db: self._get(db, identity, hashes), {})

    def put(self, identity: str, hashes: Sequence[bytes], vectors: Vectors) -> None:
        """Keeps one row of `vectors` for each hash; those that are there already stay."""
        if len(hashes):
            self._attempt(lambda db: self._put(db, identity, hashes, vectors), None)

    def close(self) -> None:
        """Closes the file; a later call opens it again."""
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    # -- what is done ------------------------------------------------------------------------

    def _get(
        self, db: sqlite3.Connection, identity: str, hashes: Sequence[bytes]
    ) -> dict[bytes, Vectors]:
        model = self._model(db, identity)
        today = int(self._clock()) // _DAY
        keys: list[bytes] = []
        rows: list[bytes] = []
        stale: list[bytes] = []
        for part in _slices(list(dict.fromkeys(hashes))):
            found = db.execute(
                "SELECT e.hash, e.used, v.data FROM entry e JOIN vector v ON v.id = e.vector "
                f"WHERE e.model = ? AND e.hash IN ({','.join('?' * len(part))})",
                (model, *part),
            )
            for key, used, data in found:
                keys.append(key)
                rows.append(data)
                if used < today:
                    stale.append(key)
        if stale:
            # Once a day, so that reading is not writing. A file that cannot be written is read.
            with contextlib.suppress(sqlite3.OperationalError), db:
                db.executemany(
                    "UPDATE entry SET used = ? WHERE model = ? AND hash = ?",
                    ((today, model, key) for key in stale),
                )
        return _sound(keys, rows)

    def _put(
        self, db: sqlite3.Connection, identity: str, hashes: Sequence[bytes], vectors: Vectors
    ) -> None:
        today = int(self._clock()) // _DAY
        with db:
            db.execute("BEGIN IMMEDIATE")
            model = self._model(db, identity)
            for key, vector in zip(hashes, vectors, strict=True):
                known = db.execute(
                    "SELECT 1 FROM entry WHERE model = ? AND hash = ?", (model, key)
                ).fetchone()
                if known is None:
                    data = np.asarray(vector, dtype="<f4").tobytes()
                    row = db.execute("INSERT INTO vector (data) VALUES (?)", (data,)).lastrowid
                    db.execute("INSERT INTO entry VALUES (?, ?, ?, ?)", (model, key, today, row))
            self._shrink(db)

    def _model(self, db: sqlite3.Connection, identity: str) -> int:
        """The id of an identity, -1 for an unknown one outside of a transaction."""
        find = "SELECT id FROM model WHERE identity = ?"
        row = db.execute(find, (identity,)).fetchone()
        if row is None and db.in_transaction:
            db.execute("INSERT INTO model (identity) VALUES (?)", (identity,))
            row = db.execute(find, (identity,)).fetchone()
        return int(row[0]) if row else -1

    def _shrink(self, db: sqlite3.Connection) -> None:
        """Lets the least recently used tenth go when the file is above its cap."""
        size, free, page = (
            int(db.execute(f"PRAGMA {name}").fetchone()[0])
            for name in ("page_count", "freelist_count", "page_size")
        )
        if (size - free) * page <= self._cap:
            return
        count = int(db.execute("SELECT count(*) FROM entry").fetchone()[0])
        leaving = db.execute(
            "SELECT vector, model, hash FROM entry ORDER BY used, vector LIMIT ?",
            (count // 10 + 1,),
        ).fetchall()
        db.executemany("DELETE FROM vector WHERE id = ?", ((row[0],) for row in leaving))
        db.executemany(
            "DELETE FROM entry WHERE model = ? AND hash = ?", (row[1:] for row in leaving)
        )

    # -- what can go wrong -------------------------------------------------------------------

    def _attempt(self, work: Callable[[sqlite3.Connection], T], otherwise: T) -> T:
        """The result of `work`, done a second time after a damaged file was set aside."""
        for _ in range(2):
            if not self._usable:
                break
            try:
                return work(self._open())
            except sqlite3.Error as error:
                code = getattr(error, "sqlite_errorcode", 0) & 0xFF
                if code in _BUSY:
                    break  # another server is writing: this once there is no cache
                self.close()
                if code not in _DAMAGE or not self._set_aside():
                    self._give_up(error)
            except OSError as error:
                self._give_up(error)
        return otherwise

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            db = sqlite3.connect(self.path, timeout=2.0)
            try:
                db.executescript(_SCHEMA)
            except sqlite3.Error:
                db.close()
                raise
            self._connection = db
        return self._connection

    def _set_aside(self) -> bool:
        """Renames the file if it is damaged; False where even that fails.

        Another server may have done so before us, in which case its new file is sound and stays.
        """
        try:
            if not _is_sound(self.path):
                os.replace(self.path, self.path.with_suffix(".damaged"))
                for end in ("-wal", "-shm"):
                    self.path.with_name(self.path.name + end).unlink(missing_ok=True)
        except OSError:
            return False
        return True

    def _give_up(self, error: Exception) -> None:
        self._usable = False
        self._warn(
            f"Vectors cannot be kept in {self.path} ({error}); notes are embedded again at the "
            "next start. Set nearnote.cacheDir to a folder that can be written."
        )


def _is_sound(path: Path) -> bool:
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=2.0)) as db:
            return bool(db.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except sqlite3.Error:
        return False


def _sound(keys: list[bytes], rows: list[bytes]) -> dict[bytes, Vectors]:
    """Rows as vectors, without those whose bytes are no unit vector any more."""
    found: dict[bytes, Vectors] = {}
    for length in {len(row) for row in rows}:
        if length == 0 or length % 4:
            continue
        chosen = [index for index, row in enumerate(rows) if len(row) == length]
        joined = b"".join(rows[index] for index in chosen)
        vectors = (
            np.frombuffer(joined, dtype="<f4")
            .reshape(len(chosen), -1)
            .astype(np.float32, copy=False)
        )
        norms = np.einsum("ij,ij->i", vectors, vectors)
        for index, vector, norm in zip(chosen, vectors, norms, strict=True):
            if abs(norm - 1) < 1e-3:
                found[keys[index]] = vector
    return found


def _slices(keys: list[bytes]) -> Iterator[Sequence[bytes]]:
    for start in range(0, len(keys), _SLICE):
        yield keys[start : start + _SLICE]

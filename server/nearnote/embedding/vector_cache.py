"""Vectors on disk, so that a text is embedded once for each model.

A file holds hashes and numbers and no text. It is a cache and nothing more: whatever goes
wrong with it costs time, never an answer. SQLite's write-ahead log lets two servers share it and
survives a kill.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
import time
from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from nearnote.embedding.embedder import Vectors

T = TypeVar("T")
log = logging.getLogger(__name__)

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
# Read-only, an error of the disk, full.
_UNWRITABLE = (8, 10, 13)


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
        self._writable = True
        self._full_on = -1  # the day on which nothing could leave

    def get(
        self, identity: str, hashes: Sequence[bytes], dimensions: int = 0
    ) -> dict[bytes, Vectors]:
        """The vectors that are there, by hash; only those of this length, where one is given."""
        return self._attempt(lambda db: self._get(db, identity, hashes, dimensions), {})

    def put(self, identity: str, hashes: Sequence[bytes], vectors: Vectors) -> None:
        """Keeps one row of `vectors` for each hash; those that are there already stay."""
        if len(hashes) and self._writable:
            self._attempt(lambda db: self._put(db, identity, hashes, vectors), None)

    def close(self) -> None:
        """Closes the file; a later call opens it again."""
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    # -- what is done ------------------------------------------------------------------------

    def _get(
        self, db: sqlite3.Connection, identity: str, hashes: Sequence[bytes], dimensions: int
    ) -> dict[bytes, Vectors]:
        model = self._model(db, identity)
        today = int(self._clock()) // _DAY
        keys: list[bytes] = []
        rows: list[bytes] = []
        stale: list[bytes] = []
        bad: list[bytes] = []
        for part in _slices(list(dict.fromkeys(hashes))):
            found = db.execute(
                "SELECT e.hash, e.used, v.data FROM entry e JOIN vector v ON v.id = e.vector "
                f"WHERE e.model = ? AND e.hash IN ({','.join('?' * len(part))})",
                (model, *part),
            )
            for key, used, data in found:
                # SQLite keeps in a column what it was given, of whatever type.
                if not isinstance(data, bytes) or not data or len(data) % 4:
                    bad.append(key)
                    continue
                keys.append(key)
                rows.append(data)
                if not isinstance(used, int) or used < today:
                    stale.append(key)
        sound = _sound(keys, rows, dimensions)
        bad += [key for key in keys if key not in sound]
        if bad and self._writable:
            # Each costs its own text once more, and no other.
            with contextlib.suppress(sqlite3.OperationalError), db:
                self._delete(db, ((model, key) for key in bad))
        if stale and self._writable:
            # Once a day, so that reading is not writing. A file that cannot be written is read.
            with contextlib.suppress(sqlite3.OperationalError), db:
                db.executemany(
                    "UPDATE entry SET used = ? WHERE model = ? AND hash = ?",
                    ((today, model, key) for key in stale),
                )
        return sound

    def _put(
        self, db: sqlite3.Connection, identity: str, hashes: Sequence[bytes], vectors: Vectors
    ) -> None:
        today = int(self._clock()) // _DAY
        with db:
            db.execute("BEGIN IMMEDIATE")
            if not self._has_room(db, today):
                return
            model = self._model(db, identity)
            for key, vector in zip(hashes, vectors, strict=True):
                known = db.execute(
                    "SELECT v.id FROM entry e LEFT JOIN vector v ON v.id = e.vector "
                    "WHERE e.model = ? AND e.hash = ?",
                    (model, key),
                ).fetchone()
                if known is None or known[0] is None:
                    self._delete(db, [(model, key)])
                    data = np.asarray(vector, dtype="<f4").tobytes()
                    row = db.execute("INSERT INTO vector (data) VALUES (?)", (data,)).lastrowid
                    db.execute("INSERT INTO entry VALUES (?, ?, ?, ?)", (model, key, today, row))

    def _model(self, db: sqlite3.Connection, identity: str) -> int:
        """The id of an identity, -1 for an unknown one outside of a transaction."""
        find = "SELECT id FROM model WHERE identity = ?"
        row = db.execute(find, (identity,)).fetchone()
        if row is None and db.in_transaction:
            db.execute("INSERT INTO model (identity) VALUES (?)", (identity,))
            row = db.execute(find, (identity,)).fetchone()
        return int(row[0]) if row else -1

    def _has_room(self, db: sqlite3.Connection, today: int) -> bool:
        """Whether the file may grow; the least recently used tenth goes when it is at its cap.

        What was used today, or on the last day before, may be asked for next and stays: a cap that
        is smaller than the vault keeps what fits.
        """
        if self._full_on == today:
            return False
        if self._size(db) <= self._cap:
            return True
        (last,) = db.execute("SELECT max(used) FROM entry WHERE used < ?", (today,)).fetchone()
        count = int(db.execute("SELECT count(*) FROM entry").fetchone()[0])
        leaving: list[tuple[int, bytes]] = [(-1, b"")]
        while leaving and self._size(db) > self._cap:
            leaving = db.execute(
                "SELECT model, hash FROM entry WHERE used < ? ORDER BY used, vector LIMIT ?",
                (-1 if last is None else last, count // 10 + 1),
            ).fetchall()
            self._delete(db, leaving)
        if leaving:
            return True
        self._full_on = today
        self._warn(
            f"Not all vectors fit into {self._cap // 1_000_000} MB of {self.path}; what does not "
            "fit is embedded again at every start. Give nearnote.cacheMegabytes a larger number."
        )
        return False

    def _size(self, db: sqlite3.Connection) -> int:
        size, free, page = (
            int(db.execute(f"PRAGMA {name}").fetchone()[0])
            for name in ("page_count", "freelist_count", "page_size")
        )
        return (size - free) * page

    def _delete(self, db: sqlite3.Connection, keys: Iterable[tuple[int, bytes]]) -> None:
        for key in keys:
            db.execute(
                "DELETE FROM vector WHERE id = "
                "(SELECT vector FROM entry WHERE model = ? AND hash = ?)",
                key,
            )
            db.execute("DELETE FROM entry WHERE model = ? AND hash = ?", key)

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
                if code in _UNWRITABLE and self._connection is not None:
                    self._writable = False  # what is there can still be read
                    self._tell(error)
                    break
                self.close()
                if code not in _DAMAGE or not self._set_aside():
                    self._give_up(error)
            except OSError as error:
                self._give_up(error)
            except (TypeError, ValueError, OverflowError):
                log.exception("The cache of vectors holds what it cannot hold")
                break
        return otherwise

    def _open(self) -> sqlite3.Connection:
        """The database, made where there is none.

        Raises sqlite3.Error where it cannot be opened.
        """
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
        self._tell(error)

    def _tell(self, error: Exception) -> None:
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


def _sound(keys: list[bytes], rows: list[bytes], dimensions: int) -> dict[bytes, Vectors]:
    """Rows as vectors, without those whose bytes are no unit vector any more."""
    found: dict[bytes, Vectors] = {}
    for length in {len(row) for row in rows}:
        if length == 0 or length % 4 or (dimensions and length != 4 * dimensions):
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

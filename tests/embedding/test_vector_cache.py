"""Vectors on disk: right, shared, and never in the way."""

import contextlib
import hashlib
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from nearnote.embedding.vector_cache import VectorCache

DAY = 86_400.0
Open = Callable[..., VectorCache]


@pytest.fixture
def open_cache() -> Iterator[Open]:
    """VectorCache, closed at the end of the test."""
    opened: list[VectorCache] = []

    def make(*arguments: object, **more: object) -> VectorCache:
        opened.append(VectorCache(*arguments, **more))
        return opened[-1]

    yield make
    for cache in opened:
        cache.close()


def _hashes(count: int, salt: str = "") -> list[bytes]:
    return [hashlib.sha256(f"{salt}{i}".encode()).digest() for i in range(count)]


def _vectors(count: int, dimensions: int = 8, seed: int = 0) -> np.ndarray:
    rows = np.random.default_rng(seed).normal(size=(count, dimensions)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


class Warnings(list[str]):
    def __call__(self, message: str) -> None:
        self.append(message)


def test_vectors_come_back_bit_for_bit(tmp_path: Path, open_cache: Open) -> None:
    hashes, vectors = _hashes(700), _vectors(700)
    cache = open_cache(tmp_path / "new" / "folder")
    assert cache.get("m", hashes) == {}
    cache.put("m", hashes, vectors)
    cache.close()
    found = open_cache(tmp_path / "new" / "folder").get("m", [*hashes, b"unknown", hashes[0]])
    assert set(found) == set(hashes)
    assert all(np.array_equal(found[key], row) for key, row in zip(hashes, vectors, strict=True))


def test_identities_do_not_meet(tmp_path: Path, open_cache: Open) -> None:
    cache = open_cache(tmp_path)
    hashes = _hashes(1)
    cache.put("a", hashes, _vectors(1, 4))
    cache.put("b", hashes, _vectors(1, 6))
    assert cache.get("a", hashes)[hashes[0]].shape == (4,)
    assert cache.get("b", hashes)[hashes[0]].shape == (6,)
    assert cache.get("c", hashes) == {}


def test_a_vector_that_is_there_stays(tmp_path: Path, open_cache: Open) -> None:
    cache = open_cache(tmp_path)
    hashes = _hashes(1)
    cache.put("m", hashes, _vectors(1, seed=1))
    cache.put("m", hashes, _vectors(1, seed=2))
    assert np.array_equal(cache.get("m", hashes)[hashes[0]], _vectors(1, seed=1)[0])


def test_the_least_recently_used_leaves_first(tmp_path: Path, open_cache: Open) -> None:
    now = [0.0]
    cache = open_cache(tmp_path, megabytes=1, clock=lambda: now[0])
    old, kept = _hashes(100, "old"), _hashes(100, "kept")
    cache.put("m", old, _vectors(100, 384))
    cache.put("m", kept, _vectors(100, 384))
    now[0] = 2 * DAY
    assert len(cache.get("m", kept)) == 100
    for i in range(8):
        now[0] += DAY
        cache.put("m", _hashes(100, f"new{i}"), _vectors(100, 384))
    assert cache.get("m", old) == {}
    assert cache.path.stat().st_size < 1_300_000
    assert len(cache.get("m", _hashes(100, "new7"))) == 100


def test_what_was_read_stays_longer_than_what_was_only_written(
    tmp_path: Path, open_cache: Open
) -> None:
    now = [0.0]
    cache = open_cache(tmp_path, megabytes=1, clock=lambda: now[0])
    read, written = _hashes(100, "read"), _hashes(100, "written")
    cache.put("m", read, _vectors(100, 384))
    now[0] = DAY
    cache.put("m", written, _vectors(100, 384))
    now[0] = 2 * DAY
    cache.get("m", read)
    for i in range(6):
        now[0] += DAY
        cache.put("m", _hashes(100, f"new{i}"), _vectors(100, 384))
    assert len(cache.get("m", read)) > len(cache.get("m", written))


def test_two_caches_share_one_file(tmp_path: Path, open_cache: Open) -> None:
    one, two = open_cache(tmp_path), open_cache(tmp_path)
    first, second = _hashes(5, "1"), _hashes(5, "2")
    one.put("m", first, _vectors(5))
    two.put("n", second, _vectors(5))
    one.put("n", first, _vectors(5))
    assert len(two.get("m", first)) == len(one.get("n", second)) == len(two.get("n", first)) == 5


def test_another_writer_is_not_waited_for_for_ever(tmp_path: Path, open_cache: Open) -> None:
    warnings = Warnings()
    cache = open_cache(tmp_path, warn=warnings)
    hashes = _hashes(1)
    cache.put("m", hashes, _vectors(1))
    assert cache._connection is not None
    cache._connection.execute("PRAGMA busy_timeout = 1")
    other = sqlite3.connect(cache.path)
    other.execute("BEGIN IMMEDIATE")
    cache.put("m", _hashes(1, "late"), _vectors(1))
    assert len(cache.get("m", hashes)) == 1
    other.rollback()
    other.close()
    cache.put("m", _hashes(1, "later"), _vectors(1))
    assert len(cache.get("m", _hashes(1, "later"))) == 1
    assert warnings == []


_WRITER = """
import sys, itertools
sys.path[:0] = {path!r}
from tests.embedding.test_vector_cache import _hashes, _vectors, VectorCache
from pathlib import Path
cache = VectorCache(Path({folder!r}))
for i in itertools.count():
    cache.put("m", _hashes(20, str(i)), _vectors(20))
    print(i, flush=True)
"""


def test_a_killed_writer_leaves_a_sound_file(tmp_path: Path, open_cache: Open) -> None:
    code = _WRITER.format(path=[str(Path(__file__).parents[2]), *sys.path], folder=str(tmp_path))
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        for _ in range(5):
            writer.stdout.readline()
        writer.send_signal(signal.SIGKILL)
        done = 5 + len(writer.stdout.read().splitlines())
    warnings = Warnings()
    cache = open_cache(tmp_path, warn=warnings)
    for i in range(done):
        assert len(cache.get("m", _hashes(20, str(i)))) == 20
    cache.put("m", _hashes(1, "after"), _vectors(1))
    assert len(cache.get("m", _hashes(1, "after"))) == 1
    assert warnings == []


@pytest.mark.parametrize("damage", ["header", "everything", "middle", "empty"])
def test_a_damaged_file_is_set_aside(tmp_path: Path, open_cache: Open, damage: str) -> None:
    hashes = _hashes(200)
    cache = open_cache(tmp_path)
    cache.put("m", hashes, _vectors(200, 384))
    cache.close()
    size = cache.path.stat().st_size
    with cache.path.open("r+b") as file:
        if damage == "middle":
            file.seek(16384)
            file.write(b"\xff" * (size - 16384))
        elif damage == "empty":
            file.truncate(0)
        else:
            file.write(b"no database at all" * (size // 18 if damage == "everything" else 6))
    warnings = Warnings()
    cache = open_cache(tmp_path, warn=warnings)
    assert cache.get("m", hashes) == {}
    cache.put("m", hashes, _vectors(200, 384))
    assert len(cache.get("m", hashes)) == 200
    assert warnings == []


def test_a_file_set_aside_by_another_server_is_not_set_aside_again(
    tmp_path: Path, open_cache: Open
) -> None:
    hashes = _hashes(3)
    cache = open_cache(tmp_path)
    cache.put("m", hashes, _vectors(3))
    assert cache._set_aside()
    assert len(cache.get("m", hashes)) == 3
    assert not cache.path.with_suffix(".damaged").exists()


def test_a_vector_with_flipped_bits_is_no_vector(tmp_path: Path, open_cache: Open) -> None:
    hashes = _hashes(3)
    cache = open_cache(tmp_path)
    cache.put("m", hashes, _vectors(3))
    cache.close()
    with sqlite3.connect(cache.path) as db:
        db.execute("UPDATE vector SET data = x'0000c07f' WHERE id = 1")
        db.execute("UPDATE vector SET data = x'00' WHERE id = 2")
    db.close()
    assert set(cache.get("m", hashes)) == {hashes[2]}


def test_a_folder_that_cannot_be_used_is_told_once(tmp_path: Path, open_cache: Open) -> None:
    (tmp_path / "file").write_text("in the way")
    warnings = Warnings()
    cache = open_cache(tmp_path / "file" / "folder", warn=warnings)
    cache.put("m", _hashes(1), _vectors(1))
    assert cache.get("m", _hashes(1)) == {}
    cache.put("m", _hashes(1), _vectors(1))
    cache.close()
    assert len(warnings) == 1
    assert "nearnote.cacheDir" in warnings[0]


def test_a_full_disk_is_told_once(tmp_path: Path, open_cache: Open) -> None:
    warnings = Warnings()
    cache = open_cache(tmp_path, warn=warnings)
    cache.put("m", _hashes(1), _vectors(1))
    assert cache._connection is not None
    cache._connection.execute("PRAGMA max_page_count = 1")
    for i in range(3):
        cache.put("m", _hashes(100, str(i)), _vectors(100, 384))
    assert len(warnings) == 1
    assert "full" in warnings[0]


def test_a_file_that_can_only_be_read_is_read(tmp_path: Path, open_cache: Open) -> None:
    hashes = _hashes(2)
    cache = open_cache(tmp_path)
    cache.put("m", hashes, _vectors(2))
    assert cache._connection is not None
    cache._connection.execute("PRAGMA query_only = 1")
    tomorrow = open_cache(tmp_path, clock=lambda: 4e9)
    tomorrow._connection = cache._connection
    assert len(tomorrow.get("m", hashes)) == 2


def test_no_text_of_a_note_is_in_the_file(tmp_path: Path, open_cache: Open) -> None:
    text = b"my most secret note"
    cache = open_cache(tmp_path)
    cache.put("m", [hashlib.sha256(text).digest()], _vectors(1))
    cache.close()
    assert all(text not in file.read_bytes() for file in tmp_path.iterdir())
    assert os.listdir(tmp_path) == ["vectors.sqlite"]


BAD_ROWS = [
    ("UPDATE vector SET data = zeroblob(40) WHERE id = 1", 1),
    ("UPDATE vector SET data = x'00' WHERE id = 1", 1),
    ("UPDATE vector SET data = 'text' WHERE id = 1", 1),
    ("UPDATE vector SET data = 7 WHERE id = 1", 1),
    ("UPDATE vector SET data = zeroblob(32) WHERE id = 1", 1),
    ("DELETE FROM vector WHERE id = 1", 1),
    ("UPDATE entry SET vector = 'text' WHERE vector = 1", 1),
    ("UPDATE entry SET used = 'text' WHERE vector = 1", 0),
    ("UPDATE entry SET used = 1.5 WHERE vector = 1", 0),
]


@pytest.mark.parametrize(("damage", "lost"), BAD_ROWS)
def test_a_bad_row_costs_one_text_once(
    tmp_path: Path, open_cache: Open, damage: str, lost: int
) -> None:
    warnings = Warnings()
    cache = open_cache(tmp_path, warn=warnings)
    hashes, vectors = _hashes(5), _vectors(5, 8)
    cache.put("m", hashes, vectors)
    cache.close()
    with contextlib.closing(sqlite3.connect(cache.path)) as db, db:
        db.execute(damage)
    assert len(cache.get("m", hashes, 8)) == 5 - lost
    cache.put("m", hashes, vectors)
    assert len(cache.get("m", hashes, 8)) == 5
    assert warnings == []


def test_vectors_of_another_length_are_none(tmp_path: Path, open_cache: Open) -> None:
    cache = open_cache(tmp_path)
    cache.put("m", _hashes(3), _vectors(3, 8))
    assert cache.get("m", _hashes(3), 16) == {}


def test_a_cap_smaller_than_the_vault_keeps_what_fits(tmp_path: Path, open_cache: Open) -> None:
    now = [0.0]
    warnings = Warnings()
    cache = open_cache(tmp_path, megabytes=1, clock=lambda: now[0], warn=warnings)
    parts = [_hashes(100, f"part {i} ") for i in range(30)]
    reused = []
    for day in (0, 0, 1, 40):  # also on the same day, and after a month away
        now[0] = day * DAY
        count = 0
        for part in parts:
            known = cache.get("m", part)
            count += len(known)
            missing = [each for each in part if each not in known]
            if missing:
                cache.put("m", missing, _vectors(len(missing), 384))
        reused.append(count)
    assert reused[0] == 0
    assert min(reused[1:]) >= 500
    assert cache.path.stat().st_size < 1_300_000
    assert len(set(warnings)) == 1
    assert "nearnote.cacheMegabytes" in warnings[0]


def test_a_file_of_another_kind_is_told_once(tmp_path: Path, open_cache: Open) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / "vectors.sqlite")) as db, db:
        db.execute("CREATE TABLE entry (something TEXT)")
    warnings = Warnings()
    cache = open_cache(tmp_path, warn=warnings)
    cache.put("m", _hashes(1), _vectors(1))
    assert cache.get("m", _hashes(1)) == {}
    assert len(warnings) == 1


def test_a_disk_that_takes_no_more_is_still_read(tmp_path: Path, open_cache: Open) -> None:
    warnings = Warnings()
    cache = open_cache(tmp_path, warn=warnings)
    cache.put("m", _hashes(1), _vectors(1))
    assert cache._connection is not None
    cache._connection.execute("PRAGMA max_page_count = 1")
    cache.put("m", _hashes(100, "more"), _vectors(100, 384))
    assert len(cache.get("m", _hashes(1))) == 1
    assert len(warnings) == 1

"""What disks do: caches that cannot be kept, vaults that come and go, names that are none."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.fuzzing.process import GoneError, Process

if TYPE_CHECKING:
    from collections.abc import Callable

NOTES = {"a.md": "# A\n\nwarm bread\n", "sub/b.md": "# B\n\ncold tea [[a]]\n"}
_SOON = 15.0


def fuzz_disk() -> list[str]:
    """Each fault on a vault and a cache of its own; what went wrong, in a sentence each."""
    wrong = []
    for fault in FAULTS:
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            root = place / "vault"
            for path, text in NOTES.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text)
            try:
                fault(place)
            except (GoneError, AssertionError) as error:
                wrong.append(f"{fault.__name__.strip('_')}: {error}")
    return wrong


def _server(place: Path) -> Process:
    server = Process(place / "vault", place / "cache", place / "log")
    server.begin()
    server.until("ready", "words-only", "embedding")
    return server


def _check(server: Process, place: Path) -> None:
    """It finds what is there, leaves in peace, and wrote no traceback."""
    _eventually(lambda: server.search("bread", "text") == ["a.md"], "bread is not found")
    code = server.leave()
    assert code == 0, f"exit code {code}"
    log = (place / "log").read_text(errors="replace") if (place / "log").exists() else ""
    said = b"".join(server.errors).decode(errors="replace")
    assert "Traceback" not in said + log, f"a traceback: …{(said + log)[-600:]}"


def _eventually(holds: Callable[[], bool], sentence: str) -> None:
    deadline = time.monotonic() + _SOON
    while not holds():
        assert time.monotonic() < deadline, sentence
        time.sleep(0.05)


def _databases(place: Path) -> list[Path]:
    """The files of the cache after a first start that filled it."""
    server = _server(place)
    server.until("ready", "words-only")
    server.leave()
    found = [
        file
        for file in (place / "cache").rglob("*")
        if file.is_file() and file.read_bytes()[:15] == b"SQLite format 3"
    ]
    assert found, "nothing was kept in the cache"
    return found


# -- the cache -------------------------------------------------------------------------------


def _cache_is_a_file(place: Path) -> None:
    (place / "cache").write_text("not a folder")
    _check(_server(place), place)


def _cache_is_full(place: Path) -> None:
    """As far as one can without mounting: the database is a link to the device without room."""
    for file in _databases(place):
        file.unlink()
        file.symlink_to("/dev/full")
    _check(_server(place), place)


def _cache_is_garbage(place: Path) -> None:
    for file in _databases(place):
        file.write_bytes(b"garbage" * 3000)
    _check(_server(place), place)


def _cache_is_torn(place: Path) -> None:
    for file in _databases(place):
        data = bytearray(file.read_bytes())
        rng = random.Random(1)
        for _ in range(40):
            data[rng.randrange(100, len(data))] ^= 0xFF
        file.write_bytes(data)
    _check(_server(place), place)


def _cache_is_cut(place: Path) -> None:
    for file in _databases(place):
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2 + 7])
    _check(_server(place), place)


def _cache_is_empty(place: Path) -> None:
    for file in _databases(place):
        file.write_bytes(b"")
    _check(_server(place), place)


def _cache_has_another_schema(place: Path) -> None:
    for file in _databases(place):
        file.unlink()
        connection = sqlite3.connect(file)
        connection.execute("CREATE TABLE vectors (other TEXT)")
        connection.commit()
        connection.close()
    _check(_server(place), place)


def _cache_has_bad_rows(place: Path) -> None:
    """Every vector gets another length or another type, or is nothing."""
    for file in _databases(place):
        connection = sqlite3.connect(file)
        rows = connection.execute("SELECT id, data FROM vector").fetchall()
        assert rows, "no vector was kept"
        for number, (row, data) in enumerate(rows):
            bad = (data[:-4], "text", 7, b"")[number % 4]
            connection.execute("UPDATE vector SET data = ? WHERE id = ?", (bad, row))
        connection.commit()
        connection.close()
    _check(_server(place), place)


def _cache_is_taken_away(place: Path) -> None:
    server = _server(place)
    shutil.rmtree(place / "cache", ignore_errors=True)
    (place / "vault" / "c.md").write_text("# C\n\nmore words\n")
    _eventually(lambda: "c.md" in server.search("words", "text"), "a new note is not found")
    _check(server, place)


# -- the vault -------------------------------------------------------------------------------


def _vault_goes_and_comes(place: Path) -> None:
    server = _server(place)
    root, away = place / "vault", place / "away"
    root.rename(away)
    time.sleep(0.5)
    away.rename(root)
    (root / "c.md").write_text("# C\n\nnew words\n")
    _eventually(lambda: "c.md" in server.search("words", "text"), "it is not followed any more")
    _check(server, place)


def _vault_is_deleted_and_put_back(place: Path) -> None:
    server = _server(place)
    root = place / "vault"
    shutil.copytree(root, place / "copy")
    shutil.rmtree(root)
    time.sleep(0.5)
    shutil.copytree(place / "copy", root)
    (root / "c.md").write_text("# C\n\nnew words\n")
    _eventually(lambda: "c.md" in server.search("words", "text"), "it is not followed any more")
    _check(server, place)


def _names_are_none(place: Path) -> None:
    """A name that is no UTF-8, one with a line end, one of control signs; before and after."""
    root = os.fsencode(place / "vault")
    odd = (b"\xff.md", b"\xfe.jpg", b"a\nb.md", b"\x1b[31m.md", "\u202emd.x.md".encode())
    for name in odd[:2]:
        Path(os.fsdecode(root + b"/" + name)).write_text("odd\n")
    server = _server(place)
    for name in odd[2:]:
        Path(os.fsdecode(root + b"/" + name)).write_text("odd\n")
    Path(os.fsdecode(root + b"/\xfd.jpg")).write_text("odd\n")
    time.sleep(0.5)
    (place / "vault" / "c.md").write_text("# C\n\nnew words\n")
    _eventually(lambda: "c.md" in server.search("words", "text"), "it is not followed any more")
    _check(server, place)


def _files_are_none(place: Path) -> None:
    """A pipe, a folder with a note's name, a link to itself, a link that leads nowhere."""
    root = place / "vault"
    os.mkfifo(root / "pipe.md")
    (root / "folder.md").mkdir()
    (root / "self.md").symlink_to(root / "self.md")
    (root / "gone.md").symlink_to(root / "no such")
    (root / "loop").symlink_to(root, target_is_directory=True)
    _check(_server(place), place)


def _a_link_leads_out(place: Path) -> None:
    root = place / "vault"
    (root / "env.md").symlink_to("/proc/self/environ")
    (place / "secret.md").write_text("secretword\n")
    (root / "out.md").symlink_to(place / "secret.md")
    server = _server(place)
    assert server.search("secretword", "text") == [], "a link out of the vault was read"
    assert server.search("NEARNOTE_CACHE_DIR", "text") == [], "the environment was indexed"
    _check(server, place)


def _notes_are_bytes(place: Path) -> None:
    root = place / "vault"
    rng = random.Random(2)
    (root / "random.md").write_bytes(rng.randbytes(50_000))
    (root / "latin.md").write_bytes("çay ve ekmek: ünlü\n".encode("latin-1") * 50)
    (root / "utf16.md").write_bytes("# Big\n\nword\n".encode("utf-16"))
    (root / "nul.md").write_bytes(b"# A\0\n" + b"\0" * 5000)
    server = _server(place)
    _eventually(lambda: server.search("bread", "text")[:1] == ["a.md"], "bread is not found")
    server.leave()


FAULTS: tuple[Callable[[Path], None], ...] = (
    _cache_is_a_file,
    _cache_is_full,
    _cache_is_garbage,
    _cache_is_torn,
    _cache_is_cut,
    _cache_is_empty,
    _cache_has_another_schema,
    _cache_has_bad_rows,
    _cache_is_taken_away,
    _vault_goes_and_comes,
    _vault_is_deleted_and_put_back,
    _names_are_none,
    _files_are_none,
    _a_link_leads_out,
    _notes_are_bytes,
)

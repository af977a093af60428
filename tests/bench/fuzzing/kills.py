"""kill -9 while a server reads, embeds and writes its cache; afterwards nothing may be lost."""

from __future__ import annotations

import random
import sqlite3
import tempfile
import time
from pathlib import Path

from tests.bench.fuzzing.process import GoneError, Process

_NOTES = 120
_WORDS = ("bread", "rises", "slow", "warm", "dough", "crumb", "salt", "oven", "steam", "stone")


def write_vault(root: Path, rng: random.Random, notes: int = _NOTES) -> None:
    """Notes of a few sections each, so that there is something to embed for a while."""
    root.mkdir(parents=True, exist_ok=True)
    for number in range(notes):
        (root / f"n{number}.md").write_text(_text(rng, number), encoding="utf-8")


def _text(rng: random.Random, number: int) -> str:
    sections = "".join(
        f"\n## Part {part}\n\n{' '.join(rng.choices(_WORDS, k=60))} mark{number}x{part}\n"
        for part in range(6)
    )
    return f"# Note {number}\n\nSee [[n{(number + 1) % _NOTES}]].\n{sections}"


def fuzz_kills(count: int, seed: int = 1) -> list[str]:
    """Kill so many servers at random moments; what went wrong, in a sentence each."""
    rng = random.Random(seed)
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        root, cache, log = (Path(folder) / name for name in ("vault", "cache", "log"))
        write_vault(root, rng)
        for number in range(count):
            server = Process(root, cache, log)
            try:
                server.begin()
                # Half of them once the words are there, when vectors are made and written.
                if number % 2:
                    server.until("embedding", "ready", "words-only")
                _disturb(rng, root, server)
                time.sleep(rng.random() * 0.6)
            except GoneError as error:
                wrong.append(f"kill {number}: {error}; it said {server.errors[-3:]}")
            server.kill()
            wrong += [f"kill {number}: {bad}" for bad in _broken(cache)]
        wrong += _last_start(root, cache, log)
    return wrong


def _disturb(rng: random.Random, root: Path, server: Process) -> None:
    """Write into the vault meanwhile, on the disk and in the editor."""
    number = rng.randrange(_NOTES)
    (root / f"n{number}.md").write_text(_text(rng, number), encoding="utf-8")
    path = root / f"n{rng.randrange(_NOTES)}.md"
    text = path.read_text(encoding="utf-8") + f"\nnew words {rng.random()}\n"
    document = {"uri": path.as_uri(), "languageId": "markdown", "version": 1, "text": text}
    server.notify("textDocument/didOpen", {"textDocument": document})


def _broken(cache: Path) -> list[str]:
    """What SQLite finds wrong with the files of the cache."""
    found = []
    for file in cache.rglob("*"):
        if not file.is_file() or file.read_bytes()[:15] != b"SQLite format 3":
            continue
        connection = sqlite3.connect(file)
        try:
            [(verdict,)] = connection.execute("PRAGMA quick_check").fetchall()[:1]
        except sqlite3.DatabaseError as error:
            verdict = str(error)
        finally:
            connection.close()
        if verdict != "ok":
            found.append(f"{file.name}: {verdict}")
    return found


def _last_start(root: Path, cache: Path, log: Path) -> list[str]:
    """A start after all kills finds every note, and answers as one with a cache of its own."""
    answers = []
    for place in (cache, cache.parent / "fresh cache"):
        server = Process(root, place, log)
        try:
            server.begin()
            server.until("ready", "words-only")
            queries = ("mark7x3", "slow warm bread", "note 11")
            answers.append([server.search(query) for query in queries])
            server.leave()
        except GoneError as error:
            server.kill()
            return [f"the start after the kills: {error}"]
    if answers[0] != answers[1]:
        return [f"after the kills another answer: {answers[0]} and not {answers[1]}"]
    return [] if answers[0][0][:1] == ["n7.md"] else [f"mark7x3 finds {answers[0][0][:3]}"]

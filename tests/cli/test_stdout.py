"""A reader that leaves early, a disk that is full, and a stdout that is not there."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING

import pytest

from tests.vaulted import write

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Run


class Ends(io.StringIO):
    """A stdout that takes `most` pieces of text and then raises an error."""

    def __init__(self, most: int, error: OSError) -> None:
        super().__init__()
        self.most = most
        self.error = error

    def write(self, text: str) -> int:
        self.most -= 1
        if self.most < 0:
            raise self.error
        return super().write(text)

    def flush(self) -> None:
        if self.most <= 0:
            raise self.error


@pytest.mark.parametrize("words", [["stats"], ["chunks", "bread.md"], ["search", "=water"]])
@pytest.mark.parametrize("most", [0, 1, 3])
def test_a_reader_that_has_seen_enough_is_no_error(
    run: Run, kitchen: Path, words: list[str], most: int
) -> None:
    gone = Ends(most, BrokenPipeError())
    with redirect_stdout(gone):
        ran = run(*words, "--vault", kitchen)
    assert gone.most <= 0
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize("words", [["stats"], ["doctor", "--json"], ["search", "--help"]])
def test_nothing_is_said_when_python_ends_after_a_broken_pipe(
    kitchen: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    # Python writes what its buffer still holds when it ends, and complains when it cannot.
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    reader, writer = os.pipe()
    os.close(reader)
    try:
        found = subprocess.run(
            [sys.executable, "-m", "nearnote", *words, "--vault", kitchen],
            stdout=writer,
            stderr=subprocess.PIPE,
        )
    finally:
        os.close(writer)
    assert (found.returncode, found.stderr) == (0, b"")


@pytest.mark.parametrize(
    "words", [["stats"], ["stats", "--json"], ["doctor"], ["check"], ["graph", "central"]]
)
@pytest.mark.parametrize("most", [0, 1])
def test_a_full_disk_is_said_in_one_sentence(
    run: Run, kitchen: Path, words: list[str], most: int
) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    with redirect_stdout(Ends(most, full)):
        ran = run(*words, "--vault", kitchen)
    assert ran.code == 2
    assert ran.sentence == "The answer cannot be written: No space left on device."


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no disk that is full")
@pytest.mark.parametrize("words", [["stats"], ["--help"], ["--version"]])
def test_a_full_disk_is_said_once_when_python_ends(
    kitchen: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    with open("/dev/full", "w") as full:
        found = subprocess.run(
            [sys.executable, "-m", "nearnote", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=kitchen,
        )
    said = "nearnote: The answer cannot be written: No space left on device.\n"
    assert (found.returncode, found.stderr) == (2, said)


@pytest.mark.parametrize(
    ("words", "code"),
    [(["stats"], 0), (["search", "--json", "=water"], 0), (["search", "=x"], 1), (["doctor"], 0)],
)
def test_a_closed_stdout_leaves_the_exit_code(
    run: Run, kitchen: Path, words: list[str], code: int
) -> None:
    with redirect_stdout(None):
        ran = run(*words, "--vault", kitchen)
    assert ran.code == code
    assert ran.err == ("nearnote: Nothing was found.\n" if code else "")


def test_a_server_without_stdout_has_nobody_to_speak_to(run: Run) -> None:
    with redirect_stdout(None):
        ran = run()
    assert ran.code == 2
    assert "stdout" in ran.sentence


def test_a_closed_stderr_leaves_stdout_to_the_answer(run: Run, kitchen: Path) -> None:
    write(kitchen, {".nearnote.toml": "colour = 1\n"})
    with redirect_stderr(None):
        ran = run("search", "--vault", kitchen, "--json", "water")
    assert ran.code == 0
    assert ran.json["hits"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no disk that is full")
def test_a_stderr_that_takes_nothing_changes_no_exit_code(tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:
        found = subprocess.run(
            [sys.executable, "-m", "nearnote", "stats", "--vault", tmp_path / "nowhere"],
            stdout=subprocess.PIPE,
            stderr=full,
        )
    assert (found.returncode, found.stdout) == (2, b"")

"""What a command says when it goes wrong, and where the log goes."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Run


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """`nearnote stats` has a bug."""

    def stats(_: Any) -> NoReturn:
        raise ValueError("seven")

    monkeypatch.setattr("nearnote.cli.stats.stats", stats)


@pytest.mark.usefixtures("broken")
def test_a_bug_is_told_in_a_line_that_says_how_to_learn_more(run: Run, kitchen: Path) -> None:
    ran = run("stats", "--vault", kitchen)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    for part in ("ValueError: seven", "`nearnote -vv stats …`", "`nearnote doctor`"):
        assert part in ran.err


@pytest.mark.usefixtures("broken")
def test_the_whole_story_of_a_bug_is_in_the_log(run: Run, kitchen: Path) -> None:
    ran = run("-vv", "stats", "--vault", kitchen)
    assert ran.code == 2
    assert "Traceback" in ran.err
    assert 'raise ValueError("seven")' in ran.err


@pytest.mark.usefixtures("broken")
def test_a_log_file_takes_the_log_from_stderr(run: Run, kitchen: Path, tmp_path: Path) -> None:
    ran = run("-vv", "--log-file", tmp_path / "log", "stats", "--vault", kitchen)
    assert "Traceback" not in ran.err
    assert "Traceback" in (tmp_path / "log").read_text("utf-8")


def test_a_log_file_that_cannot_be_written_stops_nothing(run: Run, kitchen: Path) -> None:
    ran = run("--log-file", kitchen / "no" / "log", "search", "--vault", kitchen, "=steam")
    assert ran.code == 0
    assert "oven.md" in ran.out
    assert str(kitchen / "no" / "log") in ran.sentence


def test_ctrl_c_is_no_error(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    def stats(_: Any) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr("nearnote.cli.stats.stats", stats)
    ran = run("stats")
    assert (ran.code, ran.out, ran.err) == (130, "", "")


@pytest.mark.usefixtures("no_model")
@pytest.mark.parametrize("words", [["index"], ["search", "water"], ["related", "bread.md"]])
def test_what_is_wrong_is_said_once_and_not_by_the_log_as_well(
    run: Run, kitchen: Path, words: list[str]
) -> None:
    assert "has no model.onnx" in run(*words, "--vault", kitchen).sentence
    assert run("-v", *words, "--vault", kitchen).err.count("has no model.onnx") == 2


@pytest.mark.parametrize("command", ["stats", "doctor"])
def test_a_broken_install_is_told_without_a_traceback(kitchen: Path, command: str) -> None:
    code = (
        "import sys; sys.modules['apsw'] = None; from nearnote.__main__ import main; "
        "sys.exit(main(sys.argv[1:]))"
    )
    found = subprocess.run(
        [sys.executable, "-c", code, command, "--vault", kitchen], capture_output=True, text=True
    )
    assert "Traceback" not in found.stderr
    assert found.returncode == (1 if command == "doctor" else 2)
    if command == "doctor":
        assert "BAD  SQLite" in found.stdout
        assert found.stderr == ""
    else:
        assert found.stderr.startswith("nearnote: A part of nearnote cannot be loaded ")
        assert found.stderr.count("\n") == 1

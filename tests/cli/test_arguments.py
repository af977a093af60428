"""The words of the command line, and what is there when they are not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from nearnote import __version__
from nearnote.__main__ import COMMANDS
from nearnote.cli.arguments import parser

if TYPE_CHECKING:
    from .conftest import Run

HERE = {"vault": Path(), "json": False}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("search a b", {"query": ["a", "b"], "mode": None, "limit": None, **HERE}),
        ("search --mode text --limit 3 a", {"query": ["a"], "mode": "text", "limit": 3, **HERE}),
        (
            "search a --limit 3 -- -b c",
            {"query": ["a", "-b", "c"], "mode": None, "limit": 3, **HERE},
        ),
        ("search a --limit 3 b", {"query": ["a", "b"], "mode": None, "limit": 3, **HERE}),
        ("related a.md", {"note": "a.md", "limit": None, **HERE}),
        ("check", {"level": "information", "meaning": False, **HERE}),
        ("stats --json", {**HERE, "json": True}),
        ("chunks a.md:2 --vault v", {"note": "a.md:2", **HERE, "vault": Path("v")}),
        ("index", HERE),
        ("eval q.jsonl", {"queries": Path("q.jsonl"), "mode": None, **HERE}),
        ("graph central", {"question": "central", "notes": [], "limit": 50, **HERE}),
        ("graph paths a b", {"question": "paths", "notes": ["a", "b"], "limit": 50, **HERE}),
        ("doctor --live", {"live": True, **HERE}),
    ],
)
def test_the_words_of_a_command(line: str, expected: dict[str, Any]) -> None:
    words = line.split()
    common = {"stdio": False, "tcp": None, "log_file": None, "verbose": 0}
    assert vars(parser().parse_args(words)) == {**common, "command": words[0], **expected}


@pytest.mark.parametrize("words", [[], ["--stdio"], ["--tcp", "127.0.0.1:1"], ["-vv"]])
def test_without_a_command_it_is_the_server(words: list[str]) -> None:
    assert parser().parse_args(words).command is None


def test_the_version(run: Run) -> None:
    ran = run("--version")
    assert (ran.code, ran.out, ran.err) == (0, f"nearnote {__version__}\n", "")


def test_help_tells_of_every_command_that_there_is(run: Run) -> None:
    ran = run("--help")
    told = {line.split()[0] for line in ran.lines if line.startswith("    ") and line[4] != " "}
    assert ran.code == 0
    assert told == set(COMMANDS)


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("serch x", "serch"),
        ("search", "query"),
        ("search --mode fuzzy x", "fuzzy"),
        ("search --limit 0 x", "must be 1 or more"),
        ("related", "NOTE[:LINE]"),
        ("related --limit -1 a.md", "must be 1 or more"),
        ("chunks", "NOTE[:LINE]"),
        ("check --level loud", "loud"),
        ("eval", "FILE.jsonl"),
        ("graph", "QUESTION"),
        ("stats --unknown", "--unknown"),
    ],
)
def test_words_that_are_not_understood_are_named(run: Run, line: str, named: str) -> None:
    ran = run(*line.split())
    assert (ran.code, ran.out) == (2, "")
    assert named in ran.err.splitlines()[-1]


@pytest.mark.parametrize("command", ["search", "related", "graph"])
@pytest.mark.parametrize(
    ("limit", "shown"), [("ten", "ten"), ("1.5", "1.5"), ("9" * 5_000, "9" * 20)]
)
def test_a_limit_that_is_no_number_is_said_in_plain_words(
    run: Run, command: str, limit: str, shown: str
) -> None:
    ran = run(command, "--limit", limit, "x")
    assert ran.code == 2
    assert ran.err.endswith(f"--limit: must be a whole number, not {shown}\n")

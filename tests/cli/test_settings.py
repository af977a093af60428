"""Settings that are not taken are said once on stderr, and the command goes on."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.vaulted import write

if TYPE_CHECKING:
    from .conftest import Run

COMMANDS = ["search =steam", "related bread.md", "chunks bread.md", "stats", "index", "check"]


@pytest.mark.parametrize("command", [*COMMANDS, "graph central"])
def test_a_key_that_is_not_known_is_named_with_the_nearest_one(
    run: Run, kitchen: Path, command: str
) -> None:
    words = [*command.split(), "--vault", kitchen]
    run("index", "--vault", kitchen)  # so that both runs are warm
    expected = run(*words)
    write(kitchen, {".nearnote.toml": 'serch.mode = "text"\n'})
    ran = run(*words)
    said = ".nearnote.toml: serch.mode is not a setting; the nearest one is search.mode."
    assert ran.sentence == said
    assert expected.err == ""
    assert (ran.code, ran.out) == (expected.code, expected.out)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("findings.barHeading = 'off'", ["findings.barHeading", "findings.bareHeading"]),
        ("[findings]\nbareHeading = 'of'", ["findings.bareHeading", "did you mean off?"]),
        ("search.limit = 51", ["search.limit", "from 1 to 50"]),
        ("search.limit = 'many'", ["search.limit", "a whole number"]),
        ("exclude = 5", ["exclude", "a list of strings"]),
        ("provider = 'openai'", ["provider", "fastembed, multilingual, hashing"]),
        ("cacheDir = '/tmp'", ["cacheDir", "may not be set by a vault", "NEARNOTE_CACHE_DIR"]),
        ("apiKey = 'sk-secret'", ["apiKey", "NEARNOTE_API_KEY"]),
        ("colour = 'blue'", ["colour", "is not a setting of nearnote"]),
        ("search.mode =", ["not valid TOML", "at end of document"]),
        ("[search\n", ["not valid TOML", "line 1"]),
        ("x = 1\nx = 2\n", ["not valid TOML", "line 2"]),
        ("x = '\ud800'", ["not valid TOML"]),
        ("#" * 100_001, ["too long"]),
    ],
)
def test_one_sentence_tells_what_is_wrong(
    run: Run, kitchen: Path, text: str, named: list[str]
) -> None:
    (kitchen / ".nearnote.toml").write_bytes(text.encode(errors="surrogatepass"))
    ran = run("chunks", "--vault", kitchen, "oven.md")
    assert ran.code == 0
    assert "Hot stone and steam." in ran.out
    assert ran.sentence.startswith((".nearnote.toml: ", str(kitchen / ".nearnote.toml")))
    assert "sk-secret" not in ran.err
    for each in named:
        assert each in ran.sentence


def test_a_folder_is_not_taken_for_no_settings(run: Run, kitchen: Path) -> None:
    (kitchen / ".nearnote.toml").mkdir()
    ran = run("chunks", "--vault", kitchen, "oven.md")
    assert ran.code == 0
    assert ran.sentence == f"{kitchen / '.nearnote.toml'} is not a file and was not read."


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes")
def test_a_pipe_is_not_waited_for(run: Run, kitchen: Path) -> None:
    os.mkfifo(kitchen / ".nearnote.toml")
    assert "is not a file" in run("stats", "--vault", kitchen).sentence


def test_settings_that_may_not_be_read_are_named(
    run: Run, kitchen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(kitchen, {".nearnote.toml": ""})
    open_file = Path.open

    def refuse(file: Path, *more: Any, **others: Any) -> Any:
        if file.name == ".nearnote.toml":
            raise PermissionError(13, "Permission denied")
        return open_file(file, *more, **others)

    monkeypatch.setattr(Path, "open", refuse)
    sentence = run("stats", "--vault", kitchen).sentence
    assert sentence == f"{kitchen / '.nearnote.toml'} cannot be read: Permission denied."


def test_each_key_has_its_own_line(run: Run, kitchen: Path) -> None:
    write(kitchen, {".nearnote.toml": "serch.mode = 1\nsearch.limit = 0\nonly = 'semantic'\n"})
    lines = run("stats", "--vault", kitchen).err.splitlines()
    assert [line.split()[2] for line in lines] == ["serch.mode", "search.limit"]


def test_a_variable_is_named_as_a_variable(
    run: Run, kitchen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEARNOTE_SERCH_MODE", "text")
    sentence = run("stats", "--vault", kitchen).sentence
    assert sentence == (
        "NEARNOTE_SERCH_MODE is not a setting; the nearest one is NEARNOTE_SEARCH_MODE."
    )


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (".gitignore", "!\n"),
        (".ignore", "*.png\n!\n"),
        ("sub/.gitignore", "!\n"),
        (".nearnote.toml", 'exclude = ["!"]\n'),
        (".nearnote.toml", 'findings.ignore = ["!"]\n'),
    ],
)
def test_a_pattern_that_git_passes_over_stops_nothing(
    run: Run, kitchen: Path, name: str, text: str
) -> None:
    write(kitchen, {name: text})
    ran = run("check", "--vault", kitchen)
    assert (ran.code, ran.out) == (0, "0 findings in 3 notes\n")

"""The folder and the notes that a command is given, the same for all commands."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from nearnote.__main__ import COMMANDS
from tests.models import Model
from tests.vaulted import write

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Run, Vault

MORE = {
    "search": ["steam"],
    "related": ["bread.md"],
    "chunks": ["bread.md"],
    "graph": ["neighbours", "bread.md"],
    "eval": ["queries.jsonl"],
}
ON_A_VAULT = [
    [command, *MORE.get(command, [])] for command in COMMANDS if command not in ("doctor", "model")
]
ANSWERED = [words for words in ON_A_VAULT if words != ["mcp"]]
"""Those that end by themselves."""


@pytest.fixture(autouse=True)
def _queries(tmp_path: Path) -> None:
    """The file that MORE names, in the folder that tests run in."""
    (tmp_path / "queries.jsonl").write_text('{"query": "x", "gold": ["bread.md"]}\n', "utf-8")


@pytest.mark.parametrize("words", ON_A_VAULT, ids=" ".join)
@pytest.mark.parametrize("name", ["gone", "gone/deeper", "bread.md"])
def test_a_vault_that_is_no_folder_is_said_in_one_sentence(
    run: Run, kitchen: Path, words: list[str], name: str
) -> None:
    for more in ([], ["--json"]):
        ran = run(*words, "--vault", kitchen / name, *more)
        assert (ran.code, ran.out) == (2, "")
        assert ran.sentence == f"{kitchen / name} is not a folder."


@pytest.mark.parametrize("words", ON_A_VAULT, ids=" ".join)
def test_a_home_folder_is_not_read_unasked(
    run: Run, kitchen: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(kitchen))
    ran = run(*words, "--vault", kitchen)
    assert (ran.code, ran.out) == (2, "")
    assert "too wide to be one vault" in ran.err
    write(kitchen, {".nearnote.toml": ""})
    if words in ANSWERED:
        assert run(*words, "--vault", kitchen).code == 0


@pytest.mark.parametrize("words", ANSWERED, ids=" ".join)
def test_the_vault_is_this_folder_when_none_is_named(
    run: Run, kitchen: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    write(kitchen, {"queries.jsonl": '{"query": "x", "gold": ["bread.md"]}\n'})
    monkeypatch.chdir(kitchen)
    ran = run(*words, "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json


def test_places_are_named_in_full_however_the_vault_is(run: Run, kitchen: Path) -> None:
    hits = run("search", "--vault", kitchen.name, "--json", "=steam").json["hits"]
    assert [hit["uri"] for hit in hits] == [(kitchen / "oven.md").as_uri()]


@pytest.mark.parametrize(
    ("words", "code", "out"),
    [
        ("search =x", 1, ""),
        ("search x", 1, ""),
        ("search =", 1, ""),
        ("check", 0, "0 findings in 0 notes\n"),
        ("index", 0, "0 notes, 0 chunks\n0 embedded, 0 reused, 0 skipped, 0 failed\n"),
    ],
)
def test_an_empty_vault(run: Run, vault: Vault, words: str, code: int, out: str) -> None:
    ran = run(*words.split(), "--vault", vault({}))
    said = "nearnote: Nothing was found.\n" if code else ""
    assert (ran.code, ran.out, ran.err) == (code, out, said)


def test_an_empty_vault_has_numbers_too(run: Run, vault: Vault) -> None:
    ran = run("stats", "--vault", vault({}), "--json")
    assert (ran.code, ran.err) == (0, "")
    assert set(ran.json.pop("progress").values()) == {0}
    numbers = run("stats", "--vault", vault({}), "--json").json
    assert {value for name, value in numbers.items() if name != "progress"} == {0}
    ran = run("eval", "--vault", vault({}), "--json", "queries.jsonl")
    assert (ran.code, ran.err) == (0, "")
    assert [(row["queries"], row["mrr"]) for row in ran.json["rows"]] == [(1, 0.0)] * 3


QUESTIONS = ("communities", "bridges", "central", "orphans")


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_empty_vault_has_an_empty_graph(run: Run, vault: Vault, question: str) -> None:
    ran = run("graph", "--vault", vault({}), "--json", question)
    assert ran.err == ""
    assert list(ran.json.values()) == [[]]


@pytest.mark.parametrize("words", ["related", "chunks", "graph neighbours", "graph paths bread.md"])
def test_what_is_no_note_of_the_vault_is_said_in_one_sentence(
    run: Run, kitchen: Path, words: str
) -> None:
    write(kitchen, {"photo.png": "", ".hidden.md": "x", "../out.md": "x"})
    for note in ("gone.md", "bread", "sub", "photo.png", ".hidden.md", "../out.md", "../my notes"):
        ran = run(*words.split(), note, "--vault", kitchen)
        assert (ran.code, ran.out) == (2, "")
        assert ran.sentence == f"{note} is not a note of {kitchen}."


@pytest.mark.parametrize("line", ["0", "-1", "x", "1.5", "1:2"])
@pytest.mark.parametrize("command", ["related", "chunks"])
def test_what_is_no_line_is_said_in_one_sentence(
    run: Run, kitchen: Path, command: str, line: str
) -> None:
    ran = run(command, "--vault", kitchen, f"bread.md:{line}")
    assert (ran.code, ran.out) == (2, "")
    assert ran.sentence == f"bread.md:{line} is not a line of bread.md; lines are numbers from 1."


@pytest.mark.parametrize("command", ["related", "chunks"])
def test_a_line_past_the_end_is_said_in_one_sentence(run: Run, kitchen: Path, command: str) -> None:
    for line in ("5", "999", "5" * 5_000):  # Python reads no number of 5,000 digits
        ran = run(command, "--vault", kitchen, f"oven.md:{line}")
        assert (ran.code, ran.out) == (2, "")
        assert ran.sentence == f"oven.md:{line} is past the end of oven.md."


def shown(run: Run, root: Path | str, note: object) -> str:
    """The title of the note that `nearnote chunks` shows."""
    ran = run("chunks", "--vault", root, "--json", note)
    assert (ran.code, ran.err) == (0, "")
    title: str = ran.json["chunks"][0]["model_text"].split("\n")[0]
    return title


def test_a_note_is_named_from_the_root_from_here_or_in_full(
    run: Run, kitchen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(kitchen, {"sub/bread.md": "# Another bread\n\nText.\n"})
    assert shown(run, kitchen, "sub/soil.md") == "Soil"
    assert shown(run, kitchen, kitchen / "sub" / "soil.md") == "Soil"
    monkeypatch.chdir(kitchen / "sub")
    assert shown(run, kitchen, "soil.md") == "Soil"
    assert shown(run, "..", "soil.md") == "Soil"
    assert shown(run, "..", "oven.md") == "Oven"
    assert shown(run, "..", "../bread.md") == "Bread"
    assert shown(run, kitchen, "bread.md") == "Another bread"  # what is here is nearer


def test_a_note_above_here(run: Run, kitchen: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(kitchen / "sub")
    assert shown(run, kitchen, "../bread.md") == "Bread"
    assert shown(run, kitchen, "sub/../oven.md") == "Oven"


def test_a_vault_above_here_has_its_own_name(
    run: Run, kitchen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(kitchen / "sub")
    hits = run("search", "--vault", "..", "--json", "=steam").json["hits"]
    assert [hit["uri"] for hit in hits] == [(kitchen / "oven.md").as_uri()]


def test_who_watches_sees_a_bar_and_stdout_has_the_answer_alone(
    run: Run, kitchen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    ran = run("index", "--vault", kitchen, "--json")
    assert "Reading for meaning" in ran.err
    assert (ran.code, ran.json["progress"]["embedded"]) == (0, 4)


def test_a_language_that_the_model_does_not_know_is_said_once(
    run: Run, kitchen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["ekmek", "hamuru", "neden", "kabarmaz"]
    write(kitchen, {"ekmek.md": " ".join(words * 50) + "\n"})
    model = Model()
    model.foreign = set(words)
    monkeypatch.setattr("nearnote.embedding.loader.load", lambda *_: model)
    ran = run("search", "--vault", kitchen, "ekmek")
    assert ran.code == 0
    assert 'set nearnote.model to "multilingual"' in ran.err
    assert "ekmek.md" in ran.out
    assert run("search", "--vault", kitchen, "ekmek").err == ""

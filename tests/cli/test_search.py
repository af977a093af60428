"""`nearnote search`."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Run, Vault


def paths(run: Run, root: Path, *words: object) -> list[str]:
    """The notes of the hits."""
    return [hit["path"] for hit in run("search", "--vault", root, "--json", *words).json["hits"]]


def test_a_hit_is_a_place_that_an_editor_opens_and_the_line_there(run: Run, kitchen: Path) -> None:
    ran = run("search", "--vault", kitchen, "=dense")
    assert (ran.code, ran.err) == (0, "")
    head, text = ran.lines
    assert re.fullmatch(r"[01]\.\d\d  bread\.md:11  Bread › Rye", head)
    assert text == "      Dark and dense. [[oven]]"


def test_the_members_of_the_json_count_lines_from_0(run: Run, kitchen: Path) -> None:
    ran = run("search", "--vault", kitchen, "--json", "=dense")
    answer = ran.json
    (hit,) = answer.pop("hits")
    assert (ran.code, ran.err) == (0, "")
    assert answer.keys() == {"mode", "pending"}
    assert answer["mode"] == "text"
    assert 0 < hit.pop("score") <= 1
    assert "dense" in hit.pop("snippet")
    assert set(hit.pop("parts")) == {"words", "meaning", "name", "rank"}
    assert hit == {
        "path": "bread.md",
        "uri": (kitchen / "bread.md").as_uri(),
        "title": "Bread",
        "heading": ["Rye"],
        "line": 10,
        "end_line": 10,
        "kind": "section",
        "text": "Dark and dense. [[oven]]",
        "line_text": "Dark and dense. oven",
        "found_by": ["text"],
    }


def test_nothing_found_is_a_no_and_no_error(run: Run, kitchen: Path) -> None:
    ran = run("search", "--vault", kitchen, "=zeppelin")
    assert (ran.code, ran.out, ran.err) == (1, "", "nearnote: Nothing was found.\n")
    ran = run("search", "--vault", kitchen, "--json", "=zeppelin")
    assert (ran.code, ran.json["hits"], ran.err) == (1, [], "")


@pytest.mark.parametrize(
    ("toml", "words", "count"),
    [
        ("", [], 10),
        ("search.limit = 12\n", [], 12),
        ("search.limit = 12\n", ["--limit", "3"], 3),
    ],
)
def test_a_setting_says_how_many_unless_the_command_does(
    run: Run, vault: Vault, toml: str, words: list[str], count: int
) -> None:
    notes = {f"{at}.md": "steam\n" for at in range(20)}
    ran = run("search", "--vault", vault({**notes, ".nearnote.toml": toml}), *words, "=steam")
    assert len(ran.lines) == 2 * count


@pytest.mark.parametrize(
    ("words", "mode", "found_by"),
    [
        (["water"], "hybrid", {"text", "vector"}),
        (["--mode", "hybrid", "water"], "hybrid", {"text", "vector"}),
        (["--mode", "text", "water"], "text", {"text"}),
        (["--mode", "vector", "water"], "vector", {"vector"}),
        (["--mode", "vector", "=water"], "text", {"text"}),  # what is in the box counts more
        (["--mode", "hybrid", "?water"], "vector", {"vector"}),
    ],
)
def test_modes(run: Run, kitchen: Path, words: list[str], mode: str, found_by: set[str]) -> None:
    answer = run("search", "--vault", kitchen, "--json", *words).json
    assert answer["mode"] == mode
    assert set(answer["hits"][0]["found_by"]) == found_by


def test_a_vault_may_have_its_own_mode(run: Run, kitchen: Path) -> None:
    (kitchen / ".nearnote.toml").write_text('search.mode = "text"\n', "utf-8")
    assert run("search", "--vault", kitchen, "--json", "water").json["mode"] == "text"


def test_several_words_are_one_query(run: Run, kitchen: Path) -> None:
    phrase = run("search", "--vault", kitchen, "=dark", "AND", "dense")
    assert phrase.out == run("search", "--vault", kitchen, "=dark AND dense").out
    assert phrase.code == 0
    assert run("search", "--vault", kitchen, "=dark", "AND", "steam").code == 1


def test_a_limit_cuts_after_the_best(run: Run, kitchen: Path) -> None:
    both = paths(run, kitchen, "=water")
    assert sorted(both) == ["bread.md", "sub/soil.md"]
    assert paths(run, kitchen, "--limit", 1, "=water") == both[:1]


def test_a_limit_above_what_an_index_shows_is_refused(run: Run, vault: Vault) -> None:
    root = vault({f"{number}.md": f"quince {number}\n" for number in range(60)})
    assert len(paths(run, root, "--limit", 50, "=quince")) == 50
    ran = run("search", "--vault", root, "--limit", 51, "=quince")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith("--limit: must be 50 or less\n")


def test_an_empty_box_lists_the_notes_edited_last(run: Run, kitchen: Path) -> None:
    for seconds, name in enumerate(("oven.md", "sub/soil.md", "bread.md"), 1_700_000_000):
        os.utime(kitchen / name, (seconds, seconds))
    assert paths(run, kitchen, "") == ["bread.md", "sub/soil.md", "oven.md"]


def test_a_long_line_is_cut_between_words_and_whole_in_json(run: Run, vault: Vault) -> None:
    line = " ".join(["quince"] + ["marmalade"] * 40)
    root = vault({"a.md": line + "\n"})
    shown = run("search", "--vault", root, "=quince").lines[1].strip()
    assert shown.endswith("marmalade …")
    assert line.startswith(shown.removesuffix(" …") + " ")
    assert len(shown) <= 162
    assert run("search", "--vault", root, "--json", "=quince").json["hits"][0]["text"] == line


@pytest.mark.parametrize("more", [["--mode", "text"], ["--mode", "text", "--json"]])
@pytest.mark.usefixtures("no_model")
def test_a_search_by_words_asks_for_no_model(run: Run, kitchen: Path, more: list[str]) -> None:
    ran = run("search", "--vault", kitchen, *more, "water")
    assert (ran.code, ran.err) == (0, "")
    assert "sub/soil.md" in ran.out


def test_without_a_model_words_answer_and_it_is_said(
    run: Run, kitchen: Path, no_model: str
) -> None:
    ran = run("search", "--vault", kitchen, "--json", "water")
    assert ran.code == 0
    assert ran.sentence == f"{no_model} Searching by words only."
    assert ran.json["mode"] == "text"
    assert {hit["path"] for hit in ran.json["hits"]} == {"bread.md", "sub/soil.md"}


@pytest.mark.parametrize("words", [["--mode", "vector", "water"], ["?water"]])
def test_a_search_by_meaning_alone_cannot_be_done_without_a_model(
    run: Run, kitchen: Path, no_model: str, words: list[str]
) -> None:
    ran = run("search", "--vault", kitchen, *words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.sentence == no_model


def test_a_vault_that_is_searched_by_meaning_alone_cannot_be_without_a_model(
    run: Run, kitchen: Path, no_model: str
) -> None:
    (kitchen / ".nearnote.toml").write_text('search.mode = "vector"\n', "utf-8")
    ran = run("search", "--vault", kitchen, "water")
    assert (ran.code, ran.sentence) == (2, no_model)
    assert run("search", "--vault", kitchen, "=water").code == 0


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_vectors_that_cannot_be_kept_are_told_once_and_answer_all_the_same(
    run: Run, kitchen: Path, monkeypatch: pytest.MonkeyPatch, more: list[str]
) -> None:
    monkeypatch.setenv("NEARNOTE_CACHE_DIR", str(kitchen / "oven.md"))
    ran = run("search", "--vault", kitchen, "water", *more)
    assert ran.code == 0
    assert "sub/soil.md" in ran.out
    assert ran.sentence.startswith("Vectors cannot be kept in ")


def test_words_may_stand_after_an_option(run: Run, kitchen: Path) -> None:
    assert paths(run, kitchen, "=dark", "--limit", 3, "AND", "--mode", "text", "steam") == []
    assert paths(run, kitchen, "=dark", "--limit", 3, "AND", "dense") == ["bread.md"]
    assert paths(run, kitchen, "=dark", "--", "-dense") == ["bread.md"]
    ran = run("search", "--vault", kitchen, "=dark", "--limit", 3, "--nope", "dense")
    assert ran.code == 2
    assert "--nope" in ran.err.splitlines()[-1]

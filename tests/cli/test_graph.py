"""`nearnote graph`: what links make of notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Run, Vault

# Two triangles, joined by the link from c to d, and a note that is tied to nothing. A link to
# the note itself, to no note and out of the vault ties nothing either.
NOTES = {
    "a.md": "[[b]] [[c]]",
    "b.md": "[[c]] [[c]] [[b]]",
    "c.md": "[[d]] [[nowhere]] [x](https://example.org)",
    "d.md": "[[sub/e]] [[f]]",
    "sub/e.md": "[f](../f.md)",
    "f.md": "text",
    "alone.md": "text",
}


@pytest.fixture
def root(vault: Vault) -> Path:
    """The vault of NOTES."""
    return vault(NOTES)


CASES: list[tuple[str, dict[str, Any], str]] = [
    (
        "neighbours c.md",
        {"links": ["d.md"], "backlinks": ["a.md", "b.md"]},
        "links:\n  d.md\nbacklinks:\n  a.md\n  b.md\n",
    ),
    (
        "neighbours sub/e.md",
        {"links": ["f.md"], "backlinks": ["d.md"]},
        "links:\n  f.md\nbacklinks:\n  d.md\n",
    ),
    (
        "paths f.md b.md",  # a link leads both ways
        {"paths": [["f.md", "d.md", "c.md", "b.md"]]},
        "paths:\n  f.md – d.md – c.md – b.md\n",
    ),
    ("common b.md d.md", {"notes": ["c.md"]}, "notes:\n  c.md\n"),
    (
        "communities",
        {"communities": [["a.md", "b.md", "c.md"], ["d.md", "f.md", "sub/e.md"]]},
        "communities:\n  a.md – b.md – c.md\n  d.md – f.md – sub/e.md\n",
    ),
    ("bridges", {"bridges": [["c.md", "d.md"]]}, "bridges:\n  c.md – d.md\n"),
    ("orphans", {"notes": ["alone.md"]}, "notes:\n  alone.md\n"),
]


@pytest.mark.parametrize(("question", "answer", "text"), CASES)
def test_questions(run: Run, root: Path, question: str, answer: dict[str, Any], text: str) -> None:
    ran = run("graph", "--vault", root, *question.split())
    assert (ran.code, ran.out, ran.err) == (0, text, "")
    ran = run("graph", "--vault", root, "--json", *question.split())
    assert (ran.code, ran.json, ran.err) == (0, answer, "")


def test_the_central_note_is_the_one_that_all_links_lead_to(run: Run, root: Path) -> None:
    ran = run("graph", "--vault", root, "--json", "central")
    ((name, notes),) = ran.json.items()
    assert (ran.code, name) == (0, "notes")
    assert notes[0]["path"] == "f.md"
    assert {note["path"] for note in notes} == NOTES.keys()
    ranks = [note["rank"] for note in notes]
    assert ranks == sorted(ranks, reverse=True)
    assert sum(ranks) == pytest.approx(1, abs=1e-5)
    text = run("graph", "--vault", root, "central", "--limit", 1)
    assert text.out == f"notes:\n  f.md  {ranks[0]}\n"


def test_several_paths_of_one_length_are_all_told(run: Run, vault: Vault) -> None:
    root = vault({"a.md": "[[b]] [[c]]", "b.md": "[[d]]", "c.md": "[[d]]", "d.md": ""})
    ran = run("graph", "--vault", root, "--json", "paths", "a.md", "d.md")
    assert ran.json == {"paths": [["a.md", "b.md", "d.md"], ["a.md", "c.md", "d.md"]]}
    ran = run("graph", "--vault", root, "--json", "paths", "a.md", "d.md", "--limit", 1)
    assert len(ran.json["paths"]) == 1


@pytest.mark.parametrize(
    ("question", "empty"), [("paths alone.md a.md", "paths"), ("common alone.md a.md", "notes")]
)
def test_notes_that_do_not_hang_together_have_an_empty_answer(
    run: Run, root: Path, question: str, empty: str
) -> None:
    ran = run("graph", "--vault", root, "--json", *question.split())
    assert (ran.json, ran.err) == ({empty: []}, "")


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("friends", ["friends", "neighbours", "orphans"]),
        ("friends a.md", ["friends", "neighbours", "orphans"]),
        ("neighbours", ["neighbours"]),
        ("paths a.md", ["paths"]),
        ("common a.md", ["common"]),
        ("neighbours gone.md", ["gone.md is not a note"]),
        ("paths a.md gone.md", ["gone.md is not a note"]),
        ("paths a.md b.md c.md", ["paths NOTE NOTE"]),
        ("friends a.md b.md c.md", ["friends", "neighbours", "orphans"]),
    ],
)
def test_what_cannot_be_asked_is_said_in_one_sentence(
    run: Run, root: Path, question: str, named: list[str]
) -> None:
    ran = run("graph", "--vault", root, *question.split())
    assert (ran.code, ran.out) == (2, "")
    for each in named:
        assert each in ran.sentence


@pytest.mark.parametrize(
    ("question", "right"),
    [
        ("neighbours", "neighbours NOTE"),
        ("neighbours a.md b.md", "neighbours NOTE"),
        ("paths", "paths NOTE NOTE"),
        ("paths a.md", "paths NOTE NOTE"),
        ("common a.md", "common NOTE NOTE"),
        ("orphans a.md", "orphans"),
    ],
)
def test_how_a_question_is_asked_is_told(run: Run, root: Path, question: str, right: str) -> None:
    ran = run("graph", "--vault", root, *question.split())
    assert (ran.code, ran.out) == (2, "")
    name = right.split()[0]
    asked = f"The question {name} is asked like this: nearnote graph {right}."
    assert ran.sentence == asked


def test_an_option_may_stand_between_the_question_and_its_notes(run: Run, root: Path) -> None:
    ran = run("graph", "neighbours", "--vault", root, "c.md")
    assert (ran.code, ran.out) == (0, CASES[0][2])

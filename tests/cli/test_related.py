"""`nearnote related`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from nearnote.embedding.embedder import EmbedderError
from tests.models import Model
from tests.vaulted import write

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Run, Vault


def test_related_notes_are_shown_at_their_line_and_links_are_marked(
    run: Run, kitchen: Path
) -> None:
    ran = run("related", "--vault", kitchen, "sub/soil.md")
    assert (ran.code, ran.err) == (0, "")
    assert [re.sub(r"^[01]\.\d\d", "N", line) for line in ran.lines] == [
        "N  bread.md:7  Bread  (linked)",
        "      Flour and water.",
        "N  oven.md:3  Oven",
        "      Hot stone and steam.",
    ]


def test_the_members_of_the_json_count_lines_from_0(run: Run, kitchen: Path) -> None:
    answer = run("related", "--vault", kitchen, "--json", "--limit", 1, "sub/soil.md").json
    (hit,) = answer.pop("hits")
    assert answer == {"mode": "vector", "pending": 0}
    assert 0 < hit.pop("score") <= 1
    assert hit.pop("snippet")
    assert set(hit.pop("parts")) == {"words", "meaning", "name", "rank"}
    assert hit == {
        "path": "bread.md",
        "uri": (kitchen / "bread.md").as_uri(),
        "title": "Bread",
        "heading": [],
        "line": 6,
        "end_line": 6,
        "kind": "note",
        "text": "Flour and water.",
        "line_text": "Flour and water.",
        "found_by": ["vector"],
        "linked": True,
        "why": {"line": 2, "text": "Spade and rake and water. [[bread]]", "words": ["water"]},
    }


@pytest.mark.parametrize(
    ("line", "nearest", "why"),
    [
        (7, "c.md", 6),
        (9, "b.md", 8),
        (1, "d.md", None),  # the frontmatter stands for the whole note
        (5, "d.md", None),  # and so does its title
    ],
)
def test_a_line_is_asked_about_for_itself(
    run: Run, vault: Vault, line: int, nearest: str, why: int | None
) -> None:
    root = vault(
        {
            "a.md": "---\nx: y\n---\n\n# A\n\nspade rake hoe\n\n- [fact] flour yeast salt\n",
            "b.md": "flour yeast salt\n",
            "c.md": "spade rake hoe\n",
            "d.md": "spade rake hoe flour yeast salt\n",
        }
    )
    hit = run("related", "--vault", root, "--json", f"a.md:{line}").json["hits"][0]
    assert hit["path"] == nearest
    assert why is None or hit["why"]["line"] == why


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_a_note_with_nothing_near_is_a_no(run: Run, vault: Vault, more: list[str]) -> None:
    ran = run("related", "--vault", vault({"a.md": "alone\n"}), "a.md", *more)
    assert (ran.code, ran.err) == (1, "" if more else "nearnote: Nothing is near.\n")
    assert ran.json["hits"] == [] if more else ran.out == ""


def test_a_limit_cuts_after_the_nearest(run: Run, kitchen: Path) -> None:
    ran = run("related", "--vault", kitchen, "--limit", 1, "sub/soil.md")
    assert [line.split()[1] for line in ran.lines[::2]] == ["bread.md:7"]


def test_a_vault_may_hide_what_is_linked(run: Run, kitchen: Path) -> None:
    write(kitchen, {".nearnote.toml": 'related.linked = "hide"\n'})
    hits = run("related", "--vault", kitchen, "--json", "sub/soil.md").json["hits"]
    assert [hit["path"] for hit in hits] == ["oven.md"]


def test_nothing_is_near_without_a_model(run: Run, kitchen: Path, no_model: str) -> None:
    ran = run("related", "--vault", kitchen, "oven.md")
    assert (ran.code, ran.out, ran.sentence) == (2, "", no_model)


def test_a_model_that_went_down_leaves_what_is_known(
    run: Run, kitchen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = Model()
    monkeypatch.setattr("nearnote.embedding.loader.load", lambda *_: model)
    assert run("index", "--vault", kitchen).code == 0
    write(kitchen, {"new.md": "# New\n\nNot embedded.\n"})
    model.error = EmbedderError("The server is gone.")
    ran = run("related", "--vault", kitchen, "sub/soil.md")
    assert ran.code == 0
    assert ran.sentence == "The server is gone. Notes that have no vector yet are not compared."
    assert "bread.md" in ran.out

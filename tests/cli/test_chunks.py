"""`nearnote chunks`: what the index sees of a note."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Run, Vault

NOTE = "# A\n\nFirst line.\nSecond line.\n\n## B\n\n- [fact] ripe *quinces*\n\n- [[a]]\n"


@pytest.fixture
def root(vault: Vault) -> Path:
    """A vault of one note with one of each kind."""
    return vault({"a.md": NOTE})


def test_every_piece_is_shown_with_its_lines_and_what_a_model_reads(run: Run, root: Path) -> None:
    ran = run("chunks", "--vault", root, "a.md")
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines == [
        "lines 3-4  note",
        "    A",
        "    First line.",
        "    Second line.",
        "lines 8-8  observation",
        "    A > B",
        "    [fact] ripe quinces",
        "lines 10-10  not searchable: no words of its own",
        "    a",
    ]


def test_the_members_of_the_json_count_lines_from_0(run: Run, root: Path) -> None:
    ran = run("chunks", "--vault", root, "--json", "a.md:8")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json == {
        "chunks": [
            {
                "line": 7,
                "end_line": 7,
                "kind": "observation",
                "heading": ["B"],
                "model_text": "A > B\n[fact] ripe quinces",
                "content_free": False,
                "pending": True,
            }
        ]
    }


@pytest.mark.parametrize(
    ("line", "expected"),
    [(3, [(2, 3)]), (4, [(2, 3)]), (8, [(7, 7)]), (10, [(9, 9)])],
)
def test_a_line_is_shown_alone(
    run: Run, root: Path, line: int, expected: list[tuple[int, int]]
) -> None:
    chunks = run("chunks", "--vault", root, "--json", f"a.md:{line}").json["chunks"]
    assert [(chunk["line"], chunk["end_line"]) for chunk in chunks] == expected


def test_no_vector_is_made_to_show_chunks(run: Run, root: Path, tmp_path: Path) -> None:
    assert run("chunks", "--vault", root, "a.md").code == 0
    assert not (tmp_path / "cache").exists()

"""`nearnote stats`: the shape of the index."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Run, Vault


def test_the_numbers_are_those_of_the_notes(run: Run, vault: Vault) -> None:
    root = vault(
        {
            "a.md": "# A\n\n" + "x" * 40 + "\n\n## B\n\n" + "y" * 80 + "\n\n- [fact] zzz\n",
            "b/c.md": "[[a]] [x](https://example.org) [[gone]] " + "w" * 91 + "\n",
        }
    )
    ran = run("stats", "--vault", root, "--json")
    assert (ran.code, ran.err) == (0, "")
    # Bodies of 10 (`[fact] zzz`), 40, 80 and 100 characters (`a x gone www…`); the quartiles of
    # four lie a quarter of the way from the first to the second, and three from the third on.
    assert ran.json == {
        "notes": 2,
        "chunks": 4,
        "passages": 0,
        "observations": 1,
        "relations": 0,
        "links": 2,
        "median": 60,
        "lower_quartile": 18,
        "upper_quartile": 95,
        "longest": 100,
        "below_60": 2,
        "content_free": 0,
        "progress": {"embedded": 0, "reused": 0, "skipped": 0, "failed": 0},
    }


def test_the_text_says_what_the_json_says(run: Run, kitchen: Path) -> None:
    ran = run("stats", "--vault", kitchen)
    assert (ran.code, ran.err) == (0, "")
    shown = [line.rsplit(maxsplit=1) for line in ran.lines]
    expected = run("stats", "--vault", kitchen, "--json").json
    del expected["progress"]  # no chunk is embedded for the sake of counting it
    assert [(name.strip(), int(value)) for name, value in shown] == [
        (name.replace("_", " "), value) for name, value in expected.items()
    ]


def test_a_long_chunk_is_counted_once_and_its_passages_apart(run: Run, vault: Vault) -> None:
    sentence = "The quince is hard until it has been cooked for hours. "
    answer = run("stats", "--vault", vault({"a.md": sentence * 14 + "\n"}), "--json").json
    assert answer["chunks"] == 1
    assert answer["passages"] > 1


def test_nothing_is_written_to_count(run: Run, kitchen: Path, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    assert run("stats", "--vault", kitchen).code == 0
    assert sorted(tmp_path.rglob("*")) == before

"""`nearnote index`: fill the cache of vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.embedding.embedder import EmbedderError
from tests.models import Model
from tests.vaulted import write

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from .conftest import Run, Vault


def test_a_second_start_is_a_warm_one(run: Run, kitchen: Path) -> None:
    first = run("index", "--vault", kitchen)
    assert (first.code, first.err) == (0, "")
    assert first.lines == [
        "3 notes, 4 chunks",
        "4 embedded, 0 reused, 0 skipped, 0 failed",
    ]
    write(kitchen, {"new.md": "# New\n\nA fifth text.\n"})
    assert run("index", "--vault", kitchen).lines == [
        "4 notes, 5 chunks",
        "1 embedded, 4 reused, 0 skipped, 0 failed",
    ]


def test_the_members_of_the_json(run: Run, kitchen: Path) -> None:
    write(kitchen, {"private.md": "---\nembed: false\n---\nNot for a model.\n"})
    ran = run("index", "--vault", kitchen, "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json == {
        "phase": "ready",
        "notes": 4,
        "chunks": 5,
        "pending": 0,
        "model": "hashing",
        "progress": {"embedded": 4, "reused": 0, "skipped": 1, "failed": 0},
    }


def test_without_a_model_there_is_a_reason(run: Run, kitchen: Path, no_model: str) -> None:
    ran = run("index", "--vault", kitchen, "--json")
    assert ran.code == 1
    assert ran.sentence == f"{no_model} Searching by words only."
    assert ran.json["reason"] == no_model
    assert ran.json["phase"] == "words-only"
    assert ran.json["progress"]["embedded"] == 0


def test_a_text_that_the_model_does_not_take_is_counted(
    run: Run, kitchen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = Model()
    model.bad["steam"] = EmbedderError("This text is too hot.")
    monkeypatch.setattr("nearnote.embedding.loader.load", lambda *_: model)
    ran = run("index", "--vault", kitchen)
    assert (ran.code, ran.err) == (1, "")
    assert ran.lines[1] == "3 embedded, 0 reused, 0 skipped, 1 failed"


def test_the_cache_lies_where_the_user_says(run: Run, kitchen: Path, tmp_path: Path) -> None:
    before = sorted(kitchen.rglob("*"))
    assert run("index", "--vault", kitchen).code == 0
    assert (tmp_path / "cache" / "vectors.sqlite").exists()
    assert sorted(kitchen.rglob("*")) == before


def test_a_cache_that_cannot_be_filled_is_said(
    run: Run, kitchen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # To fill the cache is all that the command is for.
    monkeypatch.setenv("NEARNOTE_CACHE_DIR", str(kitchen / "oven.md"))
    ran = run("index", "--vault", kitchen)
    assert ran.code == 1
    assert ran.sentence.startswith("Vectors cannot be kept in ")
    assert "oven.md" in ran.sentence


def test_one_is_not_many(run: Run, vault: Vault) -> None:
    assert run("index", "--vault", vault({"a.md": "one\n"})).lines[0] == "1 note, 1 chunk"

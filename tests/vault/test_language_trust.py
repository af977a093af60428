"""How far a model is trusted: by the words of a query, and by those of the vault around it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from nearnote.config.shown_once import first_time
from nearnote.workspace.workspace import Workspace
from tests.models import Model, model_of_settings
from tests.vaulted import HASHING, finish, write

if TYPE_CHECKING:
    from pathlib import Path

    from nearnote.vault.language_trust import Language

FOREIGN = {"ekmek", "hamuru", "neden", "kabarmaz", "kubernetes"}
ENGLISH, TURKISH = "the dough rises in a warm room " * 20, "ekmek hamuru neden kabarmaz " * 20


def language(root: Path, *texts: str) -> Language:
    """The language of a vault of these notes under a model that knows no word of FOREIGN."""
    write(root, {f"{number}.md": f"{text} {number}\n" for number, text in enumerate(texts)})
    model = Model()
    model.foreign = FOREIGN
    workspace = Workspace(lambda _: model_of_settings(model))
    workspace.open(root, replace(HASHING, cache_dir=str(root / ".cache")))
    finish(workspace)
    (vault,) = workspace
    return vault.language


@pytest.mark.parametrize(
    ("texts", "query", "low", "high"),
    [
        ([ENGLISH], "why does dough rise", 1, 1),
        ([ENGLISH], "kubernetes", 0.2, 1),  # one odd word is no other language
        ([ENGLISH], "kubernetes for the home", 1, 1),
        ([ENGLISH], "ekmek hamuru neden kabarmaz", 0, 0),
        ([ENGLISH], "?!", 1, 1),
        ([TURKISH], "ekmek hamuru neden kabarmaz", 0, 0),
        ([TURKISH], "dough", 0, 0),  # whatever it means, the model cannot read the notes
        ([TURKISH], "why does dough rise", 0, 0),
        ([ENGLISH, TURKISH], "why does dough rise in a warm room", 0.9, 1),
        ([ENGLISH, TURKISH], "ekmek hamuru neden kabarmaz", 0, 0),
        ([], "why does dough rise", 1, 1),
    ],
)
def test_trust(tmp_path: Path, texts: list[str], query: str, low: float, high: float) -> None:
    assert low <= language(tmp_path, *texts).trust(query) <= high


@pytest.mark.parametrize(("known", "trust"), [(1.0, 1.0), (0.25, 0.5), (0.03, 0.06), (0.02, 0.0)])
def test_what_little_trust_there_is_counts_as_none(
    tmp_path: Path, known: float, trust: float
) -> None:
    found = language(tmp_path, ENGLISH)
    found._known = known  # the share of the vault's words that the model can read
    assert found.trust("why does dough rise") == pytest.approx(trust)


@pytest.mark.parametrize(
    ("texts", "foreign"),
    [
        ([ENGLISH], False),
        ([TURKISH], True),
        ([ENGLISH, TURKISH, TURKISH, TURKISH], True),
        ([ENGLISH, ENGLISH, TURKISH], False),
        (["ekmek hamuru"], False),  # too little to say so
        ([], False),
    ],
)
def test_hint(tmp_path: Path, texts: list[str], foreign: bool) -> None:
    hint = language(tmp_path, *texts).hint
    assert bool(hint) is foreign
    assert ("pip install" in hint) is foreign


def test_a_person_is_told_once(tmp_path: Path) -> None:
    asked = [first_time(tmp_path, what) for what in ("a", "b", "a", "b")]
    assert asked == [True, True, False, False]
    file = tmp_path / "file"
    file.touch()
    assert first_time(file, "a")

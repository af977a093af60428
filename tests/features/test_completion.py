"""Completion over small vaults."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nearnote.base.note_path import NotePath
from nearnote.base.source import Source
from nearnote.features.completion import Letters, complete, letters
from tests.vaulted import opened

if TYPE_CHECKING:
    from pathlib import Path

    from nearnote.features.completion import Choice

TEXTS = {
    "Bread.md": "---\naliases: [Loaf]\ntags: [food/bread]\n---\n# Bread\n\n"
    "## Rising time\n\nDough rises.\n",
    "garden/Beds.md": "# Garden beds\n\n"
    "- [tip] Turn the soil ^soil\n- part_of [[Bread]] (a joke)\n",
    "garden/Tools.md": "# Tools\n\nA spade for the soil. #garden\n\nA rake. #garden/rake\n",
    "My notes/Bee #1.md": "Honey.\n",
    "img/oven.png": "png",
}


def choices(root: Path, text: str) -> tuple[Choice, ...]:
    """What is offered at `‸` in a new note at the root."""
    vault = opened(root, TEXTS)
    before, _, after = text.partition("‸")
    vault.put(NotePath("New.md"), Source.of(before + after), open=True)
    found = complete(vault, NotePath("New.md"), len(before.encode()))
    return () if found is None else found.choices


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("[[Bre‸", ("Bread", "Bread]]")),
        ("[[bre‸]]", ("Bread", "Bread")),
        ("[[Loa‸", ("Loaf", "Bread|Loaf]]")),
        ("[[bed‸", ("Garden beds", "Beds]]")),
        ("[[Bread#‸", ("Bread", "Bread]]")),
        ("[[Bread#ris‸", ("Rising time", "Rising time]]")),
        ("[x](bre‸", ("Bread", "Bread.md)")),
        ("[x](bee‸)", ("Bee #1", "My%20notes/Bee%20%231.md")),
        ("[x](ove‸)", ("oven.png", "img/oven.png")),
        ("[x](Bread.md#ris‸)", ("Rising time", "rising-time")),
        ("[[Beds#^‸", ("^soil", "soil]]")),
        ("[[Beds^so‸", ("^soil", "#^soil]]")),
        ("some #ga‸", ("garden", "garden")),
        ("---\ntags: [fo‸]\n---\n", ("food/bread", "food/bread")),
        ("- [ti‸", ("tip", "tip] ")),
        ("- part‸", ("part_of", "part_of [[")),
    ],
)
def test_first_choice(tmp_path: Path, text: str, first: tuple[str, str]) -> None:
    found = choices(tmp_path, text)
    assert found, text
    assert (found[0].label, found[0].insert) == first


def test_no_letters_no_note_of_its_own(tmp_path: Path) -> None:
    found = choices(tmp_path, "# New\n\nSoil and a spade, see [[‸")
    assert "New.md" not in [choice.path for choice in found]
    assert len(found) == 3  # and not the one that no wikilink can spell


def test_what_a_wikilink_cannot_spell_is_not_offered(tmp_path: Path) -> None:
    assert [choice.label for choice in choices(tmp_path, "[[Bee‸")] != ["Bee #1"]


def test_a_block_without_an_id_gets_one(tmp_path: Path) -> None:
    (choice,) = choices(tmp_path, "[[Tools#^spade‸")
    assert choice.also is not None
    (edit,) = choice.also.edits
    assert choice.also.path == "garden/Tools.md"
    assert edit.text == " ^" + choice.insert.removesuffix("]]")


@pytest.mark.parametrize("text", ["plain‸", "`[[‸`", "[[Nowhere#‸", "## ‸"])
def test_nothing(tmp_path: Path, text: str) -> None:
    assert choices(tmp_path, text) == ()


@pytest.mark.parametrize(
    ("typed", "name", "expected"),
    [
        ("", "Any", Letters.START),
        ("bre", "Bread", Letters.START),
        ("bed", "Garden beds", Letters.WORD),
        ("b", "a-b", Letters.WORD),
        ("rea", "Bread", Letters.INSIDE),
        ("çay", "ÇAY bahçesi", Letters.START),
        ("x", "Bread", Letters.NONE),
    ],
)
def test_letters(typed: str, name: str, expected: Letters) -> None:
    assert letters(typed, name) == expected

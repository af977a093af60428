"""Definition, references, highlights and renames at a cursor, which `‸` marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nearnote.base.note_path import NotePath
from nearnote.features.navigation import Spot, definitions, highlights, references
from nearnote.features.rename import renamable, rename
from nearnote.links.change import ChangeError
from tests.links.test_rename_note import apply
from tests.vaulted import opened

if TYPE_CHECKING:
    from pathlib import Path

    from nearnote.vault.vault import Vault

TEXTS = {
    "a.md": "# A\n\n[[b]] [[b#Two|x]] [[b#^mark]] [[Bee]] [y](b.md#two) #food [[nowhere]]\n",
    "b.md": "# Bee\n\n## Two\n\nText ^mark\n\n[[#Two]] [[a]] #food/bread [^1]\n\n[^1]: Foot\n",
    "f/c.md": "---\ntitle: Sea\naliases: [Ocean]\ntags: [food]\n---\n[[Ocean]] [[a]]\n",
    "g/c.md": "C\n",
    "d.md": "[[c]] and [[Ocean]]\n",
    "e.md": "---\ntitle: Elm\n---\n# Elm\n\n[[e#Elm]]\n",
    "i.md": "[[e]] [[Elm]]\n",
}


def cursor(texts: dict[str, str], place: str) -> tuple[NotePath, int]:
    """A place given as `path: …text before‸text after…`, which is in the note once."""
    path, _, around = place.partition(": ")
    before, _, after = around.partition("‸")
    text = texts[path]
    assert text.count(before + after) == 1, place
    at = text.index(before + after) + len(before)
    return NotePath(path), len(text[:at].encode())


def shown(vault: Vault, spots: tuple[Spot, ...]) -> list[str]:
    found = []
    for spot in spots:
        source = vault.source(spot.path)
        assert source is not None
        found.append(f"{spot.path}: {source.slice(spot.span)}".strip())
    return found


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("a.md: [[b‸]]", ["b.md: Bee"]),
        ("a.md: [[‸b]]", ["b.md: Bee"]),
        ("a.md: [[b#Tw‸o|x]]", ["b.md: Two"]),
        ("a.md: [[b‸#Two|x]]", ["b.md: Two"]),
        ("a.md: [[b#^ma‸rk]]", ["b.md: Text ^mark"]),
        ("a.md: [[Be‸e]]", ["b.md: Bee"]),
        ("a.md: (b.md#t‸wo)", ["b.md: Two"]),
        ("a.md: [[now‸here]]", []),
        ("b.md: [[#T‸wo]]", ["b.md: Two"]),
        ("b.md: #food/bread [^‸1]", ["b.md: 1"]),
        ("d.md: [[c‸]]", ["f/c.md:", "g/c.md:"]),
        ("d.md: [[Oc‸ean]]", ["f/c.md: Sea"]),
        ("d.md: a‸nd", []),
    ],
)
def test_definitions(tmp_path: Path, place: str, expected: list[str]) -> None:
    vault = opened(tmp_path, TEXTS)
    assert shown(vault, definitions(vault, *cursor(TEXTS, place))) == expected


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        (
            "b.md: # Be‸e",
            ["[[b]]", "[[b#Two|x]]", "[[b#^mark]]", "[[Bee]]", "[y](b.md#two)"],
        ),
        ("b.md: ## Tw‸o", ["[[#Two]]", "[[b#Two|x]]", "[y](b.md#two)"]),
        ("b.md: ^ma‸rk", ["[[b#^mark]]"]),
        ("a.md: #fo‸od", ["#food", "#food/bread", "food"]),
        ("f/c.md: title: S‸ea", ["[[Ocean]]", "[[Ocean]]"]),
        ("e.md: # El‸m", ["[[e#Elm]]", "[[e]]", "[[Elm]]"]),
        ("b.md: [^1‸]: Foot", ["[^1]"]),
    ],
)
def test_references(tmp_path: Path, place: str, expected: list[str]) -> None:
    vault = opened(tmp_path, TEXTS)
    found = shown(vault, tuple(references(vault, *cursor(TEXTS, place))))
    assert [each.partition(": ")[2] for each in found] == expected


def test_the_declaration_comes_first(tmp_path: Path) -> None:
    vault = opened(tmp_path, TEXTS)
    place = cursor(TEXTS, "a.md: [[b#Tw‸o|x]]")
    found = shown(vault, tuple(references(vault, *place, declaration=True)))
    assert found[0] == "b.md: Two"


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("a.md: [[b‸]]", ["b", "b", "b", "Bee", "b.md"]),
        ("b.md: ## Tw‸o", ["Two", "Two"]),
        ("b.md: #food/br‸ead", ["#food/bread"]),
        ("b.md: [^‸1]\n", ["1", "1"]),
    ],
)
def test_highlights(tmp_path: Path, place: str, expected: list[str]) -> None:
    vault = opened(tmp_path, TEXTS)
    path, offset = cursor(TEXTS, place)
    source = vault.source(path)
    assert source is not None
    assert [source.slice(span) for span in highlights(vault, path, offset)] == expected


@pytest.mark.parametrize(
    ("place", "new", "changed"),
    [
        (
            "b.md: # Be‸e",
            "Wasp",
            {"a.md": TEXTS["a.md"].replace("[[Bee]]", "[[Wasp]]"),
             "b.md": TEXTS["b.md"].replace("# Bee", "# Wasp")},
        ),
        (
            "a.md: [[b‸]]",
            "h",
            {"a.md": TEXTS["a.md"].replace("[[b", "[[h").replace("b.md", "h.md"),
             "b.md": None, "h.md": TEXTS["b.md"]},
        ),
        (
            "d.md: [[Oc‸ean]]",
            "Deep",
            {"d.md": "[[c]] and [[Deep]]\n",
             "f/c.md": TEXTS["f/c.md"].replace("Ocean", "Deep")},
        ),
        (
            "a.md: [[b#Tw‸o|x]]",
            "Three",
            {"a.md": TEXTS["a.md"].replace("#Two", "#Three").replace("#two", "#three"),
             "b.md": TEXTS["b.md"].replace("Two", "Three")},
        ),
    ],
)  # fmt: skip
def test_rename(tmp_path: Path, place: str, new: str, changed: dict[str, str | None]) -> None:
    vault = opened(tmp_path, TEXTS)
    path, offset = cursor(TEXTS, place)
    assert renamable(vault, path, offset)
    expected = {**TEXTS, **changed}
    got = apply(TEXTS, rename(vault, path, offset, new))
    assert got == {path: text for path, text in expected.items() if text is not None}


def test_a_file_named_like_its_title_keeps_being_so(tmp_path: Path) -> None:
    texts = {"Bee.md": "# Bee\n", "a.md": "[[Bee]]\n"}
    vault = opened(tmp_path, texts)
    change = rename(vault, *cursor(texts, "a.md: [[Be‸e]]"), "Wasp")
    assert apply(texts, change) == {"Wasp.md": "# Wasp\n", "a.md": "[[Wasp]]\n"}


@pytest.mark.parametrize(
    ("place", "new", "sentence"),
    [
        ("d.md: a‸nd", "x", "nothing here"),
        ("a.md: [[b‸]]", "  ", "one line"),
        ("a.md: [[b‸]]", "a", r"already a note a\.md"),
        ("a.md: [[b‸]]", "x:y", "A file's name"),
        ("a.md: [[now‸here]]", "x", "no note nowhere"),
    ],
)
def test_what_cannot_be_renamed(tmp_path: Path, place: str, new: str, sentence: str) -> None:
    vault = opened(tmp_path, TEXTS)
    with pytest.raises(ChangeError, match=sentence):
        rename(vault, *cursor(TEXTS, place), new)

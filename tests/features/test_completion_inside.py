"""Completion in a link that is there: the choice takes the place of what is left of its part."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nearnote.base.note_path import NotePath
from nearnote.base.source import Source
from nearnote.features.completion import complete
from tests.vaulted import opened

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = {
    "Bread.md": "---\naliases: [Loaf]\n---\n# Bread\n\n## Rising time\n\nDough. ^dough\n",
    "sub/Bees.md": "# Bees\n\n## Log\n\n### Day\n\n## Two\n\n### Day\n\n"
    "- part_of [[Bread]] #garden\n",
    "My (old) note.md": "Honey.\n",
    "img/oven.png": "png",
}
WIKI = [
    ("[[Br‸|al]]", "Bread", "[[Bread|al]]"),
    ("[[Br‸ead|al]]", "Bread", "[[Bread|al]]"),
    ("[[Br‸#So]] x", "Bread", "[[Bread#So]] x"),
    ("[[Br‸ new]] x", "Bread", "[[Bread]] x"),
    ("[[br‸]] [[c]]", "Bread", "[[Bread]] [[c]]"),
    ("[[br‸ [[c]]", "Bread", "[[Bread]] [[c]]"),
    ("[[br‸ and more", "Bread", "[[Bread]] and more"),
    ("[[br‸]", "Bread", "[[Bread]]"),
    ("[[br‸] x", "Bread", "[[Bread]] x"),
    ("![[br‸ea|300]]", "Bread", "![[Bread|300]]"),
    ("[[lo‸|al]]", "Loaf", "[[Bread|al]]"),
    ("[[lo‸x]]", "Loaf", "[[Bread|Loaf]]"),
    ("[[lo‸#x|al]]", "Loaf", "[[Bread#x|al]]"),
    ("[[Bread#ri‸So]]", "Rising time", "[[Bread#Rising time]]"),
    ("[[Bread#ri‸So|al]]", "Rising time", "[[Bread#Rising time|al]]"),
    ("[[Bread#ri‸]", "Rising time", "[[Bread#Rising time]]"),
    ("[[Bread#^do‸x|al]]", "^dough", "[[Bread#^dough|al]]"),
    ("[[Bread^do‸x]]", "^dough", "[[Bread#^dough]]"),
    ("[[Bees#Two#d‸a]]", "Day", "[[Bees#Two#Day]]"),
    ("| a |\n|---|\n| [[br‸\\|al]] | x |\n", "Bread", "| a |\n|---|\n| [[Bread\\|al]] | x |\n"),
    ("| a |\n|---|\n| [[lo‸ | [[c]] |\n", "Loaf", "| a |\n|---|\n| [[Bread\\|Loaf]] | [[c]] |\n"),
    ("| a |\n|---|\n| [[lo‸]] |\n", "Loaf", "| a |\n|---|\n| [[Bread\\|Loaf]] |\n"),
    ("| a |\n|---|\n| [[Bread#r‸i\\|x]] |\n", "Rising time",
     "| a |\n|---|\n| [[Bread#Rising time\\|x]] |\n"),
    ("> [[br‸ea]] x", "Bread", "> [[Bread]] x"),
    ("- 🦊 [[br‸🦊]] x", "Bread", "- 🦊 [[Bread]] x"),
]  # fmt: skip
PATHS = [
    ("[t](Br‸#sec)", "Bread", "[t](Bread.md#sec)"),
    ("[t](Br‸ead.md#sec)", "Bread", "[t](Bread.md#sec)"),
    ("[t](Br‸.md 'T') x", "Bread", "[t](Bread.md 'T') x"),
    ("[t](Bread.md#ri‸sec)", "Rising time", "[t](Bread.md#rising-time)"),
    ("[t](Bread.md#ri‸sec 'T')", "Rising time", "[t](Bread.md#rising-time 'T')"),
    ("[t](#ri‸sec)\n\n## Rise", "Rise", "[t](#rise)\n\n## Rise"),
    ("[t](my‸%20(old)%20note.md#^id-1)", "My (old) note",
     "[t](My%20%28old%29%20note.md#^id-1)"),
    ("[t](My%20(old)‸%20note.md)", "My (old) note", "[t](My%20%28old%29%20note.md)"),
    ("[t](<‸", "Bread", "[t](<Bread.md>)"),
    ("[t](<br‸)", "Bread", "[t](<Bread.md>)"),
    ("[t](<my‸ new.md>)", "My (old) note", "[t](<My (old) note.md>)"),
    ("[t](<Bread.md#ri‸x y>)", "Rising time", "[t](<Bread.md#rising-time>)"),
    ("[t](br‸ and more", "Bread", "[t](Bread.md) and more"),
    ("[t](br‸ead and more", "Bread", "[t](Bread.md)ead and more"),
    ("![t](ov‸x.png)", "oven.png", "![t](img/oven.png)"),
    ("![t](‸)", "oven.png", "![t](img/oven.png)"),
    ("[t](./br‸x)", "Bread", "[t](./Bread.md)"),
    ("[t](/br‸x)", "Bread", "[t](/Bread.md)"),
    ("[t](sub/‸)", "Bees", "[t](sub/Bees.md)"),
    ("[t](./sub/‸)", "Bees", "[t](./sub/Bees.md)"),
    ("[d]: br‸x.md#y 'T'\n", "Bread", "[d]: Bread.md#y 'T'\n"),
    ("[d]: <my‸ x>\n", "My (old) note", "[d]: <My (old) note.md>\n"),
    ("[d]: Bread.md#ri‸x 'T'\n", "Rising time", "[d]: Bread.md#rising-time 'T'\n"),
]  # fmt: skip
WORDS = [
    ("[a][ry‸x] y\n\n[rye]: Bread.md\n", "rye", "[a][rye] y\n\n[rye]: Bread.md\n"),
    ("x #ga‸rd y", "garden", "x #garden y"),
    ("x #ga‸. y", "garden", "x #garden. y"),
    ("---\ntags: [ga‸x, b]\n---\n", "garden", "---\ntags: [garden, b]\n---\n"),
    ("- par‸", "part_of", "- part_of [["),
    ("- par‸t [[Bees]]", "part_of", "- part_of [[Bees]]"),
    ("- par‸ [[Bees]]", "part_of", "- part_of [[Bees]]"),
]


@pytest.mark.parametrize(("text", "label", "expected"), [*WIKI, *PATHS, *WORDS])
def test_inside(tmp_path: Path, text: str, label: str, expected: str) -> None:
    vault = opened(tmp_path, TEXTS)
    before, _, after = text.partition("‸")
    source = Source.of(before + after)
    vault.put(NotePath("New.md"), source, open=True)
    offset = len(before.encode())
    found = complete(vault, NotePath("New.md"), offset)
    assert found is not None
    assert found.span.touches(offset)
    choice = next(each for each in found.choices if each.label == label)
    assert source.edit(found.span, choice.insert).text == expected


def test_equal_headings_are_each_spelled_as_one(tmp_path: Path) -> None:
    vault = opened(tmp_path, TEXTS)
    text = "[[Bees#day"
    vault.put(NotePath("New.md"), Source.of(text), open=True)
    found = complete(vault, NotePath("New.md"), len(text))
    assert found is not None
    assert [choice.insert for choice in found.choices] == ["Day]]", "Two#Day]]"]


@pytest.mark.parametrize("unit", ["[[a", "](a", "](a#", "[d]: ", "|[[a#", "\\", "[a][", "](<a "])
def test_a_long_line_costs_no_more_than_its_length(unit: str) -> None:
    from time import perf_counter

    from nearnote.markdown.cursor_context import cursor
    from nearnote.markdown.parse import parse

    note = parse(Source.of("x"), "x")
    for length in (2_000, 200_000):
        text = "- " + unit * (length // len(unit)) + " ("
        made = type(note)(**{**_fields(note), "source": Source.of(text)})
        start = perf_counter()
        cursor(made, len(text))
        cursor(made, len(text) // 2)
        assert perf_counter() - start < 0.5


def _fields(note: object) -> dict[str, object]:
    return {name: getattr(note, name) for name in note.__dataclass_fields__}  # type: ignore[attr-defined]

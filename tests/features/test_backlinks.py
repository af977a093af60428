"""Lines of other notes that name a note."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nearnote.features.backlinks import backlinks

from ..vaulted import opened

if TYPE_CHECKING:
    from pathlib import Path

NOTES = {
    "Oven.md": "---\naliases: [the stove]\n---\n# Oven\n\nAn Oven is no [[Cat]].\n",
    "Cat.md": "# Cat\n\n- [[Oven]] twice, [[Oven|hot]]\n\nThe oven is warm; the stove too.\n",
    "Bread.md": "Baked in the Oven.\n\nSee [it](Oven.md).\n\n`Oven` and ovenware.\n",
    "Far.md": "Nothing of it.\n",
}
LINKED = [("Bread.md", 2, "See [it](Oven.md)."), ("Cat.md", 2, "- [[Oven]] twice, [[Oven|hot]]")]
UNLINKED = [
    ("Bread.md", 0, "Baked in the Oven."),
    ("Cat.md", 4, "The oven is warm; the stove too."),
]
CASES = [
    ("Oven.md", LINKED, UNLINKED),
    ("Cat.md", [("Oven.md", 5, "An Oven is no [[Cat]].")], []),
    ("Far.md", [], []),
    ("Missing.md", [], []),
]

Place = tuple[str, int, str]


@pytest.mark.parametrize(("path", "linked", "unlinked"), CASES)
def test_backlinks(tmp_path: Path, path: str, linked: list[Place], unlinked: list[Place]) -> None:
    found = backlinks(opened(tmp_path, NOTES), path)
    assert [(each.path, each.line, each.text) for each in found.linked] == linked
    assert [(each.path, each.line, each.text) for each in found.unlinked] == unlinked
    assert {each.title for each in found.linked if each.path == "Cat.md"} <= {"Cat"}

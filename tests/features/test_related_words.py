"""Related notes while a paragraph that was just edited has no vector yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.base.note_path import NotePath
from nearnote.base.source import Source
from nearnote.features.related import related_notes
from tests.vaulted import opened

if TYPE_CHECKING:
    from pathlib import Path

NOTES = {
    "bread.md": "# Bread\n\nKneading dough makes gluten, and the sourdough rises.\n",
    "yeast.md": "# Yeast\n\nThe sourdough starter rises when dough is warm.\n",
    "bike.md": "# Bike\n\nOil the chain after rain.\n",
}


def test_an_edit_never_leaves_nothing(tmp_path: Path) -> None:
    vault = opened(tmp_path, NOTES)
    text = NOTES["bread.md"].replace("rises", "rises and rises")
    vault.put(NotePath("bread.md"), Source.of(text), open=True)
    for offset in (0, text.index("dough")):
        hits = related_notes(vault, NotePath("bread.md"), offset).hits
        assert [hit.hit.path for hit in hits][:1] == ["yeast.md"]
        assert all(hit.hit.path != "bread.md" for hit in hits)

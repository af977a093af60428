"""The map of a vault: every note once, its links, and what is missing between notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.features.map.build import draw, gather
from tests.vaulted import opened

if TYPE_CHECKING:
    from pathlib import Path

NOTES = {
    "a.md": "# Sourdough\n\nflour water salt yeast\n\n[[b]]\n",
    "b.md": "# Rye\n\nflour water salt yeast rye\n",
    "c.md": "# Wheat\n\nflour water salt yeast wheat\n",
    "d.md": "# Tax\n\nreceipts income office [[e]] [[d]] [[nowhere]] #money\n",
    "e.md": "# Office\n\nreceipts income office letters [[d]]\n",
    "f.md": "",
    "g.md": "",
    "h.md": "[[f]]\n",
}


def test_the_map_of_a_vault(tmp_path: Path) -> None:
    drawn = draw(gather(opened(tmp_path, NOTES)))
    paths = [spot.path for spot in drawn.notes]
    assert paths == list(NOTES)
    assert [spot.title for spot in drawn.notes[:3]] == ["Sourdough", "Rye", "Wheat"]
    assert drawn.notes[3].tags == ("money",)
    assert drawn.notes[0].excerpt.startswith("flour water")
    links = {(paths[one], paths[two]) for one, two in drawn.links}
    assert links == {("a.md", "b.md"), ("d.md", "e.md"), ("e.md", "d.md"), ("h.md", "f.md")}
    bridges = {(paths[one], paths[two]) for one, two in drawn.bridges}
    assert bridges == {("a.md", "b.md"), ("d.md", "e.md"), ("f.md", "h.md")}
    missing = {(paths[one], paths[two]) for one, two, _ in drawn.unlinked}
    assert {("a.md", "c.md"), ("b.md", "c.md")} <= missing
    assert not missing & {("a.md", "b.md"), ("d.md", "e.md")}
    near = {paths[other] for other, _ in drawn.notes[2].near}
    assert {"a.md", "b.md"} <= near
    assert drawn.notes[5].near == ()
    assert len({(spot.x, spot.y) for spot in drawn.notes}) == len(NOTES)


def test_a_vault_without_notes(tmp_path: Path) -> None:
    drawn = draw(gather(opened(tmp_path, {})))
    assert (drawn.notes, drawn.links, drawn.regions, drawn.unlinked) == ((), (), (), ())

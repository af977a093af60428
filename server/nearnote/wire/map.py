"""The JSON of a map of notes, which its page and `nearnote.map` give."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from nearnote.base.note_path import NotePath
    from nearnote.features.map.build import NoteMap
    from nearnote.wire.results import Json

DIGITS = 4


def note_map(drawn: NoteMap, vault: str, href_of: Callable[[NotePath], str]) -> Json:
    """A map; notes are named by their place in `notes`, and `href_of` says where each is opened."""
    return {
        "vault": vault,
        "notes": [
            {
                "path": spot.path,
                "href": href_of(spot.path),
                "title": spot.title,
                "excerpt": spot.excerpt,
                "tags": list(spot.tags),
                "stamp": round(spot.stamp),
                "x": round(spot.x, DIGITS),
                "y": round(spot.y, DIGITS),
                "near": [[other, round(cosine, DIGITS)] for other, cosine in spot.near],
            }
            for spot in drawn.notes
        ],
        "links": [list(link) for link in drawn.links],
        "regions": [
            {
                "x": round(region.x, DIGITS),
                "y": round(region.y, DIGITS),
                "count": region.count,
                "words": list(region.words),
            }
            for region in drawn.regions
        ],
        "unlinked": [[one, two, round(cosine, DIGITS)] for one, two, cosine in drawn.unlinked],
        "bridges": [list(pair) for pair in drawn.bridges],
    }

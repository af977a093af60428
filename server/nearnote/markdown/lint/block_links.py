"""Which links stand in which block."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nearnote.markdown.elements import Block, Link
    from nearnote.markdown.note import Note


def in_order(note: Note) -> list[Link]:
    """The links of a note as they stand; in the note, those of reference definitions come last."""
    return sorted(note.links, key=lambda link: link.span)


def links_in(ordered: Sequence[Link], block: Block) -> Sequence[Link]:
    """The links of a block's own text."""
    first = bisect_left(ordered, block.span.start, key=lambda link: link.span.start)
    last = bisect_left(ordered, block.span.end, key=lambda link: link.span.start)
    return ordered[first:last]

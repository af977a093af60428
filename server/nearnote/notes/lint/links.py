"""Which links stand in which block."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nearnote.notes.model import Block, Link, Note


def links_in(note: Note, block: Block) -> tuple[Link, ...]:
    """The links of a block's own text, in order."""
    first = bisect_left(note.links, block.span.start, key=lambda link: link.span.start)
    last = bisect_left(note.links, block.span.end, key=lambda link: link.span.start)
    return note.links[first:last]

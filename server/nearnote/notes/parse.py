"""A note's text read into a `Note`.

The body is cut where no construct can reach across, each segment is read alone and remembered,
so a keystroke costs the reading of one segment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.notes import frontmatter, outline, segments
from nearnote.notes.model import Note
from nearnote.notes.text import Span

if TYPE_CHECKING:
    from nearnote.notes.links import LinkOrder
    from nearnote.notes.text import Source


def parse(source: Source, stem: str, link_order: LinkOrder = "auto") -> Note:
    """Read a note; `stem` is its file's name without the ending, the title of last resort.

    Never fails: any text gives a Note.
    """
    front = frontmatter.read(source)
    body = segments.read(source.data, front.span.end, link_order)
    title, title_span = outline.title(front, body.headings, stem)
    return Note(
        source=source,
        title=title,
        title_span=title_span,
        front=front,
        sections=outline.sections(body, Span(front.span.end, len(source.data)), title),
        body=body,
        excerpt=outline.excerpt(front, body.unplaced_blocks, title),
    )

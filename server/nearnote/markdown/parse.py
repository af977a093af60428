"""A note's text read into a `Note`.

The body is cut where no construct can reach across, each segment is read alone and remembered,
so a keystroke costs the reading of one segment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.markdown import sections
from nearnote.markdown.frontmatter import block
from nearnote.markdown.note import Note
from nearnote.markdown.parser import incremental

if TYPE_CHECKING:
    from nearnote.base.source import Source
    from nearnote.markdown.parser.link_spans import LinkOrder


def parse(source: Source, stem: str, link_order: LinkOrder = "auto") -> Note:
    """Read a note; `stem` is its file's name without the ending, the title of last resort.

    Never fails: any text gives a Note.
    """
    front = block.read(source, link_order)
    body = incremental.read(source.data, front.span.end, link_order)
    title, title_span = sections.title(front, body.headings, stem)
    return Note(
        source=source,
        title=title,
        title_span=title_span,
        front=front,
        sections=sections.sections(body, Span(front.span.end, len(source.data)), title),
        body=body,
        excerpt=sections.excerpt(front, body.unplaced_blocks, title),
    )

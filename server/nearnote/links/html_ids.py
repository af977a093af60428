"""Places of a note that are no heading, but that a browser or a code host opens by a fragment."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.markdown.elements import BlockKind

if TYPE_CHECKING:
    from nearnote.markdown.note import Note

# `<a name="x">`, `<h2 id=x>`; the tag ends at the next angle, so that `<` alone costs nothing.
_TAG = re.compile(rb"<[a-zA-Z][^<>]{0,1000}")
_NAMED = re.compile(rb"\s(?:id|name)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]+))")
_HEADING_ID = re.compile(rb"\{[^{}#]{0,100}#([^\s{}]+)[^{}]{0,100}\}[ \t#]*$")


def html_ids(note: Note) -> dict[str, Span]:
    """The ids that the note's HTML and its headings (`## Text {#id}`) give, the first of two."""
    data = note.source.data
    found: dict[str, Span] = {}
    for section in note.sections:
        if section.heading is None:
            continue
        span = section.heading.span
        if written := _HEADING_ID.search(data[span.start : span.end]):
            found.setdefault(written[1].decode(), span)
    code = [block.span for block in note.blocks if block.kind is BlockKind.CODE]
    for tag in _TAG.finditer(data, note.front.span.end) if b"<" in data else ():
        for named in _NAMED.finditer(tag[0]):
            name = next(filter(None, named.groups()), b"").decode()
            span = Span(tag.start(), tag.end())
            if name and not any(span.start in each for each in code):
                found.setdefault(name, span)
    return found

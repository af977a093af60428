"""Text that goes from one note to another: its headings' levels, and what it leans on elsewhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.links.outline import fold, label_key
from nearnote.markdown.note import Edit, LinkKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from nearnote.markdown.note import Note

_HASHES = re.compile(rb"[ ]{0,3}(#{1,6})")
_DEEPEST = 6


def edited(data: bytes, span: Span, edits: Iterable[Edit]) -> str:
    """The text of a span after those edits that lie in it, none of which may overlap.

    Others, such as those of links in the frontmatter, stay behind with what they are in.
    """
    parts, at = [], span.start
    inside = {edit for edit in edits if span.covers(edit.span)}
    for edit in sorted(inside, key=lambda edit: edit.span):
        parts += [data[at : edit.span.start], edit.text.encode()]
        at = edit.span.end
    return b"".join([*parts, data[at : span.end]]).decode(errors="replace")


def shifted_headings(note: Note, span: Span, by: int) -> Iterator[Edit]:
    """Edits that put the headings in a span `by` levels deeper, or higher when negative."""
    for section in note.sections:
        heading = section.heading
        if heading is None or not span.covers(heading.span) or not by:
            continue
        level = min(max(heading.level + by, 1), _DEEPEST)
        hashes = _HASHES.match(note.source.data, heading.span.start)
        if hashes and hashes.end() <= heading.span.end:
            yield Edit(Span(hashes.start(1), hashes.end(1)), "#" * level)
        else:  # underlined: written as others are, since only two levels have a line
            text = " ".join(note.source.slice(heading.text_span).split())
            yield Edit(heading.span, f"{'#' * level} {text}")


def definitions(note: Note, used_in: Span, written_outside: Span) -> list[str]:
    """The footnotes and link references that a span uses and that stand outside of another one."""
    data = note.source.data
    used = [link for link in note.links if used_in.covers(link.span)]
    footnotes = {fold(link.target) for link in used if link.kind is LinkKind.FOOTNOTE}
    found = [
        data[footnote.span.start : footnote.span.end]
        for footnote in note.footnotes
        if fold(footnote.name) in footnotes and not written_outside.covers(footnote.span)
    ]
    references = {label_key(link.reference) for link in used if link.is_use}
    found += [
        data[link.span.start : link.span.end]
        for link in note.links
        if link.defines
        and label_key(link.reference) in references
        and not written_outside.covers(link.span)
    ]
    return [text.decode(errors="replace").strip() for text in found]

"""Text that goes from one note to another: its headings' levels, and what it leans on elsewhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.links.outline import fold, label_key
from nearnote.markdown.elements import LinkKind
from nearnote.markdown.finding import Edit

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


def definitions(note: Note, used_in: Span, written_outside: Span) -> list[Span]:
    """The footnotes and link references that a span uses and that stand outside of another one.

    What a footnote uses in its turn is used as well.
    """
    users, found = [used_in], dict[Span, None]()
    while users:
        user = users.pop()
        used = [link for link in note.links if user.covers(link.span)]
        footnotes = {fold(link.target) for link in used if link.kind is LinkKind.FOOTNOTE}
        references = {label_key(link.reference) for link in used if link.is_use}
        notes = [it.span for it in note.footnotes if fold(it.name) in footnotes]
        labels = [
            link.span
            for link in note.links
            if link.defines and label_key(link.reference) in references
        ]
        fresh = [it for it in notes if it not in found]
        found |= dict.fromkeys([*fresh, *labels])
        users += fresh
    return [span for span in sorted(found) if not written_outside.covers(span)]

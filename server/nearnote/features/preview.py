"""The beginning of what a link points at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.features.results import Preview
from nearnote.links.outline import find_anchor, find_mark
from nearnote.markdown.elements import LinkKind

if TYPE_CHECKING:
    from nearnote.base.note_path import NotePath
    from nearnote.base.source import Source
    from nearnote.markdown.elements import Link
    from nearnote.vault.vault import Vault

PREVIEW_LINES = 12
PREVIEW_CHARACTERS = 800


def link_preview(vault: Vault, path: NotePath, link: Link) -> Preview | None:
    """The beginning of what a link points at: its section, its block, or the whole note."""
    if link.kind is LinkKind.FOOTNOTE:
        return _footnote(vault, path, link)
    target = vault.resolve(link, path).note
    return None if target is None else note_preview(vault, target, link)


def note_preview(vault: Vault, target: NotePath, link: Link) -> Preview | None:
    """The beginning of what a link that means the note `target` of this folder points at."""
    note, known = vault.note(target), vault.names.outlines.get(target)
    if note is None or known is None:
        return None
    span, heading = Span(note.front.span.end, len(note.source.data)), ""
    if link.fragment.startswith("^"):
        mark = find_mark(known, link.fragment[1:])
        span = mark.block_span if mark else span
    elif link.fragment:
        anchor = find_anchor(known, link.fragment)
        if anchor is not None:
            span, heading = Span(anchor.span.end, anchor.end), anchor.text
    text = _beginning(note.source, span) or note.excerpt
    line = note.source.line_of(span.start) if link.fragment else 0
    return Preview(target, line, note.title, heading, text)


def _footnote(vault: Vault, path: NotePath, link: Link) -> Preview | None:
    note = vault.note(path)
    for definition in () if note is None else note.footnotes:
        if note is not None and definition.name == link.target:
            text = _beginning(note.source, definition.span)
            return Preview(path, note.source.line_of(definition.span.start), note.title, "", text)
    return None


def _beginning(source: Source, span: Span) -> str:
    """The first lines of a span, not more than fit into a hover."""
    text = source.slice(Span(span.start, min(span.end, span.start + 4 * PREVIEW_CHARACTERS)))
    lines = text.strip().splitlines()[:PREVIEW_LINES]
    return "\n".join(lines)[:PREVIEW_CHARACTERS].rstrip()

"""What the cursor is on: a link's target, a heading, a block id, a tag, a footnote."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.links.names import is_internal
from nearnote.links.outline import fold, range_start
from nearnote.markdown.note import LinkKind

if TYPE_CHECKING:
    from nearnote.base.note_path import NotePath
    from nearnote.markdown.note import Link, Note
    from nearnote.vault.vault import Vault


class Kind(StrEnum):
    """What a name names."""

    NOTE = "note"
    HEADING = "heading"
    BLOCK = "block"
    TAG = "tag"
    FOOTNOTE = "footnote"


@dataclass(frozen=True, slots=True)
class Subject:
    """What the cursor is on: `span` is the name as written there, `name` what it says.

    `path` is the note that is named, or that holds the heading, block or footnote; None for a
    link that means nothing, and for a tag.
    """

    kind: Kind
    span: Span
    name: str
    path: NotePath | None = None
    link: Link | None = None


def subject(vault: Vault, path: NotePath, offset: int) -> Subject | None:
    """What is named at a byte offset; None on plain text."""
    note = vault.note(path)
    if note is None:
        return None
    return (
        _on_link(vault, note, path, offset)
        or _on_tag(note, offset)
        or _on_mark(note, path, offset)
        or _on_heading(note, path, offset)
        or _on_footnote(note, path, offset)
    )


def titled(vault: Vault, found: Subject) -> Subject:
    """The note in the place of a heading of it that only repeats the note's title."""
    if found.kind is Kind.HEADING and found.link is None and found.path is not None:
        note = vault.note(found.path)
        if note is not None and fold(found.name) == fold(note.title):
            return replace(found, kind=Kind.NOTE)
    return found


def _on_link(vault: Vault, note: Note, path: NotePath, offset: int) -> Subject | None:
    # A link inside a link's label is the one that is meant.
    links = [link for link in note.links if link.span.touches(offset)]
    for link in sorted(links, key=lambda link: len(link.span)):
        # A cursor that is on the note's part of a link means the note.
        whole = bool(link.target) and link.target_span.touches(offset)
        found = link_subject(vault, path, link, note_only=whole)
        if found is not None:
            return found
    return None


def link_subject(
    vault: Vault, path: NotePath, link: Link, *, note_only: bool = False
) -> Subject | None:
    """What a link of the note `path` names: its heading or block if it has one, else the note."""
    if link.kind is LinkKind.FOOTNOTE:
        return Subject(Kind.FOOTNOTE, link.target_span, link.target, path, link)
    if not is_internal(link):
        return None
    target = vault.resolve(link, path).note
    if not link.fragment or note_only:
        return Subject(Kind.NOTE, link.target_span, link.target, target, link)
    start = range_start(link.fragment)
    span = link.fragment_span
    if start != link.fragment and len(span) == len(link.fragment.encode()):
        span = Span(span.start, span.start + len(start.encode()))
    if start.startswith("^"):
        return Subject(Kind.BLOCK, span, start[1:], target, link)
    return Subject(Kind.HEADING, span, start, target, link)


def _on_tag(note: Note, offset: int) -> Subject | None:
    for tag in (*note.front.tags, *note.tags):
        if tag.span.touches(offset):
            return Subject(Kind.TAG, tag.span, tag.name)
    return None


def _on_mark(note: Note, path: NotePath, offset: int) -> Subject | None:
    for mark in note.block_ids:
        if mark.span.touches(offset):
            return Subject(Kind.BLOCK, mark.span, mark.name, path)
    return None


def _on_heading(note: Note, path: NotePath, offset: int) -> Subject | None:
    title = note.title_span
    if title is not None and (
        title.touches(offset) or note.source.line_of(title.start) == note.source.line_of(offset)
    ):
        return Subject(Kind.NOTE, title, note.title, path)
    for section in note.sections:
        if section.heading is not None and section.heading.span.touches(offset):
            return Subject(Kind.HEADING, section.heading.text_span, section.heading.text, path)
    return None


def _on_footnote(note: Note, path: NotePath, offset: int) -> Subject | None:
    for footnote in note.footnotes:
        if footnote.name_span.touches(offset):
            return Subject(Kind.FOOTNOTE, footnote.name_span, footnote.name, path)
    return None

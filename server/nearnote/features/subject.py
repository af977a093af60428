"""What the cursor is on: a link's target, a heading, a block id, a tag, a reference's label."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.links.name_match import Match
from nearnote.links.names import is_internal
from nearnote.links.outline import anchor_path, fold, range_start
from nearnote.markdown.elements import LinkKind

if TYPE_CHECKING:
    from nearnote.base.note_path import NotePath
    from nearnote.links.outline import Anchor
    from nearnote.markdown.elements import Link
    from nearnote.markdown.note import Note
    from nearnote.vault.vault import Vault


class Kind(StrEnum):
    """What a name names."""

    NOTE = "note"
    HEADING = "heading"
    BLOCK = "block"
    TAG = "tag"
    LABEL = "label"  # of a link reference
    FOOTNOTE = "footnote"


@dataclass(frozen=True, slots=True)
class Subject:
    """What the cursor is on: `span` is the name as written there, `name` what it says.

    `path` is the note that is named, or that holds the heading, block, label or footnote; None
    for a link that means nothing, and for a tag. `anchor` is the heading itself, since a note may
    have several of one text; None where the fragment of a link names none.
    """

    kind: Kind
    span: Span
    name: str
    path: NotePath | None = None
    link: Link | None = None
    anchor: Anchor | None = None
    match: Match = Match.TITLE  # which name of a note is written here, where no link is


def subject(vault: Vault, path: NotePath, offset: int) -> Subject | None:
    """What is named at a byte offset; None on plain text."""
    note = vault.note(path)
    if note is None:
        return None
    return (
        _on_link(vault, note, path, offset)
        or _on_tag(note, offset)
        or _on_alias(note, path, offset)
        or _on_mark(note, path, offset)
        or _on_heading(vault, note, path, offset)
        or _on_footnote(note, path, offset)
    )


def titled(vault: Vault, found: Subject) -> Subject:
    """The note in the place of its first heading, if that only repeats the note's title."""
    if found.anchor is not None and found.link is None and found.path is not None:
        known = vault.names.outlines[found.path]
        if found.anchor == known.anchors[0] and fold(found.name) == fold(known.title):
            return replace(found, kind=Kind.NOTE)
    return found


def _on_link(vault: Vault, note: Note, path: NotePath, offset: int) -> Subject | None:
    # A link inside a link's label is the one that is meant.
    links = [link for link in note.links if link.span.touches(offset)]
    for link in sorted(links, key=lambda link: len(link.span)):
        if link.reference and link.reference_span.touches(offset):
            return label_subject(path, link)
        # A cursor that is on the note's part of a link means the note.
        whole = bool(link.target) and link.target_span.touches(offset) and not link.is_use
        found = link_subject(vault, path, link, note_only=whole, offset=offset)
        if found is not None:
            return found
    return None


def label_subject(path: NotePath, link: Link) -> Subject:
    """The label of a link reference, where it is used or defined."""
    return Subject(Kind.LABEL, link.reference_span, link.reference, path, link)


def link_subject(
    vault: Vault, path: NotePath, link: Link, *, note_only: bool = False, offset: int = -1
) -> Subject | None:
    """What a link of the note `path` names: its heading or block if it has one, else the note.

    Of the headings in `A#B` it names the one at the byte `offset`, else the last.
    """
    if link.kind is LinkKind.FOOTNOTE:
        return Subject(Kind.FOOTNOTE, link.target_span, link.target, path, link)
    if not is_internal(link):
        return None
    target = vault.resolve(link, path).note
    # What a use of a reference names is written elsewhere; here only its text is.
    written = link.label_span if link.is_use else link.target_span
    if not link.fragment or note_only:
        return Subject(Kind.NOTE, written, link.target, target, link)
    start = range_start(link.fragment)
    span = link.label_span if link.is_use else link.fragment_span
    as_written = len(span) == len(link.fragment.encode()) and not link.is_use
    if start != link.fragment and as_written:
        span = Span(span.start, span.start + len(start.encode()))
    if start.startswith("^"):
        return Subject(Kind.BLOCK, span, start[1:], target, link)
    anchors = () if target is None else anchor_path(vault.names.outlines[target], link.fragment)
    anchor = anchors[-1] if anchors else None
    if as_written and len(anchors) > 1:
        start, span, anchor = _component(start, span, anchors, offset)
    return Subject(Kind.HEADING, span, start, target, link, anchor)


def _component(
    fragment: str, span: Span, anchors: tuple[Anchor, ...], offset: int
) -> tuple[str, Span, Anchor]:
    """The name at a byte offset in `A#B`, its place and its heading; without one the last."""
    at = span.start
    for name, anchor in zip(fragment.split("#"), anchors, strict=True):
        found = name, Span(at, at + len(name.encode())), anchor
        if found[1].touches(offset):
            break
        at = found[1].end + 1
    return found


def _on_tag(note: Note, offset: int) -> Subject | None:
    for tag in (*note.front.tags, *note.tags):
        if tag.span.touches(offset):
            return Subject(Kind.TAG, tag.span, tag.name)
    return None


def _on_alias(note: Note, path: NotePath, offset: int) -> Subject | None:
    for alias, span in zip(note.front.aliases, note.front.alias_spans, strict=True):
        if span.touches(offset):
            return Subject(Kind.NOTE, span, alias, path, match=Match.ALIAS)
    return None


def _on_mark(note: Note, path: NotePath, offset: int) -> Subject | None:
    for mark in note.block_ids:
        if mark.span.touches(offset):
            return Subject(Kind.BLOCK, mark.span, mark.name, path)
    return None


def _on_heading(vault: Vault, note: Note, path: NotePath, offset: int) -> Subject | None:
    title = note.title_span
    if title is not None and (
        title.touches(offset) or note.source.line_of(title.start) == note.source.line_of(offset)
    ):
        return Subject(Kind.NOTE, title, note.title, path)
    for anchor in vault.names.outlines[path].anchors:
        if anchor.span.touches(offset):
            return Subject(Kind.HEADING, anchor.text_span, anchor.text, path, None, anchor)
    return None


def _on_footnote(note: Note, path: NotePath, offset: int) -> Subject | None:
    for footnote in note.footnotes:
        if footnote.name_span.touches(offset):
            return Subject(Kind.FOOTNOTE, footnote.name_span, footnote.name, path)
    return None

"""From a place in a note to what it names, and from a name to all places that use it."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nearnote.base.note_path import NotePath
from nearnote.base.source import Span
from nearnote.features.subject import Kind, Subject, link_subject, subject, titled
from nearnote.links import labels
from nearnote.links.name_match import joined
from nearnote.links.names import is_internal
from nearnote.links.outline import find_anchor, find_mark, fold, line_number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nearnote.links.outline import Outline
    from nearnote.markdown.elements import Link
    from nearnote.vault.vault import Vault

MAX_PLACES = 1000
"""How many places an answer has at most: a hub of nine thousand links must not stall an editor."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a note."""

    path: NotePath
    span: Span


# -- where it is defined ---------------------------------------------------------------------


def definitions(vault: Vault, path: NotePath, offset: int) -> tuple[Spot, ...]:
    """Where the thing under the cursor is; all candidates when a link is ambiguous."""
    found = subject(vault, path, offset)
    if found is None:
        return ()
    if found.kind is Kind.NOTE and found.path is None and found.link is not None:
        candidates = vault.resolve(found.link, path).candidates
        if not candidates and (page := folder_page(vault, path, found.link)) is not None:
            candidates = (page,)
        return tuple(Spot(each, Span(0, 0)) for each in candidates)
    # The part of a link that names the note still leads to the heading it goes on to name.
    goes_on = found.link is not None and found.link.fragment and found.kind is Kind.NOTE
    if found.link is not None and goes_on and found.path is not None:
        return (fragment_spot(vault, found.path, found.link.fragment),)
    spot = definition(vault, found)
    return () if spot is None else (spot,)


def definition(vault: Vault, found: Subject) -> Spot | None:
    """Where a subject is defined; None where it is nowhere."""
    if found.path is None:
        return None
    known = vault.names.outlines.get(found.path)
    if known is None:
        return None
    match found.kind:
        case Kind.NOTE:
            return Spot(found.path, known.title_span or Span(0, 0))
        case Kind.HEADING:
            if found.anchor is None:  # a line's number, or nothing
                return fragment_spot(vault, found.path, found.name)
            return Spot(found.path, found.anchor.text_span)
        case Kind.BLOCK:
            return fragment_spot(vault, found.path, "^" + found.name)
        case Kind.LABEL | Kind.FOOTNOTE:
            note = vault.note(found.path)
            span = None if note is None else labels.definition(note, label_of(found))
            return None if span is None else Spot(found.path, span)
    return None


def label_of(found: Subject) -> labels.Label:
    """The label that the cursor is on."""
    return labels.label(found.name, footnote=found.kind is Kind.FOOTNOTE)


def fragment_spot(vault: Vault, path: NotePath, fragment: str) -> Spot:
    """The heading or block that a fragment names; the note where there is none."""
    known = vault.names.outlines[path]
    if fragment.startswith("^"):
        mark = find_mark(known, fragment[1:])
        return Spot(path, mark.block_span if mark else Span(0, 0))
    anchor = find_anchor(known, fragment)
    if anchor is not None:
        return Spot(path, anchor.text_span)
    line, source = line_number(fragment), vault.source(path)
    if line is None or source is None or line >= source.line_count:
        return Spot(path, known.ids.get(fragment.strip(), Span(0, 0)))
    return Spot(path, Span(source.line_starts[line], source.line_starts[line]))


def folder_page(vault: Vault, path: NotePath, link: Link) -> NotePath | None:
    """The note that stands for a folder, where a link names one: `sub/` means its `index.md` or
    `README.md`.
    """
    for folder in joined(link.target, path) if is_internal(link) else ():
        for name in ("index.md", "README.md", "readme.md"):
            page = NotePath(posixpath.normpath(posixpath.join(folder, name)))
            if page in vault.names.outlines:
                return page
    return None


# -- where it is used ------------------------------------------------------------------------


def references(
    vault: Vault, path: NotePath, offset: int, *, declaration: bool = False
) -> Iterator[Spot]:
    """Every use of the thing under the cursor, the note's own first; at most `MAX_PLACES`."""
    found = subject(vault, path, offset)
    if found is None:
        return
    found = titled(vault, found)
    if declaration and (spot := definition(vault, found)) is not None:
        yield spot
    for number, spot in enumerate(uses(vault, path, found)):
        if number == MAX_PLACES:
            return
        yield spot


def uses(vault: Vault, path: NotePath, found: Subject) -> Iterator[Spot]:
    """The uses of a subject in its own folder; `path` is the note at hand."""
    if found.kind is Kind.TAG:
        yield from _tagged(vault, path, found.name)
        return
    if found.kind in (Kind.LABEL, Kind.FOOTNOTE):
        note = vault.note(path)
        for link, _ in () if note is None else labels.uses(note, label_of(found)):
            yield Spot(path, link.span)
        return
    if found.path is None or found.path not in vault.names.outlines:
        return
    known = vault.names.outlines[found.path]
    for source, link in links_to(vault, found.path):
        if is_use(known, found, source, link):
            yield Spot(source, link.span)


def is_use(known: Outline, found: Subject, source: NotePath, link: Link) -> bool:
    """Whether a link to the note `known` names the subject and not only its note."""
    if found.kind is Kind.NOTE:
        return bool(link.target) or source != found.path or _is_to_title(known, link)
    if found.anchor is not None:
        return bool(link.fragment) and find_anchor(known, link.fragment) == found.anchor
    mark = find_mark(known, found.name) if found.kind is Kind.BLOCK else None
    return mark is not None and find_mark(known, link.fragment.lstrip("^")) == mark


def _is_to_title(known: Outline, link: Link) -> bool:
    """Whether a note's own link names the heading that is the note's title."""
    anchor = find_anchor(known, link.fragment) if link.fragment else None
    return anchor is not None and anchor.text_span == known.title_span


def links_to(vault: Vault, path: NotePath) -> Iterator[tuple[NotePath, Link]]:
    """Every link that means a note: its own ones first, then those of the others."""
    for link in vault.names.outlines[path].links:
        if is_internal(link) and vault.names.resolve(link, path).note == path:
            yield path, link
    yield from vault.names.backlinks(path)


def _tagged(vault: Vault, path: NotePath, name: str) -> Iterator[Spot]:
    """Uses of a tag and of those nested below it; the note at hand comes first."""
    wanted = fold(name)
    outlines = vault.names.outlines
    for each in [path, *(other for other in outlines if other != path)]:
        for tag in outlines[each].tags if each in outlines else ():
            folded = fold(tag.name)
            if folded == wanted or folded.startswith(wanted + "/"):
                yield Spot(each, tag.span)


def highlights(vault: Vault, path: NotePath, offset: int) -> tuple[Span, ...]:
    """The uses of the thing under the cursor in its own note, its definition included."""
    found = subject(vault, path, offset)
    if found is None:
        return ()
    if found.kind in (Kind.LABEL, Kind.FOOTNOTE):
        note = vault.note(path)
        return () if note is None else tuple(labels.name_spans(note, label_of(found)))
    spans = {found.span}
    if (spot := definition(vault, found)) is not None and spot.path == path and len(spot.span):
        spans.add(spot.span)
    known = vault.names.outlines.get(path)
    for link in () if known is None else known.links:
        other = link_subject(vault, path, link, note_only=found.kind is Kind.NOTE)
        if other is not None and _is_same(found, other):
            # `[t](#one)` names the note without saying so: its fragment stands for it.
            spans.add(other.span if len(other.span) else link.fragment_span)
    if found.kind is Kind.TAG:
        spans |= {spot.span for spot in _tagged(vault, path, found.name) if spot.path == path}
    return tuple(sorted(spans))


def _is_same(one: Subject, other: Subject) -> bool:
    if one.anchor is not None or other.anchor is not None:
        return (one.anchor, one.path) == (other.anchor, other.path)
    same_name = one.kind is Kind.NOTE or fold(one.name) == fold(other.name)
    return same_name and (one.kind, one.path) == (other.kind, other.path)

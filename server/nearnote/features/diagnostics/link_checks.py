"""Links that lead nowhere, or to more than one place."""

from __future__ import annotations

import difflib
import posixpath
from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.features.create_note import note_for
from nearnote.links.names import is_internal
from nearnote.links.outline import find_anchor, find_mark, fold, range_start
from nearnote.links.write_link import retarget
from nearnote.markdown.note import Edit, Finding, Fix, LinkKind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nearnote.base.note_path import NotePath
    from nearnote.links.names import Resolution
    from nearnote.links.outline import Anchor, Outline
    from nearnote.markdown.note import Link, Note
    from nearnote.vault.vault import Vault

MOST_CHOICES = 5
# Dendron's names for the edges of a note, which no block has to carry.
_EDGES = ("begin", "end")


def unresolved(vault: Vault, path: NotePath, note: Note) -> Iterator[Finding]:
    """Links that mean neither a note nor a file; a picture cannot be made, a note can."""
    for link, meant in _asked(vault, path, note):
        if meant.candidates or meant.attachment or _leads_out(note, path, link):
            continue
        made = note_for(vault, path, link)
        fixes = (Fix(f"Create the note {made[0]}", (), creates=made),) if made else ()
        thing = "note" if made else "file"
        message = f"There is no {thing} “{link.target}” in the vault."
        yield _finding("unresolved-link", message, link.target_span, fixes)


def ambiguous(vault: Vault, path: NotePath, note: Note) -> Iterator[Finding]:
    """Links that several notes have the same claim to; each is offered in full."""
    for link, meant in _asked(vault, path, note):
        if meant.ambiguous:
            shown = ", ".join(meant.candidates[:MOST_CHOICES])
            fixes = tuple(
                Fix(f"Link to {each}", (retarget(vault.names, link, each, path),))
                for each in meant.candidates[:MOST_CHOICES]
            )
            message = f"“{link.target}” may mean {len(meant.candidates)} notes: {shown}."
            yield _finding("ambiguous-link", message, link.target_span, fixes)


def broken_headings(vault: Vault, path: NotePath, note: Note) -> Iterator[Finding]:
    """Links to a heading that their note does not have; the most alike are offered."""
    for link, known in _fragments(vault, path, note):
        if link.fragment.startswith("^") or not range_start(link.fragment).strip("#* "):
            continue
        if find_anchor(known, link.fragment) is None:
            shown = range_start(link.fragment)
            fixes = tuple(
                Fix(f"Link to the heading “{anchor.text}”", (_to_heading(link, anchor),))
                for anchor in alike(known, shown)
            )
            message = f"{known.title or known.path} has no heading “{shown}”."
            yield _finding("broken-heading", message, link.fragment_span, fixes)


def broken_block_ids(vault: Vault, path: NotePath, note: Note) -> Iterator[Finding]:
    """Links to a block id that their note does not have."""
    for link, known in _fragments(vault, path, note):
        name = range_start(link.fragment)[1:]
        if link.fragment.startswith("^") and name not in _EDGES and not find_mark(known, name):
            message = f"{known.title or known.path} has no block ^{name}."
            near = difflib.get_close_matches(name, [mark.name for mark in known.marks], 3)
            fixes = tuple(
                Fix(f"Link to ^{each}", (Edit(link.fragment_span, f"^{each}"),)) for each in near
            )
            yield _finding("broken-block-id", message, link.fragment_span, fixes)


def duplicate_headings(vault: Vault, path: NotePath, note: Note) -> Iterator[Finding]:
    """Links by a heading's text that two headings of the note have; the first one is meant."""
    for link, known in _fragments(vault, path, note):
        anchor = find_anchor(known, link.fragment)
        if anchor is None or fold(anchor.text) != fold(link.fragment) or not link.target:
            continue
        same = [each for each in known.anchors if fold(each.text) == fold(anchor.text)]
        if len(same) < 2:
            continue
        message = (
            f"{known.title or known.path} has {len(same)} headings “{anchor.text}”; "
            "the link opens the first one."
        )
        fixes = tuple(_to_place(known, link, each) for each in same[:MOST_CHOICES])
        yield _finding("duplicate-heading-target", message, link.fragment_span, fixes)


def alike(note: Outline, fragment: str) -> list[Anchor]:
    """The headings of a note whose letters are most like a fragment's, the best first."""
    wanted = _letters(fragment)
    by_letters: dict[str, Anchor] = {}
    for anchor in note.anchors:
        by_letters.setdefault(_letters(anchor.text), anchor)
    inside = [each for each in by_letters if each and (wanted in each or each in wanted)]
    close = difflib.get_close_matches(wanted, by_letters, MOST_CHOICES, 0.6)
    found = dict.fromkeys([*close, *sorted(inside, key=len)])
    return [by_letters[each] for each in found][:MOST_CHOICES]


# -- which links -----------------------------------------------------------------------------


def _asked(vault: Vault, path: NotePath, note: Note) -> Iterator[tuple[Link, Resolution]]:
    """The links that may mean something here; a reference's target is written once."""
    for link in note.links:
        if is_internal(link) and len(link.target_span):
            yield link, vault.resolve(link, path)


def _fragments(vault: Vault, path: NotePath, note: Note) -> Iterator[tuple[Link, Outline]]:
    """The links with a fragment, and the notes that they mean."""
    for link in note.links:
        if is_internal(link) and len(link.fragment_span):
            target = vault.resolve(link, path).note
            if target is not None:
                yield link, vault.names.outlines[target]


def _leads_out(note: Note, path: NotePath, link: Link) -> bool:
    """Whether the link is into another vault or above this one, of which nothing is known."""
    before = note.source.slice(Span(link.span.start, link.target_span.start))
    beside = posixpath.normpath(posixpath.join(posixpath.dirname(path), link.target))
    return "dendron://" in before + link.target or beside.startswith("../")


# -- fixes -----------------------------------------------------------------------------------


def _finding(rule: str, message: str, span: Span, fixes: Sequence[Fix]) -> Finding:
    return Finding(rule, Severity.WARNING, message, span, tuple(fixes))


def _to_heading(link: Link, anchor: Anchor) -> Edit:
    """The fragment of a link anew; what makes it a range stays."""
    start = range_start(link.fragment)
    is_slug = link.kind is LinkKind.MARKDOWN or start == start.lower()
    rest = link.fragment[len(start) :]
    plain = "".join(char for char in anchor.text if char not in "[]|#^")
    return Edit(link.fragment_span, (anchor.slug if is_slug else plain) + rest)


def _to_place(note: Outline, link: Link, anchor: Anchor) -> Fix:
    """Mean one of several headings of the same text, by its own slug."""
    at = note.anchors.index(anchor)
    parents = [each.text for each in note.anchors[:at] if each.level < anchor.level]
    under = f" under “{parents[-1]}”" if parents else ""
    title = f"Link to the heading “{anchor.text}”{under} ({anchor.slug})"
    return Fix(title, (Edit(link.fragment_span, anchor.slug),))


def _letters(text: str) -> str:
    return "".join(char for char in fold(text) if char.isalnum())

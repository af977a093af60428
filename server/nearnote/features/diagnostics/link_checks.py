"""Links that lead nowhere, or to more than one place; `code_actions/` says what they may mean."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.features.create_note import note_for
from nearnote.features.other_folders import resolve_outside
from nearnote.fs import gitignore
from nearnote.links.name_match import joined
from nearnote.links.names import is_internal
from nearnote.links.outline import find_anchor, find_mark, fold, line_number, range_start
from nearnote.links.write_link import retarget
from nearnote.markdown.elements import LinkKind
from nearnote.markdown.finding import Finding, Fix, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from nearnote.base.note_path import NotePath
    from nearnote.links.names import Resolution
    from nearnote.links.outline import Outline
    from nearnote.markdown.elements import Link
    from nearnote.markdown.note import Note
    from nearnote.vault.vault import Vault

_LINES = re.compile(r"L\d+(?:C\d+)?(?:-L?\d+(?:C\d+)?)?", re.IGNORECASE)
_TOP = ("", "top")
MOST_CHOICES = 5
# Dendron's names for the edges of a note, which no block has to carry.
_EDGES = ("begin", "end")


def unresolved(
    vault: Vault, path: NotePath, note: Note, vaults: Iterable[Vault] = ()
) -> Iterator[Finding]:
    """Links that mean neither a note nor a file; a picture cannot be made, a note can."""
    for link, meant in _asked(vault, path, note):
        if (
            meant.candidates
            or meant.attachment
            or meant.folder is not None
            or _leads_out(note, path, link)
        ):
            continue
        if is_ignored(vault, link) or is_on_disk(vault, path, link):
            continue
        if resolve_outside(vaults, vault, path, link) is not None:
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
                Fix(f"Link to {each}", retarget(vault.names, link, each, path))
                for each in meant.candidates[:MOST_CHOICES]
            )
            message = f"“{link.target}” may mean {len(meant.candidates)} notes: {shown}."
            yield _finding("ambiguous-link", message, link.target_span, fixes)


def broken_headings(vault: Vault, path: NotePath, note: Note) -> Iterator[Finding]:
    """Links to a heading that their note does not have."""
    for link, known in _fragments(vault, path, note):
        if link.fragment.startswith("^") or not range_start(link.fragment).strip("#* "):
            continue
        if _is_place(known, link.fragment) or line_number(link.fragment) is not None:
            continue
        if find_anchor(known, link.fragment) is None:
            shown = range_start(link.fragment)
            message = f"{known.title or known.path} has no heading “{shown}”."
            yield _finding("broken-heading", message, link.fragment_span)


def broken_block_ids(vault: Vault, path: NotePath, note: Note) -> Iterator[Finding]:
    """Links to a block id that their note does not have."""
    for link, known in _fragments(vault, path, note):
        name = range_start(link.fragment)[1:]
        if link.fragment.startswith("^") and name not in _EDGES and not find_mark(known, name):
            message = f"{known.title or known.path} has no block ^{name}."
            yield _finding("broken-block-id", message, link.fragment_span)


def duplicate_headings(vault: Vault, path: NotePath, note: Note) -> Iterator[Finding]:
    """Links by a heading's text that two headings of the note have; the first one is meant."""
    for link, known in _fragments(vault, path, note):
        anchor = find_anchor(known, link.fragment)
        if anchor is None or fold(anchor.text) != fold(link.fragment) or not link.target:
            continue
        count = len(known.headings[fold(anchor.text)])
        if count > 1:
            message = (
                f"{known.title or known.path} has {count} headings “{anchor.text}”; "
                "the link opens the first one."
            )
            yield _finding("duplicate-heading-target", message, link.fragment_span)


# -- which links -----------------------------------------------------------------------------


def _asked(vault: Vault, path: NotePath, note: Note) -> Iterator[tuple[Link, Resolution]]:
    """The links that may mean something here; a reference's target is written once."""
    for link in note.links:
        if is_internal(link) and link.target and not link.is_use:
            yield link, vault.resolve(link, path)


def _fragments(vault: Vault, path: NotePath, note: Note) -> Iterator[tuple[Link, Outline]]:
    """The links with a fragment, and the notes that they mean."""
    for link in note.links:
        if is_internal(link) and link.fragment and not link.is_use:
            target = vault.resolve(link, path).note
            if target is not None and not is_ignored(vault, link):
                yield link, vault.names.outlines[target]


def _leads_out(note: Note, path: NotePath, link: Link) -> bool:
    """Whether the link is into another vault or above this one, of which nothing is known;
    SilverBullet's `[[^Library/…]]` is one of another space, too.
    """
    before = note.source.slice(Span(link.span.start, link.target_span.start))
    beside = posixpath.normpath(posixpath.join(posixpath.dirname(path), link.target))
    return (
        "dendron://" in before + link.target
        or link.target.startswith("^")
        or beside.startswith("../")
    )


def is_ignored(vault: Vault, link: Link) -> bool:
    """Whether the user's globs say that such links are meant for another tool."""
    globs = vault.settings.findings_ignore_links
    if not globs:
        return False
    written = f"{link.target}#{link.fragment}" if link.fragment else link.target
    return gitignore.spec_of(globs).match_file(written) or (
        bool(link.fragment) and gitignore.spec_of(globs).match_file(link.target)
    )


def is_on_disk(vault: Vault, path: NotePath, link: Link) -> bool:
    """Whether there is a file or folder at the link's end that the vault leaves out, or that is
    no file of its own: `sub/`, `.`, a picture in a hidden folder, `a.png?raw=true`.
    """
    if link.kind is LinkKind.WIKI and "/" not in link.target and "." not in link.target:
        return False
    spelled = link.target.partition("?")[0]
    return any(
        not each.startswith("..") and vault.folder.exists(each) for each in joined(spelled, path)
    )


# -- fixes -----------------------------------------------------------------------------------


def _finding(rule: str, message: str, span: Span, fixes: Sequence[Fix] = ()) -> Finding:
    return Finding(rule, Severity.WARNING, message, span, tuple(fixes))


def _is_place(note: Outline, fragment: str) -> bool:
    """Whether a fragment that names no heading leads somewhere all the same."""
    bare = fragment.strip()
    return bare.casefold() in _TOP or bare in note.ids or _LINES.fullmatch(bare) is not None

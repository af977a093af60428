"""Links between two folders that are open at once: a note's own folder always wins."""

from __future__ import annotations

import posixpath
from dataclasses import replace
from itertools import islice
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from nearnote.base.note_path import NotePath
from nearnote.base.source import Span
from nearnote.features.navigation import (
    MAX_PLACES,
    Spot,
    definition,
    definitions,
    folder_page,
    fragment_spot,
    is_use,
    uses,
)
from nearnote.features.subject import Kind, subject, titled
from nearnote.links.name_match import Match, strip_suffix
from nearnote.links.names import is_internal, key, name_keys, written_target
from nearnote.links.outline import find_anchor

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from nearnote.features.subject import Subject
    from nearnote.markdown.elements import Link
    from nearnote.vault.vault import Vault


def resolve_outside(
    vaults: Iterable[Vault], vault: Vault, path: NotePath, link: Link
) -> tuple[Vault, NotePath] | None:
    """The one note of another folder that a link means, where it means nothing in its own."""
    if vault.root is None or not is_internal(link) or not link.target:
        return None
    own = vault.resolve(link, path)
    if own.candidates or own.attachment or own.folder is not None:
        return None
    if folder_page(vault, path, link) is not None:
        return None
    others = [each for each in vaults if each is not vault and each.root is not None]
    beside = (vault.root / posixpath.dirname(path)).as_posix()
    file = posixpath.normpath(posixpath.join(beside, link.target))
    found = [(other, note) for other in others for note in _at_file(other, file)]
    if not found and link.is_wiki:
        found = [(other, note) for other in others for note in _named(other, written_target(link))]
    return found[0] if len(found) == 1 else None


def _at_file(vault: Vault, file: str) -> tuple[NotePath, ...]:
    """The notes of a folder that a full path spells, with or without `.md`."""
    if vault.root is None or not PurePosixPath(file).is_relative_to(vault.root.as_posix()):
        return ()
    inside = PurePosixPath(file).relative_to(vault.root.as_posix()).as_posix()
    found = vault.names.resolve_name("/" + inside, NotePath(""), by_path=True)
    return found.candidates if found.match is Match.PATH else ()


def _named(vault: Vault, target: str) -> Iterable[NotePath]:
    """The notes of a folder that are called so; none of them is nearer than another."""
    if "/" in target:
        return vault.names.resolve_name(target, NotePath("")).candidates
    return vault.names.named(strip_suffix(target))


def backlinks_from_outside(
    vaults: Iterable[Vault], vault: Vault, path: NotePath
) -> Iterator[tuple[Vault, NotePath, Link]]:
    """Every link to a note that stands in another folder; looks only at links named like it."""
    vaults, keys = list(vaults), set(name_keys(vault.names.outlines[path]))
    for other in vaults:
        if other is vault:
            continue
        for source in sorted({each for name in keys for each in other.names.linking(name)}):
            for link in other.names.outlines[source].links:
                if key(written_target(link)) in keys:
                    meant = resolve_outside(vaults, other, source, link)
                    if meant is not None and meant[0] is vault and meant[1] == path:
                        yield other, source, link


def definitions_in_all(
    vaults: Iterable[Vault], vault: Vault, path: NotePath, offset: int
) -> list[tuple[Vault, Spot]]:
    """Where the thing under the cursor is, in its own folder or else in another."""
    spots = definitions(vault, path, offset)
    found = None if spots else subject(vault, path, offset)
    if found is None or found.link is None or found.path is not None:
        return [(vault, spot) for spot in spots]
    meant = resolve_outside(vaults, vault, path, found.link)
    return [] if meant is None else [(meant[0], spot_of(*meant, found.link))]


def spot_of(vault: Vault, path: NotePath, link: Link) -> Spot:
    """Where in a note a link leads."""
    if link.fragment:
        return fragment_spot(vault, path, link.fragment)
    return Spot(path, vault.names.outlines[path].title_span or Span(0, 0))


def references_in_all(
    vaults: Iterable[Vault], vault: Vault, path: NotePath, offset: int, *, declaration: bool
) -> Iterator[tuple[Vault, Spot]]:
    """Every use of the thing under the cursor, first in the folder that has it."""
    vaults, found = list(vaults), subject(vault, path, offset)
    if found is None:
        return
    found = titled(vault, found)
    if found.path is None and found.link is not None:
        meant = resolve_outside(vaults, vault, path, found.link)
        if meant is not None:
            vault, found = meant[0], _in_note(*meant, found)
    if declaration and (spot := definition(vault, found)) is not None:
        yield vault, spot
    yield from islice(_uses_in_all(vaults, vault, path, found), MAX_PLACES)


def _in_note(vault: Vault, path: NotePath, found: Subject) -> Subject:
    """What a link names, now that its note is known."""
    anchor = find_anchor(vault.names.outlines[path], found.name)
    return replace(found, path=path, anchor=anchor if found.kind is Kind.HEADING else None)


def _uses_in_all(
    vaults: list[Vault], vault: Vault, path: NotePath, found: Subject
) -> Iterator[tuple[Vault, Spot]]:
    for spot in uses(vault, path, found):
        yield vault, spot
    if found.kind not in (Kind.NOTE, Kind.HEADING, Kind.BLOCK) or found.path is None:
        return
    if (known := vault.names.outlines.get(found.path)) is not None:
        for other, source, link in backlinks_from_outside(vaults, vault, found.path):
            # A note of another folder may have the same path and is another note.
            if found.kind is Kind.NOTE or is_use(known, found, source, link):
                yield other, Spot(source, link.span)

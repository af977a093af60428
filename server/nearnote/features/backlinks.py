"""Where other notes name a note: by a link, or in plain text that could be one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from nearnote.features.mentions import mentions
from nearnote.features.search import search_notes
from nearnote.index.query import Mode
from nearnote.links.names import own_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nearnote.base.note_path import NotePath
    from nearnote.base.source import Span
    from nearnote.vault.vault import Vault

MOST_PLACES = 200
"""Places of each kind: a list that nobody reads to its end must not stall an editor."""
_MOST_NOTES = 50
"""Notes that are read for mentions, those in which the name weighs most."""


@dataclass(frozen=True, slots=True)
class Backlink:
    """A line of another note that names the note; lines count from 0."""

    path: NotePath
    title: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Backlinks:
    """The lines that link to a note, and those that name it without a link."""

    linked: tuple[Backlink, ...]
    unlinked: tuple[Backlink, ...]


def backlinks(vault: Vault, path: NotePath) -> Backlinks:
    """What names a note, a line once, by notes in the order of their paths."""
    return Backlinks(_lines(vault, _linked(vault, path)), _lines(vault, _unlinked(vault, path)))


def _linked(vault: Vault, path: NotePath) -> Iterator[tuple[NotePath, Span]]:
    for source, link in vault.names.backlinks(path):
        yield source, link.span


def _unlinked(vault: Vault, path: NotePath) -> Iterator[tuple[NotePath, Span]]:
    """Names in plain text: the index knows which notes have the words, these are read."""
    known = vault.names.outlines.get(path)
    names = () if known is None else own_names(known)
    having: set[NotePath] = set()
    for name in names:
        phrase = f'"{name.replace(chr(34), " ")}"'
        found = search_notes(vault, phrase, Mode.TEXT, _MOST_NOTES)
        having |= {each.hit.path for each in found.hits}
    for other in having - {path}:
        note = vault.note(other)
        for mention in () if note is None else mentions(vault.names, other, note):
            if mention.path == path:
                yield other, mention.span


def _lines(vault: Vault, places: Iterator[tuple[NotePath, Span]]) -> tuple[Backlink, ...]:
    found: dict[tuple[NotePath, int], Backlink] = {}
    for path, span in places:
        source = vault.source(path)
        if source is None:
            continue
        line = source.line_of(span.start)
        title = vault.names.outlines[path].title
        found.setdefault((path, line), Backlink(path, title, line, source.line(line).strip()))
        if len(found) == MOST_PLACES:
            break
    return tuple(found[key] for key in sorted(found))

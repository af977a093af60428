"""Renames: what has to be written anew so that every link means what it meant before.

The rule is one: a link is asked what it means before and after the change, and is rewritten
when the answers differ. So no rename can leave a link dangling or pointing elsewhere, whatever
the names are.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from nearnote.links.change import Change, ChangeError, MoveNote, edits_of
from nearnote.links.name_match import Match, strip_suffix
from nearnote.links.names import is_internal, key, name_keys, written_target
from nearnote.links.outline import fold
from nearnote.links.write_link import markdown_target, retarget, wiki_target, write_target
from nearnote.markdown.note import Edit, LinkKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from nearnote.base.note_path import NotePath
    from nearnote.base.source import Span
    from nearnote.links.names import Names, Resolution
    from nearnote.links.outline import Outline
    from nearnote.markdown.note import Link


@dataclass(frozen=True, slots=True)
class _Asked:
    """A link, and what it meant before the change."""

    source: NotePath
    link: Link
    meant: Resolution
    aliases: tuple[str, ...]  # of the note that was meant
    shortest: bool  # as a wikilink could name the note


def move_notes(
    names: Names, moves: Mapping[NotePath, NotePath], files: Mapping[str, str] | None = None
) -> Change:
    """The change that gives notes other paths; raises ChangeError when a path is taken.

    `files` are attachments that the editor moves along; it does so without a step of ours.
    """
    for old, new in moves.items():
        _check_free(names, old, new, moves)
    after = {old: _moved(names.outlines[old], new) for old, new in moves.items()}
    edits = edits_of(_rewritten(names, after, files))
    return (*edits, *(MoveNote(old, new) for old, new in moves.items() if old != new))


def rename_note(
    names: Names,
    path: NotePath,
    *,
    to: NotePath | None = None,
    title: str | None = None,
    alias: tuple[str, str, Span] | None = None,
) -> Change:
    """The change that gives a note another path, another title, or both, or another alias.

    `alias` is (old, new, where the old one is written). Raises ChangeError when the path is
    taken, or when the note has no title of its own to be written anew.
    """
    note = names.outlines[path]
    after = note if to is None else _moved(note, to)
    own: list[tuple[NotePath, Edit]] = []
    if to is not None:
        _check_free(names, path, to, {path: to})
    if title is not None:
        if note.title_span is None:
            raise ChangeError("The note has no title of its own; rename its file.")
        after = replace(after, title=title)
        own.append((path, Edit(note.title_span, title)))
    if alias is not None:
        old, new, span = alias
        after = replace(after, aliases=tuple(new if a == old else a for a in after.aliases))
        own.append((path, Edit(span, new)))
    edits = edits_of([*own, *_rewritten(names, {path: after})])
    return (*edits, MoveNote(path, to)) if to is not None and to != path else edits


def _check_free(
    names: Names, old: NotePath, new: NotePath, moves: Mapping[NotePath, NotePath]
) -> None:
    if old not in names.outlines:
        raise ChangeError(f"There is no note {old}.")
    if new in names.outlines and new not in moves:
        raise ChangeError(f"There is already a note {new}.")


def _moved(note: Outline, path: NotePath) -> Outline:
    # Only a title that the file's name gave changes with it.
    return replace(note, path=path, title=_stem(path) if note.title_span is None else note.title)


def _rewritten(
    names: Names, after: Mapping[NotePath, Outline], files: Mapping[str, str] | None = None
) -> Iterator[tuple[NotePath, Edit]]:
    """Edits, by the old paths, of all links that would mean something else after the change."""
    files = files or {}
    asked = list(_concerned(names, after, files))
    with _changed(names, after, files):
        for each in asked:
            source = after[each.source].path if each.source in after else each.source
            if each.meant.note is None:
                wanted = files.get(each.meant.attachment, each.meant.attachment)
                edits = _reattached(names, each, source, wanted)
            else:
                edits = _mended(names, each, each.meant.note, source, after)
            for edit in edits:
                yield each.source, edit


def _concerned(
    names: Names, after: Mapping[NotePath, Outline], files: Mapping[str, str]
) -> Iterator[_Asked]:
    """The links whose meaning may change: by any old or new name, and those in the notes."""
    keys = {name for old, new in after.items() for name in name_keys(names.outlines[old])}
    keys |= {name for new in after.values() for name in name_keys(new)}
    keys |= {key(path) for move in files.items() for path in move}
    sources = set(after).union(*(names.linking(name) for name in keys))
    for source in sorted(sources):
        for link in names.outlines[source].links:
            target = written_target(link)
            if is_internal(link) and target and (source in after or key(target) in keys):
                meant = names.resolve(link, source)
                if meant.note is None:
                    yield _Asked(source, link, meant, (), shortest=True)
                    continue
                shortest = wiki_target(names, meant.note, source) == strip_suffix(target)
                aliases = names.outlines[meant.note].aliases
                yield _Asked(source, link, meant, aliases, shortest)


def _mended(
    names: Names,
    asked: _Asked,
    before: NotePath,
    source: NotePath,
    after: Mapping[NotePath, Outline],
) -> tuple[Edit, ...]:
    now = names.resolve(asked.link, source)
    wanted = after[before].path if before in after else before
    by_file = asked.meant.match in (Match.PATH, Match.NAME)
    # A link by the file's name follows the name, even where the title would still answer, and
    # a Markdown link stays a path: other tools know no names.
    strays = asked.link.kind is LinkKind.MARKDOWN and now.match != asked.meant.match
    if now.note == wanted and not (by_file and (strays or _stem(before) != _stem(wanted))):
        return ()
    edits = retarget(
        names,
        asked.link,
        wanted,
        source,
        shortest=asked.shortest,
        beside=asked.meant.match is Match.PATH,
    )
    if asked.meant.match in (Match.TITLE, Match.ALIAS) and before in after:
        spelled = _respelled(asked, names.outlines[wanted])
        if names.resolve_name(spelled, source).note == wanted and not set(spelled) & set("[]|#^"):
            edits = write_target(asked.link, spelled)
    return edits


def _respelled(asked: _Asked, note: Outline) -> str:
    """The new form of the title or alias by which a link named a note."""
    if asked.meant.match is Match.TITLE:
        return note.title
    known = {fold(alias) for alias in asked.aliases}
    return next((alias for alias in note.aliases if fold(alias) not in known), note.title)


def _stem(path: NotePath) -> str:
    return strip_suffix(path.rpartition("/")[2])


def _reattached(names: Names, asked: _Asked, source: NotePath, wanted: str) -> tuple[Edit, ...]:
    """The edit that makes a link show the file that it showed before; none where it does so."""
    link, now = asked.link, names.resolve(asked.link, source)
    by_path = link.kind not in (LinkKind.WIKI, LinkKind.EMBED)
    # A picture that only its name finds is one that other tools do not find.
    strays = by_path and now.match != Match.PATH and asked.meant.match is Match.PATH
    if not wanted or (now.attachment == wanted and not strays):
        return ()
    return write_target(link, markdown_target(wanted, source) if by_path else "/" + wanted)


@contextmanager
def _changed(
    names: Names, after: Mapping[NotePath, Outline], files: Mapping[str, str]
) -> Iterator[None]:
    """The names as they will be; put back as they were at the end."""
    before = [names.outlines[old] for old in after]
    for old in after:
        names.remove(old)
    for note in after.values():
        names.put(note)
    _move_files(names, files)
    try:
        yield
    finally:
        _move_files(names, {new: old for old, new in files.items()})
        for note in after.values():
            names.remove(note.path)
        for note in before:
            names.put(note)


def _move_files(names: Names, files: Mapping[str, str]) -> None:
    for old in files:
        names.remove_file(old)
    for new in files.values():
        names.put_file(new)

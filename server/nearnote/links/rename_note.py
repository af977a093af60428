"""Renames: what has to be written anew so that every link means what it meant before.

The rule is one: a link is asked what it means before and after the change, and is rewritten
when the answers differ. So no rename can leave a link dangling or pointing elsewhere, whatever
the names are.
"""

from __future__ import annotations

import posixpath
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from nearnote.links.change import Change, ChangeError, MoveNote, edits_of
from nearnote.links.name_match import Match, strip_suffix
from nearnote.links.names import folders_above, is_internal, key, name_keys, written_target
from nearnote.links.outline import fold
from nearnote.links.write_link import file_target, path_edit, retarget, wiki_target, write_target
from nearnote.markdown.finding import Edit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from nearnote.base.note_path import NotePath
    from nearnote.base.source import Span
    from nearnote.links.names import Names, Resolution
    from nearnote.links.outline import Outline
    from nearnote.markdown.elements import Link


@dataclass(frozen=True, slots=True)
class _Asked:
    """A link, and what it meant before the change."""

    source: NotePath
    link: Link
    meant: Resolution
    aliases: tuple[str, ...]  # of the note that was meant
    shortest: bool  # as a wikilink could name the note or the file


def move_notes(
    names: Names,
    moves: Mapping[NotePath, NotePath],
    files: Mapping[str, str] | None = None,
    folders: Mapping[str, str] | None = None,
) -> Change:
    """The change that gives notes other paths; raises ChangeError when a path is taken.

    `files` and `folders` are moved by the editor, without a step of ours; what is in the folders is
    in `moves` and `files`.
    """
    for old, new in moves.items():
        _check_free(names, old, new, moves)
    after = {old: _moved(names.outlines[old], new) for old, new in moves.items()}
    edits = edits_of(_rewritten(names, after, files, folders))
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
    names: Names,
    after: Mapping[NotePath, Outline],
    files: Mapping[str, str] | None = None,
    folders: Mapping[str, str] | None = None,
) -> Iterator[tuple[NotePath, Edit]]:
    """Edits, by the old paths, of all links that would mean something else after the change."""
    files, folders = files or {}, folders or {}
    asked = list(_concerned(names, after, files, folders))
    with _changed(names, after, files):
        for each in asked:
            source = after[each.source].path if each.source in after else each.source
            if each.meant.folder is not None:
                edits = _refoldered(each, source, folders)
            elif not each.meant.candidates and not each.meant.attachment:
                edits = _relocated(each, source)
            elif each.meant.note is None:
                wanted = files.get(each.meant.attachment, each.meant.attachment)
                edits = _reattached(names, each, source, wanted)
            else:
                edits = _mended(names, each, each.meant.note, source, after)
            for edit in edits:
                yield each.source, edit


def _concerned(
    names: Names,
    after: Mapping[NotePath, Outline],
    files: Mapping[str, str],
    folders: Mapping[str, str],
) -> Iterator[_Asked]:
    """The links whose meaning may change: by any old or new name, and those in the notes."""
    keys = {name for old, new in after.items() for name in name_keys(names.outlines[old])}
    keys |= {name for new in after.values() for name in name_keys(new)}
    keys |= {key(path) for move in files.items() for path in move}
    inside = {above for path in (*after, *files) for above in folders_above(path)}
    keys |= {key(each) for each in inside if _moved_folder(each, folders) != each}
    sources = set(after).union(*(names.linking(name) for name in keys))
    for source in sorted(sources):
        for link in names.outlines[source].links:
            target = written_target(link)
            if is_internal(link) and target and (source in after or key(target) in keys):
                meant = names.resolve(link, source)
                if meant.note is None:
                    found = meant.attachment
                    shortest = bool(found) and file_target(names, found, source) == target
                    yield _Asked(source, link, meant, (), shortest)
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
    strays = not asked.link.is_wiki and now.match != asked.meant.match
    strays = strays or _is_roundabout(asked, before, source, wanted)
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


def _is_roundabout(asked: _Asked, before: NotePath, source: NotePath, wanted: NotePath) -> bool:
    """Whether a path that was the shortest from its note goes a way round from where that is now.

    So a note that moves there and back is as it was.
    """
    link = asked.link
    if link.is_wiki or link.target.startswith("/") or asked.meant.match is not Match.PATH:
        return False
    plain = posixpath.normpath(strip_suffix(link.target))
    old, new = (
        posixpath.relpath(strip_suffix(path), posixpath.dirname(note) or ".")
        for path, note in ((before, asked.source), (wanted, source))
    )
    return plain == old != new


def _respelled(asked: _Asked, note: Outline) -> str:
    """The new form of the title or alias by which a link named a note."""
    if asked.meant.match is Match.TITLE:
        return note.title
    known = {fold(alias) for alias in asked.aliases}
    return next((alias for alias in note.aliases if fold(alias) not in known), note.title)


def _stem(path: NotePath) -> str:
    return strip_suffix(path.rpartition("/")[2])


def _recased(old: str, new: str) -> bool:
    """Whether only the case differs: names are found in any case here, not on every disk."""
    return old != new and old.casefold() == new.casefold()


def _reattached(names: Names, asked: _Asked, source: NotePath, wanted: str) -> tuple[Edit, ...]:
    """The edit that makes a link show the file that it showed before; none where it does so."""
    link, now = asked.link, names.resolve(asked.link, source)
    by_path = not link.is_wiki
    # A picture that only its name finds is one that other tools do not find.
    strays = by_path and now.match != Match.PATH and asked.meant.match is Match.PATH
    recased = _recased(asked.meant.attachment, wanted)
    if not wanted or (now.attachment == wanted and not strays and not recased):
        return ()
    if by_path:
        # What was written from the root, or by its name alone, is written from the root.
        from_root = names.resolve_file(wanted, source).attachment == wanted
        beside = asked.meant.match is Match.PATH or not from_root
        return path_edit(link, wanted, source, beside=beside)
    parts = 1 if asked.shortest else link.target.strip("/").count("/") + 1
    return write_target(link, file_target(names, wanted, source, parts, link.target))


def _refoldered(asked: _Asked, source: NotePath, folders: Mapping[str, str]) -> tuple[Edit, ...]:
    """The edit that makes a link name the folder that it named before; none where it does so."""
    folder = asked.meant.folder or ""
    wanted = _moved_folder(folder, folders)
    if wanted == folder and (source == asked.source or asked.link.target.startswith("/")):
        return ()
    return path_edit(asked.link, wanted or ".", source)


def _relocated(asked: _Asked, source: NotePath) -> tuple[Edit, ...]:
    """The edit of a link to what is not there, or not in the vault, when its note is elsewhere."""
    link, target = asked.link, asked.link.target
    old, new = posixpath.dirname(asked.source), posixpath.dirname(source)
    if link.is_wiki or asked.meant.every or target.startswith("/") or old == new:
        return ()
    return path_edit(link, posixpath.normpath(posixpath.join(old, target)), source)


def _moved_folder(folder: str, folders: Mapping[str, str]) -> str:
    """Where a folder is after the folders were moved."""
    for old, new in folders.items():
        if folder == old or folder.startswith(old + "/"):
            return new + folder[len(old) :]
    return folder


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

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
from nearnote.links.names import Match, is_internal, key, name_keys, strip_suffix, written_target
from nearnote.links.outline import (
    find_anchor,
    find_mark,
    fold,
    range_start,
    renamed_anchor,
    slug,
)
from nearnote.links.spell import markdown_target, retarget, wiki_target
from nearnote.notes.model import Edit, LinkKind, NotePath

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from nearnote.links.names import Names, Resolution
    from nearnote.links.outline import Anchor, Outline
    from nearnote.notes.model import Link
    from nearnote.notes.text import Span


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
                edit = _reattached(names, each, source, wanted)
            else:
                edit = _mended(names, each, each.meant.note, source, after)
            if edit is not None:
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
) -> Edit | None:
    now = names.resolve(asked.link, source)
    wanted = after[before].path if before in after else before
    by_file = asked.meant.match in (Match.PATH, Match.NAME)
    # A link by the file's name follows the name, even where the title would still answer, and
    # a Markdown link stays a path: other tools know no names.
    strays = asked.link.kind is LinkKind.MARKDOWN and now.match != asked.meant.match
    if now.note == wanted and not (by_file and (strays or _stem(before) != _stem(wanted))):
        return None
    edit = retarget(
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
            edit = Edit(asked.link.target_span, spelled)
    return edit


def _respelled(asked: _Asked, note: Outline) -> str:
    """The new form of the title or alias by which a link named a note."""
    if asked.meant.match is Match.TITLE:
        return note.title
    known = {fold(alias) for alias in asked.aliases}
    return next((alias for alias in note.aliases if fold(alias) not in known), note.title)


def _stem(path: NotePath) -> str:
    return strip_suffix(path.rpartition("/")[2])


def _reattached(names: Names, asked: _Asked, source: NotePath, wanted: str) -> Edit | None:
    """The edit that makes a link show the file that it showed before; None where it does so."""
    link, now = asked.link, names.resolve(asked.link, source)
    by_path = link.kind not in (LinkKind.WIKI, LinkKind.EMBED)
    # A picture that only its name finds is one that other tools do not find.
    strays = by_path and now.match != Match.PATH and asked.meant.match is Match.PATH
    if not wanted or (now.attachment == wanted and not strays):
        return None
    return Edit(link.target_span, markdown_target(wanted, source) if by_path else "/" + wanted)


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


def rename_heading(names: Names, path: NotePath, anchor: Anchor, text: str) -> Change:
    """The change that gives a heading another text, in its note and in every link to it."""
    note = names.outlines[path]
    after = renamed_anchor(note, anchor, text)
    edits = [(path, Edit(anchor.text_span, text))]
    for source, link in _fragments(names, path):
        fragment = _fragment(note, after, link, anchor)
        if fragment != link.fragment:
            edits.append((source, Edit(link.fragment_span, fragment)))
    return edits_of(edits)


def _fragment(note: Outline, after: Outline, link: Link, renamed: Anchor) -> str:
    """A link's fragment as it has to be when a heading has another name; ranges have two ends."""
    start = range_start(link.fragment)
    rest = link.fragment[len(start) :]
    mark, end = rest.partition(":#")[1:]
    meant = find_anchor(note, end) if end and not end.startswith("^") else None
    if meant is not None and _strays(note, after, end, meant, renamed):
        rest = rest[: -len(mark + end)] + mark + after.anchors[note.anchors.index(meant)].slug
    before = find_anchor(note, link.fragment)
    if before is None or start.startswith("^"):
        return start + rest
    if _strays(note, after, link.fragment, before, renamed):
        start = _heading(link.kind, start, before, after, note.anchors.index(before))
    return start + rest


def _strays(note: Outline, after: Outline, fragment: str, meant: Anchor, renamed: Anchor) -> bool:
    """Whether a fragment has to be written anew to mean what it meant."""
    now = find_anchor(after, fragment)
    return now is None or after.anchors.index(now) != note.anchors.index(meant) or meant == renamed


def _heading(kind: LinkKind, start: str, before: Anchor, after: Outline, position: int) -> str:
    new = after.anchors[position]
    if start == before.slug or kind is LinkKind.MARKDOWN:
        return new.slug
    *parents, last = start.split("#")
    if fold(last) != fold(before.text):  # the renamed heading is a parent in `A#B`
        return new.text
    texts = [fold(anchor.text) for anchor in after.anchors]
    plain = "".join(char for char in new.text if char not in "[]|#^")
    return "#".join([*(parent for parent in parents if fold(parent) in texts), plain])


def rename_mark(names: Names, path: NotePath, name: str, new: str) -> Change:
    """The change that gives a block id another name, in its note and in every link to it."""
    note = names.outlines[path]
    mark = find_mark(note, name)
    if mark is None:
        raise ChangeError(f"There is no block ^{name}.")
    if not new or slug(new) != new.lower() or "_" in new:
        raise ChangeError("A block id is made of letters, digits and hyphens.")
    if find_mark(note, new) not in (None, mark):
        raise ChangeError(f"There is already a block ^{new} in the note.")
    edits = [(path, Edit(mark.span, f"^{new}"))]
    for source, link in _fragments(names, path):
        if link.fragment.startswith("^") and find_mark(note, link.fragment[1:]) == mark:
            rest = link.fragment[len(range_start(link.fragment)) :]
            edits.append((source, Edit(link.fragment_span, f"^{new}{rest}")))
    return edits_of(edits)


def rename_tag(names: Names, tag: str, new: str) -> Change:
    """The change that renames a tag and the tags nested below it, in all notes."""
    new = new.lstrip("#")
    if not new or not all(part for part in new.split("/")) or set(new) & set(" \t#[](){},;:'\""):
        raise ChangeError("A tag is made of letters, digits, hyphens, underscores and slashes.")
    old = fold(tag)
    edits = []
    for path, span, name, marked in _tags(names):
        folded = fold(name)
        if folded == old or folded.startswith(old + "/"):
            edits.append((path, Edit(span, ("#" if marked else "") + new + name[len(tag) :])))
    return edits_of(edits)


def _tags(names: Names) -> Iterator[tuple[NotePath, Span, str, bool]]:
    for path, note in names.outlines.items():
        for tag in note.tags:
            yield path, tag.span, tag.name, len(tag.span) == len(tag.name.encode()) + 1


def _fragments(names: Names, path: NotePath) -> Iterator[tuple[NotePath, Link]]:
    """Every link with a fragment that means a place in this note, its own ones included."""
    for link in names.outlines[path].links:
        if link.fragment and is_internal(link) and names.resolve(link, path).note == path:
            yield path, link
    for source, link in names.backlinks(path):
        if link.fragment:
            yield source, link

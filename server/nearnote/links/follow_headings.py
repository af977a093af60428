"""Links that follow headings and blocks into another note."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from nearnote.links.names import is_internal, key, name_keys, written_target
from nearnote.links.outline import find_anchor, find_mark, fold, range_start
from nearnote.links.write_link import retarget, write_fragment, write_target
from nearnote.markdown.elements import LinkKind

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from nearnote.base.note_path import NotePath
    from nearnote.links.names import Names
    from nearnote.links.outline import Anchor, Outline
    from nearnote.markdown.elements import Link
    from nearnote.markdown.finding import Edit


def links_into(names: Names, path: NotePath) -> Iterator[tuple[NotePath, Link]]:
    """Every link that means a note or a part of it: its own ones, then those of the others."""
    for link in names.outlines[path].links:
        if is_internal(link) and names.resolve(link, path).note == path:
            yield path, link
    yield from names.backlinks(path)


@contextmanager
def as_if(names: Names, notes: Iterable[Outline], gone: Iterable[NotePath] = ()) -> Iterator[None]:
    """The names as they will be with these notes and without those; put back at the end."""
    notes, gone = list(notes), list(gone)
    paths = {*(note.path for note in notes), *gone}
    before = [names.outlines[path] for path in paths if path in names.outlines]
    for path in gone:
        names.remove(path)
    for note in notes:
        names.put(note)
    try:
        yield
    finally:
        for path in paths:
            names.remove(path)
        for note in before:
            names.put(note)


def disturbed(names: Names, notes: Iterable[Outline]) -> list[tuple[NotePath, Link, NotePath]]:
    """Links by a name that one of these new notes will have, and what they mean without it."""
    keys = {name for note in notes for name in name_keys(note)}
    found = []
    for source in sorted({source for name in keys for source in names.linking(name)}):
        for link in names.outlines[source].links:
            if is_internal(link) and not link.is_use and key(written_target(link)) in keys:
                meant = names.resolve(link, source).note
                if meant is not None:
                    found.append((source, link, meant))
    return found


def undisturbed(
    names: Names, links: Iterable[tuple[NotePath, Link, NotePath]], gone: Container[NotePath]
) -> Iterator[tuple[NotePath, Edit]]:
    """The edits that make links mean what they meant, where they mean something else by now."""
    for source, link, meant in links:
        if source in gone or meant in gone or meant not in names.outlines:
            continue
        if names.resolve(link, source).note != meant:
            for edit in retarget(names, link, meant, source):
                yield source, edit


def followed(
    names: Names,
    link: Link,
    source: NotePath,
    to: Outline,
    anchor: Anchor | None,
    *,
    within: bool = False,
) -> list[Edit]:
    """The edits of a link that shall mean `to`, at `anchor` if it meant a heading.

    `within` is for a link that will stand in `to` itself and needs no target. A block id keeps its
    name, a range its end.
    """
    edits = [*(write_target(link, "") if within else retarget(names, link, to.path, source))]
    if edits and edits[0].span == link.span:
        return edits
    fragment = new_fragment(link, to, anchor)
    return [*edits, *write_fragment(link, fragment)]


def new_fragment(link: Link, to: Outline, anchor: Anchor | None) -> str:
    """The fragment by which a link means a heading of `to`, as it is written if it still does."""
    if anchor is None or find_anchor(to, link.fragment) is anchor:
        return link.fragment
    start = range_start(link.fragment)
    rest = link.fragment[len(start) :]
    plain = "".join(char for char in anchor.text if char not in "[]|#^")
    by_text = find_anchor(to, plain) is anchor and link.kind is not LinkKind.MARKDOWN
    if by_text and (not start or fold(start) != start or " " in start):
        return plain + rest
    return anchor.slug + rest


def meant_in(note: Outline, link: Link) -> tuple[Anchor | None, bool]:
    """The heading that a link means in its note, and whether it means a block."""
    if link.fragment.startswith("^"):
        return None, find_mark(note, link.fragment[1:]) is not None
    return find_anchor(note, link.fragment) if link.fragment else None, False

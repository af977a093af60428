"""Links of and to a note that becomes two: each goes on to mean what it meant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from nearnote.links.follow_headings import (
    as_if,
    disturbed,
    followed,
    links_into,
    meant_in,
    undisturbed,
)
from nearnote.links.outline import find_mark
from nearnote.links.write_link import wiki_link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nearnote.base.note_path import NotePath
    from nearnote.base.source import Span
    from nearnote.links.names import Names
    from nearnote.links.outline import Anchor, Outline
    from nearnote.markdown.elements import Link
    from nearnote.markdown.finding import Edit


@dataclass(frozen=True, slots=True)
class Parted:
    """A note as it was, the two that it becomes, and where the anchors that go begin."""

    old: Outline
    made: Outline
    kept: Outline
    region: Span
    first: int

    def moves(self, link: Link) -> bool:
        """Whether what a link means goes into the new note."""
        anchor, is_mark = meant_in(self.old, link)
        if anchor is not None:
            at = self.old.anchors.index(anchor)
            return self.first <= at < self.first + len(self.made.anchors)
        mark = find_mark(self.old, link.fragment[1:]) if is_mark else None
        return mark is not None and self.region.covers(mark.span)

    def anchor(self, link: Link) -> Anchor | None:
        """The heading that a link means, as it will be."""
        anchor, _ = meant_in(self.old, link)
        if anchor is None:
            return None
        at, count = self.old.anchors.index(anchor), len(self.made.anchors)
        if self.first <= at < self.first + count:
            return self.made.anchors[at - self.first]
        return self.kept.anchors[at if at < self.first else at - count]

    def edits(self, names: Names, origin: NotePath, link: Link, *, here: bool) -> list[Edit]:
        """The edits by which a link follows; `here` is for one that goes with the section."""
        moved, anchor = self.moves(link), self.anchor(link)
        if not moved and not here and anchor is None:
            return []
        target = self.made if moved else self.kept
        stays = here == moved and origin == self.old.path and not link.target
        source = self.made.path if here else origin
        edits = followed(names, link, source, target, anchor, within=stays)
        if not moved and not (here and not link.target):
            edits = [edit for edit in edits if edit.span != link.target_span]
        return edits


def mended(names: Names, parted: Parted) -> tuple[list[Edit], list[tuple[NotePath, Edit]], str]:
    """The edits of links in the section and of those outside, and the link that is left behind."""
    path = parted.old.path
    inside: list[Edit] = []
    outside: list[tuple[NotePath, Edit]] = []

    def take(origin: NotePath, edits: Iterable[Edit], *, here: bool) -> None:
        if here:
            inside.extend(edits)
        else:
            outside.extend((origin, edit) for edit in edits)

    asked, other = list(links_into(names, path)), disturbed(names, [parted.made])
    with as_if(names, [parted.kept, parted.made]):
        for origin, link in asked:
            here = origin == path and parted.region.covers(link.span)
            take(origin, parted.edits(names, origin, link, here=here), here=here)
        for origin, edit in undisturbed(names, other, ()):
            take(origin, [edit], here=origin == path and parted.region.covers(edit.span))
        return inside, outside, wiki_link(names, parted.made.path, path)

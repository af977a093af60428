"""Renames of a part of a note: a heading, a block id, a tag, with every link to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.links.change import Change, ChangeError, edits_of
from nearnote.links.names import is_internal
from nearnote.links.outline import (
    anchor_path,
    find_anchor,
    find_mark,
    fold,
    range_start,
    renamed_anchor,
    slug,
)
from nearnote.links.write_link import write_fragment
from nearnote.markdown.elements import LinkKind
from nearnote.markdown.finding import Edit
from nearnote.markdown.parser.inline_marks import is_tag

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nearnote.base.note_path import NotePath
    from nearnote.base.source import Span
    from nearnote.links.names import Names
    from nearnote.links.outline import Anchor, Outline
    from nearnote.markdown.elements import Link


def rename_heading(
    names: Names, path: NotePath, anchor: Anchor, text: str, after: Outline | None = None
) -> Change:
    """The change that gives a heading another text, in its note and in every link to it.

    `after` is the note as it will be read; it has the same headings at the same positions.
    """
    note = names.outlines[path]
    after = after or renamed_anchor(note, anchor, text)
    edits = [(path, Edit(anchor.text_span, text))]
    for source, link in _fragments(names, path):
        fragment = renamed_fragment(note, after, link, anchor)
        edits += [(source, edit) for edit in write_fragment(link, fragment)]
    return edits_of(edits)


def renamed_fragment(note: Outline, after: Outline, link: Link, renamed: Anchor) -> str:
    """A link's fragment as it has to be when a heading has another name; ranges have two ends."""
    start = range_start(link.fragment)
    rest = link.fragment[len(start) :]
    mark, end = rest.partition(":#")[1:]
    meant = find_anchor(note, end) if end and not end.startswith("^") else None
    if meant is not None and _strays(note, after, end, (meant,), renamed):
        rest = rest[: -len(mark + end)] + mark + after.anchors[note.anchors.index(meant)].slug
    path = () if start.startswith("^") else anchor_path(note, link.fragment)
    if not path or not _strays(note, after, link.fragment, path, renamed):
        return start + rest
    position = note.anchors.index(path[-1])
    spelled = (each + rest for each in _spellings(note, after, link, start, path))
    means = (each for each in spelled if find_anchor(after, each) is after.anchors[position])
    return next(means, start + rest)


def _strays(
    note: Outline, after: Outline, fragment: str, path: tuple[Anchor, ...], renamed: Anchor
) -> bool:
    """Whether a fragment has to be written anew to mean what it meant."""
    now = find_anchor(after, fragment)
    return (
        now is None or after.anchors.index(now) != note.anchors.index(path[-1]) or renamed in path
    )


def _spellings(
    note: Outline, after: Outline, link: Link, start: str, path: tuple[Anchor, ...]
) -> Iterator[str]:
    """What a fragment may be written as, in the style in which it is written first."""
    new = [after.anchors[note.anchors.index(each)] for each in path]
    texts = ["".join(char for char in each.text if char not in "[]|#^") for each in new]
    by_slug = start == path[-1].slug and start != path[-1].text
    if by_slug or link.kind in (LinkKind.MARKDOWN, LinkKind.IMAGE):
        yield new[-1].slug
    parts = start.split("#")
    if len(parts) == len(path):
        kept = [
            part if before.text == now.text else text
            for part, before, now, text in zip(parts, path, new, texts, strict=True)
        ]
        yield "#".join(kept)
    yield texts[-1]
    yield new[-1].slug


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
            edits += [(source, edit) for edit in write_fragment(link, f"^{new}{rest}")]
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
            written = ("#" if marked else "") + new + name[len(tag) :]
            if marked and not is_tag(written):
                raise ChangeError(f"“{written}” would not be read as a tag in {path}.")
            edits.append((path, Edit(span, written)))
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

"""A section becomes a note of its own, with a link left behind; links to it follow."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from nearnote.base.note_path import NotePath
from nearnote.base.source import Span
from nearnote.links.carried_text import definitions, edited, shifted_headings
from nearnote.links.change import Change, ChangeError, CreateNote, edits_of
from nearnote.links.follow_headings import (
    as_if,
    disturbed,
    followed,
    links_into,
    meant_in,
    undisturbed,
)
from nearnote.links.name_match import strip_suffix
from nearnote.links.outline import find_mark, slug
from nearnote.links.write_link import wiki_link
from nearnote.markdown.note import Edit

if TYPE_CHECKING:
    from collections.abc import Callable

    from nearnote.links.names import Names
    from nearnote.links.outline import Outline
    from nearnote.markdown.note import Note, Section

_NOT_IN_FILES = re.compile(r'[<>:"|?*\\/\0\r\n\t#^\[\]]+')


def section_at(note: Note, offset: int) -> Section | None:
    """The section at a byte offset that can be a note: under a heading, and not all of the note."""
    here: Section | None = None
    for section in note.sections:
        if section.heading is not None and section.span.start <= offset:
            here = section
    if here is None or here.heading is None or here.heading.text_span == note.title_span:
        return None
    return here


def extract_section(
    names: Names,
    path: NotePath,
    note: Note,
    offset: int,
    outline_of: Callable[[NotePath, str], Outline],
    *,
    dotted: bool = False,
) -> Change:
    """The change that makes the section at `offset` a note beside its own. Raises ChangeError.

    `outline_of` reads a text as a note of the vault; `dotted` names the new note as Dendron does.
    """
    section = section_at(note, offset)
    if section is None or section.heading is None:
        raise ChangeError("There is no section here that could be a note of its own.")
    new = _path(path, section.heading.text, dotted=dotted)
    if new.casefold() in map(str.casefold, names.outlines):
        raise ChangeError(f"There is already a note {new}.")
    source = note.source
    whole = Span(section.heading.span.start, max(section.end, section.heading.span.end))
    text = source.data[whole.start : whole.end]
    region = Span(whole.start, whole.start + len(text.rstrip()))
    rest = (Span(0, region.start), Span(region.end, len(source.data)))
    newline = "\r\n" if b"\r\n" in source.data else "\n"

    shift = list(shifted_headings(note, region, 1 - section.heading.level))
    carried = _joined(newline, definitions(note, region, region))
    left = [text for part in rest for text in _stranded(note, part, region)]
    tail = Edit(Span(len(source.data), len(source.data)), _joined(newline, left)) if left else None
    head = _frontmatter(note, newline)

    # What the two notes will be, before their links are mended: headings do not depend on links.
    body = edited(source.data, region, shift)
    made = outline_of(new, head + body + newline + carried)
    remainder = edited(source.data, rest[0], ()) + edited(source.data, rest[1], ())
    remainder += tail.text if tail else ""
    kept = outline_of(path, remainder)

    old = names.outlines[path]
    _check_read(old, made, kept, section.heading.text)
    first = next(at for at, each in enumerate(old.anchors) if each.span == section.heading.span)
    count = len(made.anchors)
    inside: list[Edit] = list(shift)
    outside: list[tuple[NotePath, Edit]] = [] if tail is None else [(path, tail)]
    asked = list(links_into(names, path))
    other = disturbed(names, [made])
    with as_if(names, [kept, made]):
        for origin, link in asked:
            here = origin == path and region.covers(link.span)
            anchor, is_mark = meant_in(old, link)
            moved = False
            if anchor is not None:
                at = old.anchors.index(anchor)
                moved = first <= at < first + count
                anchor = (made.anchors[at - first] if moved
                          else kept.anchors[at if at < first else at - count])  # fmt: skip
            elif is_mark:
                mark = find_mark(old, link.fragment[1:])
                moved = mark is not None and region.covers(mark.span)
            if not moved and not here and anchor is None:
                continue
            target = made if moved else kept
            stays = here == moved and origin == path and not link.target
            edits = followed(names, link, new if here else origin, target, anchor, within=stays)
            if not moved and not (here and not link.target):
                edits = [edit for edit in edits if edit.span != link.target_span]
            if here:
                inside += edits
            else:
                outside += [(origin, edit) for edit in edits]
        for origin, edit in undisturbed(names, other, ()):
            if origin == path and region.covers(edit.span):
                inside.append(edit)
            else:
                outside.append((origin, edit))
        link_back = wiki_link(names, new, path)
    outside.append((path, Edit(region, link_back)))
    created = head + edited(source.data, region, inside) + newline + carried
    return (*edits_of(outside), CreateNote(new, created))


def _check_read(old: Outline, made: Outline, kept: Outline, heading: str) -> None:
    """Refuse what would be read as something else when it is apart."""
    if len(old.anchors) != len(made.anchors) + len(kept.anchors):
        raise ChangeError(f"Without “{heading}” other headings would be read as something else.")
    uses = [sum(link.is_use for link in each.links) for each in (old, made, kept)]
    if uses[0] != uses[1] + uses[2]:
        raise ChangeError(
            "A code block or a comment that is not closed hides the definitions of references "
            "there; close it first."
        )


def _path(path: NotePath, heading: str, *, dotted: bool) -> NotePath:
    folder = path.rpartition("/")[0]
    if dotted:
        name = f"{strip_suffix(path.rpartition('/')[2])}.{slug(heading)}"
    else:
        name = " ".join(_NOT_IN_FILES.sub(" ", heading).split()).strip(". ")
    if not name.strip("."):
        raise ChangeError("The heading has no letters that could name a file.")
    return NotePath(f"{folder}/{name}.md" if folder else f"{name}.md")


def _frontmatter(note: Note, newline: str) -> str:
    """The new note has the tags of the old one; its title and aliases are its own."""
    tags = dict.fromkeys(tag.name for tag in note.front.tags)
    if not tags:
        return ""
    return newline.join(("---", f"tags: [{', '.join(tags)}]", "---", "", ""))


def _stranded(note: Note, part: Span, region: Span) -> list[str]:
    """Definitions in the region that a part of the rest still needs."""
    everywhere = definitions(note, part, Span(0, 0))
    outside = definitions(note, part, region)
    return [text for text in everywhere if text not in outside]


def _joined(newline: str, texts: list[str]) -> str:
    return "".join(f"{newline}{text}{newline}" for text in texts)

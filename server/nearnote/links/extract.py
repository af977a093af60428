"""A section becomes a note of its own, with a link left behind; links to it follow."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nearnote.base.note_path import NotePath
from nearnote.base.source import Span
from nearnote.links.carried_text import definitions, edited, shifted_headings
from nearnote.links.change import Change, ChangeError, CreateNote, edits_of
from nearnote.links.extract_links import Parted, mended
from nearnote.links.name_match import strip_suffix
from nearnote.links.outline import slug
from nearnote.markdown.finding import Edit

if TYPE_CHECKING:
    from collections.abc import Callable

    from nearnote.links.names import Names
    from nearnote.links.outline import Outline
    from nearnote.markdown.elements import Heading, Section
    from nearnote.markdown.note import Note

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
    cut = _cut(note, section, section.heading)
    # What the two notes will be, before their links are mended: headings do not depend on links.
    body = edited(cut.data, cut.region, cut.shift)
    made = outline_of(new, cut.head + body + cut.newline + cut.carried)
    kept = outline_of(path, "".join(edited(cut.data, part, ()) for part in cut.rest) + cut.left)
    old = names.outlines[path]
    _check_read(old, made, kept, section.heading.text, cut.twice)
    parted = Parted(old, made, kept, cut.region, _first(old, section.heading))
    inside, outside, link_back = mended(names, parted)
    end = len(cut.data)
    outside += [(path, Edit(Span(end, end), cut.left))] if cut.left else []
    outside.append((path, Edit(cut.region, link_back)))
    text = edited(cut.data, cut.region, [*cut.shift, *inside])
    return (*edits_of(outside), CreateNote(new, cut.head + text + cut.newline + cut.carried))


@dataclass(frozen=True, slots=True)
class _Cut:
    """A note cut in two: `region` goes, `rest` stays.

    `shift` puts the headings that go to their new levels, `head` is the new note's frontmatter;
    `carried` and `left` are the definitions that each part has to bring with it; in both parts
    are then the uses of references in their footnotes, `twice` in all.
    """

    data: bytes
    region: Span
    rest: tuple[Span, Span]
    shift: tuple[Edit, ...]
    head: str
    carried: str
    left: str
    twice: int
    newline: str


def _cut(note: Note, section: Section, heading: Heading) -> _Cut:
    data = note.source.data
    whole = Span(heading.span.start, max(section.end, heading.span.end))
    region = Span(whole.start, whole.start + len(data[whole.start : whole.end].rstrip()))
    rest = (Span(0, region.start), Span(region.end, len(data)))
    newline = "\r\n" if b"\r\n" in data else "\n"
    taken = definitions(note, region, region)
    left = sorted({span for part in rest for span in _stranded(note, part, region)})
    copied = [*taken, *left]
    return _Cut(
        data,
        region,
        rest,
        tuple(shifted_headings(note, region, 1 - heading.level)),
        _frontmatter(note, newline),
        _joined(newline, note, taken),
        _joined(newline, note, left),
        sum(link.is_use and span.covers(link.span) for link in note.links for span in copied),
        newline,
    )


def _first(old: Outline, heading: Heading) -> int:
    """The place of a heading among the note's anchors."""
    return next(at for at, each in enumerate(old.anchors) if each.span == heading.span)


def _check_read(old: Outline, made: Outline, kept: Outline, heading: str, twice: int) -> None:
    """Refuse what would be read as something else when it is apart.

    `twice` are the uses of references in footnotes that both notes need.
    """
    if len(old.anchors) != len(made.anchors) + len(kept.anchors):
        raise ChangeError(f"Without “{heading}” other headings would be read as something else.")
    uses = [sum(link.is_use for link in each.links) for each in (old, made, kept)]
    if uses[0] + twice != uses[1] + uses[2]:
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


def _stranded(note: Note, part: Span, region: Span) -> list[Span]:
    """Definitions in the region that a part of the rest still needs."""
    return [span for span in definitions(note, part, Span(0, 0)) if region.covers(span)]


def _joined(newline: str, note: Note, spans: list[Span]) -> str:
    return "".join(f"{newline}{note.source.slice(span).strip()}{newline}" for span in spans)

"""One note goes into another one, as a section of it; its links and those to it follow."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.links.carried_properties import carried_properties, source_after
from nearnote.links.carried_text import edited, shifted_headings
from nearnote.links.change import Change, ChangeError, DeleteNote, edits_of
from nearnote.links.follow_headings import (
    as_if,
    disturbed,
    followed,
    links_into,
    meant_in,
    undisturbed,
)
from nearnote.links.labels import set_apart
from nearnote.links.name_match import Match
from nearnote.links.names import is_internal
from nearnote.links.outline import fold
from nearnote.links.write_link import markdown_target, retarget, write_target
from nearnote.markdown.elements import BlockKind, LinkKind
from nearnote.markdown.finding import Edit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from nearnote.base.note_path import NotePath
    from nearnote.links.names import Names
    from nearnote.links.outline import Outline
    from nearnote.markdown.elements import Link
    from nearnote.markdown.note import Note

_BLANK_LINES = re.compile(r"\A(?:[ \t]*(?:\r\n?|\n))+")

_MAY_BE_OPEN = (BlockKind.CODE, BlockKind.HTML, BlockKind.COMMENT)


def merge_into(
    names: Names,
    path: NotePath,
    note: Note,
    target: NotePath,
    target_note: Note,
    outline_of: Callable[[NotePath, str], Outline],
) -> Change:
    """The change that appends a note to `target` and removes it. Raises ChangeError.

    Links to the note then mean the heading that its title has become.
    """
    if path == target:
        raise ChangeError("A note cannot be merged into itself.")
    _check_apart(note, target_note)
    newline = "\r\n" if b"\r\n" in target_note.source.data else "\n"
    data = note.source.data
    body = Span(note.front.span.end, len(data.rstrip()))
    if body.start > body.end:
        body = Span(body.start, body.start)
    headings = [section.heading for section in note.sections if section.heading is not None]
    # A title with text above it would leave that text to the target's last section.
    titled = bool(headings) and headings[0].text_span == note.title_span
    titled = titled and not data[body.start : headings[0].span.start].strip()
    below_title = max(3 - min((heading.level for heading in headings), default=3), 0)
    shift = list(shifted_headings(note, body, 1 if titled else below_title))
    shift += set_apart(note, target_note)
    head = "" if titled else f"## {note.title}{newline}{newline}"
    tags = _tags(note, target_note, newline)
    may_be_open = bool(tags and note.blocks) and note.blocks[-1].kind in _MAY_BE_OPEN

    end = len(target_note.source.data.rstrip())
    tail = Span(end, len(target_note.source.data))
    before = target_note.source.slice(Span(0, end))
    gap = newline * 2 if before.strip() else ""

    def joined(edits: Iterable[Edit]) -> tuple[str, tuple[Edit, ...]]:
        """What is appended to the target, and the edits of its frontmatter."""
        edits = list(edits)
        properties = carried_properties(note, target_note, edits, newline)
        text = _lines(edited(data, body, edits), newline).rstrip()
        # Above what may be open to the end of the note; a title goes first all the same.
        first, rest = "", text
        if titled:
            at = len(_lines(edited(data, Span(body.start, headings[0].span.end), edits), newline))
            first, rest = text[:at], text[at:]
        first = _BLANK_LINES.sub("", first)
        rest = rest if first else _BLANK_LINES.sub("", rest)
        said = properties.text + (tags.strip() + newline * 2 if may_be_open else "")
        if first and said:
            first, rest = first + newline * 2, _BLANK_LINES.sub("", rest)
        last = "" if may_be_open else tags
        return f"{gap}{head}{first}{said}{rest}".rstrip() + newline + last, properties.edits

    text, front = joined(shift)
    whole = source_after(target_note.source, (*front, Edit(tail, text)))
    merged = outline_of(target, whole.text)
    old, theirs = names.outlines[path], names.outlines[target]
    _check_read(old, theirs, merged, titled=titled)
    first = len(theirs.anchors)
    offset = first + (0 if titled else 1)  # of this note's first heading among the merged ones
    inside: list[Edit] = list(shift)
    outside: list[tuple[NotePath, Edit]] = []
    asked = list(links_into(names, path))
    own = _own_links(names, path)
    other = disturbed(names, [merged])
    with as_if(names, [merged], gone=[path]):
        for origin, link in asked:
            anchor, is_mark = meant_in(old, link)
            if anchor is not None:
                anchor = merged.anchors[offset + old.anchors.index(anchor)]
            elif not is_mark:
                anchor = merged.anchors[first]
            here = origin in (path, target)
            edits = followed(names, link, target if here else origin, merged, anchor, within=here)
            if origin == path:
                inside += edits
            else:
                outside += [(origin, edit) for edit in edits]
        inside += _still(names, own, target)
        outside += undisturbed(names, other, {path})
    text, front = joined(inside)
    outside += [(target, edit) for edit in (*front, Edit(tail, text))]
    return (*edits_of(outside), DeleteNote(path))


def _check_read(old: Outline, theirs: Outline, merged: Outline, *, titled: bool) -> None:
    """Refuse what would be read as something else where it goes."""
    if len(merged.anchors) != len(theirs.anchors) + len(old.anchors) + (not titled):
        raise ChangeError(
            f"{theirs.path} ends in a code block or a comment that is not closed; close it first."
        )
    counted = [
        Counter((link.kind, link.is_use, link.defines) for link in links if not link.is_wiki)
        for links in (merged.links, (*old.links, *theirs.links))
    ]
    if counted[0] != counted[1]:
        raise ChangeError(
            f"Brackets in {old.path} or {theirs.path} would become links, or links none; "
            "merge them by hand."
        )


def _check_apart(note: Note, target: Note) -> None:
    ours, theirs = ({fold(each.name) for each in it.block_ids} for it in (note, target))
    if both := ours & theirs:
        raise ChangeError(f"Both notes have a block {min(both)}; rename it in one of them.")


def _own_links(names: Names, path: NotePath) -> list[tuple[Link, NotePath | None, str]]:
    """The note's links to others, with what they mean from where they are now."""
    found = []
    for link in names.outlines[path].links:
        meant = names.resolve(link, path)
        if is_internal(link) and link.target and not link.is_use and meant.note != path:
            found.append((link, meant.note, meant.attachment))
    return found


def _still(
    names: Names, own: list[tuple[Link, NotePath | None, str]], target: NotePath
) -> Iterator[Edit]:
    """Edits that make the note's links mean in `target` what they meant before."""
    for link, meant, attachment in own:
        now = names.resolve(link, target)
        if meant is not None and now.note != meant:
            yield from retarget(names, link, meant, target)
            continue
        shown = link.kind in (LinkKind.MARKDOWN, LinkKind.IMAGE) and attachment
        if shown and (now.attachment != attachment or now.match is not Match.PATH):
            yield from write_target(link, markdown_target(attachment, target))


def _tags(note: Note, target: Note, newline: str) -> str:
    """The tags of the frontmatter that the target has not, as a line of text."""
    have = {fold(tag.name) for tag in (*target.front.tags, *target.tags, *note.tags)}
    missing = dict.fromkeys(tag.name for tag in note.front.tags if fold(tag.name) not in have)
    return f"{newline}{' '.join(f'#{name}' for name in missing)}{newline}" if missing else ""


def _lines(text: str, newline: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", newline)

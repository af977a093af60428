"""Which heading or block of a note a link may have meant that names none, or one of several."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from nearnote.base.note_path import NotePath
from nearnote.base.source import Span
from nearnote.links.outline import find_anchor, fold, outline, range_start
from nearnote.links.write_link import write_fragment
from nearnote.markdown.elements import LinkKind
from nearnote.markdown.finding import Edit, Fix
from nearnote.markdown.parse import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nearnote.links.outline import Anchor, Outline
    from nearnote.markdown.elements import Link
    from nearnote.markdown.note import Note

MOST = 5
_LONGEST = 200
"""Letters of a name above which it is compared with no other: that costs their product."""


def part_fixes(rule: str, known: Outline, link: Link) -> Iterator[Fix]:
    """The fixes of a link into the note `known`, by the rule that found a fault in it."""
    start = range_start(link.fragment)
    if rule == "broken-heading":
        for anchor in alike(known, start):
            yield Fix(f"Link to the heading “{anchor.text}”", _to_heading(link, anchor))
    elif rule == "broken-block-id":
        names = [mark.name for mark in known.marks]
        for name in difflib.get_close_matches(start[1 : _LONGEST + 1], names, 3):
            yield Fix(f"Link to ^{name}", write_fragment(link, f"^{name}"))
    elif rule == "duplicate-heading-target":
        meant = find_anchor(known, link.fragment)
        for position in known.headings[fold(meant.text)][:MOST] if meant else ():
            yield _to_place(known, link, position)


def heading_fix(note: Note, link: Link) -> Fix | None:
    """The heading that a link to the note's own part names, at the end of the note; None where it
    would become a part of what stands open there.
    """
    name = " ".join(range_start(link.fragment).split("#")[-1].split())
    if link.kind is LinkKind.MARKDOWN:
        name = name.replace("-", " ").capitalize()
    if not _letters(name):
        return None
    data = note.source.data
    newline = "\r\n" if b"\r\n" in data else "\n"
    torn = "" if not data or data.endswith((b"\n", b"\r")) else newline
    text = f"{torn}{newline}## {name}{newline}"
    after = parse(note.source.edit(Span(len(data), len(data)), text), "")
    last = after.sections[-1].heading
    found = find_anchor(outline(NotePath(""), after), link.fragment)
    if last is None or last.span.start < len(data) or found is None:
        return None
    return Fix(f"Add the heading “{name}”", (Edit(Span(len(data), len(data)), text),))


def alike(note: Outline, fragment: str) -> list[Anchor]:
    """The headings of a note whose letters are most like a fragment's, the best first."""
    wanted = _letters(fragment)[:_LONGEST]
    by_letters: dict[str, Anchor] = {}
    for anchor in note.anchors:
        by_letters.setdefault(_letters(anchor.text)[:_LONGEST], anchor)
    inside = [each for each in by_letters if each and (wanted in each or each in wanted)]
    close = difflib.get_close_matches(wanted, by_letters, MOST, 0.6)
    found = dict.fromkeys([*close, *sorted(inside, key=len)])
    return [by_letters[each] for each in found][:MOST]


def _letters(text: str) -> str:
    return "".join(char for char in fold(text) if char.isalnum())


def _to_heading(link: Link, anchor: Anchor) -> tuple[Edit, ...]:
    """The fragment of a link anew; what makes it a range stays."""
    start = range_start(link.fragment)
    is_slug = link.kind is LinkKind.MARKDOWN or start == start.lower()
    rest = link.fragment[len(start) :]
    plain = "".join(char for char in anchor.text if char not in "[]|#^")
    return write_fragment(link, (anchor.slug if is_slug else plain) + rest)


def _to_place(note: Outline, link: Link, position: int) -> Fix:
    """Mean one of several headings of the same text, by its own slug."""
    anchor = note.anchors[position]
    parents = [each.text for each in note.anchors[:position] if each.level < anchor.level]
    under = f" under “{parents[-1]}”" if parents else ""
    title = f"Link to the heading “{anchor.text}”{under} ({anchor.slug})"
    return Fix(title, write_fragment(link, anchor.slug))

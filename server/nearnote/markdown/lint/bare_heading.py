"""bare-heading: a heading with nothing under it up to the next one of its level or higher."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.markdown.chunks.chunk import is_content_free
from nearnote.markdown.finding import Edit, Finding, Fix, Severity
from nearnote.markdown.lint.block_links import in_order, links_in
from nearnote.markdown.lint.note_shape import is_dated, is_form, is_template, recurring
from nearnote.markdown.lint.rule import Rule, VaultContext

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nearnote.markdown.elements import Block, Heading, Link
    from nearnote.markdown.note import Note

_NAME = "bare-heading"
_MESSAGE = (
    "Search cannot find this heading: nothing stands under it, "
    "and a heading is only read together with its text."
)
# Marks that come in pairs: an odd one would pair up with a mark of the heading it is put before.
_PAIRED = "`*_~$%="
_FENCE = re.compile(r"---|\+\+\+|\{")  # would begin a frontmatter if it were the first line
_SHOWN = re.compile(rb"<[a-zA-Z][^<>]*\b(?:src|href|data)\s*=")  # a film, a picture, a link
_STARTS_BLOCK = re.compile(r"\d+[.)]|\W")


def check(note: Note, context: VaultContext) -> Iterator[Finding]:
    """Bare headings that somebody may have forgotten.

    Not the title of a note that has nothing else: it is found. Not the last heading, which may
    just have been typed, nor those of a template, a form, or a log whose headings recur.
    """
    links = in_order(note)
    empty = [_is_empty(note, block, links) for block in note.blocks]
    bare = [
        index
        for index, section in enumerate(note.sections)
        if section.heading and all(empty[block] for block in _blocks_under(note, index))
    ]
    if not bare or is_form(note, len(bare)) or is_template(note, context.path):
        return
    again = recurring(note)
    for index in bare:
        heading = note.sections[index].heading
        if (
            heading is None
            or index == len(note.sections) - 1
            or (heading.text_span == note.title_span and all(empty))
            or heading.text in again
            or is_dated(heading.text)
        ):
            continue
        yield Finding(_NAME, RULE.severity, _MESSAGE, heading.span, tuple(_fixes(note, index)))


RULE = Rule(_NAME, Severity.INFORMATION, "A heading with nothing under it.", check)


# -- what is empty ---------------------------------------------------------------------------


def _blocks_under(note: Note, index: int) -> range:
    """The blocks of a section and of all that are nested in it."""
    section = note.sections[index]
    stop = section.blocks.stop
    for nested in range(index + 1, len(note.sections)):
        if note.sections[nested].span.start >= section.end:
            break
        stop = note.sections[nested].blocks.stop
    return range(section.blocks.start, stop)


def _is_empty(note: Note, block: Block, links: Sequence[Link]) -> bool:
    """Whether a block gives a reader nothing at all, not even a link or a picture to follow."""
    return (
        is_content_free(block)
        and not any(character.isalnum() for character in block.text)
        and not links_in(links, block)
        and not _SHOWN.search(note.source.data, block.span.start, block.span.end)
    )


# -- fixes -----------------------------------------------------------------------------------


def _fixes(note: Note, index: int) -> Iterator[Fix]:
    heading = note.sections[index].heading
    # With a heading less, `---` at the top and another below might part a frontmatter.
    top = note.source.line(0).removeprefix("\ufeff")
    if heading is None or (not note.front.format and _FENCE.match(top)):
        return
    removal = _removal(note, index, heading)
    if removal is None:
        return
    yield Fix("Remove the heading", (removal,), preferred=True)
    following = note.sections[index + 1].heading if index + 1 < len(note.sections) else None
    if following and _can_merge(note, heading, following):
        name = note.source.slice(heading.text_span)
        at = following.text_span.start
        insertion = Edit(Span(at, at), f"{name}: ")
        touching = removal.span.end == at  # before a setext heading
        edits = (Edit(removal.span, insertion.text),) if touching else (removal, insertion)
        yield Fix(f"Merge it into “{following.text}”", edits)


def _removal(note: Note, index: int, heading: Heading) -> Edit | None:
    """Delete the heading's lines and one side of the blank lines around them.

    What stood above and below stays parted by a blank line, or it would become one paragraph.
    None where an indented line follows, which might become part of a list above.
    """
    source = note.source
    body = source.line_of(note.front.span.end)
    first = source.line_of(heading.span.start)
    last = source.line_of(max(heading.span.start, heading.span.end - 1))

    def start(line: int) -> int:
        return max(source.line_span(line).start, note.front.span.end)  # after a BOM

    def blank(line: int) -> bool:
        return not source.line(line).strip(" \t")

    above = first - 1
    while above >= body and blank(above):
        above -= 1
    below = last + 1
    while below < source.line_count and blank(below):
        below += 1
    if below >= source.line_count:
        before = note.sections[index - 1].heading
        # Blank lines after a heading go when that is removed: two fixes never overlap.
        if before and before.span.end > start(above):
            return Edit(Span(start(first), len(source.data)), "")
        return Edit(Span(start(above + 1), len(source.data)), "")
    if source.line(below).startswith((" ", "\t")):
        return None
    if first <= body and _FENCE.match(source.line(below)):
        return Edit(Span(start(first), source.line_span(last).end), "")
    if above < first - 1 or first <= body:
        return Edit(Span(start(first), start(below)), "")
    if below > last + 1:
        return Edit(Span(start(first), start(last + 1)), "")
    return Edit(Span(start(first), source.line_span(last).end), "")


def _can_merge(note: Note, heading: Heading, following: Heading) -> bool:
    """Whether `heading: following` reads as both did; only headings of one level are siblings."""
    name = note.source.slice(heading.text_span)
    if not (heading.text and following.text and heading.level == following.level):
        return False
    if re.search(r"[\r\n]|\\$", name) or any(name.count(mark) % 2 for mark in _PAIRED):
        return False
    if name.count("[") != name.count("]") or name.count("<") != name.count(">"):
        return False
    # A setext heading begins where a block may: its new first letters must not start a list.
    is_setext = not note.source.slice(following.span).lstrip().startswith("#")
    return not (is_setext and _STARTS_BLOCK.match(name))

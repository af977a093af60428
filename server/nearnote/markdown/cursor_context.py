"""What is being written at the cursor: the half-typed link, tag, category or relation.

The parser reads finished text; this reads the one line around the cursor, where nothing is
finished yet.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.markdown.elements import BlockKind
from nearnote.markdown.link_rest import (
    DESTINATION,
    Rest,
    label_rest,
    path_rest,
    wiki_rest,
    word_rest,
)
from nearnote.markdown.parser.link_spans import is_external

if TYPE_CHECKING:
    from nearnote.markdown.note import Note


class Writing(StrEnum):
    """What kind of name comes next."""

    NOTE = "note"  # [[…
    HEADING = "heading"  # [[T#…
    BLOCK = "block"  # [[T#^… or [[T^…
    PATH = "path"  # [label](…
    PATH_HEADING = "path-heading"  # [label](T.md#…
    LABEL = "label"  # [text][…
    TAG = "tag"  # #…
    FRONT_TAG = "front-tag"  # tags: …
    CATEGORY = "category"  # - [… at the start of an item
    RELATION = "relation"  # - … before [[


@dataclass(frozen=True, slots=True)
class Cursor:
    """What is being written: `typed` are the letters so far, `span` is what a choice replaces.

    The span goes on after the cursor to the end of what is being named. `target` is the note named
    before `#` or `^`, empty for the note itself. `prefix` is written before every choice, `close`
    after it.
    """

    writing: Writing
    typed: str
    span: Span
    target: str = ""
    close: str = ""
    prefix: str = ""
    labelled: bool = False  # the link has a label already
    in_table: bool = False  # where a bar is written `\|`
    angled: bool = False  # a path in angle brackets, where blanks are plain
    image: bool = False  # of a picture
    quote: str = ""  # of the property's value that the link is in


_WIKI = re.compile(r"\[\[(?P<target>[^\[\]|#^\n]*+)(?P<mark>#\^|#|\^)?(?P<rest>[^\[\]|\n]*)$")
_ANGLED = re.compile(r"\]\([ \t]*<(?P<target>[^<>#\n]*+)(?:(?P<mark>#)(?P<rest>[^<>\n]*))?$")
_MARKDOWN = re.compile(rf"\]\([ \t]*(?P<target>{DESTINATION})(?:(?P<mark>#)(?P<rest>[^()\s]*))?$")
_LABEL_START = r"^[ >]*\[(?!\^)(?:\\.|[^\[\]\\])++\]:[ \t]*+"
_ANGLED_DEFINITION = re.compile(
    rf"{_LABEL_START}<(?P<target>[^<>#\n]*+)(?:(?P<mark>#)(?P<rest>[^<>\n]*))?$"
)
_DEFINITION = re.compile(rf"{_LABEL_START}(?P<target>{DESTINATION})(?:(?P<mark>#)(?P<rest>\S*))?$")
_LABEL = re.compile(r"\]\[(?P<typed>[^\[\]\n^]*)$")
_TAG = re.compile(r"(?:^|[\s(,;])#(?P<typed>[^\s#\[\](),;:'\"`!?.]*)$")
_TAG_REST = re.compile(r"[^\s#\[\](),;:'\"`!?.]*")
_CATEGORY = re.compile(r"^\s*[-*+] \[(?P<typed>[^\[\]|]+)$")
_RELATION = re.compile(r"^\s*[-*+] (?P<typed>[^\W\d_][\w-]*)$")
_RELATION_REST = re.compile(r"[\w-]*(?: *\[\[)?")
_TAGS_LINE = re.compile(r"^\s*(?:tags?\s*:.*?|-\s+)(?P<typed>[^\s,\[\]'\"#:]*)$", re.IGNORECASE)
_FRONT_TAG_REST = re.compile(r"[^\s,\[\]'\"#:]*")
_OPEN_QUOTE = re.compile(r"(?:[^\"']|\"[^\"]*\"|'[^']*')*([\"'])[^\"']*$")
_TAGS_KEY = re.compile(r"^tags?\s*:", re.IGNORECASE)
_KEY = re.compile(r"^[\w-]+\s*:")


def cursor(note: Note, offset: int) -> Cursor | None:
    """What is being written at a byte offset of a note; None for plain prose and for code."""
    source = note.source
    line = source.line_of(offset)
    start = source.line_span(line).start
    before = source.slice(Span(start, offset))
    after = source.slice(Span(offset, source.line_span(line).end))
    if offset < note.front.span.end and note.front.span.start <= offset:
        return _front_tag(note, line, before, after, offset) or _front_link(before, after, offset)
    kinds = {block.kind for block in note.blocks if block.span.touches(offset)}
    if kinds & {BlockKind.CODE, BlockKind.COMMENT} or before.count("`") % 2:
        return None
    return (
        wikilink(before, after, offset, in_table=BlockKind.TABLE in kinds)
        or _path(before, after, offset)
        or _word(before, after, offset)
    )


def wikilink(before: str, after: str, offset: int, *, in_table: bool = False) -> Cursor | None:
    """The wikilink that is being written; not its label."""
    found = _WIKI.match(before, max(before.rfind("[["), 0))
    if found is None:
        return None
    mark, target = found["mark"] or "", found["target"]
    if not mark:
        rest = wiki_rest(after, "#^|", in_table=in_table)
        return _at(Writing.NOTE, target, after, offset, rest, in_table=in_table)
    typed = found["rest"]
    writing = Writing.BLOCK if mark.endswith("^") else Writing.HEADING
    rest = wiki_rest(after, "|" if writing is Writing.BLOCK else "#|", in_table=in_table)
    at = _at(writing, typed, after, offset, rest, target, in_table=in_table)
    if mark != "^":
        return at
    # The usual spelling is `#^`.
    return Cursor(
        writing, typed, Span(at.span.start - 1, at.span.end), target, at.close, prefix="#^"
    )


def _path(before: str, after: str, offset: int) -> Cursor | None:
    """The destination of a Markdown link or of a reference that is being written."""
    opening = max(before.rfind("]("), 0)
    for pattern, start, angled in (
        (_ANGLED, opening, True),
        (_MARKDOWN, opening, False),
        (_ANGLED_DEFINITION, 0, True),
        (_DEFINITION, 0, False),
    ):
        found = pattern.match(before, start)
        if found is None:
            continue
        if is_external(found["target"]):
            return None
        inline = pattern in (_ANGLED, _MARKDOWN)
        rest = path_rest(after, angled=angled, inline=inline, fragment=bool(found["mark"]))
        if found["mark"]:
            writing, typed, target = Writing.PATH_HEADING, found["rest"], found["target"]
        else:
            writing, typed, target = Writing.PATH, found["target"], ""
        image = inline and _opens_image(before, opening)
        return _at(writing, typed, after, offset, rest, target, angled=angled, image=image)
    return None


def _opens_image(before: str, closing: int) -> bool:
    """Whether the bracket that closes at an index was opened by `![`."""
    depth = 0
    for index in range(closing, -1, -1):
        depth += (before[index] == "]") - (before[index] == "[")
        if not depth:
            return before[:index].endswith("!")
    return False


def _word(before: str, after: str, offset: int) -> Cursor | None:
    """A name in brackets, a tag, a category or a relation that is being written."""
    if (found := _LABEL.search(before)) and "[" in before[: found.start()]:
        return _at(Writing.LABEL, found["typed"], after, offset, label_rest(after))
    if (found := _TAG.search(before)) and not re.match(r"^#+$", before.strip()):
        return _at(Writing.TAG, found["typed"], after, offset, word_rest(after, _TAG_REST))
    if found := _CATEGORY.match(before):
        rest = label_rest(after)
        close = "] " if rest.close else ""
        return _at(Writing.CATEGORY, found["typed"], after, offset, Rest(rest.length, close))
    if found := _RELATION.match(before):
        rest = Rest(word_rest(after, _RELATION_REST).length, " [[")
        return _at(Writing.RELATION, found["typed"], after, offset, rest)
    return None


def _at(
    writing: Writing,
    typed: str,
    after: str,
    offset: int,
    rest: Rest,
    target: str = "",
    *,
    in_table: bool = False,
    angled: bool = False,
    image: bool = False,
) -> Cursor:
    end = offset + len(after[: rest.length].encode())
    return Cursor(
        writing,
        typed,
        Span(offset - len(typed.encode()), end),
        target,
        rest.close,
        labelled=rest.labelled,
        in_table=in_table,
        angled=angled,
        image=image,
    )


def _front_link(before: str, after: str, offset: int) -> Cursor | None:
    """A link in a property's value."""
    link = wikilink(before, after, offset)
    opened = _OPEN_QUOTE.match(before[: max(before.rfind("[["), 0)])
    return None if link is None else replace(link, quote=opened[1] if opened else "")


def _front_tag(note: Note, line: int, before: str, after: str, offset: int) -> Cursor | None:
    """A tag in the frontmatter: on the `tags:` line, or in the list below it."""
    found = _TAGS_LINE.match(before)
    if found is None:
        return None
    key = line
    while key > 0 and not _KEY.match(note.source.line(key)):
        key -= 1
    if not _TAGS_KEY.match(note.source.line(key)):
        return None
    rest = word_rest(after, _FRONT_TAG_REST)
    return _at(Writing.FRONT_TAG, found["typed"], after, offset, rest)

"""What is being written at the cursor: the half-typed link, tag, category or relation.

The parser reads finished text; this reads the one line up to the cursor, where nothing is
finished yet.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.markdown.note import BlockKind
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

    `target` is the note named before `#` or `^`, empty for the note itself. `closed` tells
    whether `]]` or `)` follows already; `prefix` is written before every choice.
    """

    writing: Writing
    typed: str
    span: Span
    target: str = ""
    closed: bool = False
    prefix: str = ""


_WIKI = re.compile(r"\[\[(?P<target>[^\[\]|#^\n]*)(?P<mark>#\^|#|\^)?(?P<rest>[^\[\]|\n]*)$")
_MARKDOWN = re.compile(r"\]\(<?(?P<target>[^()\s#]*)(?P<mark>#)?(?P<rest>[^()\s]*)$")
_DEFINITION = re.compile(
    r"^[ >]*\[(?!\^)(?:\\.|[^\[\]\\])+\]:[ \t]*<?(?P<target>[^\s#]*)(?P<mark>#)?(?P<rest>\S*)$"
)
_LABEL = re.compile(r"\[[^\[\]\n]+\]\[(?P<typed>[^\[\]\n^]*)$")
_TAG = re.compile(r"(?:^|[\s(,;])#(?P<typed>[^\s#\[\](),;:'\"`!?.]*)$")
_CATEGORY = re.compile(r"^\s*[-*+] \[(?P<typed>[^\[\]|]+)$")
_RELATION = re.compile(r"^\s*[-*+] (?P<typed>[^\W\d_][\w-]*)$")
_TAGS_LINE = re.compile(r"^\s*(?:tags?\s*:.*?|-\s+)(?P<typed>[^\s,\[\]'\"#:]*)$", re.IGNORECASE)
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
        return _front_tag(note, line, before, offset)
    if _in_code(note, offset) or before.count("`") % 2:
        return None
    if found := _WIKI.search(before):
        return _link(found, offset, after.startswith("]]"), Writing.NOTE, Writing.HEADING)
    if (found := _MARKDOWN.search(before)) and not is_external(found["target"]):
        return _link(found, offset, after.startswith(")"), Writing.PATH, Writing.PATH_HEADING)
    if (found := _DEFINITION.match(before)) and not is_external(found["target"]):
        return _link(found, offset, True, Writing.PATH, Writing.PATH_HEADING)
    if found := _LABEL.search(before):
        typed = found["typed"]
        return Cursor(Writing.LABEL, typed, _back(offset, typed), "", after.startswith("]"))
    if (found := _TAG.search(before)) and not re.match(r"^#+$", before.strip()):
        return Cursor(Writing.TAG, found["typed"], _back(offset, found["typed"]))
    if found := _CATEGORY.match(before):
        return Cursor(
            Writing.CATEGORY, found["typed"], _back(offset, found["typed"]), "", after[:1] == "]"
        )
    if found := _RELATION.match(before):
        return Cursor(Writing.RELATION, found["typed"], _back(offset, found["typed"]))
    return None


def _link(found: re.Match[str], offset: int, closed: bool, whole: Writing, part: Writing) -> Cursor:
    if not found["mark"]:
        typed = found["target"]
        return Cursor(whole, typed, _back(offset, typed), "", closed)
    typed = found["rest"]
    writing = Writing.BLOCK if found["mark"].endswith("^") else part
    if found["mark"] == "^":  # the usual spelling is `#^`
        span = _back(offset, "^" + typed)
        return Cursor(writing, typed, span, found["target"], closed, prefix="#^")
    return Cursor(writing, typed, _back(offset, typed), found["target"], closed)


def _back(offset: int, typed: str) -> Span:
    return Span(offset - len(typed.encode()), offset)


def _in_code(note: Note, offset: int) -> bool:
    return any(
        block.kind in (BlockKind.CODE, BlockKind.COMMENT) and block.span.touches(offset)
        for block in note.blocks
    )


def _front_tag(note: Note, line: int, before: str, offset: int) -> Cursor | None:
    """A tag in the frontmatter: on the `tags:` line, or in the list below it."""
    found = _TAGS_LINE.match(before)
    if found is None:
        return None
    key = line
    while key > 0 and not _KEY.match(note.source.line(key)):
        key -= 1
    if not _TAGS_KEY.match(note.source.line(key)):
        return None
    return Cursor(Writing.FRONT_TAG, found["typed"], _back(offset, found["typed"]))

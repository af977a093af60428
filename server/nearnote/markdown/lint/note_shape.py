"""What kind of note it is by its shape: lists of links and empty headings are meant in some."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from nearnote.markdown.elements import BlockKind

if TYPE_CHECKING:
    from nearnote.markdown.elements import Block
    from nearnote.markdown.note import Note

INDEX_ITEMS = 4
"""A note with fewer link-only items is no index, however short it is."""

# Obsidian, Foam, zk and Dendron all keep templates under this name; `{{…}}`, `<% … %>` and
# `${…}` in a property or a heading are filled in when a note is made of one.
_TEMPLATE_PATH = re.compile(r"(?:^|[/._ -])templates?(?=$|[/._ -])", re.IGNORECASE)
_PLACEHOLDER = re.compile(rb"\{\{[^{}\n]{1,80}\}\}|<%[^\n]{1,200}%>|\$\{[A-Z_]{1,40}\}")
# `1.2.0`, `[2.0.0-beta] - 2024-05-01`, `2024-06-01`, `v3`: a release or a day.
_DATED = re.compile(r"[\[(]?v?\d[\d.\-/]*\b")


def is_template(note: Note, path: str) -> bool:
    """Whether notes are made of this one: by its place, or by what is left to fill in."""
    if _TEMPLATE_PATH.search(path):
        return True
    headings = (section.heading.span for section in note.sections if section.heading)
    return any(
        _PLACEHOLDER.search(note.source.data, span.start, span.end)
        for span in (note.front.span, *headings)
    )


def is_index(note: Note, link_only: int) -> bool:
    """Whether the note is a list of other notes on purpose: most of what a reader sees in it are
    its `link_only` items.
    """
    seen = sum(_is_seen(block) for block in note.blocks)
    return link_only >= INDEX_ITEMS and 2 * link_only > seen


def is_form(note: Note, bare: int) -> bool:
    """Whether the headings wait to be filled in: more than half of them, and three or more."""
    return bare > 2 and 2 * bare > sum(section.heading is not None for section in note.sections)


def recurring(note: Note) -> frozenset[str]:
    """The headings that stand in the note again and again, as in a changelog or a log of days."""
    texts = Counter(section.heading.text for section in note.sections if section.heading)
    return frozenset(text for text, count in texts.items() if count > 1)


def is_dated(text: str) -> bool:
    """Whether a heading names a release or a day, under which nothing may have happened."""
    return _DATED.match(text) is not None


def _is_seen(block: Block) -> bool:
    """Whether a reader of the rendered note sees the block."""
    return block.kind not in (BlockKind.COMMENT, BlockKind.RULE) and bool(block.text.strip())

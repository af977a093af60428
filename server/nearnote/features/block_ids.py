"""Block ids: the name that a block without one would get, and the edit that writes it."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.links.change import EditNote
from nearnote.markdown.elements import BlockKind
from nearnote.markdown.finding import Edit

if TYPE_CHECKING:
    from nearnote.base.note_path import NotePath
    from nearnote.markdown.elements import Block
    from nearnote.markdown.note import Note

NAME = re.compile(r"[A-Za-z0-9-]+")


def is_markable(block: Block) -> bool:
    """Whether an id can stand at the end of a block; in code it would be code."""
    return block.kind in (BlockKind.PARAGRAPH, BlockKind.ITEM)


def name_of(block: Block) -> str:
    """A name that the same text always gets."""
    text = " ".join(block.text.split())
    return sha256(text.encode(errors="replace")).hexdigest()[:6]


def mark(path: NotePath, block: Block, name: str) -> EditNote:
    """The edit of a note that gives one of its blocks an id."""
    return EditNote(path, (Edit(Span(block.span.end, block.span.end), f" ^{name}"),))


def mark_line(note: Note, path: NotePath, line: int, name: str) -> EditNote | None:
    """The edit that names the block which begins on a line; None where that cannot be done.

    A block that has an id keeps it, and no name is given twice in a note.
    """
    marked = {each.block for each in note.block_ids}
    taken = {each.name.casefold() for each in note.block_ids}
    if not NAME.fullmatch(name) or name.casefold() in taken:
        return None
    for number, block in enumerate(note.blocks):
        if note.source.line_of(block.span.start) == line and is_markable(block):
            return None if number in marked else mark(path, block, name)
    return None

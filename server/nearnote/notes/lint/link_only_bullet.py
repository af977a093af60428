"""link-only-bullet: a list item that is only wikilinks, with or without a relation type.

In a note that is mostly such items (a map of content) a finding covers a whole list.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from nearnote.notes.chunk import is_content_free
from nearnote.notes.lint import ignore
from nearnote.notes.lint.describe import described
from nearnote.notes.lint.links import links_in
from nearnote.notes.lint.rule import Rule, Surroundings
from nearnote.notes.model import (
    Block,
    BlockKind,
    Edit,
    Finding,
    Fix,
    LinkKind,
    Note,
    Severity,
)
from nearnote.notes.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_NAME = "link-only-bullet"
_CLOSING_MARKS = b"*_~=)\"'"


def check(note: Note, around: Surroundings) -> Iterator[Finding]:
    """Items without a word of their own, and without one below them."""
    bare = _link_only(note)
    whole_lists = 2 * len(bare) > sum(_is_seen(block) for block in note.blocks)
    for _, items in groupby(bare, key=lambda index: note.blocks[index].list):
        members = list(items)
        if whole_lists and len(members) > 1:
            yield _of_list(note, around, members)
        else:
            yield from _of_items(note, around, members)


RULE = Rule(_NAME, Severity.INFORMATION, "A list item that holds only wikilinks.", check)


def _of_items(note: Note, around: Surroundings, items: Sequence[int]) -> Iterator[Finding]:
    """One finding for each item of a list."""
    edits = {index: _description(note, around, index) for index in items}
    every = tuple(edit for edit in edits.values() if edit)
    for index in items:
        fixes = []
        edit = edits[index]
        if edit:
            fixes.append(Fix("Describe the link by its note", (edit,), preferred=True))
        if len(every) > 1:
            fixes.append(Fix(f"Describe all {len(every)} bare links of this list", every))
        yield Finding(
            _NAME,
            RULE.severity,
            "Search cannot find this line: it only points to another note "
            "and says nothing of its own.",
            note.blocks[index].span,
            tuple(fixes),
        )


def _of_list(note: Note, around: Surroundings, items: Sequence[int]) -> Finding:
    """One finding for a list; a comment at its first line ignores all, at another only that."""
    ignored = ignore.read(note)
    kept = [items[0]] + [
        index
        for index in items[1:]
        if not ignored.covers(_NAME, note.source.line_of(note.blocks[index].span.start))
    ]
    every = tuple(edit for index in kept if (edit := _description(note, around, index)))
    fixes = (Fix(f"Describe {len(every)} links of this list", every, preferred=True),)
    return Finding(
        _NAME,
        RULE.severity,
        f"Search cannot find {len(kept)} lines of this list: they only point to other notes "
        "and say nothing of their own.",
        Span(note.blocks[kept[0]].span.start, note.blocks[kept[-1]].span.end),
        fixes if every else (),
    )


# -- which items -----------------------------------------------------------------------------


def _link_only(note: Note) -> list[int]:
    """Blocks that are such items, in order."""
    told = set()  # items with text somewhere below them
    for block in note.blocks:
        parent = -1 if is_content_free(block) else block.parent
        while parent >= 0 and parent not in told:
            told.add(parent)
            parent = note.blocks[parent].parent
    return [
        index
        for index, block in enumerate(note.blocks)
        if block.kind is BlockKind.ITEM
        and block.task is None
        and index not in told
        and is_content_free(block)
        and any(link.kind is LinkKind.WIKI for link in links_in(note, block))
    ]


def _is_seen(block: Block) -> bool:
    """Whether a reader of the rendered note sees the block."""
    return block.kind not in (BlockKind.COMMENT, BlockKind.RULE) and bool(block.text.strip())


# -- the fix ---------------------------------------------------------------------------------


def _description(note: Note, around: Surroundings, index: int) -> Edit | None:
    """Say after an item's last link what its targets are about; None when nothing is known."""
    links = links_in(note, note.blocks[index])
    text = described([around.excerpt_of(link) for link in links if link.kind is LinkKind.WIKI])
    if not text:
        return None
    at = links[-1].span.end
    line_end = note.source.line_span(note.source.line_of(at)).end
    rest = note.source.data[at:line_end]
    at += len(rest) - len(rest.lstrip(_CLOSING_MARKS))
    return Edit(Span(at, at), f" — {text}")

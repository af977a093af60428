"""link-only-bullet: a list item that is only wikilinks, with or without a relation type.

In a note that is mostly such items (a map of content) a finding covers a whole list.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from nearnote.base.source import Span
from nearnote.markdown.chunks.chunk import is_content_free
from nearnote.markdown.lint import ignore_comments
from nearnote.markdown.lint.block_links import in_order, links_in
from nearnote.markdown.lint.excerpt_text import described
from nearnote.markdown.lint.rule import Rule, VaultContext
from nearnote.markdown.note import Block, BlockKind, Edit, Finding, Fix, LinkKind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nearnote.markdown.note import Link, Note

_NAME = "link-only-bullet"
_CLOSING_MARKS = b"*_~=)\"'"


class _Item(NamedTuple):
    """A list item and the links of its own text."""

    block: Block
    links: Sequence[Link]


def check(note: Note, context: VaultContext) -> Iterator[Finding]:
    """Items without a word of their own, and without one below them."""
    bare = _link_only(note)
    whole_lists = 2 * len(bare) > sum(_is_seen(block) for block in note.blocks)
    for _, group in groupby(bare, key=lambda item: item.block.list):
        items = list(group)
        if whole_lists and len(items) > 1:
            yield _of_list(note, context, items)
        else:
            yield from _of_items(note, context, items)


RULE = Rule(_NAME, Severity.INFORMATION, "A list item that holds only wikilinks.", check)


def _of_items(note: Note, context: VaultContext, items: Sequence[_Item]) -> Iterator[Finding]:
    """One finding for each item of a list."""
    edits = [_description(note, context, item) for item in items]
    every = tuple(edit for edit in edits if edit)
    for item, edit in zip(items, edits, strict=True):
        fixes = []
        if edit:
            fixes.append(Fix("Describe the link by its note", (edit,), preferred=True))
        if len(every) > 1:
            fixes.append(Fix(f"Describe all {len(every)} bare links of this list", every))
        yield Finding(
            _NAME,
            RULE.severity,
            "Search cannot find this line: it only points to another note "
            "and says nothing of its own.",
            item.block.span,
            tuple(fixes),
        )


def _of_list(note: Note, context: VaultContext, items: Sequence[_Item]) -> Finding:
    """One finding for a list; a comment at its first line ignores all, at another only that."""
    ignored = ignore_comments.read(note)
    first, *others = items
    kept = [first] + [
        item
        for item in others
        if not ignored.covers(_NAME, note.source.line_of(item.block.span.start))
    ]
    every = tuple(edit for item in kept if (edit := _description(note, context, item)))
    fixes = (Fix(f"Describe {len(every)} links of this list", every, preferred=True),)
    return Finding(
        _NAME,
        RULE.severity,
        f"Search cannot find {len(kept)} lines of this list: they only point to other notes "
        "and say nothing of their own.",
        Span(first.block.span.start, kept[-1].block.span.end),
        fixes if every else (),
    )


# -- which items -----------------------------------------------------------------------------


def _link_only(note: Note) -> list[_Item]:
    """The items that are only links, in order."""
    told = set()  # indices of items with text somewhere below them
    for block in note.blocks:
        parent = -1 if is_content_free(block) else block.parent
        while parent >= 0 and parent not in told:
            told.add(parent)
            parent = note.blocks[parent].parent
    links = in_order(note)
    items = [
        _Item(block, links_in(links, block))
        for index, block in enumerate(note.blocks)
        if block.kind is BlockKind.ITEM
        and block.task is None
        and index not in told
        and is_content_free(block)
    ]
    return [item for item in items if any(link.kind is LinkKind.WIKI for link in item.links)]


def _is_seen(block: Block) -> bool:
    """Whether a reader of the rendered note sees the block."""
    return block.kind not in (BlockKind.COMMENT, BlockKind.RULE) and bool(block.text.strip())


# -- the fix ---------------------------------------------------------------------------------


def _description(note: Note, context: VaultContext, item: _Item) -> Edit | None:
    """Say after an item's last link what its targets are about; None when nothing is known."""
    wikilinks = [link for link in item.links if link.kind is LinkKind.WIKI]
    text = described([context.excerpt_of(link) for link in wikilinks])
    if not text:
        return None
    at = item.links[-1].span.end
    line_end = note.source.line_span(note.source.line_of(at)).end
    rest = note.source.data[at:line_end]
    at += len(rest) - len(rest.lstrip(_CLOSING_MARKS))
    return Edit(Span(at, at), f" — {text}")

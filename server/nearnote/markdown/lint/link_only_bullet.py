"""link-only-bullet: list items that are only wikilinks, in a note that is no index of others.

Search loses such a line, and a sentence would save it. Not meant are the steps of a numbered list,
tasks, links with words around them, lists of the note's own parts, and indexes (`note_shape`).
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from nearnote.base.source import Span
from nearnote.markdown.chunks.chunk import is_content_free
from nearnote.markdown.elements import Block, BlockKind, LinkKind
from nearnote.markdown.finding import Edit, Finding, Fix, Severity
from nearnote.markdown.lint import ignore_comments
from nearnote.markdown.lint.block_links import in_order, links_in
from nearnote.markdown.lint.excerpt_text import described
from nearnote.markdown.lint.note_shape import is_index, is_template
from nearnote.markdown.lint.rule import Rule, VaultContext

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nearnote.markdown.elements import Link
    from nearnote.markdown.note import Note

_NAME = "link-only-bullet"
_CLOSING_MARKS = b"*_~=)\"'"
_NUMBERED = re.compile(rb"\d{1,9}[.)](?:\s|$)")


class _Item(NamedTuple):
    """A list item and the links of its own text."""

    block: Block
    links: Sequence[Link]


def check(note: Note, context: VaultContext) -> Iterator[Finding]:
    """One finding for each list with items that have no word of their own, nor one below them."""
    bare = _link_only(note, context)
    if not bare or is_index(note, len(bare)) or is_template(note, context.path):
        return
    for _, group in groupby(bare, key=lambda item: item.block.list):
        if found := _of_list(note, context, list(group)):
            yield found


RULE = Rule(_NAME, Severity.HINT, "A list item that holds only wikilinks.", check)


def _of_list(note: Note, context: VaultContext, items: Sequence[_Item]) -> Finding | None:
    """One finding on the first line; a comment there ignores all, at another line only that."""
    ignored = ignore_comments.read(note)
    first, *others = items
    kept = [first] + [
        item
        for item in others
        if not ignored.covers(_NAME, note.source.line_of(item.block.span.start))
    ]
    every = tuple(edit for item in kept if (edit := _description(note, context, item)))
    single = len(kept) == 1
    title = "Describe the link" if single else f"Describe {len(every)} links of this list"
    what = (
        "this line: it only points to another note and says"
        if single
        else f"{len(kept)} lines of this list: they only point to other notes and say"
    )
    # What it writes is prose in the user's name: never a part of "fix all".
    fixes = (Fix(title, every),) if every else ()
    start = first.block.span.start
    line = note.source.line_span(note.source.line_of(start))
    span = Span(start, min(line.end, first.block.span.end))
    message = f"Search cannot find {what} nothing of {'its' if single else 'their'} own."
    return Finding(_NAME, RULE.severity, message, span, fixes)


# -- which items -----------------------------------------------------------------------------


def _link_only(note: Note, context: VaultContext) -> list[_Item]:
    """The items that are only links, in order."""
    told = set()  # indices of items with text somewhere below them
    for block in note.blocks:
        parent = -1 if is_content_free(block) else block.parent
        while parent >= 0 and parent not in told:
            told.add(parent)
            parent = note.blocks[parent].parent
    links = in_order(note)
    named = _phrases(note)
    items = [
        _Item(block, links_in(links, block))
        for index, block in enumerate(note.blocks)
        if block.kind is BlockKind.ITEM
        and block.task is None
        and index not in told
        and index not in named
        and is_content_free(block)
        and not _NUMBERED.match(note.source.data, block.span.start)
    ]
    return [item for item in items if any(_leads_away(link, context.path) for link in item.links)]


def _phrases(note: Note) -> frozenset[int]:
    """The blocks whose relation has a type that reads like words around a link, as in
    `Open [[Settings]]`; `part_of` is a type and says nothing that search could use.
    """
    return frozenset(
        tie.block
        for tie in note.relations
        if tie.type and (" " in tie.type.strip() or not tie.type.strip()[0].islower())
    )


def _leads_away(link: Link, path: str) -> bool:
    """Whether a wikilink is to another note: links to the note's own parts are its contents."""
    name = _last(link.target)
    return link.kind is LinkKind.WIKI and name != "" and not (link.fragment and name == _last(path))


def _last(path: str) -> str:
    return path.rpartition("/")[2].casefold().removesuffix(".md")


# -- the fix ---------------------------------------------------------------------------------


def _description(note: Note, context: VaultContext, item: _Item) -> Edit | None:
    """Say after an item's last link what its targets are about; None when nothing is known."""
    wikilinks = [link for link in item.links if link.kind is LinkKind.WIKI]
    text = described([context.excerpt_of(link) for link in wikilinks])
    if not text:
        return None
    at = wikilinks[-1].span.end
    line_end = note.source.line_span(note.source.line_of(at)).end
    rest = note.source.data[at:line_end]
    at += len(rest) - len(rest.lstrip(_CLOSING_MARKS))
    return Edit(Span(at, at), f" — {text}")

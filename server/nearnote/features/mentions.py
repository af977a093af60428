"""Names of notes in plain text: where they stand, in one pass over the words."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.links.names import is_internal
from nearnote.markdown.elements import BlockKind
from nearnote.markdown.literal import marked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from nearnote.base.note_path import NotePath
    from nearnote.links.names import Names
    from nearnote.markdown.elements import Block
    from nearnote.markdown.note import Note
    from nearnote.vault.vault import Vault

_LONGEST = 8
"""Words in the longest name that is looked for."""
_SHORTEST = 3
"""Letters below which a name is taken for a word that only happens to be one."""
# A word, or a pictograph, which may be a part of a name.
_WORD = re.compile(r"[^\W_](?:[\w.'’/+#&-]*[^\W_])?|[^\w\s!-/:-@\[-`{-~]+")
_LINKABLE = (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.FOOTNOTE)


@dataclass(frozen=True, slots=True)
class Mention:
    """A note's name in plain text."""

    path: NotePath
    span: Span


def mentions(
    names: Names, path: NotePath, note: Note, blocks: Iterable[Block] | None = None
) -> Iterator[Mention]:
    """The names of other notes in the blocks of a note, the longest where several begin."""
    taken = taken_in(note)
    for block in note.blocks if blocks is None else blocks:
        for span in plain(note, block, taken):
            yield from _in_span(names, path, note, span)


def _in_span(names: Names, path: NotePath, note: Note, span: Span) -> Iterator[Mention]:
    found = words(note, span)
    at = 0
    while at < len(found):
        if not names.begins(note.source.slice(found[at])):
            at += 1
            continue
        for last in range(min(at + _LONGEST, len(found)) - 1, at - 1, -1):
            meant = Span(found[at].start, found[last].end)
            written = note.source.slice(meant)
            if len(written) < _SHORTEST or written.isdecimal():
                continue
            named = names.named(written)
            if len(named) == 1 and named[0] != path:
                yield Mention(named[0], meant)
                at = last
                break
        at += 1


def words(note: Note, span: Span) -> list[Span]:
    """The words of a span; marks at their ends are not theirs."""
    text = note.source.slice(span)
    found = []
    at, behind = span.start, 0
    for word in _WORD.finditer(text):
        at += len(text[behind : word.start()].encode())
        end = at + len(word[0].encode())
        found.append(Span(at, end))
        at, behind = end, word.end()
    return found


def plain(note: Note, block: Block, taken: Sequence[Span] | None = None) -> list[Span]:
    """The parts of a block in which a link can be put: no links, tags, code, marks of an item.

    Tables are left out: a bar in a link would part a cell. `taken` is that of the note, for who
    asks about many blocks.
    """
    if block.kind not in _LINKABLE:
        return []
    taken = taken_in(note) if taken is None else taken
    first = bisect_left(taken, block.span.start, key=lambda span: span.start)
    last = bisect_left(taken, block.span.end, key=lambda span: span.start)
    free, at = [], block.span.start
    for span in sorted([*taken[first:last], *marked(note.source.data, block.span)]):
        if span.start > at:
            free.append(Span(at, span.start))
        at = max(at, span.end)
    if at < block.span.end:
        free.append(Span(at, block.span.end))
    return free


def taken_in(note: Note) -> list[Span]:
    """Where a note has links, tags, block ids and the types of relations, in order."""
    taken = [link.span for link in note.links]
    taken += [tag.span for tag in note.tags]
    taken += [mark.span for mark in note.block_ids]
    taken += [
        Span(note.blocks[tie.block].span.start, note.links[tie.link].span.end)
        for tie in note.relations
    ]
    return sorted(taken)


def linked_from(vault: Vault, path: NotePath) -> set[NotePath]:
    """The notes that a note links to."""
    known = vault.names.outlines.get(path)
    found = {
        vault.names.resolve(link, path).note
        for link in (() if known is None else known.links)
        if is_internal(link)
    }
    return {each for each in found if each is not None}

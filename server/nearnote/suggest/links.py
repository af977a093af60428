"""Suggest links: notes near a paragraph that it does not link to, at the phrase that fits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from nearnote.mentioning import linked_from, mentions, plain
from nearnote.notes.model import BlockKind, Edit
from nearnote.notes.text import Span
from nearnote.spelling import link_text
from nearnote.suggest.phrase import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nearnote.notes.model import Block, Note, NotePath
    from nearnote.vault import Vault

MOST = 5
FLOOR = 0.45
"""Cosine of the paragraph and a note's nearest chunk below which nothing is suggested."""
_MOST_BLOCKS = 20
_MOST_WORDS = 8
"""A longer selection is a text to be looked through, a shorter one the phrase to be linked."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A link that could be made; `phrase` is empty when it would be put at the end."""

    path: NotePath
    title: str
    phrase: str
    edit: Edit


def suggest_links(vault: Vault, path: NotePath, marked: Span) -> tuple[Suggestion, ...]:
    """Links for the paragraph at the cursor or for those of a selection, the best first.

    Notes that are named come before those that are only near. A few selected words are the
    phrase themselves.
    """
    note = vault.note(path)
    if note is None:
        return ()
    blocks = blocks_at(note, marked)
    if not blocks:
        return ()
    found: dict[NotePath, Suggestion] = {}
    linked = linked_from(vault, path) | {path}
    selected = _selected(note, blocks, marked)
    if selected is None:
        for mention in mentions(vault.names, path, note, blocks):
            if mention.path not in linked and mention.path not in found:
                found[mention.path] = _at(vault, path, note, mention.path, mention.span)
    for other in _near(vault, note, blocks, selected):
        if len(found) >= MOST:
            break
        if other not in linked and other not in found:
            at = selected or phrase(vault, note, blocks, vault.names.outlines[other].title)
            found[other] = _at(vault, path, note, other, at or _end(note, blocks[-1]))
    return tuple(found.values())[:MOST]


def blocks_at(note: Note, marked: Span) -> list[Block]:
    """The blocks of prose that a cursor or a selection touches."""
    kinds = (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.FOOTNOTE)
    touched = [
        block
        for block in note.blocks
        if block.kind in kinds
        and block.span.start <= marked.end
        and marked.start <= _line_end(note, block.span.end)
    ]
    return touched[:_MOST_BLOCKS]


def _line_end(note: Note, offset: int) -> int:
    return note.source.line_span(note.source.line_of(offset)).end


def _near(
    vault: Vault, note: Note, blocks: Sequence[Block], selected: Span | None
) -> Iterator[NotePath]:
    if selected is not None:
        text = note.source.slice(selected)
    else:
        heads = " > ".join((note.title, *note.sections[blocks[0].section].path))
        text = f"{heads}\n" + "\n".join(block.text for block in blocks)
    for other, cosine in vault.near_text(text).items():
        if cosine >= FLOOR:
            yield other


def _selected(note: Note, blocks: Sequence[Block], marked: Span) -> Span | None:
    """The selection when it is a few words of plain text, without the blanks at its ends."""
    raw = note.source.data[marked.start : marked.end]
    start = marked.start + len(raw) - len(raw.lstrip())
    span = Span(start, max(start, marked.end - len(raw) + len(raw.rstrip())))
    count = len(note.source.slice(span).split())
    in_plain = any(free.covers(span) for block in blocks for free in plain(note, block))
    return span if 0 < count <= _MOST_WORDS and in_plain else None


def _at(vault: Vault, path: NotePath, note: Note, other: NotePath, span: Span) -> Suggestion:
    written = note.source.slice(span)
    link = link_text(vault, other, path, written)
    edit = Edit(span, link if written else f" {link}")
    return Suggestion(other, vault.names.outlines[other].title, " ".join(written.split()), edit)


def _end(note: Note, block: Block) -> Span:
    """The end of a block's text, before its id."""
    end = block.span.end
    for mark in note.block_ids:
        if note.blocks[mark.block] is block and mark.block >= 0:
            end = min(end, mark.span.start)
    end -= len(note.source.data[:end]) - len(note.source.data[:end].rstrip())
    return Span(end, end)

"""Suggest links: notes near a paragraph that it does not link to, at the phrase that fits."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.features.code_actions.title_phrase import phrase
from nearnote.features.link_text import link_text
from nearnote.features.mentions import linked_from, mentions, plain
from nearnote.features.related import notes_near_text
from nearnote.markdown.elements import BlockKind
from nearnote.markdown.finding import Edit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nearnote.base.note_path import NotePath
    from nearnote.markdown.elements import Block
    from nearnote.markdown.note import Note
    from nearnote.vault.vault import Vault

MAX_SUGGESTIONS = 5
FLOOR = 0.45
"""Cosine of the paragraph and a note's nearest chunk below which nothing is suggested."""
NAMED = 0.2
SAID = 0.1
"""What a name in the text, or a part of a title, is worth beside the cosine."""
_MOST_NEAR = 20
_MOST_BLOCKS = 20
_MOST_WORDS = 8
"""A longer selection is a text to be looked through, a shorter one the phrase to be linked."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A link that could be made; `phrase` is empty when it would be put at the end."""

    path: NotePath
    phrase: str
    edit: Edit


def suggest_links(vault: Vault, path: NotePath, marked: Span) -> tuple[Suggestion, ...]:
    """Links for the paragraph at the cursor or for those of a selection, the best first.

    A note that is named, or whose title is said in part, goes before one that is only as near. A
    few selected words are the phrase themselves.
    """
    note = vault.note(path)
    if note is None:
        return ()
    blocks = blocks_at(note, marked)
    if not blocks:
        return ()
    linked = linked_from(vault, path) | {path}
    selected = _selected(note, blocks, marked)
    near = _near(vault, note, blocks, selected)
    spots: dict[NotePath, tuple[float, Span]] = {}
    for mention in mentions(vault.names, path, note, blocks) if selected is None else ():
        spots.setdefault(mention.path, (NAMED, mention.span))
    for other, cosine in islice(near.items(), _MOST_NEAR):
        if cosine >= FLOOR and other not in spots:
            at = selected or phrase(vault, note, blocks, vault.names.outlines[other].title)
            spots[other] = (SAID if at else 0.0, at or _end(note, blocks[-1]))
    ranked = sorted(
        (-bonus - near.get(other, 0.0), other, span)
        for other, (bonus, span) in spots.items()
        if other not in linked
    )
    return tuple(_at(vault, path, note, other, span) for _, other, span in ranked[:MAX_SUGGESTIONS])


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
) -> dict[NotePath, float]:
    if selected is not None:
        return notes_near_text(vault, note.source.slice(selected))
    heads = " > ".join((note.title, *note.sections[blocks[0].section].path))
    return notes_near_text(vault, f"{heads}\n" + "\n".join(block.text for block in blocks))


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
    return Suggestion(other, " ".join(written.split()), edit)


def _end(note: Note, block: Block) -> Span:
    """The end of a block's text, before its id."""
    end = block.span.end
    for mark in note.block_ids:
        if note.blocks[mark.block] is block and mark.block >= 0:
            end = min(end, mark.span.start)
    end -= len(note.source.data[:end]) - len(note.source.data[:end].rstrip())
    return Span(end, end)

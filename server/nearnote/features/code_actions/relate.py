"""Relate: a typed link with its reason, in the note's section of relations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.features.link_text import link_text
from nearnote.features.mentions import linked_from
from nearnote.features.related import related_notes
from nearnote.links.outline import fold
from nearnote.markdown.finding import Edit
from nearnote.markdown.lint.excerpt_text import described

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nearnote.base.note_path import NotePath
    from nearnote.markdown.note import Note
    from nearnote.vault.vault import Vault

HEADING = "Relations"
TYPE = "relates_to"
MAX_RELATIONS = 3


def relate(vault: Vault, path: NotePath, offset: int) -> Iterator[tuple[NotePath, Edit]]:
    """Near notes, and the edits that relate the note to them."""
    note = vault.note(path)
    if note is None:
        return
    linked, most = linked_from(vault, path), MAX_RELATIONS
    for found in related_notes(vault, path, offset, 2 * MAX_RELATIONS).hits:
        hit = found.hit
        if most and hit.path not in linked:
            most -= 1
            why = described([hit.text])
            link = link_text(vault, hit.path, path)
            yield hit.path, appended(note, f"- {TYPE} {link}" + (f" — {why}" if why else ""))


def appended(note: Note, item: str) -> Edit:
    """The edit that puts an item at the end of the section of relations; it is made if missing."""
    newline = "\r\n" if b"\r\n" in note.source.data else "\n"
    number = _section(note)
    data = note.source.data
    if number is None:
        end = len(data.rstrip())
        gap = newline * 2 if data[:end].strip() else ""
        text = f"{gap}## {HEADING}{newline}{newline}{item}{newline}"
        return Edit(Span(end, len(data)), text)
    section = note.sections[number]
    blocks = [note.blocks[at] for at in section.blocks]
    if blocks:
        after = max(block.span.end for block in blocks)
        gap = newline if blocks[-1].list >= 0 else newline * 2
    else:
        after = section.heading.span.end if section.heading else section.span.start
        gap = newline * 2
    return Edit(Span(after, after), f"{gap}{item}")


def _section(note: Note) -> int | None:
    """The section called so, else the one under a heading that holds relations already."""
    for number, section in enumerate(note.sections):
        if section.heading is not None and fold(section.heading.text) == fold(HEADING):
            return number
    for tie in reversed(note.relations):
        number = note.blocks[tie.block].section
        if tie.type and note.sections[number].heading is not None:
            return number
    return None

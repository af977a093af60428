"""What the index sees of a note, and what it does not see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.features.results import ChunkView
from nearnote.markdown.chunk import ChunkKind
from nearnote.markdown.chunks.chunk import is_content_free

if TYPE_CHECKING:
    from nearnote.base.note_path import NotePath
    from nearnote.markdown.elements import Block
    from nearnote.markdown.note import Note
    from nearnote.vault.vault import Vault


def chunk_views(vault: Vault, path: NotePath, line: int | None = None) -> tuple[ChunkView, ...]:
    """What the index sees of a note in reading order, content-free blocks included.

    With `line`, only what is on it.
    """
    note = vault.note(path)
    if note is None:
        return ()
    chunks = vault.chunks(path)
    done = _embedded(vault, path)
    views = [
        ChunkView(
            chunk.line,
            chunk.end_line,
            chunk.kind,
            chunk.heading,
            chunk.model_text,
            content_free=False,
            pending=chunk.embed and number not in done,
        )
        for number, chunk in enumerate(chunks)
        if not chunk.passage
    ]
    views += [
        _unseen(note, block)
        for block in note.blocks
        if is_content_free(block) and not any(chunk.span.covers(block.span) for chunk in chunks)
    ]
    return tuple(
        view
        for view in sorted(views, key=lambda view: (view.line, view.end_line))
        if line is None or view.line <= line <= view.end_line
    )


def _embedded(vault: Vault, path: NotePath) -> set[int]:
    """Which of a note's chunks, counted in reading order, have their vector."""
    number = vault.index.number_of(path)
    ids = () if number is None else vault.index.stored(number).chunks
    return {at for at, chunk in enumerate(ids) if chunk in vault.index.vectors}


def _unseen(note: Note, block: Block) -> ChunkView:
    section = note.sections[block.section]
    return ChunkView(
        note.source.line_of(block.span.start),
        note.source.line_of(max(block.span.start, block.span.end - 1)),
        ChunkKind.SECTION if section.path else ChunkKind.NOTE,
        section.path,
        block.text,
        content_free=True,
        pending=False,
    )

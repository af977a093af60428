"""Related notes: near one chunk or near the whole note, each with the reason of its nearness."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.features.explanation import explain
from nearnote.features.results import Found, Related
from nearnote.index import related as near
from nearnote.index.related_words import related_by_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nearnote.base.note_path import NotePath
    from nearnote.index.search import Hit
    from nearnote.markdown.chunk import Chunk
    from nearnote.markdown.note import Note
    from nearnote.vault.vault import Vault

NEAR_CHUNKS = 200
WHY_LINES = 60


def related_notes(
    vault: Vault, path: NotePath, offset: int | None = None, limit: int = 5
) -> Related:
    """The notes near the chunk at `offset`, or near the note when it is on no text of it.

    Those that are linked already are marked, or left out where the settings say so.
    """
    note = vault.note(path)
    if note is None:
        return Related(Span(0, 0), ())
    chunks = [chunk for chunk in vault.chunks(path) if not chunk.passage]
    here = [chunk for chunk in chunks if offset is not None and _is_at(note, chunk, offset)]
    asked = here or (chunks if _means_note(note, offset) else ())
    hide = vault.settings.related_linked == "hide"
    hits: list[Found] = []
    for hit in _near(vault, path, asked, limit=4 * limit if hide else limit):
        linked = vault.names.are_linked(path, hit.path)
        if not (hide and linked) and len(hits) < limit:
            hits.append(_with_reason(vault, note, asked, hit._replace(linked=linked)))
    span = here[0].span if here else _head(note)
    return Related(span, tuple(hits))


def _near(vault: Vault, path: NotePath, asked: Sequence[Chunk], limit: int) -> list[Hit]:
    """By stored vectors; by words alone where the model does not know the language of the text.

    There it puts texts anywhere, and nearness would be chance.
    """
    texts = [chunk.body for chunk in asked]
    if vault.language.knows("\n".join(texts)):
        hashes = frozenset(chunk.hash for chunk in asked)
        found = near.related(vault.index, path, hashes, limit=limit)
        # An edit takes a vector away; until the new one is there the words have to do.
        if found or not (vault.model.ready and vault.index.pending_count):
            return found
    return related_by_words(vault.index, path, texts, limit)


def _with_reason(vault: Vault, note: Note, asked: Iterable[Chunk], hit: Hit) -> Found:
    """A related note at the line that says most of what these chunks say, and why it is near."""
    source = vault.source(hit.path)
    if source is None:
        return Found(vault.root, hit)
    own = {
        line: text
        for chunk in asked
        for line, text in enumerate(note.source.lines(chunk.line, chunk.end_line), chunk.line)
    }
    other = dict(enumerate(source.lines(hit.line, hit.end_line), hit.line))
    reason = explain(vault.index, dict(islice(own.items(), WHY_LINES)), other)
    if reason is None:
        return Found(vault.root, hit)
    text = other[reason.other_line].strip()
    return Found(vault.root, hit._replace(line=reason.other_line, text=text), reason)


def notes_near_text(vault: Vault, text: str) -> dict[NotePath, float]:
    """The notes nearest in meaning to a text with their cosines, nearest first."""
    vector = vault.model.query(text) if vault.language.trust(text) else None
    found: dict[NotePath, float] = {}
    if vector is not None:
        ids, cosines = vault.index.vectors.nearest(vector, NEAR_CHUNKS)
        for number, cosine in zip(vault.index.note_of[ids], cosines, strict=True):
            found.setdefault(vault.index.stored(int(number)).entry.path, float(cosine))
    return found


def _is_at(note: Note, chunk: Chunk, offset: int) -> bool:
    """Whether the cursor is on one of the chunk's lines; its span begins at the first word."""
    return chunk.line <= note.source.line_of(offset) <= chunk.end_line


def _means_note(note: Note, offset: int | None) -> bool:
    """Whether a place stands for the whole note: its frontmatter or its title."""
    if offset is None or offset < note.front.span.end:
        return True
    title = note.title_span
    return title is not None and note.source.line_of(offset) == note.source.line_of(title.start)


def _head(note: Note) -> Span:
    """The lines that stand for the whole note."""
    if note.front.format:
        return note.front.span
    return note.title_span or Span(0, 0)

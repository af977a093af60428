"""Chunks and vectors for tests: small, deterministic, no parser and no model."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np

from nearnote.base.note_path import NotePath
from nearnote.index import analyzer
from nearnote.index.index import Index, NoteEntry
from nearnote.markdown.chunk import Chunk, ChunkKind

if TYPE_CHECKING:
    from nearnote.index.index import Matrix

DIMENSIONS = 64


def entry_of(
    path: str,
    title: str,
    *,
    tags: tuple[str, ...] = (),
    aliases: tuple[str, ...] = (),
    stamp: float = 0.0,
    open: bool = False,  # noqa: A002
) -> NoteEntry:
    return NoteEntry(NotePath(path), title, aliases, tags, stamp=stamp, open=open)


def chunks_of(title: str, text: str, *, embed: bool = True) -> tuple[Chunk, ...]:
    """One chunk for each paragraph; a line that starts with # is the heading of what follows."""
    chunks: list[Chunk] = []
    heading: tuple[str, ...] = ()
    line = 0
    for paragraph in text.split("\n\n"):
        lines = paragraph.split("\n")
        if paragraph.startswith("# "):
            heading = (paragraph[2:],)
        elif paragraph.strip():
            model_text = " > ".join((title, *heading)) + "\n" + paragraph
            chunks.append(
                Chunk(
                    kind=ChunkKind.SECTION if heading else ChunkKind.NOTE,
                    heading=heading,
                    body=paragraph,
                    model_text=model_text,
                    hash=sha256(model_text.encode()).digest(),
                    start=0,
                    end=0,
                    line=line,
                    end_line=line + len(lines) - 1,
                    lead=not chunks,
                    embed=embed,
                )
            )
        line += len(lines) + 1
    return tuple(chunks)


def embed(text: str) -> Matrix:
    """A bag of hashed words, of unit length: texts with the same words are near."""
    vector = np.full(DIMENSIONS, 1e-3, np.float32)
    for term in analyzer.terms(text):
        vector[sha256(term.encode()).digest()[0] % DIMENSIONS] += 1.0
    return vector / np.linalg.norm(vector)


def give_vectors(index: Index, count: int = 10_000) -> None:
    """Embed what waits first."""
    if pending := index.pending(count):
        vectors = np.stack([embed(text) for _, text in pending]).astype(np.float32)
        index.set_vectors([chunk_hash for chunk_hash, _ in pending], vectors)


def index_of(*notes: tuple[NoteEntry, str], vectors: bool = True) -> Index:
    """An index of notes given by their entries and texts."""
    index = Index()
    index.use_model("test", DIMENSIONS)
    for entry, text in notes:
        index.put(entry, chunks_of(entry.title, text))
    if vectors:
        give_vectors(index)
    return index

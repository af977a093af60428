"""Notes near a note, or near one chunk of it, by stored vectors: no model is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nearnote.index.excerpt import best_line, snippet
from nearnote.index.lexical import evidence
from nearnote.index.query import Mode, Term
from nearnote.index.search import Hit

if TYPE_CHECKING:
    from collections.abc import Collection

    from nearnote.index.entry import NoteEntry
    from nearnote.index.store import Index
    from nearnote.notes.model import NotePath

NEIGHBOURS = 100
FLOOR = 0.30
TITLE = 0.2
"""What it adds when all words of a note's title are in another note."""


def related(
    index: Index,
    path: NotePath,
    hashes: Collection[bytes] | None = None,
    limit: int = 5,
    linked: frozenset[NotePath] = frozenset(),
) -> list[Hit]:
    """The notes nearest to the chunks of a note with these hashes, or to all of the note.

    One hit for each note, its chunk of the best pair; the note itself is left out, and what is
    not near is not shown. Notes in `linked` are marked.
    """
    number = index.number_of(path)
    if number is None:
        return []
    own = index.vectors.among(np.array(index.chunks_of(number, hashes), np.int32))
    if not len(own):
        return []
    mean = index.vectors.get(own).mean(axis=0)
    space = index.vectors.space
    meant = space.turned(space.turned(mean))
    named = evidence(index, _names(index.stored(number).entry)).share
    near, cosines = index.vectors.nearest(meant, NEIGHBOURS + len(index.stored(number).chunks))
    scores = cosines + TITLE * named[near] ** 2
    best: dict[int, tuple[float, int, int]] = {}
    for chunk, score in zip(near.tolist(), scores.tolist(), strict=True):
        note = int(index.note_of[chunk])
        if note != number:
            at = index.stored(note).chunks.index(chunk)
            best[note] = min(best.get(note, (0.0, 0, 0)), (-round(score, 4), at, chunk))
    ranked = sorted((found, index.stored(note).entry.path, note) for note, found in best.items())
    return [
        _hit(index, note, at, chunk, -score, index.stored(note).entry.path in linked)
        for (score, at, chunk), _, note in ranked
        if -score >= FLOOR
    ][:limit]


def _names(entry: NoteEntry) -> list[Term]:
    """A note's title and its file's name, as terms to find."""
    file = entry.path.rpartition("/")[2].rpartition(".")[0]
    return [Term(entry.title), Term(file)]


def _hit(index: Index, note: int, at: int, chunk: int, score: float, linked: bool) -> Hit:
    stored = index.stored(note)
    place = stored.places[at]
    lines = index.texts([chunk])[0].body.splitlines() or [stored.entry.title]
    line = best_line(lines, {})
    return Hit(
        path=stored.entry.path,
        title=stored.entry.title,
        heading=place.heading,
        line=place.line,
        end_line=place.end_line,
        kind=place.kind,
        score=score,
        text=lines[line].strip(),
        snippet=snippet(lines, line),
        found_by=(Mode.VECTOR,),
        linked=linked,
    )

"""From a query to ranked hits: words, meaning, and both together."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from nearnote.index.excerpt import best_line, snippet
from nearnote.index.lexical import Evidence, evidence, notes_with
from nearnote.index.query import Mode

if TYPE_CHECKING:
    from nearnote.index.lexical import Mask, Scores
    from nearnote.index.query import Query
    from nearnote.index.store import Index, Matrix, Numbers
    from nearnote.notes.model import ChunkKind, NotePath


@dataclass(frozen=True, slots=True)
class Hit:
    """One answer: a chunk of a note, and the line of it to show.

    `line` and `end_line` are the chunk's, `text` is the line of the chunk that says most of the
    query, `found_by` names the legs that found it. `linked` is only set on related notes.
    """

    path: NotePath
    title: str
    heading: tuple[str, ...]
    line: int
    end_line: int
    kind: ChunkKind
    score: float
    text: str
    snippet: str
    found_by: tuple[Mode, ...]
    linked: bool | None = None


PER_NOTE = 2
MOST = 50
LEXICAL_WEIGHT = 1.0
CANDIDATES = 200  # of the vector leg, and those of the lexical leg that get their cosine as well


def search(
    index: Index,
    query: Query,
    mode: Mode = Mode.HYBRID,
    limit: int = MOST,
    vector: Matrix | None = None,
    weight: float = 1.0,
) -> list[Hit]:
    """The best chunks for a query, best first; the notes edited last when nothing ranks them.

    `vector` is the query's, of unit length; without it, or in an index that has no model yet, only
    words answer. `weight` from 0 to 1 says how far the model knows the query's language.
    """
    limit = min(max(limit, 0), MOST)
    allowed = None if query.must is None else notes_with(index, query.must)
    if not query.terms:
        return _latest(index, allowed, limit)
    words = evidence(index, query.terms)
    share = words.share if mode is not Mode.VECTOR else np.zeros_like(words.share)
    cosines = np.zeros_like(share)
    if vector is not None and index.vectors.dimensions and mode is not Mode.TEXT:
        cosines = _cosines(index, vector, share, allowed)
    scores = _fuse(share, cosines, mode, weight)
    if allowed is not None:
        scores[~np.append(allowed, False)[index.note_of]] = 0.0
    scores[index.note_of < 0] = 0.0
    return _hits(index, words, share, cosines, scores, limit)


def _cosines(index: Index, vector: Matrix, share: Scores, allowed: Mask | None) -> Scores:
    """Cosines of the nearest chunks and of those with most of the words; 0 for all others."""
    among = None
    if allowed is not None:
        among = np.flatnonzero(np.append(allowed, False)[index.note_of]).astype(np.int32)
    cosines = np.zeros_like(share)
    vector = index.space.turned(vector)
    ids, found = index.vectors.nearest(vector, CANDIDATES, among)
    cosines[ids] = found
    wordy = index.vectors.among(_top(share, CANDIDATES))
    wordy = wordy[cosines[wordy] == 0.0]
    if len(wordy):
        cosines[wordy] = index.vectors.get(wordy) @ vector
    return np.maximum(cosines, 0.0)


def _fuse(share: Scores, cosines: Scores, mode: Mode, weight: float) -> Scores:
    if mode is Mode.TEXT or not cosines.any():
        return share.copy()
    if mode is Mode.VECTOR:
        return cosines.copy()
    return (weight * cosines + LEXICAL_WEIGHT * share**2).astype(np.float32)


def _top(scores: Scores, count: int) -> Numbers:
    """The places of the `count` highest scores above 0, and of all that tie with the last."""
    if len(scores) > count:
        least = np.partition(scores, -count)[-count]
        return np.flatnonzero((scores >= least) & (scores > 0)).astype(np.int32)
    return np.flatnonzero(scores > 0).astype(np.int32)


def _hits(
    index: Index, words: Evidence, share: Scores, cosines: Scores, scores: Scores, limit: int
) -> list[Hit]:
    scores = np.round(scores, 4)
    ranked: list[tuple[float, NotePath, int, int]] = []
    for chunk in _top(scores, 8 * MOST).tolist():
        stored = index.stored(int(index.note_of[chunk]))
        at = stored.chunks.index(chunk)
        ranked.append((-round(float(scores[chunk]), 4), stored.entry.path, at, chunk))
    seen: Counter[NotePath] = Counter()
    hits: list[Hit] = []
    for score, path, at, chunk in sorted(ranked):
        seen[path] += 1
        if seen[path] > PER_NOTE:
            continue
        if len(hits) == limit:
            break
        legs = [Mode.TEXT] * bool(share[chunk]) + [Mode.VECTOR] * bool(cosines[chunk])
        hits.append(_hit(index, chunk, at, -score, words.weights, tuple(legs)))
    return hits


def _hit(
    index: Index,
    chunk: int,
    at: int,
    score: float,
    weights: dict[str, float],
    found_by: tuple[Mode, ...],
) -> Hit:
    stored = index.stored(int(index.note_of[chunk]))
    place = stored.places[at]
    lines = index.texts([chunk])[0].body.splitlines() or [stored.entry.title]
    line = best_line(lines, weights)
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
        found_by=found_by,
    )


def _latest(index: Index, allowed: Mask | None, limit: int) -> list[Hit]:
    """Notes by time of edit, each by its first chunk."""
    notes = [index.stored(n) for n in index.note_numbers if allowed is None or allowed[n]]
    notes.sort(key=lambda stored: (-stored.entry.stamp, stored.entry.path))
    return [_hit(index, note.chunks[0], 0, 0.0, {}, ()) for note in notes[:limit] if note.chunks]

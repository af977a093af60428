"""From a query to ranked hits: words, meaning, and both together."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from nearnote.index.excerpt import best_line, snippet
from nearnote.index.lexical import Evidence, evidence, notes_with
from nearnote.index.meaning import CANDIDATES, Nearness, nearness
from nearnote.index.query import Mode

if TYPE_CHECKING:
    from nearnote.index.lexical import Mask, Scores
    from nearnote.index.query import Query
    from nearnote.index.store import Index, Matrix, Numbers
    from nearnote.notes.model import ChunkKind, NotePath


_NONE = np.zeros(0, np.int32)


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
WORDS, POWER = 1.5, 2.5
"""What a chunk that says all words of a query gains over one that says none, and how much more
the last words count than the first: a few common words in a chunk are no sign of anything."""
ENOUGH = 0.25
"""The share of a query's words that makes a hit, however far its meaning is."""


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
    words answer. `weight` from 0 to 1 says how far the model is to be trusted with this query.
    """
    limit = min(max(limit, 0), MOST)
    allowed = None if query.must is None else notes_with(index, query.must)
    if not query.terms:
        return _latest(index, allowed, limit)
    here = index.note_of >= 0
    if allowed is not None:
        here &= np.append(allowed, False)[index.note_of]
    words = evidence(index, query.terms)
    among = None if allowed is None else np.flatnonzero(here).astype(np.int32)
    if not index.vectors.dimensions:
        vector = None
    if mode is Mode.VECTOR:
        ranking = Ranking.nothing(len(here))
        if vector is not None:
            ranking = _by_meaning(nearness(index, vector, _NONE, among))
    elif mode is Mode.TEXT or vector is None or weight <= 0.0:
        ranking = _by_words(words.share)
    else:
        wordy = _top(words.share * here, CANDIDATES)
        ranking = _by_both(words.share, nearness(index, vector, wordy, among), weight)
    return _hits(index, words, ranking, here, limit)


@dataclass(frozen=True, slots=True)
class Ranking:
    """A score for each chunk, and which leg found it; a chunk that none found is no hit."""

    scores: Scores
    by_words: Mask
    by_meaning: Mask

    @staticmethod
    def nothing(count: int) -> Ranking:
        """No chunk is found."""
        none = np.zeros(count, np.bool_)
        return Ranking(np.zeros(count, np.float32), none, none)


def _by_words(share: Scores) -> Ranking:
    return Ranking(share, share > 0.0, np.zeros_like(share, np.bool_))


def _by_meaning(meant: Nearness) -> Ranking:
    return Ranking(meant.cosines, np.zeros_like(meant.near), meant.near)


def _by_both(share: Scores, meant: Nearness, weight: float) -> Ranking:
    """The weighted mean of two shares of what is attainable."""
    scores = weight * meant.cosines + WORDS * share**POWER
    # Words may make up for what a chunk's meaning lacks to be more than chance.
    enough = (share >= ENOUGH) | ((share > 0.0) & (scores > weight * meant.floor))
    return Ranking((scores / (weight + WORDS)).astype(np.float32), enough, meant.near)


def _top(scores: Scores, count: int) -> Numbers:
    """The chunks with the `count` highest scores above 0, and all that tie with the last."""
    found = np.flatnonzero(scores > 0.0).astype(np.int32)
    if len(found) > count:
        least = np.partition(scores[found], -count)[-count]
        found = found[scores[found] >= least]
    return found


def _hits(index: Index, words: Evidence, ranking: Ranking, here: Mask, limit: int) -> list[Hit]:
    """The best chunks, some of each note, and no two that share a line."""
    scores = ranking.scores * (here & (ranking.by_words | ranking.by_meaning))
    ranked: list[tuple[float, NotePath, int, int]] = []
    for chunk in _top(scores, 8 * MOST).tolist():
        stored = index.stored(int(index.note_of[chunk]))
        at = stored.chunks.index(chunk)
        ranked.append((-round(float(scores[chunk]), 4), stored.entry.path, at, chunk))
    shown: defaultdict[NotePath, list[Hit]] = defaultdict(list)
    hits: list[Hit] = []
    for score, path, at, chunk in sorted(ranked):
        if len(hits) == limit:
            break
        if len(shown[path]) == PER_NOTE:
            continue
        place = index.stored(int(index.note_of[chunk])).places[at]
        if any(hit.line <= place.end_line and place.line <= hit.end_line for hit in shown[path]):
            continue
        legs = [Mode.TEXT] * bool(ranking.by_words[chunk])
        legs += [Mode.VECTOR] * bool(ranking.by_meaning[chunk])
        hit = _hit(index, chunk, at, -score, words.weights, tuple(legs))
        shown[path].append(hit)
        hits.append(hit)
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

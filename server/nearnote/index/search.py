"""From a query to ranked hits: words, meaning, and both together."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from heapq import nsmallest
from typing import TYPE_CHECKING

import numpy as np

from nearnote.index.excerpt import forms
from nearnote.index.hit import Hit as Hit
from nearnote.index.hit import hit_at
from nearnote.index.lexical import evidence, notes_with, rarities
from nearnote.index.meaning import Nearness, nearness
from nearnote.index.query import Mode

if TYPE_CHECKING:
    from nearnote.index.lexical import Mask, Scores
    from nearnote.index.query import Query
    from nearnote.index.store import Index, Matrix, Numbers
    from nearnote.notes.model import NotePath


_NONE = np.zeros(0, np.int32)

PER_NOTE = 2
MOST = 50
WORDY = 100
"""How many of the chunks that say most of a query's words tell what one without a vector means."""
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
    share = evidence(index, query.terms)
    if not index.vectors.dimensions:
        vector = None
    if mode is Mode.VECTOR:
        ranking = Ranking.nothing(len(here))
        if vector is not None:
            ranking = _by_meaning(nearness(index, vector, here, _NONE))
    elif mode is Mode.TEXT or vector is None or weight <= 0.0:
        ranking = _by_words(share)
    else:
        wordy = _top(share * here, WORDY)
        ranking = _by_both(share, nearness(index, vector, here, wordy), weight)
    return _hits(index, forms(rarities(index, query.terms)), ranking, here, limit)


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


def _hits(
    index: Index, wanted: dict[str, float], ranking: Ranking, here: Mask, limit: int
) -> list[Hit]:
    """The best chunks, some of each note, and no two that share a line."""
    scores = ranking.scores * (here & (ranking.by_words | ranking.by_meaning))
    ranked: list[tuple[float, NotePath, int, int, int]] = []
    for chunk in _top(scores, 8 * MOST).tolist():
        note = int(index.note_of[chunk])
        stored = index.stored(note)
        score = -round(float(scores[chunk]), 4)
        ranked.append((score, stored.entry.path, stored.chunks.index(chunk), note, chunk))
    shown: defaultdict[int, list[Hit]] = defaultdict(list)
    hits: list[Hit] = []
    for score, _, at, note, chunk in sorted(ranked):
        if len(hits) == limit:
            break
        place = index.stored(note).places[at]
        if len(shown[note]) == PER_NOTE or any(
            hit.line <= place.end_line and place.line <= hit.end_line for hit in shown[note]
        ):
            continue
        legs = [Mode.TEXT] * bool(ranking.by_words[chunk])
        legs += [Mode.VECTOR] * bool(ranking.by_meaning[chunk])
        hit = hit_at(index, note, at, -score, tuple(legs), wanted)
        shown[note].append(hit)
        hits.append(hit)
    return hits


def _latest(index: Index, allowed: Mask | None, limit: int) -> list[Hit]:
    """Notes by time of edit, each by its first chunk."""
    notes = [n for n in index.note_numbers if allowed is None or allowed[n]]
    notes = [n for n in notes if index.stored(n).chunks]

    def age(note: int) -> tuple[float, NotePath]:
        entry = index.stored(note).entry
        return -entry.stamp, entry.path

    return [hit_at(index, note, 0) for note in nsmallest(limit, notes, age)]

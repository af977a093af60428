"""From a query to ranked hits: words, meaning, and both together."""

from __future__ import annotations

from collections import defaultdict
from heapq import nsmallest
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from nearnote.config.table import MAX_HITS
from nearnote.index import calibration
from nearnote.index.excerpt import forms
from nearnote.index.fusion import Ranking, by_both, by_meaning, by_name, by_words, top, where
from nearnote.index.hit import Hit as Hit
from nearnote.index.hit import hit_at
from nearnote.index.lexical import evidence, notes_with, rarities
from nearnote.index.query import Mode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from nearnote.base.note_path import NotePath
    from nearnote.index.index import Index, Matrix
    from nearnote.index.lexical import Mask
    from nearnote.index.query import Query


PER_NOTE = 2
COMPANY = 6
"""Hits that are found at least: how likely one is depends on the others."""


def search(
    index: Index,
    query: Query,
    mode: Mode = Mode.HYBRID,
    limit: int = MAX_HITS,
    vector: Matrix | None = None,
    weight: float = 1.0,
) -> list[Hit]:
    """The best chunks for a query, best first; the notes edited last when nothing ranks them.

    `vector` is the query's, of unit length; without it, or in an index that has no model yet, only
    words answer. `weight` from 0 to 1 says how far the model is to be trusted with this query.
    """
    limit = min(max(limit, 0), MAX_HITS)
    allowed = None if query.must is None else notes_with(index, query.must)
    if not query.terms:
        return _latest(index, allowed, limit)
    if not index.vectors.dimensions:
        vector = None
    kind = calibration.Evidence.WORDS
    if mode is Mode.VECTOR:
        ranking = by_meaning(index, vector, allowed)
        kind = calibration.Evidence.MEANING
    else:
        said = where(index, evidence(index, query.terms), allowed)
        if mode is Mode.TEXT or vector is None or weight <= 0.0:
            ranking = by_words(said)
        else:
            ranking = by_both(index, said, vector, weight, allowed)
            kind = calibration.Evidence.BOTH
        ranking = by_name(index, ranking, query.text, allowed)
    wanted = forms(rarities(index, query.terms))
    hits = _hits(index, wanted, ranking, max(limit, COMPANY))
    return calibrated(hits, kind)[:limit]


def calibrated(hits: Sequence[Hit], kind: calibration.Evidence) -> list[Hit]:
    """The hits worth to be shown, with chances for scores."""
    ranked = [(hit.path, hit.parts) for hit in hits]
    scores = calibration.chances(ranked, kind)
    return [
        hit._replace(score=round(score, 4))
        for hit, score in zip(hits[: calibration.shown(ranked, kind)], scores, strict=False)
    ]


def _in_order(
    index: Index, ranking: Ranking, count: int
) -> Iterator[tuple[float, NotePath, int, int, int]]:
    """The best `count` chunks, best first and those of one score by their places in the vault:
    score, path, number within the note, note, place in the ranking.
    """
    best = top(ranking.scores, count)
    scores = np.round(ranking.scores[best].astype(np.float64), 4)
    order = np.argsort(-scores, kind="stable")
    pairs = zip(scores[order].tolist(), best[order].tolist(), strict=True)
    for score, equals in groupby(pairs, lambda pair: pair[0]):
        places = []
        for _, at in equals:
            chunk = int(ranking.chunks[at])
            note = int(index.note_of[chunk])
            stored = index.stored(note)
            places.append((score, stored.entry.path, stored.chunks.index(chunk), note, at))
        yield from sorted(places)


def _hits(index: Index, wanted: dict[str, float], ranking: Ranking, limit: int) -> list[Hit]:
    """The best chunks, some of each note, and no two that share a line."""
    count = 8 * MAX_HITS
    while True:
        hits = _shown(index, wanted, _in_order(index, ranking, count), ranking, limit)
        if len(hits) == limit or count >= len(ranking.chunks):
            return hits
        count *= 8  # a few long notes have taken all places


def _shown(
    index: Index,
    wanted: dict[str, float],
    ranked: Iterable[tuple[float, NotePath, int, int, int]],
    ranking: Ranking,
    limit: int,
) -> list[Hit]:
    """The hits that are left of ranked chunks."""
    shown: defaultdict[int, list[Hit]] = defaultdict(list)
    hits: list[Hit] = []
    for score, _, number, note, at in ranked:
        if len(hits) == limit:
            break
        place = index.stored(note).places[number]
        if len(shown[note]) == PER_NOTE or any(
            hit.line <= place.end_line and place.line <= hit.end_line for hit in shown[note]
        ):
            continue
        legs = [Mode.TEXT] * bool(ranking.by_words[at])
        legs += [Mode.VECTOR] * bool(ranking.by_meaning[at])
        hit = hit_at(index, note, number, score, tuple(legs), wanted, parts=ranking.parts(at))
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

"""From a query to ranked hits: words, meaning, and both together."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from heapq import nsmallest
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from nearnote.index.excerpt import forms
from nearnote.index.hit import Hit as Hit
from nearnote.index.hit import hit_at
from nearnote.index.lexical import Evidence, evidence, notes_with, rarities
from nearnote.index.naming import named
from nearnote.index.query import Mode
from nearnote.index.semantic import Nearness, nearness

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from nearnote.base.note_path import NotePath
    from nearnote.index.index import Index, Matrix, Numbers
    from nearnote.index.lexical import Mask, Scores
    from nearnote.index.query import Query


_NONE = np.zeros(0, np.int32)

PER_NOTE = 2
MAX_HITS = 50
WORDY = 100
"""How many of the chunks that say most of a query's words tell what one without a vector means."""
WORDS, POWER = 1.75, 2.25
"""What a chunk that says all words of a query gains over one that says none, and how much more
the last words count than the first: a few common words in a chunk are no sign of anything."""
ENOUGH = 0.25
"""The share of a query's words that makes a hit, however far its meaning is."""


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
    if mode is Mode.VECTOR:
        ranking = _by_meaning(index, vector, allowed)
    else:
        said = _where(index, evidence(index, query.terms), allowed)
        if mode is Mode.TEXT or vector is None or weight <= 0.0:
            ranking = _by_words(said)
        else:
            ranking = _by_both(index, said, vector, weight, allowed)
        ranking = _by_name(index, ranking, query.text, allowed)
    return _hits(index, forms(rarities(index, query.terms)), ranking, limit)


@dataclass(frozen=True, slots=True)
class Ranking:
    """The chunks that were found, the score of each, and which legs found it."""

    chunks: Numbers
    scores: Scores
    by_words: Mask
    by_meaning: Mask


def _where(index: Index, said: Evidence, allowed: Mask | None) -> Evidence:
    """What is said in some notes only."""
    if allowed is None:
        return said
    here = allowed[index.note_of[said.chunks]]
    return Evidence(said.chunks[here], said.share[here])


def _here(index: Index, allowed: Mask | None) -> Mask:
    """Which chunk numbers are those of chunks, in some notes only."""
    here = index.note_of >= 0
    if allowed is not None:
        here &= np.append(allowed, False)[index.note_of]  # the last is of -1, nobody
    return here


def _by_words(said: Evidence) -> Ranking:
    found = np.ones(len(said.chunks), np.bool_)
    return Ranking(said.chunks, said.share, found, ~found)


def _by_meaning(index: Index, vector: Matrix | None, allowed: Mask | None) -> Ranking:
    if vector is None:
        return _by_words(Evidence(_NONE, np.zeros(0, np.float32)))
    meant = nearness(index, vector, _here(index, allowed), _NONE)
    chunks = np.flatnonzero(meant.near).astype(np.int32)
    found = np.ones(len(chunks), np.bool_)
    return Ranking(chunks, meant.cosines[chunks], ~found, found)


def _by_both(
    index: Index, said: Evidence, vector: Matrix, weight: float, allowed: Mask | None
) -> Ranking:
    """By words and by meaning."""
    wordy = said.chunks[_top(said.share, WORDY)]
    meant = nearness(index, vector, _here(index, allowed), wordy)
    share = np.zeros(len(meant.cosines), np.float32)
    share[said.chunks] = said.share
    return _fused(share, meant, weight)


def _by_name(index: Index, ranking: Ranking, text: str, allowed: Mask | None) -> Ranking:
    """The same with the notes that the query names raised, each at its first chunk."""
    leads = {
        index.stored(note).chunks[0]: sure
        for note, sure in named(index, text).items()
        if index.stored(note).chunks and (allowed is None or allowed[note])
    }
    if not leads:
        return ranking
    chunks = np.union1d(ranking.chunks, np.array(list(leads), np.int32)).astype(np.int32)
    at = np.searchsorted(chunks, ranking.chunks)
    scores = np.zeros(len(chunks), np.float32)
    by_words, by_meaning = np.zeros(len(chunks), np.bool_), np.zeros(len(chunks), np.bool_)
    scores[at], by_words[at], by_meaning[at] = ranking.scores, ranking.by_words, ranking.by_meaning
    for chunk, sure in leads.items():
        place = int(np.searchsorted(chunks, chunk))
        scores[place] = sure + (1.0 - sure) * scores[place]
        by_words[place] = True
    return Ranking(chunks, scores, by_words, by_meaning)


def _fused(share: Scores, meant: Nearness, weight: float) -> Ranking:
    """The weighted mean of two shares of what is attainable, for all chunk numbers."""
    chunks = np.flatnonzero((share > 0.0) | meant.near).astype(np.int32)
    share = share[chunks]
    scores = weight * meant.cosines[chunks] + WORDS * share**POWER
    # Words may make up for what a chunk's meaning lacks to be more than chance.
    enough = (share >= ENOUGH) | ((share > 0.0) & (scores > weight * meant.floor))
    near = meant.near[chunks]
    found = enough | near
    scores = (scores / (weight + WORDS)).astype(np.float32)
    return Ranking(chunks[found], scores[found], enough[found], near[found])


def _top(scores: Scores, count: int) -> Numbers:
    """The places of the `count` highest scores above 0, and of all that tie with the last."""
    found = np.flatnonzero(scores > 0.0).astype(np.int32)
    if len(found) > count:
        least = np.partition(scores[found], -count)[-count]
        found = found[scores[found] >= least]
    return found


def _in_order(
    index: Index, ranking: Ranking, count: int
) -> Iterator[tuple[float, NotePath, int, int, int]]:
    """The best `count` chunks, best first and those of one score by their places in the vault:
    score, path, number within the note, note, place in the ranking.
    """
    best = _top(ranking.scores, count)
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
        hit = hit_at(index, note, number, score, tuple(legs), wanted)
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

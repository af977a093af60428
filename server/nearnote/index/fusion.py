"""What ranks chunks: words, meaning, both together, and names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from nearnote.index.hit import Parts
from nearnote.index.lexical import Evidence
from nearnote.index.naming import named
from nearnote.index.semantic import Nearness, nearness

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from nearnote.index.index import Index, Matrix, Numbers
    from nearnote.index.lexical import Mask, Scores

_NONE = np.zeros(0, np.int32)

WORDY = 100
"""How many of the chunks that say most of a query's words tell what one without a vector means."""
WORDS, POWER = 1.75, 2.25
"""What a chunk that says all words of a query gains over one that says none, and how much more
the last words count than the first: a few common words in a chunk are no sign of anything."""
ENOUGH = 0.25
"""The share of a query's words that makes a hit, however far its meaning is."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The chunks that were found, the score of each that ranks them, and which legs found it.

    `share` is how much of the query each says, `excess` how much nearer than chance it is, `named`
    how surely the query names its note.
    """

    chunks: Numbers
    scores: Scores
    by_words: Mask
    by_meaning: Mask
    share: Scores
    excess: Scores
    named: Scores

    def parts(self, at: int) -> Parts:
        """What speaks for the chunk at a place."""
        return Parts(
            round(float(self.share[at]), 4),
            round(float(self.excess[at]), 4),
            round(float(self.named[at]), 4),
            round(float(self.scores[at]), 4),
        )


def where(index: Index, said: Evidence, allowed: Mask | None) -> Evidence:
    """What is said in some notes only."""
    if allowed is None:
        return said
    here = allowed[index.note_of[said.chunks]]
    return Evidence(said.chunks[here], said.share[here])


def here(index: Index, allowed: Mask | None) -> Mask:
    """Which chunk numbers are those of chunks, in some notes only."""
    here = index.note_of >= 0
    if allowed is not None:
        here &= np.append(allowed, False)[index.note_of]  # the last is of -1, nobody
    return here


def by_words(said: Evidence) -> Ranking:
    """By words alone: the score is the share."""
    found = np.ones(len(said.chunks), np.bool_)
    none = np.zeros(len(found), np.float32)
    return Ranking(said.chunks, said.share, found, ~found, said.share, none, none)


def by_meaning(index: Index, vector: Matrix | None, allowed: Mask | None) -> Ranking:
    """By the corrected cosine alone, with `vector` float32 (dimensions,); nothing without one."""
    if vector is None:
        return by_words(Evidence(_NONE, np.zeros(0, np.float32)))
    meant = nearness(index, vector, here(index, allowed), _NONE)
    chunks = np.flatnonzero(meant.near).astype(np.int32)
    found = np.ones(len(chunks), np.bool_)
    cosines, none = meant.cosines[chunks], np.zeros(len(chunks), np.float32)
    return Ranking(chunks, cosines, ~found, found, none, cosines - meant.floor, none)


def by_both(
    index: Index, said: Evidence, vector: Matrix, weight: float, allowed: Mask | None
) -> Ranking:
    """By words and by meaning."""
    wordy = said.chunks[top(said.share, WORDY)]
    meant = nearness(index, vector, here(index, allowed), wordy)
    share = np.zeros(len(meant.cosines), np.float32)
    share[said.chunks] = said.share
    return fused(share, meant, weight)


def by_name(index: Index, ranking: Ranking, text: str, allowed: Mask | None) -> Ranking:
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
    names = np.zeros(len(chunks), np.float32)
    names[np.searchsorted(chunks, np.array(list(leads), np.int32))] = list(leads.values())

    def moved(values: NDArray[Any]) -> NDArray[Any]:
        there = np.zeros(len(chunks), values.dtype)
        there[at] = values
        return there

    scores = moved(ranking.scores)
    return Ranking(
        chunks,
        names + (1.0 - names) * scores,
        moved(ranking.by_words) | (names > 0.0),
        moved(ranking.by_meaning),
        moved(ranking.share),
        moved(ranking.excess),
        names,
    )


def fused(share: Scores, meant: Nearness, weight: float) -> Ranking:
    """The weighted mean of two shares of what is attainable, for all chunk numbers.

    A convex combination of normalised scores (Bruch, Gai & Ingber 2023), words to a power. `share`
    is float32 (chunks,), 0 to 1, and `weight` what the model is trusted.
    """
    chunks = np.flatnonzero((share > 0.0) | meant.near).astype(np.int32)
    share = share[chunks]
    scores = weight * meant.cosines[chunks] + WORDS * share**POWER
    # Words may make up for what a chunk's meaning lacks to be more than chance.
    enough = (share >= ENOUGH) | ((share > 0.0) & (scores > weight * meant.floor))
    near = meant.near[chunks]
    found = enough | near
    scores = (scores / (weight + WORDS)).astype(np.float32)
    chunks, none = chunks[found], np.zeros(np.count_nonzero(found), np.float32)
    excess = meant.cosines[chunks] - meant.floor
    return Ranking(chunks, scores[found], enough[found], near[found], share[found], excess, none)


def top(scores: Scores, count: int) -> Numbers:
    """The places of the `count` highest scores above 0, and of all that tie with the last."""
    found = np.flatnonzero(scores > 0.0).astype(np.int32)
    if len(found) > count:
        least = np.partition(scores[found], -count)[-count]
        found = found[scores[found] >= least]
    return found

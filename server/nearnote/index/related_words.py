"""Notes that say the same rare words, where the model cannot read what they say."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from nearnote.index import analyzer
from nearnote.index.hit import Hit, hit_at
from nearnote.index.lexical import rarity_of
from nearnote.index.query import Mode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nearnote.base.note_path import NotePath
    from nearnote.index.index import Index

TELLING = 24
"""So many of the words that set a text apart are looked for."""
COMMON = 0.2
"""A word in more than this share of all notes tells nothing."""
LEAST, WORDS = 0.15, 2
"""A note says at least this share of them by weight, and so many of them."""


def related_by_words(
    index: Index, path: NotePath, texts: Iterable[str], limit: int = 5
) -> list[Hit]:
    """The notes that say most of what sets these texts of a note apart, each at its best chunk."""
    number = index.number_of(path)
    if number is None:
        return []
    weights = _telling(index, Counter(term for text in texts for term in analyzer.terms(text)))
    of_note = np.zeros(index.note_limit, np.float32)
    words = np.zeros(index.note_limit, np.int32)
    of_chunk = np.zeros(len(index.note_of), np.float32)
    for term, weight in weights.items():
        chunks = index.postings.chunks_with(f'"{term}"')
        of_chunk[chunks] += weight
        notes = np.unique(index.note_of[chunks])
        of_note[notes] += weight
        words[notes] += 1
    of_note /= max(sum(weights.values()), 1e-9)
    of_note[number] = 0.0
    found = np.flatnonzero((of_note >= LEAST) & (words >= WORDS)).tolist()
    ranked = sorted(
        (-round(float(of_note[note]), 4), index.stored(note).entry.path, note) for note in found
    )
    return [
        hit_at(
            index,
            note,
            int(of_chunk[list(index.stored(note).chunks)].argmax()),
            -score,
            (Mode.TEXT,),
        )
        for score, _, note in ranked[: max(limit, 0)]
    ]


def _telling(index: Index, counts: Counter[str]) -> dict[str, float]:
    """The words that set a text apart, and how much each says: those of several notes, and rare."""
    weights = {}
    for term, count in counts.items():
        notes = len(np.unique(index.note_of[index.postings.chunks_with(f'"{term}"')]))
        if 1 < notes <= max(COMMON * index.note_count, 2.0):
            weights[term] = rarity_of(index, notes) * (1 + np.log(count))
    first = sorted(weights, key=lambda term: (-weights[term], term))[:TELLING]
    return {term: float(weights[term]) for term in first}

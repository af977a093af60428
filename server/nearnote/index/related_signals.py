"""Signs beside meaning that two notes belong together: their names in each other, their places."""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING

import numpy as np

from nearnote.index import analyzer
from nearnote.index.lexical import rarity_of

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Collection

    from nearnote.index.index import Index
    from nearnote.index.lexical import Scores


def mentioned_by(index: Index, title: str) -> Scores:
    """How much of a title each note says, 0 to 1, by the rarity of its words.

    A title of common words, such as "Overview", is said everywhere and by chance.
    """
    said = np.zeros(index.note_limit, np.float32)
    total = 0.0
    for term in dict.fromkeys(analyzer.terms(title)):
        chunks = index.postings.chunks_with(f'"{term}"')
        rarity = rarity_of(index, len(chunks))
        said[np.unique(index.note_of[chunks])] += rarity
        total += rarity
    return said / max(total, rarity_of(index, 1))


def mention(index: Index, title: str, text: Collection[str]) -> float:
    """How much of a title is among the terms of a text, 0 to 1: a link that was not written."""
    named = dict.fromkeys(analyzer.terms(title))
    if not any(term in text for term in named):
        return 0.0
    rarities = {term: rarity_of(index, index.postings.frequency(term)) for term in named}
    said = sum(rarity for term, rarity in rarities.items() if term in text)
    return said / max(sum(rarities.values()), rarity_of(index, 1))


def nearness_of_paths(
    one: frozenset[str], other: frozenset[str], known: Counter[str], notes: int
) -> float:
    """The cosine of two sets of words by the rarity of each among so many notes' paths."""
    shared = one & other
    if not shared:
        return 0.0

    def weight(of: frozenset[str]) -> float:
        # Sorted, since the sum must not depend on the order of a set.
        return sum(log(notes / known[word]) for word in sorted(of))

    return weight(shared) / max(sqrt(weight(one) * weight(other)), 1e-9)

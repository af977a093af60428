"""The words that set a region's notes apart from all others."""

from __future__ import annotations

from collections import Counter
from math import log, sqrt
from typing import TYPE_CHECKING

from nearnote.index.analyzer import fold, piece, split

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

NAMES = 3
"""A region is named by so many words."""
PRIOR = 0.5
"""So many notes more are thought to have and to lack each word: two notes prove little."""
SURE, APART = 1.5, 1.4
"""A word must be this many deviations commoner in a region than elsewhere, and its log odds must be
so much higher: words that are everywhere are a little commoner somewhere, and surely so."""
HERE = 0.15
"""A word that less than this share of a region's notes says is no name for it."""
SHORTEST = 3
"""Shorter words of letters with spaces between them tell nothing."""


def region_words(texts: Sequence[str], region: Sequence[int], count: int) -> list[tuple[str, ...]]:
    """The words for each of `count` regions, the most telling first.

    `texts` are what notes are called and about, `region` is where each lies, -1 for nowhere.
    A word counts once a note. Words everywhere, as articles are, set nothing apart.

    Raises ValueError where `texts` and `region` are not of one length.
    """
    spelled: dict[str, Counter[str]] = {}
    everywhere: Counter[str] = Counter()
    inside = [Counter[str]() for _ in range(count)]
    sizes = [0] * count
    for text, place in zip(texts, region, strict=True):
        said = {fold(word): word for word in reversed(split(text)) if _tells(word)}
        for term, word in said.items():
            spelled.setdefault(term, Counter())[word] += 1
        everywhere.update(said.keys())
        if place >= 0:
            inside[place].update(said.keys())
            sizes[place] += 1
    return [
        tuple(
            min(spelled[term], key=lambda word: (-spelled[term][word], word))
            for term in _first(_telling(inside[at], sizes[at], everywhere, len(texts)))
        )
        for at in range(count)
    ]


def _tells(word: str) -> bool:
    return word.isalpha() and (len(word) >= SHORTEST or not word.isascii())


def _telling(here: Counter[str], size: int, everywhere: Counter[str], notes: int) -> Iterable[str]:
    """The words by how much commoner they are here, and in how many notes.

    The log odds ratio with a prior and its deviation (Monroe, Colaresi & Quinn 2008).
    """
    found: list[tuple[float, str]] = []
    for term, count in here.items():
        if count < max(2.0, HERE * size):
            continue
        others = everywhere[term] - count
        odds = log((count + PRIOR) / (size - count + PRIOR))
        odds -= log((others + PRIOR) / (notes - size - others + PRIOR))
        spread = sqrt(1 / (count + PRIOR) + 1 / (others + PRIOR))
        if odds > max(SURE * spread, APART):
            found.append((-odds * sqrt(count / size), term))
    return (term for _, term in sorted(found))


def _first(terms: Iterable[str]) -> list[str]:
    """The first few, without two forms of one word."""
    found: list[str] = []
    for term in terms:
        if not any((piece(term) or term) == (piece(other) or other) for other in found):
            found.append(term)
        if len(found) == NAMES:
            break
    return found

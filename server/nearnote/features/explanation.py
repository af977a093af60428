"""Why two notes are near: the line of each that says most of what both say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from nearnote.index import analyzer
from nearnote.index.excerpt import forms_of
from nearnote.index.lexical import rarity_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nearnote.index.index import Index

MOST_WORDS = 5
FEW = 0.05
"""A word in more than this share of all chunks is no reason."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A line of this note, a line of the other, and the rare words that both have.

    Without a shared word the lines are the first ones, and meaning alone is the reason.
    """

    line: int
    text: str
    other_line: int
    words: tuple[str, ...]


def explain(index: Index, own: Mapping[int, str], other: Mapping[int, str]) -> Explanation | None:
    """The best pair of two texts' lines, given by their numbers; None when one has no lines."""
    own = {line: text for line, text in own.items() if forms_of(text)}
    other = {line: text for line, text in other.items() if forms_of(text)}
    if not own or not other:
        return None
    theirs = {line: frozenset(analyzer.terms(text)) for line, text in other.items()}
    every = frozenset().union(*theirs.values())
    rarities: dict[str, float] = {}
    best, most, shared = (next(iter(own)), next(iter(other))), 0.0, frozenset[str]()
    for line, text in own.items():
        mine = every.intersection(analyzer.terms(text))
        for term in mine - rarities.keys():
            found = index.postings.frequency(term)
            common = found > max(FEW * index.chunk_count, 2)
            rarities[term] = 0.0 if common else rarity_of(index, found)
        for other_line, terms in theirs.items():
            both = mine & terms
            weight = sum(sorted(rarities[term] for term in both))
            if weight > most:
                best, most, shared = (line, other_line), weight, both
    said = sorted((term for term in shared if rarities[term]), key=lambda t: (-rarities[t], t))
    return Explanation(best[0], own[best[0]].strip(), best[1], tuple(said[:MOST_WORDS]))

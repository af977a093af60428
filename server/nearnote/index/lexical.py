"""The leg of words: which chunks say what was asked, and how much of it.

All scores are arrays over chunk numbers. A score is a share of what this very query could score
at most, and never of its best hit: a query that finds nothing good must not look good.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from nearnote.index import words
from nearnote.index.query import And, Not, Or, Path, Tag, Term

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    from nearnote.index.entry import NoteEntry
    from nearnote.index.query import Condition
    from nearnote.index.store import Index, Numbers

    Scores = NDArray[np.float32]
    Mask = NDArray[np.bool_]

SAME_START = 0.5
"""What a word with the same first letters is worth, as against the word itself said once."""

SATURATION, LENGTH = 0.6, 0.75
"""BM25's k1 and b: repeating a word helps less and less, and less in a long chunk."""

COUNTED = 20_000
"""A word in more chunks than this says so little that it is looked for, but not counted."""


def evidence(index: Index, terms: Iterable[Term]) -> Scores:
    """The part of a query's weight that each chunk holds, 0 to 1: rare words weigh more."""
    share = np.zeros(len(index.note_of), np.float32)
    damping = SATURATION * (
        1.0 - LENGTH + LENGTH * index.postings.relative_lengths(len(index.note_of))
    )
    total = 0.0
    for sought in dict.fromkeys(_sought(terms)):
        counts = sought.counts(index)
        rarity = rarity_of(index, int(np.count_nonzero(counts)))
        best = rarity * _saturated(counts, damping)
        if (start := sought.start) and np.count_nonzero(counts) <= COUNTED:
            # A start has its own rarity: "comp" says little, and "kita" in Turkish notes a lot.
            like = _counts(index, index.postings.chunks_with(f'"{start}" *'))
            worth = SAME_START * min(rarity, rarity_of(index, int(like.sum())))
            best = np.maximum(best, worth * like)
        share += best
        total += rarity
    return share / max(total, 1e-9)


def rarities(index: Index, terms: Iterable[Term]) -> dict[str, float]:
    """The words of a query and how rare each is, to find the line that says most of it."""
    found = {
        sought.term: len(index.postings.chunks_with(sought.expression)) for sought in _sought(terms)
    }
    return {term: rarity_of(index, count) for term, count in found.items()}


def rarity_of(index: Index, found: int) -> float:
    """The inverse document frequency, as BM25 has it, of what is in so many chunks."""
    return float(np.log1p((index.chunk_count - found + 0.5) / (found + 0.5)))


def _counts(index: Index, found: Numbers) -> Scores:
    return np.bincount(found, minlength=len(index.note_of)).astype(np.float32)


def _saturated(counts: Scores, damping: Scores) -> Scores:
    return counts / (counts + damping + 1e-9)


@dataclass(frozen=True, slots=True)
class _Sought:
    """One thing to look up: a term, a start of terms, or a phrase (`term` is its last one)."""

    term: str
    prefix: bool = False
    phrase: str = ""

    def counts(self, index: Index) -> Scores:
        """How often each chunk has it, and that its note's names have it."""
        found = index.postings.chunks_with(self.expression)
        if not self.phrase and not self.prefix and len(found) <= COUNTED:
            found = index.postings.occurrences(self.term)
        named = np.zeros(index.note_limit + 1, np.float32)  # the last is of -1, nobody
        named[index.postings.names_with(self.expression)] = 1.0
        return np.maximum(_counts(index, found), named[index.note_of])

    @property
    def start(self) -> str:
        """What other forms of the word begin with, if it is a word."""
        return "" if self.phrase or self.prefix else words.piece(self.term)

    @property
    def expression(self) -> str:
        """For FTS5. Terms have no quotes in them."""
        return f'"{self.phrase or self.term}"' + " *" * self.prefix


def _sought(terms: Iterable[Term]) -> Iterator[_Sought]:
    for term in terms:
        found = list(words.sought(term.text))
        if term.phrase and len(found) > 1:
            phrase = " ".join(word for word, _ in found)
            yield _Sought(found[-1][0], term.prefix, phrase)
            continue
        for at, (word, start) in enumerate(found):
            yield _Sought(word, start or (term.prefix and at == len(found) - 1))


# -- conditions ------------------------------------------------------------------------------


def notes_with(index: Index, condition: Condition) -> Mask:
    """Which notes fulfil a condition, by note number."""
    match condition:
        case And(parts):
            return functools.reduce(np.logical_and, [notes_with(index, part) for part in parts])
        case Or(parts):
            return functools.reduce(np.logical_or, [notes_with(index, part) for part in parts])
        case Not(part):
            return ~notes_with(index, part)
        case Tag(name):
            wanted = words.fold_name(name) + "/"
            return _entries(index, lambda note: any(_below(tag, wanted) for tag in note.tags))
        case Path(start):
            wanted = "/" + words.fold_name(start)
            return _entries(index, lambda note: wanted in "/" + words.fold_name(note.path))
        case Term():
            return _notes_with_term(index, condition)


def _below(tag: str, wanted: str) -> bool:
    return (words.fold_name(tag) + "/").startswith(wanted)


def _entries(index: Index, fulfils: Callable[[NoteEntry], bool]) -> Mask:
    mask = np.zeros(index.note_limit, np.bool_)
    for number in index.note_numbers:
        mask[number] = fulfils(index.stored(number).entry)
    return mask


def _notes_with_term(index: Index, term: Term) -> Mask:
    """The notes that hold a phrase side by side, or all words of a term; no word is in all."""
    mask = np.ones(index.note_limit, np.bool_)
    for sought in _sought([term]):
        one = np.zeros(index.note_limit, np.bool_)
        one[index.note_of[index.postings.chunks_with(sought.expression)]] = True
        one[index.postings.names_with(sought.expression)] = True
        mask &= one
    return mask

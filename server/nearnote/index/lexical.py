"""The leg of words: which chunks say what was asked, and how much of it.

A score is a share of what this very query could score at most, and never of its best hit: a query
that finds nothing good must not look good. Only the chunks that say something of the query are
looked at, so that a rare word costs as little in a large vault as in a small one.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from nearnote.index import analyzer
from nearnote.index.identifiers import literally, token_of
from nearnote.index.query import And, Not, Or, Path, TagFilter, Term

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    from nearnote.index.entries import NoteEntry
    from nearnote.index.index import Index, Numbers
    from nearnote.index.query import Condition

    Scores = NDArray[np.float32]
    Mask = NDArray[np.bool_]

SAME_START = 0.5
"""What a word with the same first letters is worth, as against the word itself said once."""

SATURATION, LENGTH = 0.45, 0.75
"""BM25's k1 and b: repeating a word helps less and less, and less in a long chunk."""

EMPHASIS = 1.35
"""How much more a rare word counts than its rarity alone says: of "where was wetty mentioned" one
word is meant, and the others together must not outweigh it."""

COUNTED = 20_000
"""A word in more chunks than this says so little that it is looked for, but not counted."""

_NONE = np.zeros(0, np.int32)


class Evidence(NamedTuple):
    """Chunks that say something of a query, in the order of their numbers, and their scores."""

    chunks: Numbers
    share: Scores


def evidence(index: Index, terms: Iterable[Term]) -> Evidence:
    """The part of a query's weight that chunks hold, 0 to 1: rare words weigh more.

    BM25 (Robertson & Zaragoza 2009) as a share of its attainable maximum: Σ w · tf / (tf + k1 · (1
    − b + b · length)) over Σ w, where w is the term's IDF mass (`weight_of`), tf its count in the
    chunk and length the chunk's in means. Not FTS5's own bm25(), which is unbounded.
    """
    terms = tuple(terms)
    finds = [_find(index, sought) for sought in dict.fromkeys(_sought(terms))]
    finds += _tokens(index, terms)
    chunks = _together(index, finds)
    places = np.empty(len(index.note_of), np.int32)
    places[chunks] = np.arange(len(chunks))
    share = np.zeros(len(chunks), np.float32)
    damping = SATURATION * (1.0 - LENGTH + LENGTH * index.postings.relative_lengths(chunks))
    total = 0.0
    for find in finds:
        counts = _counts(places, find.said, len(chunks))
        if find.named is not None:
            counts = np.maximum(counts, find.named[index.note_of[chunks]])
        weight = weight_of(index, int(np.count_nonzero(counts)))
        best = weight * counts / (counts + damping + 1e-9)
        if len(find.like):
            # A start has its own weight: "comp" says little, and "kita" in Turkish notes a lot.
            worth = SAME_START * min(weight, weight_of(index, len(find.like)))
            best = np.maximum(best, worth * _counts(places, find.like, len(chunks)))
        share += best.astype(np.float32)
        total += weight
    return Evidence(chunks, share / max(total, 1e-9))


class _Find(NamedTuple):
    """Where one thing was found. All lists of chunks are in the order of their numbers."""

    said: Numbers  # the chunks that say it, each as often as it does
    like: Numbers  # those that have a word with the same first letters
    named: Scores | None  # 1 for each note that is called so, 0 for others; the last is nobody


def _find(index: Index, sought: _Sought) -> _Find:
    said = once = index.postings.chunks_with(sought.expression)
    if not sought.phrase and not sought.prefix and len(once) <= COUNTED:
        said = index.postings.occurrences(sought.term)
    names = index.postings.names_with(sought.expression)
    named = None
    if len(names):
        named = np.zeros(index.note_limit + 1, np.float32)
        named[names] = 1.0
    like = _NONE
    if (start := sought.start) and len(once) <= COUNTED:
        like = index.postings.chunks_with(f'"{start}" *')
    return _Find(said, like, named)


def _tokens(index: Index, terms: Iterable[Term]) -> Iterator[_Find]:
    """Typed tokens that chunks have as they are."""
    for term in terms:
        if term.phrase or not (token := token_of(term.text)):
            continue
        phrase = " ".join(word for word, _ in analyzer.sought(token))
        found = literally(index, token, index.postings.chunks_with(f'"{phrase}"'))
        if len(found):
            yield _Find(found, _NONE, None)


def _together(index: Index, finds: Iterable[_Find]) -> Numbers:
    """All chunks that were found, each once."""
    found = np.zeros(len(index.note_of), np.bool_)
    for find in finds:
        found[find.said] = True
        found[find.like] = True
        if find.named is not None:
            found |= find.named[index.note_of] > 0.0
    return np.flatnonzero(found).astype(np.int32)


def _counts(places: Numbers, found: Numbers, count: int) -> Scores:
    """How often each chunk was found, by its place among those that count."""
    return np.bincount(places[found], minlength=count).astype(np.float32)


def rarities(index: Index, terms: Iterable[Term]) -> dict[str, float]:
    """The words of a query and how rare each is, to find the line that says most of it."""
    found = {
        sought.term: len(index.postings.chunks_with(sought.expression)) for sought in _sought(terms)
    }
    return {term: rarity_of(index, count) for term, count in found.items()}


def weight_of(index: Index, found: int) -> float:
    """What a word counts that is in so many chunks.

    The IDF mass of a term: its inverse document frequency to the power `EMPHASIS`.
    """
    return float(rarity_of(index, found) ** EMPHASIS)


def rarity_of(index: Index, found: int) -> float:
    """The inverse document frequency, as BM25 has it, of what is in so many chunks.

    ln(1 + (N − n + ½) / (n + ½)), N chunks of which n have it: Robertson and Spärck Jones' weight
    (1976), kept above 0 by the 1. In nats.
    """
    return float(np.log1p((index.chunk_count - found + 0.5) / (found + 0.5)))


@dataclass(frozen=True, slots=True)
class _Sought:
    """One thing to look up: a term, a start of terms, or a phrase (`term` is its last one)."""

    term: str
    prefix: bool = False
    phrase: str = ""

    @property
    def start(self) -> str:
        """What other forms of the word begin with, if it is a word."""
        return "" if self.phrase or self.prefix else analyzer.piece(self.term)

    @property
    def expression(self) -> str:
        """For FTS5. Terms have no quotes in them."""
        return f'"{self.phrase or self.term}"' + " *" * self.prefix


def _sought(terms: Iterable[Term]) -> Iterator[_Sought]:
    for term in terms:
        found = list(analyzer.sought(term.text))
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
        case TagFilter(name):
            wanted = analyzer.fold_name(name) + "/"
            return _entries(index, lambda note: any(_below(tag, wanted) for tag in note.tags))
        case Path(start):
            wanted = "/" + analyzer.fold_name(start)
            return _entries(index, lambda note: wanted in "/" + analyzer.fold_name(note.path))
        case Term():
            return _notes_with_term(index, condition)


def _below(tag: str, wanted: str) -> bool:
    return (analyzer.fold_name(tag) + "/").startswith(wanted)


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

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

    from nearnote.index.query import Condition
    from nearnote.index.store import Index, NoteEntry

    Scores = NDArray[np.float32]
    Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the words of a query say about each chunk.

    `share` is the part of the query's weight that the chunk or its note's names hold, 0 to 1.
    `weights` are the query's terms with their rarity, to show the line that has most of them.
    """

    share: Scores
    weights: dict[str, float]


def evidence(index: Index, terms: Iterable[Term]) -> Evidence:
    """Weigh the terms of a query by their rarity and look where they are."""
    count = len(index.note_of)
    share = np.zeros(count, np.float32)
    weights: dict[str, float] = {}
    total = 0.0
    live = max(index.chunk_count, 1)
    for expression, term in dict(_expressions(terms)).items():
        present = _present(index, expression)
        found = int(present.sum())
        rarity = float(np.log1p((live - found + 0.5) / (found + 0.5)))
        share += rarity * present
        total += rarity
        weights[term] = rarity
    return Evidence(share / max(total, 1e-9), weights)


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
    for expression, _ in _expressions([term]):
        one = np.zeros(index.note_limit, np.bool_)
        one[index.note_of[index.chunks_with(expression)]] = True
        one[index.names_with(expression)] = True
        mask &= one
    return mask


def _present(index: Index, expression: str) -> Mask:
    """The chunks that fulfil an expression, by themselves or by their note's names."""
    named = np.zeros(index.note_limit + 1, np.bool_)  # the last is of -1, nobody
    named[index.names_with(expression)] = True
    present = named[index.note_of]
    present[index.chunks_with(expression)] = True
    return present


def _expressions(terms: Iterable[Term]) -> Iterator[tuple[str, str]]:
    """FTS5 expressions and the term that each is about. Terms have no quotes in them."""
    for term in terms:
        found = words.query_terms(term.text)
        if term.phrase and found:
            yield f'"{" ".join(found)}"' + " *" * term.prefix, found[-1]
            continue
        for at, word in enumerate(found):
            last = at == len(found) - 1
            yield f'"{word}"' + " *" * (term.prefix and last), word

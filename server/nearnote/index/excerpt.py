"""Which line of a text answers a query, and what to show around it."""

from __future__ import annotations

from functools import lru_cache
from math import fsum
from typing import TYPE_CHECKING

from nearnote.index import analyzer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

SNIPPET = 240  # characters


def best_line(lines: Sequence[str], wanted: Mapping[str, float]) -> int:
    """The line that holds most of the weight of these `forms`; without any the first with text."""
    if len(lines) < 2:
        return 0
    best, most = -1, 0.0
    for at, line in enumerate(lines):
        weight = fsum([wanted[form] for form in forms_of(line).intersection(wanted)])
        if weight > most:
            best, most = at, weight
    if best < 0:
        best = next((at for at, line in enumerate(lines) if forms_of(line)), 0)
    return best


def forms(weights: Mapping[str, float]) -> dict[str, float]:
    """Terms and their starts, with what each adds to a line that has it.

    A word that only starts like a term counts half.
    """
    wanted: dict[str, float] = {}
    for term, weight in weights.items():
        for form in _forms_of_term(term):
            wanted[form] = max(wanted.get(form, 0.0), weight / 2)
    return wanted


def _forms_of_term(term: str) -> Iterator[str]:
    yield term
    if start := analyzer.piece(term):
        yield "^" + start


@lru_cache(maxsize=1 << 14)
def forms_of(line: str) -> frozenset[str]:
    """All that can be recognised of a line's words. Remembered: one shows the same lines often."""
    return frozenset(form for term in analyzer.terms(line) for form in _forms_of_term(term))


def snippet(lines: Sequence[str], at: int) -> str:
    """The text from line `at` on, then before it, in one line of at most `SNIPPET` characters."""
    first = at
    length = len(lines[at]) if lines else 0
    while first > 0 and length + len(lines[first - 1]) < SNIPPET // 3:
        first -= 1
        length += len(lines[first])
    text = " ".join(" ".join(lines[first:]).split())
    if len(text) <= SNIPPET:
        return text
    return (
        text[:SNIPPET].rpartition(" ")[0] + " …" if " " in text[:SNIPPET] else text[:SNIPPET] + "…"
    )

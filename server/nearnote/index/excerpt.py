"""Which line of a text answers a query, and what to show around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.index import words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SNIPPET = 240  # characters


def best_line(lines: Sequence[str], weights: Mapping[str, float]) -> int:
    """The line that holds most of the weight of these terms; without any the first with text."""
    best, most = -1, 0.0
    for at, line in enumerate(lines):
        weight = sum(weights.get(term, 0.0) for term in set(words.terms(line)))
        if weight > most:
            best, most = at, weight
    if best < 0:
        best = next((at for at, line in enumerate(lines) if words.split(line)), 0)
    return best


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

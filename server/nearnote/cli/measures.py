"""How good a ranking is: the measures of information retrieval, for binary relevance."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import mean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@dataclass(frozen=True, slots=True)
class Measures:
    """Means over queries; each is between 0 and 1."""

    queries: int
    ndcg_10: float
    recall_1: float
    recall_5: float
    recall_10: float
    mrr: float


def ndcg(ranking: Sequence[str], gold: Iterable[str], depth: int = 10) -> float:
    """Normalised discounted cumulative gain of the first `depth` of a ranking without doubles."""
    wanted = set(gold)
    gain = sum(
        1 / math.log2(rank + 2) for rank, found in enumerate(ranking[:depth]) if found in wanted
    )
    ideal = sum(1 / math.log2(rank + 2) for rank in range(min(len(wanted), depth)))
    return gain / ideal if ideal else 0.0


def recall(ranking: Sequence[str], gold: Iterable[str], depth: int) -> float:
    """Share of the gold found in the first `depth`, of as many as there is room for."""
    wanted = set(gold)
    room = min(len(wanted), depth)
    return len(wanted.intersection(ranking[:depth])) / room if room else 0.0


def reciprocal_rank(ranking: Sequence[str], gold: Iterable[str]) -> float:
    """One over the rank of the first gold, 0 when there is none."""
    wanted = set(gold)
    return next((1 / (rank + 1) for rank, found in enumerate(ranking) if found in wanted), 0.0)


def measure(rankings: Sequence[tuple[Sequence[str], Sequence[str]]]) -> Measures:
    """The means over pairs of (ranking, gold)."""
    if not rankings:
        return Measures(0, 0.0, 0.0, 0.0, 0.0, 0.0)
    return Measures(
        len(rankings),
        mean(ndcg(*pair) for pair in rankings),
        mean(recall(*pair, depth=1) for pair in rankings),
        mean(recall(*pair, depth=5) for pair in rankings),
        mean(recall(*pair, depth=10) for pair in rankings),
        mean(reciprocal_rank(*pair) for pair in rankings),
    )

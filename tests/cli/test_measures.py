"""The measures of a ranking, against numbers that were worked out by hand."""

from __future__ import annotations

from math import log2

import pytest

from nearnote.cli.measures import Measures, measure, ndcg, recall, reciprocal_rank

# What a hit at ranks 1, 2 and 3 gains: one over the binary logarithm of the rank and one.
FIRST, SECOND, THIRD = 1.0, 0.6309297535714575, 0.5
LONG = "bcdefghijklmnop"


@pytest.mark.parametrize(
    ("ranking", "gold", "expected"),
    [
        ("abc", "a", 1.0),
        ("abc", "b", SECOND),
        ("abc", "c", THIRD),
        ("abc", "x", 0.0),
        ("abc", "ab", 1.0),
        ("abc", "ba", 1.0),  # gold has no order
        ("abc", "ac", (FIRST + THIRD) / (FIRST + SECOND)),
        ("abc", "bc", (SECOND + THIRD) / (FIRST + SECOND)),
        ("abc", "bx", SECOND / (FIRST + SECOND)),
        ("abc", "abcx", (FIRST + SECOND + THIRD) / (FIRST + SECOND + THIRD + 1 / log2(5))),
        ("abc", "aa", 1.0),  # said twice, wanted once
        ("", "a", 0.0),
        ("abc", "", 0.0),
        (LONG, LONG[9], 1 / log2(11)),
        (LONG, LONG[10], 0.0),  # the eleventh does not count
        (LONG, LONG, 1.0),  # and there is no room for more than ten
    ],
)
def test_ndcg_at_10(ranking: str, gold: str, expected: float) -> None:
    assert ndcg(ranking, gold) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("depth", "expected"), [(1, 0.0), (2, SECOND / (FIRST + SECOND)), (3, 0.6934264036172708)]
)
def test_ndcg_at_another_depth(depth: int, expected: float) -> None:
    assert ndcg("abc", "bc", depth) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("ranking", "gold", "depth", "expected"),
    [
        ("abc", "a", 1, 1.0),
        ("abc", "b", 1, 0.0),
        ("abc", "b", 2, 1.0),
        ("abc", "ab", 1, 1.0),  # there is room for one, and it is one of them
        ("abc", "ab", 5, 1.0),
        ("abc", "ax", 5, 0.5),
        ("abc", "axyz", 3, 1 / 3),
        ("abc", "aax", 5, 0.5),
        ("", "a", 5, 0.0),
        ("abc", "", 5, 0.0),
        (LONG, LONG[4], 5, 1.0),
        (LONG, LONG[5], 5, 0.0),
    ],
)
def test_recall(ranking: str, gold: str, depth: int, expected: float) -> None:
    assert recall(ranking, gold, depth) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("ranking", "gold", "expected"),
    [
        ("abc", "a", 1.0),
        ("abc", "b", 1 / 2),
        ("abc", "cb", 1 / 2),
        ("abc", "x", 0.0),
        ("", "a", 0.0),
        ("abc", "", 0.0),
        (LONG, LONG[14], 1 / 15),  # however far down
    ],
)
def test_the_reciprocal_rank(ranking: str, gold: str, expected: float) -> None:
    assert reciprocal_rank(ranking, gold) == pytest.approx(expected)


def test_a_measure_is_a_mean_over_queries() -> None:
    # At ranks 1, 5, 10 and 11, and not at all.
    found = measure([*((LONG, LONG[rank - 1]) for rank in (1, 5, 10, 11)), (LONG, "a")])
    assert found.queries == 5
    assert found.ndcg_10 == pytest.approx((1 + 1 / log2(6) + 1 / log2(11)) / 5)
    assert found.recall_1 == pytest.approx(1 / 5)
    assert found.recall_5 == pytest.approx(2 / 5)
    assert found.recall_10 == pytest.approx(3 / 5)
    assert found.mrr == pytest.approx((1 + 1 / 5 + 1 / 10 + 1 / 11) / 5)


def test_no_queries_have_no_mean() -> None:
    assert measure([]) == Measures(0, 0.0, 0.0, 0.0, 0.0, 0.0)

"""Where notes lie: near where they are near in meaning, and steadily."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nearnote.features.map.layout import layout
from nearnote.features.map.neighbours import nearest
from nearnote.features.map.repulsion import repulsion

if TYPE_CHECKING:
    from nearnote.features.map.neighbours import Matrix


def clusters(count: int, groups: int, seed: int = 1, dimensions: int = 32) -> Matrix:
    """Unit vectors; row `n` belongs to group `n % groups`."""
    chance = np.random.default_rng(seed)
    middles = chance.normal(size=(groups, dimensions))
    middles /= np.linalg.norm(middles, axis=1, keepdims=True)
    vectors = middles[np.arange(count) % groups] + 0.08 * chance.normal(size=(count, dimensions))
    return unit(vectors)


def unit(vectors: np.ndarray) -> Matrix:
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def placed(vectors: Matrix) -> Matrix:
    return layout(vectors, nearest(vectors, 10)[0])


@pytest.mark.parametrize(("count", "k"), [(0, 3), (1, 3), (2, 3), (7, 3), (50, 10), (1030, 5)])
def test_the_nearest_are_those_of_a_plain_comparison(count: int, k: int) -> None:
    vectors = clusters(count, 5)
    found, cosines = nearest(vectors, k)
    assert found.shape == (count, min(k, max(count - 1, 0)))
    every = np.round(vectors @ vectors.T, 5)
    np.fill_diagonal(every, -np.inf)
    expected = np.sort(every, axis=1)[:, ::-1][:, : found.shape[1]]
    assert np.allclose(cosines, expected, atol=2e-5)
    assert not (found == np.arange(count)[:, None]).any()


def test_the_push_of_the_grid_is_that_of_all_pairs() -> None:
    points = np.random.default_rng(2).normal(scale=8, size=(300, 2)).astype(np.float32)
    away = points[:, None] - points[None]
    near = 1 / (1 + (away**2).sum(axis=2))
    exact = (away * near[:, :, None] ** 2).sum(axis=1)
    push, total = repulsion(points)
    assert np.sqrt(((push - exact) ** 2).mean() / (exact**2).mean()) < 0.2
    assert total == pytest.approx(near.sum() - len(points), rel=0.1)


def test_one_group_lies_together_and_apart_from_others() -> None:
    points = placed(clusters(200, 4))
    of = np.arange(200) % 4
    middles = np.stack([points[of == group].mean(axis=0) for group in range(4)])
    own = np.linalg.norm(points[:, None] - middles[None], axis=2)
    assert (own.argmin(axis=1) == of).all()


def test_the_same_notes_give_the_same_picture() -> None:
    vectors = clusters(150, 6)
    assert np.array_equal(placed(vectors), placed(vectors.copy()))


@pytest.mark.parametrize("seed", range(1, 9))
def test_one_note_more_hardly_moves_the_others(seed: int) -> None:
    vectors = clusters(240, 8, seed)
    before, after = placed(vectors[:-1]), placed(vectors)[:-1]
    moved = np.linalg.norm(before - after, axis=1)
    # The others are on average 1 away from the middle.
    assert float(np.median(moved)) < 0.15


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 40), st.integers(1, 5), st.integers(0, 9))
def test_every_note_has_a_place(count: int, kinds: int, seed: int) -> None:
    """Also where notes are copies of each other, and where there are too few to compare."""
    points = placed(unit(np.random.default_rng(seed).normal(size=(kinds, 8)))[
        np.arange(count) % kinds
    ])  # fmt: skip
    assert points.shape == (count, 2)
    assert np.isfinite(points).all()

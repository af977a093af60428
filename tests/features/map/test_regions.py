"""Regions of the map and the words that they are called by."""

from __future__ import annotations

import numpy as np
import pytest

from nearnote.features.map.region_words import region_words
from nearnote.features.map.regions import regions


def test_three_heaps_are_three_regions_the_largest_first() -> None:
    chance = np.random.default_rng(3)
    heaps = [(0.0, 0.0, 40), (2.0, 0.0, 20), (0.0, 2.0, 10), (3.0, 3.0, 1)]
    points = np.concatenate(
        [chance.normal((x, y), 0.08, (count, 2)) for x, y, count in heaps]
    ).astype(np.float32)
    found = regions(points)
    assert found.tolist() == [0] * 40 + [1] * 20 + [2] * 10 + [-1]


@pytest.mark.parametrize("count", [0, 1, 3, 4])
def test_a_few_notes_in_one_place(count: int) -> None:
    assert regions(np.zeros((count, 2), np.float32)).tolist() == [0 if count > 3 else -1] * count


BREAD = ["The sourdough and the oven", "The rye sourdough", "A sourdough and its oven"]
GARDEN = ["The garlic and its bed", "The garlic of the year", "A bed for the garlic"]
REST = ["The tax of the year", "A letter and its stamp", "The bus for the town"]
WORDS = [
    ("what is everywhere is no name", [*BREAD, *GARDEN, *REST], [0] * 3 + [1] * 3 + [-1] * 3,
     [("sourdough", "oven"), ("garlic", "bed")]),
    ("two forms of a word are one, as it is mostly written",
     ["Baking", "Baking bread", "baking Bread", *REST], [0] * 3 + [-1] * 3,
     [("Baking", "Bread")]),
    ("no numbers", ["2024 frost", "2024 frost", "2024 frost", *REST], [0] * 3 + [-1] * 3,
     [("frost",)]),
    ("other scripts", ["Ржаной хлеб", "Белый хлеб", "Хлеб", *REST], [0] * 3 + [-1] * 3,
     [("хлеб",)]),
    ("nothing in common", ["ash", "elm", "oak", *REST], [0] * 3 + [-1] * 3, [()]),
    ("no regions", REST, [-1] * 3, []),
]  # fmt: skip


@pytest.mark.parametrize(("why", "texts", "region", "names"), WORDS)
def test_names(why: str, texts: list[str], region: list[int], names: list[tuple[str, ...]]) -> None:
    assert region_words(texts, region, max(region) + 1) == names, why

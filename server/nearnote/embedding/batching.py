"""Cutting texts into batches for a model that pads each batch to its longest text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def batches(lengths: Sequence[int], budget: int, most: int = 1024) -> list[list[int]]:
    """Indices of `lengths`, each once, by length, in batches of at most `budget` padded tokens.

    Sorting puts texts of one length together, so that little is padded. A text above the
    budget is a batch of its own; no batch has more than `most` texts.
    """
    cut: list[list[int]] = []
    batch: list[int] = []
    for index in sorted(range(len(lengths)), key=lengths.__getitem__):
        padded = (len(batch) + 1) * lengths[index]
        if batch and (padded > budget or len(batch) == most):
            cut.append(batch)
            batch = []
        batch.append(index)
    return [*cut, batch] if batch else cut

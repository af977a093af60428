"""Cutting texts into batches."""

from hypothesis import given
from hypothesis import strategies as st

from nearnote.embedding.batching import batches


@given(st.lists(st.integers(0, 300)), st.integers(1, 500), st.integers(1, 20))
def test_batches(lengths: list[int], budget: int, most: int) -> None:
    cut = batches(lengths, budget, most)
    assert sorted(index for batch in cut for index in batch) == list(range(len(lengths)))
    for batch in cut:
        assert 1 <= len(batch) <= most
        assert len(batch) == 1 or len(batch) * max(lengths[i] for i in batch) <= budget


def test_texts_of_one_length_go_together() -> None:
    assert batches([9, 1, 9, 1], budget=18) == [[1, 3], [0, 2]]

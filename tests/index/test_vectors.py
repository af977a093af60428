"""The matrix of vectors: what is in it, and what is near."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from nearnote.index.anisotropy import Anisotropy
from nearnote.index.index import Index
from nearnote.index.semantic import FEW, nearness
from nearnote.index.vectors import SAMPLE, Vectors
from tests.index.making import chunks_of, entry_of

if TYPE_CHECKING:
    from nearnote.index.vectors import Matrix

DIMENSIONS = 24


def unit(count: int, seed: int) -> Matrix:
    rows = np.random.default_rng(seed).normal(size=(count, DIMENSIONS)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def vectors_of(rows: dict[int, Matrix]) -> Vectors:
    vectors = Vectors()
    vectors.clear(DIMENSIONS, np.zeros((0, DIMENSIONS), np.float32))
    for chunk, row in rows.items():
        vectors.put([chunk], [bytes(32)], row[None])
    return vectors


def test_what_is_put_is_there_until_it_is_forgotten() -> None:
    one, two, three = unit(3, 1)
    vectors = vectors_of({1: one, 5000: two})
    assert len(vectors) == 2
    assert [chunk in vectors for chunk in (1, 5000, 2, 10**9)] == [True, True, False, False]
    assert np.array_equal(vectors.get([5000, 1]), np.stack([two, one]))
    vectors.put([1], [bytes(32)], three[None])
    vectors.forget(5000)
    vectors.forget(5000)
    vectors.forget(77)
    assert len(vectors) == 1
    assert vectors.among(np.array([1, 2, 5000, 10**9], np.int32)).tolist() == [1]
    assert np.array_equal(vectors.get([1])[0], three)
    vectors.clear(DIMENSIONS, np.zeros((0, DIMENSIONS), np.float32))
    assert len(vectors) == 0
    assert 1 not in vectors


@pytest.mark.parametrize(
    ("key", "anew"),
    [
        (0, True),  # of the sample, which is the lowest by hash
        (SAMPLE - 1, True),
        (SAMPLE, False),  # beyond it, so that most edits cost no look at all
    ],
)
def test_the_sample_is_looked_at_anew_when_it_changed(key: int, anew: bool) -> None:
    rows = unit(SAMPLE + 10, 4)
    vectors = Vectors()
    vectors.clear(DIMENSIONS, np.zeros((0, DIMENSIONS), np.float32))
    hashes = [at.to_bytes(8) + bytes(24) for at in range(len(rows))]
    vectors.put(list(range(len(rows))), hashes, rows)
    before = vectors.space
    vectors.forget(key)
    assert (vectors.space is not before) is anew


@pytest.mark.parametrize("k", [1, 7, 300, 10_000])
def test_the_nearest_are_the_nearest(k: int) -> None:
    rows, query = unit(300, 2), unit(1, 3)[0]
    vectors = vectors_of(dict(enumerate(rows)))
    for chunk in range(0, 300, 3):
        vectors.forget(chunk)
    found, cosines = vectors.nearest(query, k)
    exact = {chunk: float(rows[chunk] @ query) for chunk in range(300) if chunk % 3}
    assert found.tolist() == sorted(exact, key=lambda chunk: -exact[chunk])[:k]
    assert cosines == pytest.approx([exact[chunk] for chunk in found.tolist()], abs=1e-6)


def test_equal_texts_are_equally_near_wherever_they_lie() -> None:
    row, query = unit(1, 4)[0], unit(1, 5)[0]
    vectors = vectors_of(dict.fromkeys((0, 1, 7, 1023, 1024, 4097), row))
    cosines, live = vectors.cosines(query, 5000)
    assert len(set(cosines[live].tolist())) == 1
    found, _ = vectors.nearest(query, 2)
    assert found.tolist() == [0, 1, 7, 1023, 1024, 4097]  # all that tie


def test_without_a_model_nothing_is_near() -> None:
    found, cosines = Vectors().nearest(unit(1, 6)[0], 5)
    assert len(found) == len(cosines) == 0
    cosines, live = Vectors().cosines(unit(1, 6)[0], 3)
    assert cosines.tolist() == [0.0] * 3
    assert not live.any()


def test_a_query_about_nothing_gets_the_few_nearest_notes() -> None:
    index = Index()
    index.use_model("test", DIMENSIONS, unit(24, 7))
    with index.together():
        for at in range(200):
            index.put(entry_of(f"{at}.md", f"{at}"), chunks_of(f"{at}", "one\n\ntwo"))
    waiting = index.pending(1000)
    index.set_vectors([chunk_hash for chunk_hash, _ in waiting], unit(len(waiting), 8))
    here = index.note_of >= 0
    none = np.zeros(0, np.int32)
    counts = []
    for query in unit(50, 9):
        found = nearness(index, query, here, none)
        (chunk, *_), _ = index.vectors.nearest(index.vectors.space.query.of(query), 1)
        nearest = int(index.note_of[chunk])
        notes = set(index.note_of[found.near].tolist())
        assert nearest in notes
        counts.append(len(notes))
        others = here & (index.note_of != nearest)
        assert nearest not in index.note_of[nearness(index, query, others, none).near]
    assert np.median(counts) == FEW
    assert max(counts) < 20


def test_a_small_vault_does_not_turn_notes_from_their_neighbours() -> None:
    # Fewer texts than directions: what is common cannot be told, so notes turn as queries do.
    random = np.random.default_rng(3)
    some = random.normal(size=(60, 64)).astype(np.float32)
    some /= np.linalg.norm(some, axis=1, keepdims=True)
    near = some[0] + 0.5 * some[1]
    near /= np.linalg.norm(near)
    space = Anisotropy(np.vstack([some, near[None]]), some[:24])
    turned = space.note.of(near)
    cosines = some @ turned
    assert cosines.argmax() == 0
    assert np.allclose(turned, space.query.of(near), atol=1e-6)

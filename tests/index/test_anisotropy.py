"""What a sample of vectors tells: what is common, and where chance ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from nearnote.index.anisotropy import TAIL, Anisotropy
from nearnote.index.index import Index
from nearnote.index.vectors import SAMPLE
from tests.index.making import chunks_of, entry_of

if TYPE_CHECKING:
    from nearnote.index.vectors import Matrix

DIMENSIONS = 32
NONE = np.zeros((0, DIMENSIONS), np.float32)


def unit(vectors: Matrix) -> Matrix:
    return (vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)).astype(np.float32)


def normal(count: int, seed: int) -> Matrix:
    return np.random.default_rng(seed).normal(size=(count, DIMENSIONS)).astype(np.float32)


def test_a_query_turns_from_what_all_texts_share() -> None:
    common = np.zeros(DIMENSIONS, np.float32)
    common[0] = 1.0
    texts = normal(500, 1)
    texts[:, 0] *= 8.0
    space = Anisotropy(unit(texts), NONE)
    query = unit(common + np.eye(DIMENSIONS, dtype=np.float32)[1])
    for turn, most in ((space.query, 0.6), (space.note, 0.1)):
        turned = turn.of(query)
        assert np.linalg.norm(turned) == pytest.approx(1.0, abs=1e-5)
        assert turned[0] < most * query[0] + 0.1
        assert turned[1] > query[1]


@pytest.mark.parametrize("count", [0, 1, 2, 49])
def test_few_vectors_turn_nothing(count: int) -> None:
    space = Anisotropy(unit(normal(50, 2))[:count], unit(normal(24, 3)))
    query = unit(normal(1, 4))[0]
    assert np.allclose(space.query.of(query), query, atol=1e-6)
    assert 0.0 <= space.query.floor(count) <= 1.0


def test_the_floor_is_where_chance_ends_and_grows_with_the_vault() -> None:
    texts, probes, questions = unit(normal(1000, 5)), unit(normal(24, 6)), unit(normal(200, 7))
    turn = Anisotropy(texts, probes).query
    best = [float((texts @ turn.of(question)).max()) for question in questions]
    above = np.mean(np.array(best) > turn.floor(1000))
    assert 0.2 < above < 0.8  # half of the questions about nothing find something by chance
    assert turn.floor(1000) < turn.floor(10_000) < turn.floor(100_000) < 1.0


def test_two_thirds_of_the_null_queries_would_find_something_above_the_floor() -> None:
    turn = Anisotropy(unit(normal(1000, 5)), unit(normal(99, 6))).query
    best = turn._high + np.log(1000 // TAIL) * turn._steep
    assert np.mean(best > turn.floor(1000)) == pytest.approx(2 / 3, abs=0.02)


def test_without_probes_there_is_no_floor() -> None:
    assert Anisotropy(unit(normal(500, 8)), NONE).query.floor(500) == 0.0


def test_the_sample_depends_on_the_texts_alone() -> None:
    def index(order: list[int]) -> Index:
        found = Index()
        found.use_model("test", DIMENSIONS, unit(normal(24, 9)))
        with found.together():
            for at in order:
                found.put(entry_of(f"{at}.md", f"{at}"), chunks_of(f"{at}", "text"))
        vectors = {f"{at}\ntext": vector for at, vector in enumerate(unit(normal(1300, 10)))}
        waiting = found.pending(9999)
        found.set_vectors(
            [chunk_hash for chunk_hash, _ in waiting],
            np.stack([vectors[text] for _, text in waiting]),
        )
        return found

    fresh = index(list(range(1200)))
    lived = index(list(range(1300))[::-1])
    assert lived.vectors.space.size == SAMPLE
    for at in range(1200, 1300):
        lived.remove(entry_of(f"{at}.md", "").path)
    question = unit(normal(1, 11))[0]
    for one, other in zip(
        (fresh.vectors.space.query, fresh.vectors.space.note),
        (lived.vectors.space.query, lived.vectors.space.note),
        strict=True,
    ):
        assert np.array_equal(one.of(question), other.of(question))
        assert one.floor(1200) == other.floor(1200)
    assert fresh.vectors.space is fresh.vectors.space


def test_a_model_that_calls_all_texts_alike_is_spread() -> None:
    common = unit(normal(1, 12))
    alike = Anisotropy(unit(3.0 * common + unit(normal(400, 13))), NONE)
    pairs = unit(3.0 * common + unit(normal(400, 14)))
    middle, factor = alike.spreading
    spread = (pairs[:200] @ pairs[200:].T - middle) * factor
    assert abs(spread.mean()) < 0.02
    assert 0.08 < spread.std() < 0.14
    wide = np.random.default_rng(15).normal(size=(400, 1024)).astype(np.float32)
    assert Anisotropy(unit(wide), NONE).spreading == (
        0.0,
        1.0,
    )  # far from each other, and evenly so
    assert Anisotropy(unit(3.0 * common + unit(normal(9, 16))), NONE).spreading == (0.0, 1.0)

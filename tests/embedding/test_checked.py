"""What counts as an answer of a model, and the provider without a model."""

import numpy as np
import pytest

from nearnote.config import Settings
from nearnote.embedding.embedder import EmbedderError, checked, identity
from nearnote.embedding.loader import load
from nearnote.embedding.providers.hashing import HashingEmbedder


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[1, 0]], "1 vectors for 2 texts"),
        ([[1, 0]] * 3, "3 vectors for 2 texts"),
        ([1, 0], "2 vectors for 2 texts"),
        ([], "0 vectors for 2 texts"),
        ([[1, 0, 0]] * 2, "3 dimensions instead of 2"),
        ([[1, 0], [float("nan"), 1]], "not finite"),
        ([[1, 0], [float("inf"), 1]], "not finite"),
        ([[1, 0], [0, 0]], "zeros"),
        ([[1, 0], [1]], "no vector"),
        ([["a", "b"]] * 2, "no vector"),
        (None, "0 vectors for 2 texts"),
        ({"a": 1}, "no vector"),
    ],
)
def test_bad_answers(rows: object, message: str) -> None:
    with pytest.raises(EmbedderError, match=message) as caught:
        checked(rows, 2, 2)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("rows", [[[3, 4], [0, 2]], [[3e30, 4e30], [0, 1e-30]]])
def test_good_answers_get_unit_norm(rows: object) -> None:
    vectors = checked(rows, 2, 2)
    assert vectors.dtype == np.float32
    assert np.allclose(vectors, [[0.6, 0.8], [0, 1]])


def test_no_texts_give_no_vectors() -> None:
    assert checked([], 0, 3).shape == (0, 3)


def test_identity_tells_prefixes_apart() -> None:
    assert identity(model="m", query_prefix="q") != identity(model="m", query_prefix="")
    assert identity(a=1, b=2) == identity(b=2, a=1)


def test_hashing() -> None:
    embedder = load(Settings(provider="hashing", dimensions=64))
    assert embedder.dimensions == 64
    rows = embedder.embed_documents(["warm bread dough", "train to Izmir", ""])
    assert np.array_equal(
        rows, HashingEmbedder(64).embed_documents(["warm bread dough", "train to Izmir", ""])
    )
    assert np.allclose(np.linalg.norm(rows, axis=1), 1)
    scores = rows @ embedder.embed_query("bread")
    assert scores[0] > scores[1]
    assert embedder.batches(["a", "b"]) == [[0, 1]]

"""The offline multilingual model, for real."""

import numpy as np
import pytest

from nearnote.config import Settings
from nearnote.embedding.embedder import Embedder, EmbedderError
from nearnote.embedding.loader import load
from nearnote.embedding.providers import multilingual

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return load(Settings(provider="multilingual"))


def test_vectors(embedder: Embedder) -> None:
    rows = embedder.embed_documents(["a", "", "🎉", "word " * 500])
    assert rows.shape == (4, 512)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-6)
    assert embedder.embed_documents([]).shape == (0, 512)
    assert not embedder.remote


def test_company_does_not_change_a_vector(embedder: Embedder) -> None:
    texts = ["a", "warm dough rises", "word " * 100]
    alone = np.concatenate([embedder.embed_documents([text]) for text in texts])
    assert np.allclose(embedder.embed_documents(texts), alone, atol=1e-5)


def test_across_languages(embedder: Embedder) -> None:
    notes = ["The dough rises faster in a warm kitchen.", "The night train leaves at ten."]
    scores = embedder.embed_documents(notes) @ embedder.embed_query("Hamur sıcak mutfakta kabarır")
    assert scores[0] > scores[1]


def test_batches_are_small(embedder: Embedder) -> None:
    cut = embedder.batches(["x" * 900] * 20)
    assert sorted(index for batch in cut for index in batch) == list(range(20))
    assert max(len(batch) for batch in cut) <= 8


def test_the_extra_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multilingual.util, "find_spec", lambda _: None)
    with pytest.raises(EmbedderError, match=r"pip install 'nearnote\[multilingual\]'"):
        load(Settings(provider="multilingual"))


def test_other_dimensions_are_refused() -> None:
    with pytest.raises(EmbedderError, match="512 dimensions"):
        load(Settings(provider="multilingual", dimensions=100))

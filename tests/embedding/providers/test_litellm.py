"""The provider litellm, with a stand-in for the library."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from nearnote.config import Settings
from nearnote.embedding.embedder import EmbedderError
from nearnote.embedding.providers.litellm import input_types, load_litellm


class ProviderError(Exception):
    """As litellm raises it: with a status and too much in its words."""

    def __init__(self, status: int | None) -> None:
        super().__init__("key sk-very-secret is wrong\n" * 3)
        self.status_code = status


class Library(ModuleType):
    """Keeps its calls; fails as its script says, then answers well."""

    def __init__(self) -> None:
        super().__init__("litellm")
        self.calls: list[dict[str, Any]] = []
        self.script: list[Exception] = []
        self.__spec__ = SimpleNamespace(name="litellm")  # type: ignore[assignment]

    def embedding(self, **call: Any) -> object:
        self.calls.append(call)
        if self.script:
            raise self.script.pop(0)
        rows = [{"index": i, "embedding": [len(text), 1]} for i, text in enumerate(call["input"])]
        return SimpleNamespace(data=rows[::-1])


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Library:
    made = Library()
    monkeypatch.setitem(sys.modules, "litellm", made)
    return made


def _settings(**more: Any) -> Settings:
    return Settings(
        provider="litellm", **{"model": "cohere/embed-english-v3.0", "dimensions": 2, **more}
    )


def test_documents_and_queries_have_their_types(library: Library) -> None:
    embedder = load_litellm(_settings())
    rows = embedder.embed_documents(["abc", "a"])
    assert np.allclose(rows[:, 0] / rows[:, 1], [3, 1])
    embedder.embed_query("a")
    assert [call["input_type"] for call in library.calls] == ["search_document", "search_query"]
    assert library.calls[0]["dimensions"] == 2
    assert "search_query" in embedder.identity
    assert library.suppress_debug_info


@pytest.mark.parametrize(
    ("model", "settings", "document", "query"),
    [
        ("cohere/embed-multilingual-v3.0", {}, "search_document", "search_query"),
        ("bedrock/cohere.embed-english-v3", {}, "search_document", "search_query"),
        ("nvidia_nim/nvidia/nv-embedqa-e5-v5", {}, "passage", "query"),
        ("openai/text-embedding-3-small", {}, None, None),
        ("voyage/voyage-3", {"document_input_type": "document"}, "document", None),
        ("cohere/embed-english-v3.0", {"query_input_type": "x"}, "search_document", "x"),
    ],
)
def test_input_types(model: str, settings: dict[str, str], document: str, query: str) -> None:
    assert input_types(model, Settings(**settings)) == {"document": document, "query": query}


@pytest.mark.parametrize(
    ("script", "calls", "later", "message"),
    [
        ([ProviderError(401)], 1, None, r"The provider of m refused the key \(ProviderError\)\."),
        ([ProviderError(400)], 1, None, r"The provider of m failed: ProviderError \(400\)\."),
        ([ProviderError(None)], 1, None, r"The provider of m failed: ProviderError\."),
        ([ProviderError(500)] * 4, 4, 30.0, r"failed: ProviderError \(500\)\."),
        ([KeyError("embedding")], 1, None, "answered without vectors"),
    ],
)
def test_failures(
    library: Library, script: list[Exception], calls: int, later: float | None, message: str
) -> None:
    library.script = list(script)
    with pytest.raises(EmbedderError, match=message) as caught:
        load_litellm(_settings(model="m"), lambda _: None).embed_documents(["a"])
    assert len(library.calls) == calls
    assert caught.value.retry_after == later
    assert "secret" not in str(caught.value)


def test_what_passes_is_tried_again(library: Library) -> None:
    library.script = [ProviderError(429)]
    assert load_litellm(_settings(), lambda _: None).embed_documents(["a"]).shape == (1, 2)


def test_a_model_and_the_extra_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EmbedderError, match=r"set nearnote\.model"):
        load_litellm(Settings(provider="litellm"))
    monkeypatch.setattr("nearnote.embedding.providers.litellm.util.find_spec", lambda _: None)
    with pytest.raises(EmbedderError, match=r"pip install 'nearnote\[litellm\]'"):
        load_litellm(_settings())

"""A model for tests that does as it is told, and work aside that is done when a test says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nearnote.embedding.model import EmbeddingModel
from nearnote.embedding.providers.hashing import HashingEmbedder
from nearnote.embedding.tokenizer_fertility import Spelling

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from nearnote.embedding.embedder import EmbedderError, Vectors


class Model(HashingEmbedder):
    """Hashing in the place of a model of any kind.

    `error` is raised by every call, `bad` are words that no batch may contain and what is raised
    then, `asked` are the texts of each call, `foreign` words of a language that it does not know.
    """

    def __init__(self, *, remote: bool = False) -> None:
        super().__init__(64)
        self.remote = remote
        self.error: EmbedderError | None = None
        self.bad: dict[str, EmbedderError] = {}
        self.asked: list[list[str]] = []
        self.foreign: set[str] = set()

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        self.asked.append(list(texts))
        if self.error is not None:
            raise self.error
        for word, error in self.bad.items():
            if any(word in text for text in texts):
                raise error
        return super().embed_documents(texts)

    def embed_query(self, text: str) -> Vectors:
        self.asked.append([text])
        if self.error is not None:
            raise self.error
        return super().embed_documents([text])[0]

    def spelling(self, text: str) -> Spelling:
        """Words of `foreign` have four pieces, others one."""
        words = text.split()
        return Spelling(sum(4 if word in self.foreign else 1 for word in words), len(words))


class Asides:
    """Work aside: begun at once, finished when the test calls `finish`; in the order of asking."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Callable[[], Any], Callable[[Any], object]]] = []

    def __call__(self, work: Callable[[], Any], then: Callable[[Any], object]) -> None:
        self.waiting.append((work, then))

    def finish(self, number: int = 0) -> None:
        """Do one piece of work and what follows from it."""
        work, then = self.waiting.pop(number)
        then(work())


class Clock:
    """Time that passes when the test says so."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def model_of_settings(model: Model, clock: Clock | None = None) -> EmbeddingModel:
    """A model without a cache."""
    return EmbeddingModel(lambda: model, lambda: None, clock or Clock())

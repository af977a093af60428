"""What every provider over the network needs: batches, tries, prefixes and a check."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any, Literal

from nearnote.embedding.batching import batches
from nearnote.embedding.embedder import EmbedderError, Vectors, checked, encodable, identity
from nearnote.embedding.prefixes import prefixes
from nearnote.embedding.tokenizer_fertility import Spelling

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from nearnote.config import Settings

Role = Literal["document", "query"]

# One request: small enough for a model on a processor to answer within the time limit. The
# characters of a text say enough of its tokens.
_CHARACTERS = 24_000
_TEXTS = 32
# Seconds for a whole answer. A person waits for the query and gets words without it.
SECONDS: dict[Role, float] = {"document": 60.0, "query": 5.0}
# Seconds before the second, third and fourth try of documents; a query is asked once.
_WAITS = (1.0, 2.0, 4.0)
# A server that wants more patience than this is asked again later, not waited for.
_PATIENCE = 10.0
_LATER = 30.0


class RemoteEmbedder:
    """Vectors from `ask`, which makes one request: (texts, role, seconds) -> rows.

    `ask` raises EmbedderError, with `retry_after` where another try may help. One request is
    under way at a time.
    """

    remote = True
    weight = 1.0

    def __init__(
        self,
        ask: Callable[[list[str], Role, float], object],
        settings: Settings,
        model: str,
        sleep: Callable[[float], None] = time.sleep,
        **parts: object,
    ) -> None:
        self.name = model
        self._ask = ask
        self._sleep = sleep
        self._query_prefix, self._document_prefix = prefixes(model, settings)
        self.dimensions = settings.dimensions or self._measured()
        self.identity = identity(
            provider=settings.provider,
            model=model,
            dimensions=self.dimensions,
            query_prefix=self._query_prefix,
            document_prefix=self._document_prefix,
            **parts,
        )

    def batches(self, texts: Sequence[str]) -> list[list[int]]:
        """See `Embedder`."""
        return batches([len(text) for text in texts], _CHARACTERS, _TEXTS)

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder`."""
        rows: list[Any] = [None] * len(texts)
        for batch in self.batches(texts):
            asked = [self._document_prefix + texts[index] for index in batch]
            found = checked(self._patiently(asked), len(batch), self.dimensions)
            for index, row in zip(batch, found, strict=True):
                rows[index] = row
        return checked(rows, len(texts), self.dimensions)

    def embed_query(self, text: str) -> Vectors:
        """See `Embedder`."""
        rows = self._ask([self._query_prefix + encodable(text)], "query", SECONDS["query"])
        vector: Vectors = checked(rows, 1, self.dimensions)[0]
        return vector

    def spelling(self, text: str) -> Spelling:  # noqa: ARG002
        """Remote models know many languages, and their tokenizers are not here to be asked."""
        return Spelling()

    def _measured(self) -> int:
        """How many dimensions the model answers with.

        Raises EmbedderError where it answers without a vector.
        """
        rows: Any = self._patiently(["How long is a vector?"])
        try:
            return len(rows[0])
        except (TypeError, IndexError) as error:
            raise EmbedderError(f"The model {self.name} answered without a vector.") from error

    def _patiently(self, texts: list[str]) -> object:
        """The rows of `texts`, asked for again when the failure may pass by itself.

        Raises EmbedderError when it does not pass, or not within the attempts.
        """
        for wait in (*_WAITS, None):
            try:
                return self._ask(texts, "document", SECONDS["document"])
            except EmbedderError as error:
                if error.retry_after is None:
                    raise
                if wait is None or error.retry_after > _PATIENCE:
                    raise EmbedderError(str(error), max(error.retry_after, _LATER)) from error
                self._sleep(max(wait, error.retry_after))
        raise AssertionError("unreachable")


def api_key(host: str) -> str:
    """The key for `host` from the environment, or nothing.

    OPENAI_API_KEY goes to OpenAI only: another server that happens to speak its protocol must
    not be shown it.
    """
    key = os.environ.get("NEARNOTE_API_KEY", "").strip()
    if not key and (host == "openai.com" or host.endswith(".openai.com")):
        key = os.environ.get("OPENAI_API_KEY", "").strip()
    return key


def in_order(data: Sequence[Any]) -> list[object]:
    """The `embedding` of each item in the order of their `index`, or as they come without one.

    Raises KeyError, TypeError or AttributeError for items that are none; `checked` counts them.
    """
    items = list(data)
    places = [item.get("index") for item in items]
    if sorted(places, key=str) == sorted(range(len(items)), key=str):
        items.sort(key=lambda item: int(item["index"]))
    return [item["embedding"] for item in items]

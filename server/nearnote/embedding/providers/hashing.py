"""Vectors without a model: texts that share words are near. For fast tests only."""

from __future__ import annotations

import re
import zlib
from typing import TYPE_CHECKING

import numpy as np

from nearnote.embedding.batching import batches
from nearnote.embedding.embedder import Vectors, checked, identity
from nearnote.embedding.tokenizer_fertility import Spelling

if TYPE_CHECKING:
    from collections.abc import Sequence


class HashingEmbedder:
    """Counts words and their first letters in as many buckets as there are dimensions."""

    name = "hashing"
    remote = False
    weight = 1.0

    def __init__(self, dimensions: int = 256) -> None:
        self.dimensions = dimensions
        self.identity = identity(provider="hashing", dimensions=dimensions)

    def batches(self, texts: Sequence[str]) -> list[list[int]]:
        """See `Embedder`."""
        return batches([len(text) for text in texts], budget=20_000)

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder`."""
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[0] = 1e-3  # a text without words has a direction too
            for word in re.findall(r"\w+", text.casefold()):
                row[zlib.crc32(word.encode()) % self.dimensions] += 1
                row[zlib.crc32(word[:4].encode()) % self.dimensions] += 0.5
        return checked(rows, len(texts), self.dimensions)

    def embed_query(self, text: str) -> Vectors:
        """See `Embedder`."""
        vector: Vectors = self.embed_documents([text])[0]
        return vector

    def spelling(self, text: str) -> Spelling:  # noqa: ARG002
        """It knows no language and every word."""
        return Spelling()

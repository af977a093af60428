"""A sentence encoder that onnxruntime runs without fastembed between.

For the models that nearnote makes the graphs of. onnxruntime and tokenizers take a third of the
time to import that fastembed takes with its hub client and image library.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from nearnote.embedding.batching import batches
from nearnote.embedding.embedder import EmbedderError, Vectors, checked, encodable, identity
from nearnote.embedding.tokenizer_fertility import Spelling, spelling

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

# Padded tokens in one run. A run of one text is as fast a token as one of many, so that small
# batches cost nothing: padding is saved, and a query waits less for the batch before it.
_BUDGET = 256


@dataclass(frozen=True, slots=True)
class Recipe:
    """What decides an encoder's vectors beside its graph: (prefix of queries, of documents)."""

    name: str
    weights: str
    longest: int
    prefix: tuple[str, str] = ("", "")
    provider: str = "encoder"
    weight: float = 1.0


class OnnxEncoder:
    """The mean of the states of a text's tokens, of unit length."""

    remote = False

    def __init__(self, graph: Path | bytes, tokenizer: Path, recipe: Recipe) -> None:
        """Loads both.

        Raises EmbedderError where one of them is no such file or not for this machine.
        """
        self.name = recipe.name
        self.weight = recipe.weight
        self._query_prefix, self._document_prefix = recipe.prefix
        try:
            self._session = session(graph)
            self._tokenizer = Tokenizer.from_file(str(tokenizer))
            self._pad = (self._tokenizer.padding or {"pad_id": 0})["pad_id"]
            self._tokenizer.no_padding()
            self._tokenizer.enable_truncation(recipe.longest)
            self._inputs = {each.name for each in self._session.get_inputs()}
            self.dimensions = int(self._session.get_outputs()[0].shape[-1])
        except Exception as error:  # neither library has a class of its own for errors
            raise EmbedderError(
                f"The model {recipe.name} could not be loaded: {first_line(error)}"
            ) from error
        self.identity = identity(
            provider=recipe.provider,
            model=recipe.name,
            weights=recipe.weights,
            dimensions=self.dimensions,
            query_prefix=self._query_prefix,
            document_prefix=self._document_prefix,
        )

    def batches(self, texts: Sequence[str]) -> list[list[int]]:
        """See `Embedder`."""
        return batches([len(ids) for ids in self._tokens(texts)], _BUDGET)

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder`."""
        tokens = self._tokens(texts)
        rows = np.zeros((len(texts), self.dimensions), np.float32)
        for batch in batches([len(ids) for ids in tokens], _BUDGET):
            rows[batch] = self._run([tokens[index] for index in batch])
        return checked(rows, len(texts), self.dimensions)

    def embed_query(self, text: str) -> Vectors:
        """See `Embedder`."""
        ids = self._tokenizer.encode(self._query_prefix + encodable(text)).ids
        vector: Vectors = checked(self._run([ids]), 1, self.dimensions)[0]
        return vector

    def spelling(self, text: str) -> Spelling:
        """See `Embedder`."""
        return spelling(self._tokenizer, encodable(text))

    def _tokens(self, texts: Sequence[str]) -> list[list[int]]:
        prefixed = [self._document_prefix + encodable(text) for text in texts]
        return [encoding.ids for encoding in self._tokenizer.encode_batch(prefixed)]

    def _run(self, tokens: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        """(texts, dimensions): means of the states of the tokens that are no padding.

        Mean pooling (Reimers & Gurevych 2019, Sentence-BERT); float32, not yet of unit length.
        Raises EmbedderError where the model fails on the texts.
        """
        longest = max(map(len, tokens))
        ids = np.full((len(tokens), longest), self._pad, np.int64)
        mask = np.zeros_like(ids)
        for row, text in enumerate(tokens):
            ids[row, : len(text)] = text
            mask[row, : len(text)] = 1
        inputs = {"input_ids": ids, "attention_mask": mask}
        if "token_type_ids" in self._inputs:
            inputs["token_type_ids"] = np.zeros_like(ids)
        try:
            states: Any = self._session.run(None, inputs)[0]
        except Exception as error:
            raise EmbedderError(f"The model {self.name} failed: {first_line(error)}") from error
        sums = np.einsum("nld,nl->nd", states, mask.astype(np.float32))
        means: NDArray[np.float32] = sums / mask.sum(axis=1, keepdims=True)
        return means.astype(np.float32)


def session(graph: Path | bytes) -> onnxruntime.InferenceSession:
    """A session that is quiet, keeps no memory of its largest batch and does not spin."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = min(4, os.cpu_count() or 1)
    options.enable_cpu_mem_arena = False
    # Threads that spin while they wait for one another take the processor from the editor; with
    # another program at work they made the model three times slower.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    source = graph if isinstance(graph, bytes) else str(graph)
    return onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])


def first_line(error: BaseException) -> str:
    """What an error says first, for one sentence."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return lines[0][:300]

"""The port through which texts become vectors; one provider is one file beside this one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nearnote.embedding.tokenizer_fertility import Spelling

Vectors = NDArray[np.float32]
"""(n, dimensions), or (dimensions,) for one; rows of unit norm, finite."""

# Changes when chunks are put into words for the model in another way.
_TEXT_FORMAT = 1


class EmbedderError(Exception):
    """No vectors; the message is one plain sentence that says what to do.

    `retry_after` is in how many seconds another try makes sense; None means that none does
    before the user has changed something.
    """

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class Embedder(Protocol):
    """A model. All calls may raise EmbedderError.

    Those of a local model come from one thread at a time; those of a remote one may overlap, since
    a query does not wait for texts.
    """

    @property
    def name(self) -> str:
        """What a person calls the model."""

    @property
    def identity(self) -> str:
        """All that decides the vectors: those of two identities are never compared."""

    @property
    def dimensions(self) -> int:
        """Length of a vector."""

    @property
    def remote(self) -> bool:
        """Whether calls leave the machine: slow, and not for the thread that answers searches."""

    @property
    def weight(self) -> float:
        """How much its opinion counts beside that of words; 1 for a model that knows its trade."""

    def batches(self, texts: Sequence[str]) -> list[list[int]]:
        """Indices of `texts`, each once, cut into calls of `embed_documents` of a good size.

        A batch of a local model takes about a tenth of a second at most.
        """

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """One row for each text, in order."""

    def embed_query(self, text: str) -> Vectors:
        """(dimensions,)"""

    def spelling(self, text: str) -> Spelling:
        """What tells whether the model knows the language of `text`."""


def silent(_: str) -> None:
    """Shows no progress."""


def identity(**parts: object) -> str:
    """One string of all `parts` that decide the vectors."""
    return json.dumps({**parts, "format": _TEXT_FORMAT}, sort_keys=True, ensure_ascii=False)


def encodable(text: str) -> str:
    """`text` without lone surrogates, which JSON can carry into a query and no tokenizer takes."""
    return text.encode("utf-8", "replace").decode()


def checked(rows: object, count: int, dimensions: int) -> Vectors:
    """`rows` as vectors of unit norm.

    Every provider's answer passes here, since one NaN in the index spoils every search.

    Takes numbers (texts, dimensions), gives float32 of the same shape and L2 norm 1. Raises
    EmbedderError for rows of another count or width, for NaN and infinity, for a vector of zeros,
    and for what is no numbers.
    """
    try:
        vectors = np.asarray(rows, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise EmbedderError("The model answered with something that is no vector.") from error
    if count == 0:
        return np.zeros((0, dimensions), dtype=np.float32)
    if vectors.ndim != 2 or len(vectors) != count:
        got = len(vectors) if vectors.ndim else 0
        raise EmbedderError(f"The model answered with {got} vectors for {count} texts.")
    if vectors.shape[1] != dimensions:
        raise EmbedderError(
            f"The model answered with {vectors.shape[1]} dimensions instead of {dimensions}; "
            "set nearnote.dimensions to what it gives."
        )
    # The norm of float32 numbers beyond 1e19 overflows.
    norms = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    if not np.isfinite(norms).all():
        raise EmbedderError("The model answered with numbers that are not finite.")
    if not norms.all():
        raise EmbedderError("The model answered with a vector of zeros.")
    return np.ascontiguousarray(vectors / norms, dtype=np.float32)

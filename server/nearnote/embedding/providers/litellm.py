"""Any provider that the library litellm knows; needs the extra `nearnote[litellm]`."""

from __future__ import annotations

import os
import re
import time
from importlib import util
from typing import TYPE_CHECKING, Any

from nearnote.embedding.embedder import EmbedderError
from nearnote.embedding.providers.remote import RemoteEmbedder, Role, in_order

if TYPE_CHECKING:
    from collections.abc import Callable

    from nearnote.config import Settings

# Models that want to be told what a text is: (part of the name, documents, queries).
_INPUT_TYPES: tuple[tuple[str, str, str], ...] = (
    (r"cohere.*embed|\bembed-(english|multilingual)-(light-)?v[3-9]|embed-v[4-9]",
     "search_document", "search_query"),
    (r"nvidia|\bnv-embed", "passage", "query"),
)  # fmt: skip


def load_litellm(settings: Settings, sleep: Callable[[float], None] = time.sleep) -> RemoteEmbedder:
    """The model of the settings; litellm finds its key in the environment.

    Raises EmbedderError where litellm is not installed, or no model is set.
    """
    if not settings.model:
        raise EmbedderError("The provider litellm needs a model; set nearnote.model.")
    if util.find_spec("litellm") is None:
        raise EmbedderError("litellm is not installed; run: pip install 'nearnote[litellm]'")
    types = input_types(settings.model, settings)
    caller = _Caller(settings, types)
    return RemoteEmbedder(
        caller.ask, settings, settings.model, sleep,
        document_input_type=types["document"], query_input_type=types["query"],
    )  # fmt: skip


def input_types(model: str, settings: Settings) -> dict[Role, str | None]:
    """What `model` is told about documents and queries; the settings' own first."""
    document: str | None = None
    query: str | None = None
    for pattern, of_document, of_query in _INPUT_TYPES:
        if re.search(pattern, model, re.IGNORECASE):
            document, query = of_document, of_query
            break
    return {
        "document": settings.document_input_type or document,
        "query": settings.query_input_type or query,
    }


class _Caller:
    """`litellm.embedding` for one model."""

    def __init__(self, settings: Settings, types: dict[Role, str | None]) -> None:
        # Else its import asks GitHub for a list of prices.
        os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
        import litellm

        # It prints advice on stdout, which belongs to the protocol, and reports its use.
        litellm.suppress_debug_info = True
        litellm.telemetry = False
        self._embedding = litellm.embedding
        self._model = settings.model
        self._types = types
        # Models of one length refuse `dimensions`; the length of the answer is checked anyway.
        self._more: dict[str, object] = {"num_retries": 0, "drop_params": True}
        if settings.dimensions:
            self._more["dimensions"] = settings.dimensions
        if settings.base_url:
            self._more["api_base"] = settings.base_url

    def ask(self, texts: list[str], role: Role, seconds: float) -> object:
        """One request; rows in the order of `texts`.

        Raises EmbedderError that tells the kind of failure and none of the provider's words, which
        may repeat the key; `retry_after` is in seconds, None where asking again does not help.
        """
        more = dict(self._more)
        if kind := self._types[role]:
            more["input_type"] = kind
        try:
            answer: Any = self._embedding(model=self._model, input=texts, timeout=seconds, **more)
            return in_order(answer.data)
        except Exception as error:  # litellm raises its own and each provider's classes
            raise self._failure(error) from error

    def _failure(self, error: Exception) -> EmbedderError:
        """What went wrong without the provider's words, which may repeat the key."""
        status = getattr(error, "status_code", None)
        kind = type(error).__name__
        if status in (401, 403):
            return EmbedderError(f"The provider of {self._model} refused the key ({kind}).")
        if isinstance(error, KeyError | TypeError | AttributeError):
            return EmbedderError(f"The provider of {self._model} answered without vectors.")
        passing = status in (408, 429) or (isinstance(status, int) and status >= 500)
        return EmbedderError(
            f"The provider of {self._model} failed: {kind}" + (f" ({status})." if status else "."),
            0.0 if passing else None,
        )

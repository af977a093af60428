"""Any server that speaks OpenAI's protocol: OpenAI, Ollama, LM Studio, llama.cpp, vLLM."""

from __future__ import annotations

import hashlib
import http.client
import json
import re
import time
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from nearnote.embedding.embedder import EmbedderError
from nearnote.embedding.providers.remote import RemoteEmbedder, Role, api_key, in_order

if TYPE_CHECKING:
    from collections.abc import Callable

    from nearnote.config import Settings

_URL = "https://api.openai.com/v1"
_MODEL = "text-embedding-3-small"
_MOST_BYTES = 64 << 20


def load_openai(settings: Settings, sleep: Callable[[float], None] = time.sleep) -> RemoteEmbedder:
    """The model of the settings at `base_url`; asked once for its dimensions if they are unset."""
    url = settings.base_url or _URL
    model = settings.model or _MODEL
    endpoint = _Endpoint(url, model, settings.dimensions)
    # A digest, since an address may hold what is nobody's business.
    server = hashlib.sha256(url.encode()).hexdigest()[:16]
    return RemoteEmbedder(endpoint.ask, settings, model, sleep, server=server)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Notes and keys go to the host that the user named and to no other."""

    def redirect_request(self, *_: Any) -> None:
        return None


class _Endpoint:
    """`POST {url}/embeddings` for one model."""

    def __init__(self, url: str, model: str, dimensions: int | None) -> None:
        self._url = url.rstrip("/") + "/embeddings"
        self._host = urlsplit(url).hostname or ""
        self._key = api_key(self._host)
        self._model = model
        self._dimensions = dimensions
        self._opener = urllib.request.build_opener(_NoRedirect)

    def ask(self, texts: list[str], _: Role, seconds: float) -> object:
        """One request; rows in the order of `texts`.

        Raises EmbedderError where the server refuses, cannot be reached, answers too late or with
        something else.
        """
        try:
            status, wait, body = self._post(texts, time.monotonic() + seconds, seconds)
        except urllib.error.URLError as error:
            if isinstance(error.reason, TimeoutError):
                raise EmbedderError(f"{self._host} did not answer in time.", 0.0) from error
            raise EmbedderError(
                f"{self._host} cannot be reached; check that it runs and nearnote.baseUrl.", 0.0
            ) from error
        except TimeoutError as error:
            raise EmbedderError(f"{self._host} did not answer in time.", 0.0) from error
        except (OSError, http.client.HTTPException) as error:
            raise EmbedderError(f"The connection to {self._host} was cut.", 0.0) from error
        if status == 200:
            return _rows(body)
        said = _said(body)
        if status == 400 and self._dimensions and "dimension" in said:
            # This model has one length, and its server will not be told another.
            self._dimensions = None
            return self.ask(texts, _, seconds)
        raise self._refused(status, said, wait)

    def _post(
        self, texts: list[str], deadline: float, seconds: float
    ) -> tuple[int, str | None, bytes]:
        """(status, Retry-After, body)"""
        body: dict[str, object] = {"model": self._model, "input": texts}
        if self._dimensions:
            body["dimensions"] = self._dimensions
        request = urllib.request.Request(
            self._url,
            data=json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "User-Agent": "nearnote"},
        )
        if self._key:
            request.add_unredirected_header("Authorization", f"Bearer {self._key}")
        try:
            answer = self._opener.open(request, timeout=seconds)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            return answer.status, answer.headers.get("Retry-After"), _limited(answer, deadline)

    def _refused(self, status: int, said: str, retry_after: str | None) -> EmbedderError:
        if status in (401, 403):
            return EmbedderError(
                f"{self._host} refused the key; set the variable NEARNOTE_API_KEY"
                + (" or OPENAI_API_KEY." if self._host.endswith("openai.com") else ".")
            )
        if status == 404:
            return EmbedderError(
                f"{self._host} has no model {self._model} or nothing at that path; check "
                "nearnote.model, and that nearnote.baseUrl ends as the manual says, mostly in /v1."
            )
        if status == 429 or status >= 500:
            return EmbedderError(
                f"{self._host} is too busy or broken (status {status}).", _seconds(retry_after)
            )
        if self._key:
            said = said.replace(self._key, "…")
        return EmbedderError(f"{self._host} refused the request (status {status}){said}.")


def _limited(answer: Any, deadline: float) -> bytes:
    """The whole body, unless it takes too long in all or is too large to be vectors.

    Raises EmbedderError for a body that is too large, TimeoutError for one that takes too long, and
    IncompleteRead for one that breaks off.
    """
    parts: list[bytes] = []
    size = 0
    while part := answer.read1(1 << 16):
        parts.append(part)
        size += len(part)
        if time.monotonic() > deadline:
            raise TimeoutError
        if size > _MOST_BYTES:
            raise EmbedderError("The server's answer is too large to be vectors.")
    body = b"".join(parts)
    if answer.length:  # a body that ends before its announced length
        raise http.client.IncompleteRead(body)
    return body


def _rows(body: bytes) -> list[object]:
    """The numbers of an answer, a row each, in the order of the texts.

    Raises EmbedderError where the answer is something else.
    """
    try:
        return in_order(json.loads(body)["data"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise EmbedderError(
            "The server answered with something else than vectors; check nearnote.baseUrl."
        ) from error


def _said(body: bytes) -> str:
    """`: message` of an error's JSON in one short line; nothing for a page."""
    try:
        error = json.loads(body)["error"]
        message = error if isinstance(error, str) else error["message"]
        line = re.sub(r"\s+", " ", str(message)).strip().rstrip(".")
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""
    return f": {line[:200]}" if line else ""


def _seconds(retry_after: str | None) -> float:
    """Retry-After in seconds; its form as a date is rare and means a plain wait."""
    try:
        return min(max(float(retry_after or 0), 0.0), 3600.0)
    except ValueError:
        return 0.0

"""The provider openai against a server that behaves badly."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from nearnote.config import Settings
from nearnote.embedding.embedder import EmbedderError
from nearnote.embedding.providers import remote
from nearnote.embedding.providers.openai import load_openai
from tests.embedding.bad_server import Answer, Server, good, running, vector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

KEY = "sk-very-secret"
TEXTS = ["warm dough", "night train", "a"]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("NEARNOTE_API_KEY", KEY)
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with running() as state:
        yield state


def _load(server: Server, sleeps: list[float] | None = None, **more: Any) -> remote.RemoteEmbedder:
    more = {"dimensions": 4, **more}
    settings = Settings(provider="openai", model="m", base_url=server.url, **more)
    return load_openai(settings, (sleeps if sleeps is not None else []).append)


def _expected(texts: list[str]) -> np.ndarray:
    rows = np.array([vector(text) for text in texts])
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def test_good_answers_are_normalised_and_in_order(server: Server) -> None:
    embedder = _load(server)
    assert np.allclose(embedder.embed_documents(TEXTS), _expected(TEXTS), atol=1e-6)
    assert np.allclose(embedder.embed_query("a"), _expected(["a"])[0], atol=1e-6)
    assert embedder.remote
    assert server.paths == ["/v1/embeddings"] * 2
    assert server.keys == [f"Bearer {KEY}"] * 2
    assert server.requests[1] == {"model": "m", "input": ["a"], "dimensions": 4}


def test_vectors_without_numbers_come_as_they_are(server: Server) -> None:
    server.script.append(
        Answer(body=lambda texts: {"data": [{"embedding": vector(t)} for t in texts]})
    )
    assert np.allclose(_load(server).embed_documents(TEXTS), _expected(TEXTS), atol=1e-6)


def test_dimensions_are_asked_for_when_unset(server: Server) -> None:
    embedder = _load(server, dimensions=None)
    assert embedder.dimensions == 4
    assert "dimensions" not in server.requests[0]


def test_a_server_that_takes_no_dimensions_is_not_told_them(server: Server) -> None:
    error = {"error": {"message": "This model does not support specifying dimensions."}}
    server.script.append(Answer(400, lambda _: error))
    embedder = _load(server)
    assert len(embedder.embed_documents(TEXTS)) == 3
    assert "dimensions" not in server.requests[1]


def test_prefixes_and_identity(server: Server) -> None:
    embedder = _load(server, document_prefix="d: ", query_prefix="q: ")
    embedder.embed_documents(["x"])
    embedder.embed_query("x")
    assert [request["input"] for request in server.requests] == [["d: x"], ["q: x"]]
    assert embedder.identity != _load(server).identity
    assert server.url not in embedder.identity


def test_many_texts_are_many_requests(server: Server) -> None:
    texts = [f"text {i}" for i in range(100)]
    assert np.allclose(_load(server).embed_documents(texts), _expected(texts), atol=1e-6)
    assert len(server.requests) == 4
    assert max(len(request["input"]) for request in server.requests) <= 32


@pytest.mark.parametrize(
    ("bad", "waits"),
    [
        ([Answer(429, headers={"Retry-After": "7"})], [7.0]),
        ([Answer(429)], [1.0]),
        ([Answer(429, headers={"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"})], [1.0]),
        ([Answer(500), Answer(503), Answer(502)], [1.0, 2.0, 4.0]),
        ([Answer(cut=True)], [1.0]),
        ([Answer(500, body=b"<html>down</html>", cut=True)], [1.0]),
    ],
)
def test_what_passes_is_tried_again(server: Server, bad: list[Answer], waits: list[float]) -> None:
    sleeps: list[float] = []
    embedder = _load(server, sleeps)
    server.script.extend(bad)
    assert np.allclose(embedder.embed_documents(TEXTS), _expected(TEXTS), atol=1e-6)
    assert sleeps == waits


def _error(message: str) -> object:
    return {"error": {"message": message}}


def _each(row: object) -> Callable[[list[str]], object]:
    return lambda texts: {"data": [{"embedding": row} for _ in texts]}


@pytest.mark.parametrize(
    ("bad", "tries", "later", "message"),
    [
        ([Answer(500)] * 4, 4, 30.0, r"127\.0\.0\.1 is too busy or broken \(status 500\)\."),
        ([Answer(429, headers={"Retry-After": "120"})], 1, 120.0, "too busy"),
        ([Answer(401, lambda _: _error(f"bad key {KEY}"))], 1, None, "refused the key"),
        ([Answer(404, b"<html>")], 1, None, "mostly in /v1"),
        ([Answer(302, headers={"Location": "http://127.0.0.1:1/"})], 1, None, "status 302"),
        ([Answer(400, lambda _: _error(f"no\n{KEY}."))], 1, None, r"status 400\): no …\.$"),
        ([Answer(400, lambda _: {"error": "input too long"})], 1, None, "input too long"),
        ([Answer(200, b"<!DOCTYPE html><p>Log in</p>")], 1, None, "something else than vectors"),
        ([Answer(200, b"[" * 100_000)], 1, None, "something else than vectors"),
        ([Answer(200, b"null")], 1, None, "something else than vectors"),
        ([Answer(200, lambda _: {"data": [1, 2, 3]})], 1, None, "something else than vectors"),
        ([Answer(200, lambda t: good(t[1:]))], 1, None, "2 vectors for 3 texts"),
        ([Answer(200, lambda t: good([*t, "more"]))], 1, None, "4 vectors for 3 texts"),
        ([Answer(200, _each([1, 2]))], 1, None,
         "2 dimensions instead of 4; set nearnote.dimensions"),
        ([Answer(200, _each([float("nan")] * 4))], 1, None,
         "not finite"),
        ([Answer(200, _each([0] * 4))], 1, None, "zeros"),
        ([Answer(200, _each("abc"))], 1, None, "no vector"),
        ([Answer(200, _each(None))], 1, None, "no vector|vectors"),
    ],
)  # fmt: skip
def test_what_stays_is_one_sentence(
    server: Server, bad: list[Answer], tries: int, later: float | None, message: str
) -> None:
    embedder = _load(server)
    server.script.extend(bad)
    with pytest.raises(EmbedderError, match=message) as caught:
        embedder.embed_documents(TEXTS)
    assert len(server.requests) == tries
    assert caught.value.retry_after == later
    assert KEY not in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith(".")


def test_a_slow_server_is_not_waited_for(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(remote.SECONDS, "query", 0.05)
    server.script.append(Answer(hang=True))
    with pytest.raises(EmbedderError, match="did not answer in time") as caught:
        _load(server).embed_query("a")
    assert caught.value.retry_after is not None
    assert len(server.requests) == 1


def test_a_server_that_is_not_there() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    sleeps: list[float] = []
    with pytest.raises(EmbedderError, match="cannot be reached"):
        load_openai(Settings(provider="openai", base_url=url), sleeps.append)
    assert sleeps == [1.0, 2.0, 4.0]


@pytest.mark.parametrize(
    ("host", "variables", "key"),
    [
        ("api.openai.com", {"OPENAI_API_KEY": "o"}, "o"),
        ("api.openai.com", {"OPENAI_API_KEY": "o", "NEARNOTE_API_KEY": "n"}, "n"),
        ("localhost", {"OPENAI_API_KEY": "o"}, ""),
        ("evilopenai.com", {"OPENAI_API_KEY": "o"}, ""),
        ("localhost", {"NEARNOTE_API_KEY": "n"}, "n"),
        ("api.openai.com", {}, ""),
    ],
)
def test_which_key_goes_where(
    host: str, variables: dict[str, str], key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "NEARNOTE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert remote.api_key(host) == key


def test_no_key_no_header(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NEARNOTE_API_KEY")
    _load(server).embed_query("a")
    assert server.keys == [None]

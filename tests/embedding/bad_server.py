"""A server of embeddings on this machine that behaves as badly as it is told."""

from __future__ import annotations

import json
import threading
from collections import deque
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DIMENSIONS = 4


def vector(text: str) -> list[float]:
    """A vector that tells which text it is of; not of unit norm."""
    return [float(len(text)), 1.0, float(sum(text.encode()) % 97), 2.0]


class Answer:
    """What the server does with one request; by default it is good."""

    def __init__(
        self,
        status: int = 200,
        body: bytes | Callable[[list[str]], object] | None = None,
        headers: dict[str, str] | None = None,
        cut: bool = False,
        hang: bool = False,
    ) -> None:
        self.status, self.body, self.headers = status, body, headers or {}
        self.cut, self.hang = cut, hang

    def bytes(self, texts: list[str]) -> bytes:
        if isinstance(self.body, bytes):
            return self.body
        if self.body is not None:
            return json.dumps(self.body(texts)).encode()
        return json.dumps(good(texts)).encode()


def good(texts: list[str]) -> dict[str, Any]:
    rows = [{"index": i, "embedding": vector(text)} for i, text in enumerate(texts)]
    return {"object": "list", "data": rows[::-1]}


class Server:
    """Answers from `script`, then well; keeps what it was asked."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.script: deque[Answer] = deque()
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.paths: list[str] = []
        self.over = threading.Event()


@contextmanager
def running() -> Iterator[Server]:
    state: Server

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            state.requests.append(request)
            state.keys.append(self.headers["Authorization"])
            state.paths.append(self.path)
            answer = state.script.popleft() if state.script else Answer()
            if answer.hang:
                state.over.wait(20)
            body = answer.bytes(request["input"])
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body[: len(body) // 2] if answer.cut else body)
            self.close_connection = True

        def log_message(self, *_: object) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            pass  # the client has hung up, as the tests want it to

    with Quiet(("127.0.0.1", 0), Handler) as server:
        state = Server(f"http://127.0.0.1:{server.server_address[1]}/v1")
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield state
        finally:
            state.over.set()
            server.shutdown()
            thread.join()

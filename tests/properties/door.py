"""The one door through which these tests reach nearnote: JSON in, JSON out, in this process.

It names one function of the product, `build_server`. No editor's helper of the other tests is
used, so that what is wrong in one is not wrong in both.
"""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import watchfiles
from pygls.exceptions import JsonRpcException

from nearnote.lsp.server import build_server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

Json = dict[str, Any]
SOON = 60.0  # how long a test waits for what must happen
_SHARED: dict[str, Any] = {}

CAPABILITIES: Json = {
    "workspace": {
        "workspaceEdit": {
            "documentChanges": True,
            "resourceOperations": ["create", "rename", "delete"],
            "changeAnnotationSupport": {},
        },
        "diagnostics": {"refreshSupport": True},
        "fileOperations": {"didCreate": True, "willRename": True, "didRename": True},
    },
    "textDocument": {
        "diagnostic": {},
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}},
            "disabledSupport": True,
        },
    },
}


class RefusedError(Exception):
    """The server answered a request with an error."""

    def __init__(self, error: Json) -> None:
        super().__init__(error["message"])
        self.code: int = error["code"]


class Door:
    """A server on one folder; `encoding` is how its positions count columns."""

    def __init__(self, loop: asyncio.AbstractEventLoop, root: Path, encoding: str) -> None:
        self.root, self.encoding = root, encoding
        self.said: list[str] = []
        self._loop = loop
        self._news = asyncio.Event()
        self._phase = ""
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._versions: dict[str, int] = {}
        self.server = build_server()
        self.server.protocol.set_writer(self, include_headers=False)
        # Each server would compile the readers of all of LSP's types anew: 40 ms.
        self.server.protocol._converter = _SHARED.setdefault("", self.server.protocol._converter)

    # -- the writer that pygls wants

    def write(self, data: bytes) -> None:
        message = json.loads(data)
        if "method" not in message:
            future = self._waiting.pop(message["id"])
            if "error" in message:
                future.set_exception(RefusedError(message["error"]))
            else:
                future.set_result(message.get("result"))
        elif "id" in message:
            self._loop.call_soon(self._send, {"id": message["id"], "result": None})
        elif message["method"] == "nearnote/status":
            self._phase = message["params"]["phase"]
        elif message["method"] == "window/showMessage":
            self.said.append(message["params"]["message"])
        self._news.set()

    def close(self) -> None:
        pass

    def _send(self, message: Json) -> None:
        protocol = self.server.protocol
        body = json.dumps({"jsonrpc": "2.0", **message})
        try:
            protocol.handle_message(json.loads(body, object_hook=protocol.structure_message))
        except Exception as error:  # as the loop does that reads from a pipe
            self.server.report_server_error(error, JsonRpcException)

    # -- what a test says

    def notify(self, method: str, params: Any) -> None:
        async def send() -> None:
            self._send({"method": method, "params": params})

        self._loop.run_until_complete(send())

    def request(self, method: str, params: Any) -> Any:
        """The answer to a request; raises RefusedError."""

        async def ask() -> Any:
            number = len(self._waiting) + 1
            self._waiting[number] = future = self._loop.create_future()
            self._send({"id": number, "method": method, "params": params})
            return await asyncio.wait_for(future, SOON)

        return self._loop.run_until_complete(ask())

    def start(self) -> None:
        """Open the folder, and wait until all of it was read."""
        folder = {"uri": self.base, "name": self.root.name}
        capabilities = {**CAPABILITIES, "general": {"positionEncodings": [self.encoding]}}
        answer = self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": self.base,
                "capabilities": capabilities,
                "workspaceFolders": [folder],
            },
        )
        assert answer["capabilities"]["positionEncoding"] == self.encoding
        self.notify("initialized", {})
        self.at_rest()

    def at_rest(self) -> None:
        """Wait until all files were read."""

        async def wait() -> None:
            while self._phase in ("", "scanning"):
                self._news.clear()
                await self._news.wait()

        self._loop.run_until_complete(asyncio.wait_for(wait(), SOON))

    def stop(self) -> None:
        self.request("shutdown", None)

        async def leave() -> None:
            self.server.shutdown()
            tasks = asyncio.all_tasks() - {asyncio.current_task()}
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        self._loop.run_until_complete(leave())

    # -- documents

    @property
    def base(self) -> str:
        return self.root.as_uri()

    def uri(self, path: str) -> str:
        return f"{self.base}/{quote(path, safe='/')}"

    def open(self, path: str, text: str) -> None:
        self._versions[path] = 1
        document = {"uri": self.uri(path), "languageId": "markdown", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def change(self, path: str, changes: list[Json]) -> None:
        self._versions[path] += 1
        document = {"uri": self.uri(path), "version": self._versions[path]}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    def close_document(self, path: str) -> None:
        del self._versions[path]
        self.notify("textDocument/didClose", {"textDocument": {"uri": self.uri(path)}})

    def at(self, method: str, path: str, position: Json, **more: Any) -> Any:
        """The answer to a request about a place in a note."""
        document = {"uri": self.uri(path)}
        return self.request(
            f"textDocument/{method}", {"textDocument": document, "position": position, **more}
        )

    def of(self, method: str, path: str, **more: Any) -> Any:
        """The answer to a request about a note."""
        return self.request(
            f"textDocument/{method}", {"textDocument": {"uri": self.uri(path)}, **more}
        )


async def _nothing_changes(*_: Any, **__: Any) -> AsyncIterator[set[Any]]:
    await asyncio.Event().wait()
    yield set()


@contextmanager
def quiet() -> Iterator[asyncio.AbstractEventLoop]:
    """An event loop for doors, in a world where the disk tells nothing by itself."""
    loop = asyncio.new_event_loop()
    logging.disable(logging.CRITICAL)  # each refusal comes with pages of traceback
    watch = watchfiles.awatch
    watchfiles.awatch = _nothing_changes
    try:
        yield loop
    finally:
        watchfiles.awatch = watch
        logging.disable(logging.NOTSET)
        loop.close()


@contextmanager
def door(loop: asyncio.AbstractEventLoop, root: Path, encoding: str) -> Iterator[Door]:
    """A server on a folder, ready to be asked."""
    opened = Door(loop, root, encoding)
    try:
        opened.start()
        yield opened
    finally:
        opened.stop()

"""An editor in the test's own process: it speaks JSON with the server, without pipes."""

from __future__ import annotations

import asyncio
import json
import os
from typing import TYPE_CHECKING, Any

import pytest
from pygls.exceptions import JsonRpcException

from nearnote.lsp import progress
from nearnote.lsp.server import build_server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
    from pathlib import Path

    from nearnote.lsp.session import NearnoteServer

Json = dict[str, Any]
SOON = 30.0  # how long a test waits for what must happen

WANTS_ALL: Json = {
    "general": {"positionEncodings": ["utf-16"]},
    "window": {"workDoneProgress": True},
    "workspace": {
        "configuration": True,
        "workspaceEdit": {"documentChanges": True},
        "didChangeConfiguration": {"dynamicRegistration": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
        "diagnostics": {"refreshSupport": True},
        "fileOperations": {"didCreate": True, "didRename": True, "didDelete": True},
    },
    "textDocument": {
        "diagnostic": {},
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
    },
}


@pytest.fixture(autouse=True)
def told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test waits for each change of the index, and no second for it."""
    monkeypatch.setattr(progress, "EVERY", 0.0)


class RefusedError(Exception):
    """The server answered a request with an error."""

    def __init__(self, error: Json) -> None:
        super().__init__(error["message"])
        self.code: int = error["code"]


class Editor:
    """One client; `heard` are the server's notifications, `asked` its requests."""

    def __init__(self, settings: Json) -> None:
        self.settings = settings
        self.server: NearnoteServer = build_server()
        self.server.protocol.set_writer(self, include_headers=False)
        self.heard: list[Json] = []
        self.asked: list[Json] = []
        self._news = asyncio.Event()
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._last = 0

    # -- the writer that pygls wants

    def write(self, data: bytes) -> None:
        message = json.loads(data)
        if "method" not in message:
            self._answered(message)
        elif "id" not in message:
            self.heard.append(message)
        else:
            self.asked.append(message)
            is_settings = message["method"] == "workspace/configuration"
            result: Any = [self.settings] if is_settings else None
            if message["method"] == "workspace/applyEdit":
                result = {"applied": True}
            # An editor answers later, never inside of the server's own call.
            answer = {"id": message["id"], "result": result}
            asyncio.get_running_loop().call_soon(self._send, answer)
        self._news.set()

    def close(self) -> None:
        pass

    def _answered(self, message: Json) -> None:
        future = self._waiting.pop(message["id"])
        if "error" in message:
            future.set_exception(RefusedError(message["error"]))
        else:
            future.set_result(message.get("result"))

    # -- what a test says

    def _send(self, message: Json) -> None:
        protocol = self.server.protocol
        body = json.dumps({"jsonrpc": "2.0", **message})
        try:
            protocol.handle_message(json.loads(body, object_hook=protocol.structure_message))
        except Exception as error:  # as the loop does that reads from a pipe
            self.server.report_server_error(error, JsonRpcException)

    def notify(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def begin(self, method: str, params: Any) -> tuple[int, asyncio.Future[Any]]:
        self._last += 1
        future = asyncio.get_running_loop().create_future()
        self._waiting[self._last] = future
        self._send({"id": self._last, "method": method, "params": params})
        return self._last, future

    async def request(self, method: str, params: Any) -> Any:
        return await asyncio.wait_for(self.begin(method, params)[1], SOON)

    async def command(self, name: str, *arguments: Any) -> Any:
        params = {"command": name, "arguments": list(arguments)}
        return await self.request("workspace/executeCommand", params)

    async def until(self, holds: Callable[[], bool]) -> None:
        async def wait() -> None:
            while not holds():
                self._news.clear()
                await self._news.wait()

        await asyncio.wait_for(wait(), SOON)

    # -- shorthand

    async def at_rest(self) -> None:
        """Until the index is complete."""
        await self.until(lambda: self.phase in ("ready", "words-only") or self._failed())
        assert not self._failed(), self.messages

    def _failed(self) -> bool:
        """Whether the server said that it cannot start: nothing more will come."""
        return any("cannot start" in message for message in self.messages)

    @property
    def phase(self) -> str:
        """The phase that was heard last."""
        phases = [m["params"]["phase"] for m in self.heard if m["method"] == "nearnote/status"]
        return phases[-1] if phases else ""

    @property
    def messages(self) -> list[str]:
        """The sentences that were shown to the user."""
        return [m["params"]["message"] for m in self.heard if m["method"] == "window/showMessage"]

    def open(self, uri: str, text: str, language: str = "markdown") -> None:
        document = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def change(self, uri: str, version: int, text: str) -> None:
        """Replace all of a document."""
        identifier = {"uri": uri, "version": version}
        changes = [{"text": text}]
        self.notify(
            "textDocument/didChange", {"textDocument": identifier, "contentChanges": changes}
        )

    def close_document(self, uri: str) -> None:
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    async def paths(self, query: str, mode: str = "text") -> list[str]:
        """The notes that a query finds by words."""
        answer = await self.command("nearnote.search", {"query": query, "mode": mode})
        return [hit["path"] for hit in answer["hits"]]


@pytest.fixture(autouse=True)
def _own_settings(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """No setting of whoever runs the tests."""
    for name in os.environ:
        if name.startswith("NEARNOTE_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("NEARNOTE_PROVIDER", "hashing")
    monkeypatch.setenv("NEARNOTE_CACHE_DIR", str(tmp_path_factory.getbasetemp() / "cache"))


@pytest.fixture
def vault(tmp_path: Path) -> Callable[[Mapping[str, str]], Path]:
    """Makes a folder of notes."""

    def make(notes: Mapping[str, str]) -> Path:
        root = tmp_path / "my notes"
        for name, text in notes.items():
            file = root / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text.encode())
        root.mkdir(exist_ok=True)
        return root

    return make


@pytest.fixture
async def start(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Callable[..., Awaitable[Editor]]]:
    """Starts editors: `await start(root, capabilities=…, options=…, settings=…)`."""
    monkeypatch.setattr("nearnote.fs.files.watch", _nothing_changes)
    editors: list[Editor] = []

    async def begin(
        *roots: Path,
        capabilities: Json = WANTS_ALL,
        options: Json | None = None,
        settings: Json | None = None,
        **params: Any,
    ) -> Editor:
        editor = Editor(settings or {})
        editors.append(editor)
        folders = [{"uri": root.as_uri(), "name": root.name} for root in roots]
        editor.answer = await editor.request(
            "initialize",
            {
                "processId": None,
                "rootUri": None,
                "capabilities": capabilities,
                "initializationOptions": options,
                "workspaceFolders": folders or None,
                **params,
            },
        )
        editor.notify("initialized", {})
        return editor

    yield begin
    for editor in editors:
        if editor.server.exit_code:
            await editor.request("shutdown", None)
        editor.server.shutdown()
        for task in editor.server.watchers.values():
            task.cancel()


async def _nothing_changes(_: Path, __: asyncio.Event) -> AsyncIterator[frozenset[str]]:
    await asyncio.Event().wait()
    yield frozenset()

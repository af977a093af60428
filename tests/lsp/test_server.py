"""What an editor is offered, and how the server says no."""

from __future__ import annotations

import asyncio
import importlib
import inspect
import subprocess
import sys
from typing import Any

import pytest

from nearnote import __version__
from nearnote.config import Settings
from nearnote.lsp import server
from nearnote.lsp.handlers.execute_command import Command
from nearnote.lsp.method_table import FEATURES

from .conftest import WANTS_ALL, RefusedError

NOTES = {"Oven.md": "# Oven\n\nHot steam.\n"}


async def test_what_is_offered(start: Any, vault: Any) -> None:
    editor = await start(vault(NOTES))
    offered = editor.answer["capabilities"]
    assert editor.answer["serverInfo"] == {"name": "nearnote", "version": __version__}
    assert offered["textDocumentSync"]["change"] == 2
    assert offered["hoverProvider"] is True
    assert offered["workspaceSymbolProvider"]
    assert offered["diagnosticProvider"]["identifier"] == "nearnote"
    assert offered["codeActionProvider"]["codeActionKinds"] == [
        "quickfix",
        "source.fixAll.nearnote",
        "refactor.rewrite.nearnote.link",
        "refactor.rewrite.nearnote.relate",
        "refactor.extract.nearnote.section",
        "refactor.inline.nearnote.note",
    ]
    assert offered["workspace"]["fileOperations"]["didRename"]["filters"]
    await editor.until(lambda: "client/registerCapability" in [m["method"] for m in editor.asked])
    [request] = [m for m in editor.asked if m["method"] == "client/registerCapability"]
    assert [each["method"] for each in request["params"]["registrations"]] == [
        "workspace/didChangeWatchedFiles",
        "workspace/didChangeConfiguration",
    ]


@pytest.mark.parametrize(
    ("asked", "agreed"),
    [
        (["utf-8", "utf-16"], "utf-8"),
        (["utf-32"], "utf-32"),
        (["latin-1"], "utf-16"),
        (None, "utf-16"),
    ],
)
async def test_the_clients_first_encoding_is_taken(start: Any, asked: Any, agreed: str) -> None:
    general = {"general": {"positionEncodings": asked}} if asked else {}
    editor = await start(capabilities=general)
    assert editor.answer["capabilities"]["positionEncoding"] == agreed


@pytest.mark.parametrize(
    ("feature", "capability"),
    [
        ("workspaceSymbol", "workspaceSymbolProvider"),
        ("hover", "hoverProvider"),
        ("diagnostics", "diagnosticProvider"),
        ("codeAction", "codeActionProvider"),
    ],
)
async def test_a_feature_that_is_off_is_not_offered(
    start: Any, feature: str, capability: str
) -> None:
    editor = await start(options={"features": {feature: False}})
    assert capability not in editor.answer["capabilities"]


async def test_a_feature_can_be_turned_off_later(start: Any, vault: Any) -> None:
    editor = await start(vault(NOTES))
    await editor.at_rest()
    assert await editor.request("workspace/symbol", {"query": "steam"})
    settings = {"nearnote": {"features.workspaceSymbol": False}}
    editor.notify("workspace/didChangeConfiguration", {"settings": settings})
    assert await editor.request("workspace/symbol", {"query": "steam"}) is None


@pytest.mark.parametrize(
    "capabilities",
    [
        {},
        {"textDocument": {"diagnostic": {}}},
        {"workspace": {"diagnostics": {"refreshSupport": True}}},
    ],
)
async def test_findings_are_pushed_to_a_client_that_cannot_pull_at_need(
    start: Any, capabilities: dict[str, Any]
) -> None:
    editor = await start(capabilities=capabilities)
    assert "diagnosticProvider" not in editor.answer["capabilities"]
    assert editor.server.pushes


def test_only_semantic_leaves_the_rest_to_another_server() -> None:
    semantic = [feature.method for feature in FEATURES if feature.semantic]
    assert "workspace/symbol" in semantic
    assert "textDocument/definition" not in semantic
    wanted = server.build_server()
    wanted.settings = Settings(only="semantic")
    assert [feature.method for feature in FEATURES if feature.is_on(wanted)] == semantic


def test_every_feature_has_its_handler() -> None:
    for feature in FEATURES:
        module, _, name = feature.handler.partition(":")
        assert inspect.iscoroutinefunction(
            getattr(importlib.import_module(f"nearnote.lsp.handlers.{module}"), name)
        ), feature.handler


def test_nothing_heavy_is_imported_before_initialize_is_answered() -> None:
    heavy = "numpy apsw sqlite_vec pyromark watchfiles onnxruntime fastembed tqdm pathspec networkx"
    code = (
        "import sys, nearnote.__main__, nearnote.lsp.server as server; server.build_server(); "
        f"print([name for name in {heavy.split()} if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


# -- errors ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "params", "sentence"),
    [
        (
            "textDocument/hover",
            {"textDocument": {"uri": "file:///a.md"}, "position": {"line": "x", "character": 0}},
            "nearnote cannot read the parameters of this textDocument/hover.",
        ),
        ("workspace/symbol", {}, "nearnote cannot read the parameters of this workspace/symbol."),
        (
            "workspace/executeCommand",
            {"command": "nearnote.serch"},
            "nearnote has no command 'nearnote.serch'.",
        ),
        ("textDocument/unheardOf", {}, "Method Not Found: textDocument/unheardOf"),
    ],
)
async def test_a_senseless_request_gets_one_sentence(
    start: Any, method: str, params: Any, sentence: str
) -> None:
    editor = await start()
    with pytest.raises(RefusedError) as refusal:
        await editor.request(method, params)
    assert str(refusal.value) == sentence
    assert await editor.request("workspace/symbol", {"query": "steam"}) == []
    assert editor.messages == []


async def test_an_error_of_ours_is_one_sentence_too(
    start: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(_: object) -> Any:
        raise KeyError("secret")

    monkeypatch.setattr(server.execute_command, "COMMANDS", (Command("nearnote.stats", fails),))
    editor = await start()
    with pytest.raises(RefusedError) as refusal:
        await editor.command("nearnote.stats")
    assert str(refusal.value) == "nearnote could not answer nearnote.stats; its log says why."
    assert "secret" in caplog.text


async def test_a_start_that_fails_is_told_once_and_the_server_lives(
    start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise ImportError("no module named apsw")

    monkeypatch.setattr("nearnote.workspace.workspace.Workspace", broken)
    editor = await start()
    await editor.until(lambda: bool(editor.messages))
    assert editor.messages == ["nearnote: it cannot start: no module named apsw"]
    with pytest.raises(RefusedError, match="could not start; its log says why"):
        await editor.request("workspace/symbol", {"query": "steam"})


# -- cancellation and the end ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("workspace/symbol", {"query": "steam"}),
        ("workspace/executeCommand", {"command": "nearnote.search", "arguments": [{"query": "x"}]}),
    ],
)
async def test_a_cancelled_request_leaves_the_queue(
    start: Any, vault: Any, monkeypatch: pytest.MonkeyPatch, method: str, params: Any
) -> None:
    editor = await start(vault(NOTES))
    await editor.at_rest()
    searches: list[str] = []
    workspace = editor.server.note_workspace
    monkeypatch.setattr(workspace, "search", lambda *asked: searches.append(asked[0]))
    loop, gate, running = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()

    def hold() -> None:  # keeps the engine busy until the request was cancelled
        loop.call_soon_threadsafe(running.set)
        asyncio.run_coroutine_threadsafe(gate.wait(), loop).result()

    holding = asyncio.wrap_future(editor.server.scheduler.submit(hold))
    await running.wait()
    number, answer = editor.begin(method, params)
    await asyncio.sleep(0)  # the request gets to the engine's queue
    editor.notify("$/cancelRequest", {"id": number})
    with pytest.raises(RefusedError) as refusal:
        await answer
    assert refusal.value.code == -32800
    gate.set()
    await holding
    await editor.command("nearnote.status")
    assert searches == []


async def test_nothing_is_answered_for_what_is_no_note(start: Any, vault: Any) -> None:
    root = vault({**NOTES, "list.txt": "steam"})
    editor = await start(root)
    for uri in (f"{root.as_uri()}/list.txt", "file:///elsewhere/a.md", "untitled:U", "", "x:y"):
        document = {"textDocument": {"uri": uri}}
        position = {"position": {"line": 0, "character": 0}}
        assert await editor.request("textDocument/hover", {**document, **position}) is None
        pulled = await editor.request("textDocument/diagnostic", document)
        assert pulled["items"] == []
        actions = {**document, "range": _LINE, "context": {"diagnostics": []}}
        assert await editor.request("textDocument/codeAction", actions) == []


_LINE = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 9}}


async def test_exit_code(start: Any) -> None:
    editor = await start(capabilities=WANTS_ALL)
    assert editor.server.exit_code == 1
    await editor.request("shutdown", None)
    assert editor.server.exit_code == 0

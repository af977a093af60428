"""The server as a process, spoken to by pytest-lsp as Neovim and VS Code do, in all encodings."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator  # noqa: TC003 - pytest-lsp reads the annotations
from typing import TYPE_CHECKING, Any

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from nearnote.base.source import Encoding

from .conftest import SOON

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.asyncio(loop_scope="module")

NEOVIM, VS_CODE = "neovim@0.11.0", "visual_studio_code"
CLIENTS = [
    (NEOVIM, Encoding.UTF8),
    (NEOVIM, Encoding.UTF32),
    (VS_CODE, Encoding.UTF16),
]

OVEN = "# 🍞 Oven\n\nHot steam from a tin of water.\n"
NOTES = {
    "Bread/Oven.md": OVEN,
    "Crust.md": "# Crust\n\nDark from hot steam and a tin of water. [[Oven]]\n",
    "Tax.md": "# Tax\n\nBring the receipts until May.\n",
}


@pytest_lsp.fixture(
    config=ClientServerConfig(
        server_command=[sys.executable, "-m", "nearnote"],
        server_env={
            **{name: value for name, value in os.environ.items() if "NEARNOTE" not in name},
            "NEARNOTE_PROVIDER": "hashing",
        },
    ),
    scope="module",
    params=CLIENTS,
    ids=lambda client: f"{client[0]}-{client[1].value}",
)
async def client(
    lsp_client: LanguageClient, request: pytest.FixtureRequest, tmp_path_factory: Any
) -> AsyncIterator[None]:
    name, encoding = request.param
    root = tmp_path_factory.mktemp("my notes")
    for path, text in NOTES.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    capabilities = client_capabilities(name)
    general = capabilities.general = capabilities.general or types.GeneralClientCapabilities()
    general.position_encodings = [types.PositionEncodingKind(encoding.value)]
    lsp_client.root, lsp_client.encoding = root, encoding
    lsp_client.phase, lsp_client.news = "", asyncio.Event()

    @lsp_client.feature("nearnote/status")
    def status(params: Any) -> None:
        lsp_client.phase = params.phase
        lsp_client.news.set()

    for each in ("semanticTokens", "codeLens", "inlayHint"):  # pytest-lsp knows diagnostics only
        lsp_client.feature(f"workspace/{each}/refresh")(lambda _: None)
    # A request that nobody answers fails whatever test happens to wait when it comes.
    lsp_client.feature("client/registerCapability")(lambda _: None)

    lsp_client.answer = await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=capabilities,
            workspace_folders=[types.WorkspaceFolder(root.as_uri(), "notes")],
        )
    )
    async with asyncio.timeout(SOON):
        while lsp_client.phase != "ready":
            lsp_client.news.clear()
            await lsp_client.news.wait()
    yield
    await lsp_client.shutdown_session()
    assert lsp_client._server.returncode == 0


def uri(client: Any, path: str) -> str:
    return f"{client.root.as_uri()}/{path}"


async def symbols(client: Any, query: str) -> list[types.SymbolInformation]:
    return await client.workspace_symbol_async(types.WorkspaceSymbolParams(query)) or []


async def test_the_encoding(client: Any) -> None:
    assert client.answer.capabilities.position_encoding == client.encoding.value


async def test_symbols(client: Any) -> None:
    first, *_ = await symbols(client, "water tin")
    assert first.name in ("🍞 Oven", "Crust")
    assert isinstance(first.location, types.Location)


async def test_hover(client: Any) -> None:
    document = types.TextDocumentIdentifier(uri(client, "Bread/Oven.md"))
    hover = await client.text_document_hover_async(
        types.HoverParams(document, types.Position(2, 4))
    )
    assert hover.contents.kind == types.MarkupKind.Markdown
    assert f"[Crust]({uri(client, 'Crust.md')}#L3)" in hover.contents.value


async def test_an_unsaved_line_is_found_and_its_findings_are_in_place(client: Any) -> None:
    at = uri(client, "Bread/Oven.md")
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(at, "markdown", 1, OVEN))
    )
    # After the emoji in the first line, and new headings at the end.
    after = client.encoding.units("# 🍞")
    edits = [
        (types.Range(types.Position(0, after), types.Position(0, after)), " zebra"),
        (
            types.Range(types.Position(3, 0), types.Position(3, 0)),
            "\n## Empty 🐈 é\n\n## Full\n\nText.\n",
        ),
    ]
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(2, at),
            [types.TextDocumentContentChangePartial(place, text) for place, text in edits],
        )
    )
    found = [symbol.name for symbol in await symbols(client, "=zebra")]
    assert sorted(found) == ["🍞 zebra Oven", "🍞 zebra Oven › Full"]
    heading = types.Range(
        types.Position(4, 0), types.Position(4, client.encoding.units("## Empty 🐈 é"))
    )
    if client.answer.capabilities.diagnostic_provider:
        pull = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(at))
        items = (await client.text_document_diagnostic_async(pull)).items
    else:
        async with asyncio.timeout(SOON):
            while not client.diagnostics.get(at):
                await client.wait_for_notification("textDocument/publishDiagnostics")
        items = client.diagnostics[at]
    assert [(item.code, item.range) for item in items] == [("bare-heading", heading)]

    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            types.TextDocumentIdentifier(at), heading, types.CodeActionContext(diagnostics=[])
        )
    )
    [fix] = [action for action in actions if action.title == "Remove the heading"]
    [change] = fix.edit.document_changes
    assert change.text_document.version == 2

    client.text_document_did_close(
        types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(at))
    )
    assert await symbols(client, "=zebra") == []


async def test_what_another_program_writes_is_found(client: Any) -> None:
    """By our own watcher: Neovim on Linux sends no events."""
    written: Path = client.root / "Written.md"
    written.write_text("A giraffe.\n", encoding="utf-8")
    async with asyncio.timeout(SOON):
        client.news.clear()
        while not await symbols(client, "=giraffe"):
            await client.news.wait()
            client.news.clear()
        written.unlink()
        while await symbols(client, "=giraffe"):
            pass  # each answer is a turn of the server


async def test_commands(client: Any) -> None:
    answer = await client.workspace_execute_command_async(
        types.ExecuteCommandParams("nearnote.search", [{"query": "receipts", "mode": "text"}])
    )
    hit = dict(answer)["hits"][0]
    assert (hit["path"], hit["line"], hit["kind"]) == ("Tax.md", 2, "note")


NOISY = """
import os, sys
from nearnote.lsp import lifecycle, server

def noisy(ls, params, real=lifecycle.on_initialize):
    print("noise from Python", flush=True)
    os.write(1, b"noise from C")
    real(ls, params)

lifecycle.on_initialize = noisy
sys.exit(server.run_stdio())
"""


@pytest.mark.parametrize(("goodbye", "code"), [(["shutdown", "exit"], 0), (["exit"], 1), ([], 1)])
async def test_stdout_belongs_to_the_protocol(goodbye: list[str], code: int) -> None:
    """Also a client that goes without a word ends the process."""
    initialize = {"method": "initialize", "params": {"processId": None, "capabilities": {}}}
    said = b""
    for number, message in enumerate([initialize, *({"method": word} for word in goodbye)]):
        identity = {} if message["method"] == "exit" else {"id": number}
        body = json.dumps({"jsonrpc": "2.0", **identity, **message}).encode()
        said += b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
    pipe = asyncio.subprocess.PIPE
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-c", NOISY, stdin=pipe, stdout=pipe, stderr=pipe
    )
    out, log = await server.communicate(said)
    assert server.returncode == code
    assert out.startswith(b"Content-Length: ")
    assert b"noise" not in out
    assert b"noise from Python" in log
    assert b"noise from C" in log
    assert b"Traceback" not in log


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT for one process")
async def test_control_c_ends_a_server_that_somebody_started_in_a_terminal() -> None:
    pipe = asyncio.subprocess.PIPE
    server = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "nearnote",
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        # `pytest &` ignores Control-C, and what it starts would do so, too.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert server.stdin is not None
    assert server.stdout is not None
    body = b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}'
    server.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
    await server.stdout.readline()  # now it waits for the next message
    server.send_signal(signal.SIGINT)
    assert await asyncio.wait_for(server.wait(), 10) == 130
    assert server.stderr is not None
    assert b"Traceback" not in await server.stderr.read()

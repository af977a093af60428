"""A real server on a real vault for a benchmark: started, spoken to over stdio, measured."""

from __future__ import annotations

import asyncio
import sys
import time
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

ROOT = Path(__file__).parents[2]
DENDRON = ROOT.parent / "shared" / "eval" / "dendron"


class Session:
    """One server process with a client in front of it."""

    def __init__(self, client: LanguageClient, started: float) -> None:
        self.client = client
        self.started = started
        self.phases: list[tuple[float, str]] = []
        self.moved = asyncio.Event()

    @property
    def pid(self) -> int:
        """The server's process."""
        process = self.client._server
        assert process is not None
        return int(process.pid)

    async def command(self, name: str, **arguments: Any) -> Any:
        """Run one of `nearnote.*`."""
        params = types.ExecuteCommandParams(f"nearnote.{name}", [arguments])
        return await self.client.workspace_execute_command_async(params)

    async def reached(self, *phases: str) -> float:
        """Seconds from the start of the process to the first of these phases."""
        while True:
            for at, phase in self.phases:
                if phase in phases:
                    return at - self.started
            self.moved.clear()
            await asyncio.wait_for(self.moved.wait(), 1800)

    async def until(self, holds: Callable[[], Awaitable[bool]], pause: float = 0.02) -> float:
        """Seconds from the start of the process until a question is answered with yes."""
        while not await holds():
            await asyncio.sleep(pause)
        return time.perf_counter() - self.started

    def memory(self) -> tuple[float, float]:
        """Resident memory of the server in MB: now, and at its most."""
        fields = dict(
            line.split(":", 1) for line in Path(f"/proc/{self.pid}/status").read_text().splitlines()
        )
        return tuple(int(fields[name].split()[0]) / 1024 for name in ("VmRSS", "VmHWM"))  # type: ignore[return-value]

    def cpu(self) -> float:
        """Seconds of processor time that the server has used."""
        ticks = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(ticks[11]) + int(ticks[12])) / 100


@asynccontextmanager
async def session(
    vault: Path, cache: Path, *arguments: str, **settings: Any
) -> AsyncIterator[Session]:
    """A server that has been asked to `initialize` and told `initialized`; `initialize` seconds
    are in `Session.phases[0]`.
    """
    client = LanguageClient("bench", "1")
    started = time.perf_counter()
    await client.start_io(sys.executable, "-m", "nearnote", *arguments)
    found = Session(client, started)

    @client.feature("nearnote/status")
    def on_status(params: Any) -> None:
        found.phases.append((time.perf_counter(), params.phase))
        found.moved.set()

    @client.feature(types.WORKSPACE_DIAGNOSTIC_REFRESH)
    def on_refresh(_: None) -> None:
        """A benchmark pulls when it wants to."""

    @client.feature(types.WINDOW_LOG_MESSAGE)
    def on_log(_: types.LogMessageParams) -> None:
        """Nobody reads the log of a benchmark."""

    await client.initialize_async(
        types.InitializeParams(
            capabilities=types.ClientCapabilities(
                general=types.GeneralClientCapabilities(
                    position_encodings=[types.PositionEncodingKind.Utf16]
                ),
                workspace=types.WorkspaceClientCapabilities(
                    workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True),
                    diagnostics=types.DiagnosticWorkspaceClientCapabilities(refresh_support=True),
                ),
                text_document=types.TextDocumentClientCapabilities(
                    code_action=types.CodeActionClientCapabilities(
                        code_action_literal_support=types.ClientCodeActionLiteralOptions(
                            types.ClientCodeActionKindOptions([])
                        )
                    ),
                    diagnostic=types.DiagnosticClientCapabilities(),
                ),
            ),
            process_id=None,
            root_uri=vault.as_uri(),
            workspace_folders=[types.WorkspaceFolder(vault.as_uri(), vault.name)],
            initialization_options={"cacheDir": str(cache), **settings},
        )
    )
    found.phases.append((time.perf_counter(), "initialize"))
    client.initialized(types.InitializedParams())
    try:
        yield found
    finally:
        await client.shutdown_async(None)
        client.exit(None)
        await client.stop()

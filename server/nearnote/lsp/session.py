"""One editor's session: the protocol as we speak it, and the server that holds all state."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, TypeVar

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInternalError,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcServerNotInitialized,
)
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from nearnote import __version__
from nearnote.base import uri
from nearnote.base.sanitise import one_line
from nearnote.config import Settings
from nearnote.lsp import pygls_internals
from nearnote.lsp.documents import NoteWorkspace
from nearnote.wire import results
from nearnote.workspace.scheduler import Scheduler

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator
    from pathlib import Path

    from nearnote.base.note_path import NotePath
    from nearnote.workspace.workspace import Workspace

T = TypeVar("T")
log = logging.getLogger(__name__)


class NearnoteProtocol(LanguageServerProtocol):
    """pygls' protocol with our workspace and with commands that can be cancelled."""

    workspace: NoteWorkspace

    def open_workspace(self) -> NoteWorkspace:
        """Put our workspace in the place of the one that pygls has just made."""
        plain = self.workspace
        ours = NoteWorkspace(
            plain.root_uri,
            types.TextDocumentSyncKind.Incremental,
            list(plain.folders.values()),
            plain.position_encoding,
        )
        pygls_internals.use_workspace(self, ours)
        return ours

    began = False  # whether the editor has said `initialize`

    def handle_message(self, message: Any) -> None:
        """Hand on a message that may come now; LSP says what the others are answered."""
        method = getattr(message, "method", None)
        refusal = self._refusal(method)
        if refusal is None:
            self.began = self.began or method == types.INITIALIZE
            super().handle_message(message)
        elif (request := getattr(message, "id", None)) is not None:
            pygls_internals.send_error(self, request, refusal.to_response_error())

    def _refusal(self, method: str | None) -> JsonRpcException | None:
        """Why a message cannot be taken now."""
        if method is None or method == types.EXIT:
            return None
        if pygls_internals.was_shut_down(self):
            return JsonRpcInvalidRequest("nearnote was told to shut down.")
        if method == types.INITIALIZE and self.began:
            return JsonRpcInvalidRequest("nearnote was initialized already.")
        if method != types.INITIALIZE and not self.began:
            return JsonRpcServerNotInitialized("nearnote waits for `initialize`.")
        return None

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(
        self, params: types.DidChangeTextDocumentParams
    ) -> Iterator[Any]:
        """Apply all edits of a message together, then call the handler."""
        self.workspace.change(params)
        if (handler := self.fm.features.get(types.TEXT_DOCUMENT_DID_CHANGE)) is not None:
            yield handler, (params,), None

    @lsp_method(types.EXIT)
    def lsp_exit(self, *_: Any) -> None:  # type: ignore[override]
        """Let the loop that reads messages end; pygls raises SystemExit in the midst of it."""
        pygls_internals.stop(self._server)

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    async def lsp_workspace__execute_command(  # type: ignore[override]
        self, params: types.ExecuteCommandParams
    ) -> Any:
        """Run a command with its arguments as they came; pygls' own cannot be cancelled."""
        handler = self.fm.commands.get(params.command)
        if handler is None:
            raise JsonRpcInvalidParams(f"nearnote has no command {params.command!r}.")
        return await handler(params.arguments or [])

    def _send_response(
        self, msg_id: Any, result: Any = None, error: types.ResponseError | None = None
    ) -> None:
        """Send an answer; what an error quotes of a note must not move or colour anything."""
        if error is not None:
            error.message = one_line(error.message)
        super()._send_response(msg_id, result, error)

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Read a message; a request that makes no sense is answered so, not passed over."""
        try:
            return super().structure_message(data)
        except JsonRpcException:
            if "method" in data and "id" in data:
                sentence = f"nearnote cannot read the parameters of this {data['method']}."
                refusal = self._refusal(data["method"]) or JsonRpcInvalidParams(sentence)
                pygls_internals.send_error(self, data["id"], refusal.to_response_error())
            raise


class NearnoteServer(LanguageServer):
    """One editor's session; the vaults in it belong to the engine's thread.

    `options` and `choices` are the settings as the client sent them with `initialize` and since.
    `folders` and `files` keep URIs as the client spells them, by path; `unsaved` are those of
    documents without a file.
    """

    protocol: NearnoteProtocol
    workspace: NoteWorkspace

    def __init__(self) -> None:
        super().__init__("nearnote", __version__, protocol_cls=NearnoteProtocol)
        self.settings = Settings()
        self.options: object = None
        self.choices: object = None
        self.folders: dict[Path, str] = {}
        self.files: dict[Path, str] = {}
        self.unsaved: set[str] = set()
        self.has_outline = False  # whether the client shows the headings of Markdown by itself
        self.pushes = False  # whether findings are pushed: the client cannot pull them at need
        self.after: Callable[[Workspace], None] | None = None
        self.scheduler = Scheduler(self._idle, self._after)
        self._note_workspace: Workspace | None = None
        self._said: set[str] = set()
        self._started: set[asyncio.Task[object]] = set()
        self.watchers: dict[Path, asyncio.Task[object]] = {}

    @property
    def chosen(self) -> object:
        """The client's settings: what it said since `initialize` goes before what it said then."""
        layers = [layer for layer in (self.options, self.choices) if isinstance(layer, dict)]
        return {name: value for layer in layers for name, value in _ours(layer).items()}

    @property
    def note_workspace(self) -> Workspace:
        """The vaults, for jobs on the engine's thread only."""
        if self._note_workspace is None:
            raise JsonRpcInternalError("nearnote could not start; its log says why.")
        return self._note_workspace

    @note_workspace.setter
    def note_workspace(self, workspace: Workspace) -> None:
        self._note_workspace = workspace

    def submit(self, job: Callable[[Workspace], T], *, later: bool = False) -> asyncio.Future[T]:
        """Queue a job now; its answer can be awaited.

        A request that is cancelled takes its job out of the queue.
        """
        return asyncio.wrap_future(
            self.scheduler.submit(lambda: job(self.note_workspace), later=later)
        )

    def post(self, job: Callable[[Workspace], object], *, subject: object = None) -> None:
        """Hand over a job whose answer nobody waits for; see `Scheduler.submit` for `subject`."""

        def run() -> None:
            try:
                job(self.note_workspace)
            except Exception:
                log.exception("A job failed")

        self.scheduler.submit(run, subject=subject)

    def start(self, work: Coroutine[Any, Any, object]) -> asyncio.Task[object]:
        """Begin work on the event loop that nobody waits for."""
        task = asyncio.ensure_future(work)
        self._started.add(task)  # the loop itself would let it be collected
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[object]) -> None:
        self._started.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("A task failed", exc_info=error)

    def uri_of(self, root: Path | None, path: NotePath) -> str:
        """A note's URI, as the client spells it where it has done so."""
        if root is None or path in self.unsaved:
            return results.uri_of(None, path)
        if spelled := self.files.get(root / path):
            return spelled
        folder = self.folders.get(root)
        return results.uri_of(root, path) if folder is None else f"{folder}/{uri.quoted(path)}"

    def can(self, capability: str) -> Any:
        """What the client says of a capability, such as `text_document.hover.content_format`."""
        return get_capability(self.client_capabilities, capability)

    def say(self, sentence: str, kind: types.MessageType = types.MessageType.Warning) -> None:
        """Show a sentence to the user; the same one only once."""
        if sentence not in self._said:
            self._said.add(sentence)
            self.window_show_message(
                types.ShowMessageParams(kind, one_line(f"nearnote: {sentence}"))
            )

    def report_server_error(self, error: Exception, source: object) -> None:
        """Log an error: requests have their own answer, and pop-ups help nobody."""
        log.error("%s: %s", getattr(source, "__name__", source), error)

    @property
    def exit_code(self) -> int:
        """What the process should end with: 0 only when the client said `shutdown` first."""
        return 0 if pygls_internals.was_shut_down(self.protocol) else 1

    def shutdown(self) -> None:
        """End the engine, then the connection."""
        self.scheduler.close(self._close)
        super().shutdown()  # type: ignore[no-untyped-call]

    def _close(self) -> None:
        if self._note_workspace is not None:
            self._note_workspace.shut()

    def _idle(self) -> float | None:
        return None if self._note_workspace is None else self._note_workspace.idle()

    def _after(self) -> None:
        if self._note_workspace is not None and self.after is not None:
            self.after(self._note_workspace)


def _ours(layer: dict[str, Any]) -> dict[str, Any]:
    """A client may send our section alone or all that it has."""
    section = layer.get("nearnote")
    return section if isinstance(section, dict) else layer

"""The language server: the table of what it can do, and the ways to run it."""

from __future__ import annotations

import logging
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInternalError

from nearnote.lsp import lifecycle, sync
from nearnote.lsp.handlers import execute_command
from nearnote.lsp.method_table import FEATURES, NOTES, Feature
from nearnote.lsp.session import NearnoteServer
from nearnote.lsp.transport import serve, serve_tcp

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

log = logging.getLogger(__name__)


NOTIFICATIONS: tuple[tuple[str, Callable[[NearnoteServer, Any], Any], Any], ...] = (
    (types.INITIALIZED, lifecycle.on_initialized, None),
    (types.TEXT_DOCUMENT_DID_OPEN, sync.on_did_open, None),
    (types.TEXT_DOCUMENT_DID_CHANGE, sync.on_did_change, None),
    (types.TEXT_DOCUMENT_DID_CLOSE, sync.on_did_close, None),
    (types.WORKSPACE_DID_CREATE_FILES, sync.on_did_create_files, NOTES),
    (types.WORKSPACE_DID_RENAME_FILES, sync.on_did_rename_files, NOTES),
    (types.WORKSPACE_DID_DELETE_FILES, sync.on_did_delete_files, NOTES),
    (types.WORKSPACE_DID_CHANGE_WATCHED_FILES, lifecycle.on_did_change_watched_files, None),
    (types.WORKSPACE_DID_CHANGE_CONFIGURATION, lifecycle.on_did_change_configuration, None),
    (
        types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS,
        lifecycle.on_did_change_workspace_folders,
        None,
    ),
)


def build_server() -> NearnoteServer:
    """A server for one editor."""
    server = NearnoteServer()
    server.feature(types.INITIALIZE)(_initialize)
    for method, handler, options in NOTIFICATIONS:
        server.feature(method, options)(handler)
    for command in execute_command.COMMANDS:
        server.command(command.name)(_command(command))
    return server


def run_stdio() -> int:
    """Serve the editor that started this process; the exit code of the protocol."""
    _hush()
    # stdout belongs to the protocol: what a library prints goes to stderr, even from C.
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as protocol:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        server = build_server()
        serve(server, sys.stdin.buffer, protocol)
    return server.exit_code


def run_tcp(host: str, port: int) -> int:
    """Serve one editor that connects to a port; the exit code of the protocol."""
    _hush()
    server = build_server()
    serve_tcp(server, host, port)
    return server.exit_code


def _hush() -> None:
    """pygls logs tracebacks of what clients do wrong, and the text of notes. We log our own."""
    logging.getLogger("pygls").setLevel(logging.CRITICAL)


def _initialize(ls: NearnoteServer, params: types.InitializeParams) -> None:
    """Offer what the client can use and the user wants."""
    lifecycle.on_initialize(ls, params)
    for feature in FEATURES:
        pushed = feature.method == types.TEXT_DOCUMENT_DIAGNOSTIC and ls.pushes
        if feature.is_on(ls) and not pushed:
            ls.feature(feature.method, feature.options)(_answer(feature))


def _answer(feature: Feature) -> Callable[[NearnoteServer, Any], Awaitable[Any]]:
    async def answer(ls: NearnoteServer, params: Any) -> Any:
        if not feature.is_on(ls):  # turned off since `initialize`
            return feature.nothing
        with plain_errors(feature.method):
            return await feature.answer(ls, params)

    return answer


def _command(
    command: execute_command.Command,
) -> Callable[[NearnoteServer, list[Any]], Awaitable[Any]]:
    async def answer(ls: NearnoteServer, arguments: list[Any]) -> Any:
        with plain_errors(command.name):
            return await command.answer(ls, **execute_command.members(command, arguments))

    return answer


@contextmanager
def plain_errors(what: str) -> Iterator[None]:
    """An error of ours becomes one sentence; the log has the rest."""
    try:
        yield
    except JsonRpcException:
        raise
    except Exception as error:
        log.exception("%s failed", what)
        sentence = f"nearnote could not answer {what}; its log says why."
        raise JsonRpcInternalError(sentence) from error

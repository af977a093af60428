"""The private parts of pygls that nearnote needs, each with the reason; a test names what a release
of pygls has changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import asyncio

    from lsprotocol.types import ResponseError
    from pygls.lsp.server import LanguageServer
    from pygls.protocol import LanguageServerProtocol
    from pygls.workspace import Workspace


def set_stop_event(server: LanguageServer, stop: asyncio.Event) -> None:
    """Take the event that ends the loop: pygls makes one only in its own ways to start."""
    server._stop_event = stop  # type: ignore[assignment]


def stop(server: LanguageServer) -> None:
    """End the loop that reads messages: pygls raises SystemExit in the midst of it."""
    if (event := server._stop_event) is not None:
        event.set()


def use_workspace(protocol: LanguageServerProtocol, workspace: Workspace) -> None:
    """Put a workspace in the place of pygls' own, whose lines are not the editor's."""
    protocol._workspace = workspace


def send_error(protocol: LanguageServerProtocol, request: Any, error: ResponseError) -> None:
    """Answer a request that could not be read, which pygls passes over in silence."""
    protocol._send_response(request, error=error)


def was_shut_down(protocol: LanguageServerProtocol) -> bool:
    """Whether the client said `shutdown`, which the exit code depends on."""
    return bool(protocol._shutdown)

"""Findings as diagnostics, pushed to a client that does not pull."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from nearnote.lsp import convert
from nearnote.lsp.snapshot import on_note

if TYPE_CHECKING:
    from nearnote.lsp.session import NearnoteServer
    from nearnote.lsp.snapshot import Snapshot


def diagnostics(snapshot: Snapshot) -> list[types.Diagnostic]:
    """All findings of a note."""
    # It loads the index, which the answer to `initialize` must not wait for.
    from nearnote.features.diagnostics.findings import note_findings

    return [
        convert.diagnostic(finding, snapshot.source, snapshot.encoding)
        for finding in note_findings(snapshot.vault, snapshot.path, snapshot.workspace)
    ]


async def publish(ls: NearnoteServer, uri: str) -> None:
    """Push the findings of an open document, unless it is edited again meanwhile."""
    document = ls.workspace.opened(uri)
    if document is None:
        return
    version = document.version
    wanted = ls.settings.features_diagnostics

    def current() -> bool:
        return document.version == version and ls.workspace.opened(uri) is document

    def answer(snapshot: Snapshot) -> list[types.Diagnostic]:
        return diagnostics(snapshot) if wanted and current() else []

    found = await on_note(ls, uri, answer, later=True) or []
    if current():
        ls.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri=uri, version=version, diagnostics=found)
        )


def clear(ls: NearnoteServer, uri: str) -> None:
    """Take the findings of a closed document away."""
    ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

"""textDocument/diagnostic: the findings of a note for a client that pulls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from nearnote.lsp.publish_diagnostics import diagnostics
from nearnote.lsp.snapshot import on_note

if TYPE_CHECKING:
    from nearnote.lsp.session import NearnoteServer


async def on_diagnostic(
    ls: NearnoteServer, params: types.DocumentDiagnosticParams
) -> types.RelatedFullDocumentDiagnosticReport:
    """Answer a client that pulls."""
    found = await on_note(ls, params.text_document.uri, diagnostics)
    return types.RelatedFullDocumentDiagnosticReport(items=found or [])

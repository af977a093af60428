"""textDocument/documentHighlight: the uses in the same note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from nearnote.features.navigation import (
    highlights,
)
from nearnote.lsp.snapshot import on_note

if TYPE_CHECKING:
    from nearnote.lsp.session import NearnoteServer


async def on_document_highlight(
    ls: NearnoteServer, params: types.DocumentHighlightParams
) -> list[types.DocumentHighlight] | None:
    """The uses of the thing under the cursor in its own note."""
    return await on_note(
        ls,
        params.text_document.uri,
        lambda seen: [
            types.DocumentHighlight(seen.range(span), types.DocumentHighlightKind.Text)
            for span in highlights(seen.vault, seen.path, seen.offset(params.position))
        ],
    )

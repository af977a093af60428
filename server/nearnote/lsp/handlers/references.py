"""textDocument/references: every use of the thing under the cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.features.other_folders import references_in_all
from nearnote.lsp.snapshot import on_note

if TYPE_CHECKING:
    from lsprotocol import types

    from nearnote.lsp.session import NearnoteServer


async def on_references(
    ls: NearnoteServer, params: types.ReferenceParams
) -> list[types.Location] | None:
    """Every use of the thing under the cursor; on a note's title, its backlinks."""
    declaration = params.context.include_declaration
    return await on_note(
        ls,
        params.text_document.uri,
        lambda seen: [
            seen.location_in(vault, spot)
            for vault, spot in references_in_all(
                seen.workspace,
                seen.vault,
                seen.path,
                seen.offset(params.position),
                declaration=declaration,
            )
        ],
    )

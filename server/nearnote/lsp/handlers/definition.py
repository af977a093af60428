"""textDocument/definition: from a place to what it names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.features.other_folders import definitions_in_all
from nearnote.lsp.snapshot import on_note

if TYPE_CHECKING:
    from lsprotocol import types

    from nearnote.lsp.session import NearnoteServer


async def on_definition(
    ls: NearnoteServer, params: types.DefinitionParams
) -> list[types.Location] | None:
    """Where the thing under the cursor is; all notes that an ambiguous link may mean."""
    return await on_note(
        ls,
        params.text_document.uri,
        lambda seen: [
            seen.location_in(vault, spot)
            for vault, spot in definitions_in_all(
                seen.workspace, seen.vault, seen.path, seen.offset(params.position)
            )
        ],
    )

"""workspace/symbol: the search box of every editor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.lsp import convert, remote_query

if TYPE_CHECKING:
    from lsprotocol import types

    from nearnote.lsp.session import NearnoteServer
    from nearnote.wire.results import UriOf
    from nearnote.workspace.workspace import Workspace


async def on_request(
    ls: NearnoteServer, params: types.WorkspaceSymbolParams
) -> list[types.SymbolInformation]:
    """Answer a query with ranked places."""
    await remote_query.read(ls, params.query)
    limit = ls.settings.search_limit
    return await ls.submit(lambda workspace: symbols(workspace, params.query, limit, ls.uri_of))


def symbols(
    workspace: Workspace, query: str, limit: int, uri_of: UriOf
) -> list[types.SymbolInformation]:
    """The best places for a query, best first; without a query the notes edited last."""
    hits = workspace.search(query, None, limit).hits
    return [convert.symbol(found.hit, uri_of(found.root, found.hit.path)) for found in hits]

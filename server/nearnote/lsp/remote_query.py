"""A remote model gets a moment to read a query, and no thread stands still meanwhile."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from nearnote.config.table import REMOTE_PROVIDERS

if TYPE_CHECKING:
    from nearnote.lsp.session import NearnoteServer
    from nearnote.workspace.workspace import Workspace

PATIENCE = 0.5
"""Seconds after which words answer alone; what the model says later is kept for the next time."""


async def read(ls: NearnoteServer, query: str, mode: str | None = None) -> None:
    """Let remote models find a query's vector before the search that needs it."""
    if ls.settings.provider not in REMOTE_PROVIDERS:
        return
    loop, over = asyncio.get_running_loop(), asyncio.Event()

    def begin(workspace: Workspace) -> None:
        from nearnote.index.query import Mode  # loads the index, which `initialize` must not

        wanted = None if mode is None else Mode(mode)
        workspace.read(query, wanted, lambda: loop.call_soon_threadsafe(over.set))

    await ls.submit(begin)
    with suppress(TimeoutError):
        await asyncio.wait_for(over.wait(), PATIENCE)

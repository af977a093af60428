"""One vault on one thread, read anew before each answer: assistants do not tell what changed."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from nearnote.vault.status import Phase
from nearnote.workspace.scheduler import Scheduler
from nearnote.workspace.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from nearnote.config import Settings
    from nearnote.vault.vault import Vault

T = TypeVar("T")

PATIENCE, LOOK = 20.0, 0.5
"""Seconds to wait for meaning at most, and between two looks whether it is there."""
_NOT_YET = (Phase.SCANNING, Phase.EMBEDDING)


class VaultHost:
    """A vault that answers while its notes are still being read for meaning."""

    def __init__(self, root: Path, settings: Settings) -> None:
        """Raises ValueError with a sentence for a folder that is none of notes."""
        self._scheduler = Scheduler(lambda: self._workspace.idle())
        self._workspace = Workspace(run_in_background=self._scheduler.run_in_background)
        refused = self._workspace.open(root, settings)
        if refused:
            raise ValueError(refused)
        (self._vault,) = self._workspace
        self._scheduler.start(lambda: None)

    async def ask(self, job: Callable[[Vault], T]) -> T:
        """What a job says of the vault as it is on the disk now."""

        def fresh() -> T:
            self._vault.scan()
            while self._vault.scanning:
                self._vault.step()
            return job(self._vault)

        return await self._submit(fresh)

    async def _submit(self, job: Callable[[], T]) -> T:
        return await asyncio.wrap_future(self._scheduler.submit(job))

    async def settle(self, query: str = "") -> None:
        """Wait until meaning can answer, and for a while only: a first index may take minutes.

        With a query, have its vector ready, which a remote model takes a while to give.
        """
        loop, ready = asyncio.get_running_loop(), asyncio.Event()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while (await self._submit(self._vault.status)).phase in _NOT_YET:
                    await asyncio.sleep(LOOK)
                if query:
                    then = partial(loop.call_soon_threadsafe, ready.set)
                    self._scheduler.submit(lambda: self._workspace.read(query, None, then))
                    await ready.wait()

    def close(self) -> None:
        """Keep what is computed, and end."""
        self._scheduler.close(self._workspace.shut)

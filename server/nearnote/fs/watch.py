"""What other programs change in a folder, whatever becomes of the folder and of its watcher."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from typing import TYPE_CHECKING

from nearnote.fs import files

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

log = logging.getLogger(__name__)

EVERYTHING = frozenset({"."})
"""The folder itself: all of it has to be looked at again."""
_FAILURES = 3
_QUICKLY = 10.0
"""A watcher that fails so many times, each within so many seconds, is given up."""
_BREATH = 1.0
_LOOK = 3.0
"""Seconds between two looks at a folder that is away, and at one that cannot be watched."""


async def follow(
    root: Path,
    say: Callable[[str], object],
    breath: float = _BREATH,
    look: float = _LOOK,
) -> AsyncIterator[frozenset[str]]:
    """Sets of paths below `root` that other programs changed, for as long as one asks.

    A watcher that fails is started again; one that goes on failing is replaced by looks at the
    folder every few seconds, of which `say` is told once, in one sentence.
    """
    failures = 0
    while failures < _FAILURES:
        if not await asyncio.to_thread(root.is_dir):
            yield EVERYTHING
            while not await asyncio.to_thread(root.is_dir):
                await asyncio.sleep(breath)
            yield EVERYTHING
        began = time.monotonic()
        try:
            async for paths in files.watch(root, asyncio.Event()):
                yield paths
            return
        except files.FolderGoneError:
            continue
        except (asyncio.CancelledError, GeneratorExit, KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # the watcher is not Python's, and panics are no Exceptions
            log.warning("The watcher of %s failed: %r", root, error)
            failures = failures + 1 if time.monotonic() - began < _QUICKLY else 1
            while isinstance(error, BaseExceptionGroup):
                error = error.exceptions[0]
            reason = " ".join(str(error).split()) or type(error).__name__
        yield EVERYTHING  # what happened meanwhile was not seen
        await asyncio.sleep(breath * failures)
    say(
        f"{root} cannot be watched ({reason}); nearnote looks there every {look:.0f} seconds for "
        "what other programs change."
    )
    async for paths in _looking(root, look):
        yield paths


async def _looking(root: Path, look: float) -> AsyncIterator[frozenset[str]]:
    known = await asyncio.to_thread(_stamps, root)
    yield EVERYTHING
    while True:
        await asyncio.sleep(look)
        now = await asyncio.to_thread(_stamps, root)
        changed = {path for path in known.keys() | now.keys() if known.get(path) != now.get(path)}
        known = now
        if changed:
            yield frozenset(changed)


def _stamps(root: Path) -> dict[str, tuple[int, int]]:
    """Each file that may count, with its time and size."""
    found = {}
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if files.may_count(name)]
        for name in filter(files.may_count, names):
            path = os.path.join(folder, name)
            status = files.status_of(path)
            if status is not None:
                relative = os.path.relpath(path, root).replace(os.sep, "/")
                found[relative] = (status.st_mtime_ns, status.st_size)
    return found

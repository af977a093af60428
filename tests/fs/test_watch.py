"""What other programs change is seen, whatever becomes of the folder and of its watcher."""

from __future__ import annotations

import asyncio
import os
import shutil
from typing import TYPE_CHECKING

import pytest

from nearnote.fs import files
from nearnote.fs.watch import EVERYTHING, follow

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

PATIENCE = 30.0


class Follower:
    """Follows a folder, and waits for what it is told."""

    def __init__(self, root: Path) -> None:
        self.seen: list[frozenset[str]] = []
        self.said: list[str] = []
        self._root = root
        self._task = asyncio.ensure_future(self._run())

    async def _run(self) -> None:
        async for paths in follow(self._root, self.said.append, breath=0.01, look=0.05):
            self.seen.append(paths)

    async def until(self, holds: Callable[[], bool], again: Callable[[], object] = int) -> None:
        async def wait() -> None:
            while not holds():
                assert not self._task.done(), self._task
                again()  # a watcher gives no sign when it is ready
                await asyncio.sleep(0.1)

        await asyncio.wait_for(wait(), PATIENCE)

    async def until_seen(self, file: Path) -> None:
        before = len(self.seen)
        await self.until(
            lambda: any(file.name in paths for paths in self.seen[before:]),
            lambda: file.write_text(str(len(self.seen)) + os.urandom(4).hex()),
        )


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "vault").mkdir()
    return tmp_path / "vault"


async def test_a_name_that_is_no_text(root: Path) -> None:
    follower = Follower(root)
    await follower.until_seen(root / "a.md")
    for number in range(4):
        name = os.fsencode(root) + b"/\xff%d.jpg" % number
        with open(name, "wb"):
            pass
        await follower.until_seen(root / "b.md")


async def test_a_folder_that_is_deleted_and_put_back(root: Path) -> None:
    follower = Follower(root)
    await follower.until_seen(root / "a.md")
    shutil.rmtree(root)
    await follower.until(lambda: EVERYTHING in follower.seen)
    root.mkdir()
    await follower.until_seen(root / "b.md")
    assert follower.said == []


async def test_a_folder_that_is_moved_away_and_back(root: Path) -> None:
    follower = Follower(root)
    await follower.until_seen(root / "a.md")
    root.rename(root.parent / "elsewhere")
    await follower.until(lambda: EVERYTHING in follower.seen)
    (root.parent / "elsewhere").rename(root)
    await follower.until_seen(root / "b.md")


async def test_a_watcher_that_goes_on_failing_is_replaced_and_told_of_once(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(_: Path, __: asyncio.Event) -> AsyncIterator[frozenset[str]]:
        raise OSError("No space left on device (os error 28)")
        yield frozenset()

    monkeypatch.setattr(files, "watch", fails)
    follower = Follower(root)
    await follower.until(lambda: bool(follower.said))
    (root / "folder").mkdir()
    await follower.until_seen(root / "a.md")
    (root / "folder" / "b.md").write_text("b")
    await follower.until(lambda: frozenset({"folder/b.md"}) in follower.seen)
    (root / "a.md").unlink()
    await follower.until(lambda: follower.seen[-1] == frozenset({"a.md"}))
    (sentence,) = follower.said
    assert "No space left on device" in sentence
    assert str(root) in sentence

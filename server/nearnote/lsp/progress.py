"""How far the index is: the `nearnote/status` notification and the editor's progress bar."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from nearnote.vault.status import Phase
from nearnote.wire import results

if TYPE_CHECKING:
    from collections.abc import Callable

    from nearnote.lsp.session import NearnoteServer
    from nearnote.vault.status import Progress, Status
    from nearnote.workspace.workspace import Workspace

STATUS = "nearnote/status"
_WORTH_A_BAR = 32
"""Chunks that must wait before a bar is shown: fewer are done before it is read."""


class Reporter:
    """Passes on what the engine is busy with: seen on its thread, told on the event loop.

    `scanned` is called there when all notes were read, and again after each later scan.
    """

    def __init__(self, ls: NearnoteServer, scanned: Callable[[], object]) -> None:
        self._ls = ls
        self._scanned = scanned
        self._loop = asyncio.get_running_loop()
        self._seen: tuple[Status, Progress] | None = None
        self._phase: Phase | None = None
        self._bar = Bar(ls) if ls.can("window.work_done_progress") else None

    def watch(self, workspace: Workspace) -> None:
        """Look at the vaults, on the engine's thread, and pass on what has changed."""
        now = workspace.status(), workspace.progress()
        if now != self._seen:
            self._seen = now
            self._soon(self._tell, *now)
        if hint := workspace.hint():
            self._soon(self._ls.say, hint, types.MessageType.Info)

    def _soon(self, tell: Callable[..., None], *what: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: the session is over
            self._loop.call_soon_threadsafe(tell, *what)

    def _tell(self, status: Status, progress: Progress) -> None:
        if status.phase is not self._phase:
            if self._phase is Phase.SCANNING:
                self._scanned()
            self._phase = status.phase
            self._ls.protocol.notify(STATUS, results.status(status))
            if status.phase is Phase.WORDS_ONLY and status.reason:
                self._ls.say(status.reason)
        if self._bar is not None:
            self._bar.show(status, progress)


class Bar:
    """The editor's progress bar, shown while many chunks wait; the user may stop the work."""

    def __init__(self, ls: NearnoteServer) -> None:
        self._ls = ls
        self._asked: asyncio.Task[None] | None = None
        self._token = ""
        self._count = 0  # a token is good for one bar
        self._shown = ""  # empty: the bar is not there
        self._most = 0  # the most chunks that waited since the bar came

    def show(self, status: Status, progress: Progress) -> None:
        """Bring the bar in step with the work."""
        busy = status.phase in (Phase.SCANNING, Phase.EMBEDDING)
        if self._shown and busy:
            self._move(status, progress)
        elif not busy:
            if self._shown:
                self._end(f"{status.notes} notes, {status.chunks} chunks")
            self._asked = None
        elif status.pending >= _WORTH_A_BAR and self._asked is None:
            self._asked = asyncio.ensure_future(self._begin(status, progress))

    async def _begin(self, status: Status, progress: Progress) -> None:
        bars = self._ls.work_done_progress
        self._count += 1
        self._token = f"nearnote/index/{self._count}"
        try:
            await bars.create_async(self._token)
        except JsonRpcException:  # the client will not have it, now or later
            return
        bars.tokens[self._token].add_done_callback(lambda _: self._stop())
        self._most = status.pending
        self._shown = sentence(status, progress)
        begin = types.WorkDoneProgressBegin(
            title="Indexing notes", cancellable=True, message=self._shown, percentage=0
        )
        bars.begin(self._token, begin)

    def _move(self, status: Status, progress: Progress) -> None:
        self._most = max(self._most, status.pending)
        message = sentence(status, progress)
        if message == self._shown:
            return
        self._shown = message
        done = 100 * (self._most - status.pending) // max(self._most, 1)
        report = types.WorkDoneProgressReport(cancellable=True, message=message, percentage=done)
        self._ls.work_done_progress.report(self._token, report)

    def _end(self, message: str) -> None:
        self._shown = ""
        self._ls.work_done_progress.end(self._token, types.WorkDoneProgressEnd(message=message))
        self._ls.work_done_progress.tokens.pop(self._token, None)

    def _stop(self) -> None:
        """The user stopped the work: words go on, meaning waits for `nearnote.reindex`."""
        if self._shown:
            self._ls.post(lambda workspace: workspace.pause())
            self._end("stopped; nearnote.reindex goes on")


def sentence(status: Status, progress: Progress) -> str:
    """What is being done, in the words of a progress bar."""
    if status.phase is Phase.SCANNING:
        return f"{status.notes} notes read"
    if status.reason:  # the model is on its way
        return status.reason
    done = status.chunks - status.pending
    parts = [f"{done} of {status.chunks} chunks"]
    counts = (
        ("reused", progress.reused),
        ("skipped", progress.skipped),
        ("failed", progress.failed),
    )
    parts += [f"{count} {word}" for word, count in counts if count]
    return ", ".join(parts)

"""How far the index is: the `nearnote/status` notification and the editor's progress bar."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Protocol

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
EVERY = 1.0
"""Seconds between two statuses while anything moves, and how long work may go on untold."""
_WORTH_A_BAR = 32
"""Chunks that must wait before a bar is shown: fewer are done before it is read."""


class Reporter:
    """Passes on what the engine is busy with: seen on its thread, told on the event loop.

    `scanned` is called there when all notes were read, again after each later scan, and when what
    findings waited for is there.
    """

    def __init__(self, ls: NearnoteServer, scanned: Callable[[], object]) -> None:
        self._ls = ls
        self._scanned = scanned
        self._loop = asyncio.get_running_loop()
        self._seen: tuple[Status, Progress] | None = None
        self._phase: Phase | None = None
        self._bar = Bar(ls) if ls.can("window.work_done_progress") else None
        self._notice = Notice(self._send, self._loop.call_later)

    def watch(self, workspace: Workspace) -> None:
        """Look at the vaults, on the engine's thread, and pass on what has changed."""
        now = workspace.status(), workspace.progress()
        if now != self._seen:
            self._seen = now
            self._soon(self._tell, *now)
            # Only when the status changes: a text that gets no vector would put them off again.
            if now[0].phase is Phase.READY and workspace.take_deferred_findings():
                self._soon(self._scanned)
        if hint := workspace.hint():
            self._soon(self._ls.say, hint, types.MessageType.Info)

    def _soon(self, tell: Callable[..., object], *what: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: the session is over
            self._loop.call_soon_threadsafe(tell, *what)

    def _tell(self, status: Status, progress: Progress) -> None:
        if status.phase is not self._phase:
            if self._phase is Phase.SCANNING:
                self._scanned()
            self._phase = status.phase
            if status.phase is Phase.WORDS_ONLY and status.reason:
                self._ls.say(status.reason)
        self._notice.take(status)
        if status.unkept:
            self._ls.say(status.unkept)
        if self._bar is not None:
            self._bar.show(status, progress)

    def _send(self, status: Status) -> None:
        self._ls.protocol.notify(STATUS, results.status(status))


class Timer(Protocol):
    """What is due later and may be called off."""

    def cancel(self) -> None: ...


class Later(Protocol):
    """Calls something after some seconds, as an event loop does."""

    def __call__(self, delay: float, callback: Callable[[], None], /) -> Timer: ...


class Notice:
    """Sends `nearnote/status`: its ends at once, its numbers at most once in `EVERY` seconds.

    Work that follows on rest is told only when it goes on for so long: an edit is indexed sooner.
    """

    def __init__(self, send: Callable[[Status], None], later: Later) -> None:
        self._send = send
        self._later = later
        self._latest: Status | None = None
        self._told: Status | None = None
        self._timer: Timer | None = None

    def take(self, status: Status) -> None:
        """Tell this status now, or the latest one when it is time."""
        self._latest = status
        told = self._told
        if told is None or _is_news(told.phase, status.phase):
            self._flush()
        elif self._timer is None:
            self._timer = self._later(EVERY, self._flush)

    def _flush(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._latest is not None and self._latest != self._told:
            self._told = self._latest
            self._send(self._latest)


def _is_news(told: Phase, phase: Phase) -> bool:
    """Whether a phase is told at once; of work that follows on rest only time tells the length."""
    return phase is not told and not (told is Phase.READY and phase is Phase.EMBEDDING)


class Bar:
    """The editor's progress bar, shown while many chunks wait; the user may stop the work."""

    def __init__(self, ls: NearnoteServer) -> None:
        self._ls = ls
        self._timer: asyncio.TimerHandle | None = None
        self._asked: asyncio.Task[None] | None = None
        self._now: tuple[Status, Progress] | None = None  # None: at rest
        self._token = ""
        self._count = 0  # a token is good for one bar
        self._shown = ""  # empty: the bar is not there
        self._most = 0  # the most chunks that waited since the bar came

    def show(self, status: Status, progress: Progress) -> None:
        """Bring the bar in step with the work."""
        if status.phase not in (Phase.SCANNING, Phase.EMBEDDING):
            self._rest(status)
            return
        self._now = status, progress
        if self._shown:
            self._move(status, progress)
        elif status.pending >= _WORTH_A_BAR and self._timer is None:
            # Less than this is done before a bar is read.
            self._timer = asyncio.get_running_loop().call_later(EVERY, self._ask)

    def _rest(self, status: Status) -> None:
        self._now = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._shown:
            self._end(f"{status.notes} notes, {status.chunks} chunks")

    def _ask(self) -> None:
        self._asked = asyncio.ensure_future(self._begin())

    async def _begin(self) -> None:
        bars = self._ls.work_done_progress
        self._count += 1
        token = f"nearnote/index/{self._count}"
        try:
            await bars.create_async(token)
        except JsonRpcException:  # the client will not have it, now or later
            return
        if self._now is None:  # done while the client was asked
            return
        status, progress = self._now
        bars.tokens[token].add_done_callback(lambda _: self._stop())
        self._token = token
        self._most = status.pending
        self._shown = sentence(status, progress)
        begin = types.WorkDoneProgressBegin(
            title="Indexing notes", cancellable=True, message=self._shown, percentage=0
        )
        bars.begin(token, begin)

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

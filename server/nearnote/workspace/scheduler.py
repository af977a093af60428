"""The one thread that owns the vaults: jobs in the order they were asked, idle work in between.

Nothing else in nearnote starts a thread, and nothing here knows what a vault is.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
log = logging.getLogger(__name__)

QUIET = 0.3
"""Seconds without a job before idle work begins: longer than the pause between two keystrokes."""

STARVED = 0.4
"""Seconds after which idle work gets one turn though jobs never pause: some clients ask always."""


class _Job(NamedTuple):
    future: Future[Any]
    work: Callable[[], Any]
    subject: object = None


class Scheduler:
    """A queue of jobs in front of one thread.

    `idle` does one small piece of work and says how many seconds without a job the next piece
    wants: 0 for work that should go on between jobs, `QUIET` for work that can wait, more for work
    that nobody can do yet, None when there is none left. It is asked again after every job.
    `after` is called on the thread when the queue has run dry and after every idle piece; it tells
    others what has changed.

    Jobs that are asked before `start` wait for it. When nothing is due, the thread sleeps.
    """

    def __init__(
        self,
        idle: Callable[[], float | None] = lambda: None,
        after: Callable[[], None] = lambda: None,
        quiet: float = QUIET,
        starved: float = STARVED,
    ) -> None:
        self._idle = idle
        self._starved = starved
        self._after = after
        self._quiet = quiet
        self._jobs: deque[_Job] = deque()
        self._later: deque[_Job] = deque()
        self._changed = threading.Condition()
        self._closed = False
        self._wanted: float | None = 0.0  # seconds without a job before idle work
        # A daemon, so that a job that hangs cannot keep the process alive.
        self._thread = threading.Thread(target=self._run, name="nearnote", daemon=True)

    def start(self, first: Callable[[], T]) -> Future[T]:
        """Begin to work, with a job that goes before those that wait already."""
        future: Future[T] = Future()
        with self._changed:
            if self._closed or self._thread.ident is not None:
                future.cancel()
                return future
            self._jobs.appendleft(_Job(future, first))
            self._thread.start()
        return future

    def submit(
        self, job: Callable[[], T], *, later: bool = False, subject: object = None
    ) -> Future[T]:
        """Queue a job; its result or exception is the future's.

        One that is for `later` lets all others go first: nobody waits for it. Of jobs about one
        `subject` that follow each other only the last is done: it says all that those before it
        said, and their futures are cancelled.
        Cancelling the future drops the job if it has not begun. After `close` every job is
        cancelled from the start.
        """
        future: Future[T] = Future()
        with self._changed:
            if self._closed:
                future.cancel()
            else:
                if subject is not None and self._jobs and self._jobs[-1].subject == subject:
                    self._jobs.pop().future.cancel()
                (self._later if later else self._jobs).append(_Job(future, job, subject))
                self._changed.notify()
        return future

    def run_in_background(self, work: Callable[[], T], then: Callable[[T], object]) -> None:
        """Do work that takes seconds beside the thread, and then a job with what came of it.

        For what touches no vault and must not hold up the queue: the model's imports, a download,
        a request to another machine. Idle work that waited for it goes on at once. Whoever asks
        sees to it that only a few are under way; `close` waits for none of them.
        """

        def finish(result: T) -> None:
            _attempt(lambda: then(result))
            self._wanted = 0.0

        def run() -> None:
            try:
                result = work()
            except Exception:
                log.exception("Work aside failed")
            else:
                self.submit(lambda: finish(result))

        threading.Thread(target=run, name="nearnote aside", daemon=True).start()

    def close(self, last: Callable[[], object] | None = None, patience: float = 5.0) -> bool:
        """Drop what waits, do `last` on the thread, end it; True when it ended in time.

        `patience` is how many seconds to wait for a job that is running.
        """
        with self._changed:
            self._closed = True
            for waiting in (*self._jobs, *self._later):
                waiting.future.cancel()
            self._jobs.clear()
            self._later.clear()
            if last is not None:
                self._jobs.append(_Job(Future(), last))
            self._changed.notify()
        if self._thread.ident is None:
            return True
        self._thread.join(patience)
        return not self._thread.is_alive()

    def _run(self) -> None:
        last_job = last_idle = time.monotonic()
        while True:
            due = None
            if self._wanted is not None:
                due = last_job + self._wanted
                if self._wanted <= self._quiet:
                    due = min(due, last_idle + self._starved)
            job = None if self._is_starving(last_idle) else self._take(due)
            if job is not None:
                if self._wanted is None or self._wanted > self._quiet:
                    self._wanted = self._quiet  # the job may make idle work, which waits from now
                    last_idle = time.monotonic()
                _do(job.future, job.work)
                last_job = time.monotonic()
                if not self._jobs and not self._later:
                    _attempt(self._after)
            elif not self._closed:
                self._wanted = _attempt(self._idle)
                last_idle = time.monotonic()
                _attempt(self._after)
            else:
                return

    def _is_starving(self, last_idle: float) -> bool:
        """Whether idle work waits for too long, though there are jobs."""
        wanted = self._wanted is not None and self._wanted <= self._quiet
        return wanted and not self._closed and time.monotonic() - last_idle >= self._starved

    def _take(self, due: float | None) -> _Job | None:
        """Wait for a job; None when idle work is due or when the engine is closed."""
        with self._changed:
            while not self._jobs and not self._later:
                rest = None if due is None else due - time.monotonic()
                if self._closed or (rest is not None and rest <= 0):
                    return None
                self._changed.wait(rest)
            job = (self._jobs or self._later).popleft()
            while job.subject is not None and self._jobs:
                # What was cancelled meanwhile does not stand between two edits.
                if self._jobs[0].future.cancelled():
                    self._jobs.popleft()
                elif self._jobs[0].subject == job.subject:
                    job.future.cancel()
                    job = self._jobs.popleft()
                else:
                    break
            return job


def _do(future: Future[Any], job: Callable[[], Any]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = job()
    except BaseException as error:  # whoever asked gets it; the thread lives on
        future.set_exception(error)
    else:
        future.set_result(result)


def _attempt(work: Callable[[], T]) -> T | None:
    try:
        return work()
    except Exception:
        # Nobody waits for this. Idle work rests until the next job instead of failing in a circle.
        log.exception("Work that nobody waits for failed")
        return None

"""The engine: order, cancellation, idle work, ends. No sleeps: everything waits for an event."""

from __future__ import annotations

import threading
from concurrent.futures import CancelledError, Future
from typing import TYPE_CHECKING

import pytest

from nearnote.workspace.scheduler import Scheduler

if TYPE_CHECKING:
    from collections.abc import Iterator

SOON = 10.0  # how long a test waits for what must happen


@pytest.fixture
def engine() -> Iterator[Scheduler]:
    engine = Scheduler()
    yield engine
    assert engine.close()


def nothing() -> None:
    pass


def test_jobs_run_on_one_thread_in_the_order_they_were_asked(engine: Scheduler) -> None:
    engine.start(nothing)
    done: list[tuple[int, str]] = []
    futures = [
        engine.submit(lambda n=n: done.append((n, threading.current_thread().name)))  # type: ignore[misc]
        for n in range(50)
    ]
    for future in futures:
        future.result(SOON)
    assert done == [(n, "nearnote") for n in range(50)]


def test_jobs_asked_before_the_start_wait_behind_the_first(engine: Scheduler) -> None:
    done: list[str] = []
    early = engine.submit(lambda: done.append("early"))
    assert not early.done()
    engine.start(lambda: done.append("first"))
    early.result(SOON)
    assert done == ["first", "early"]


def test_a_second_start_changes_nothing(engine: Scheduler) -> None:
    engine.start(nothing).result(SOON)
    assert engine.start(nothing).cancelled()
    assert engine.submit(lambda: 3).result(SOON) == 3


def test_an_exception_is_the_futures_and_the_thread_lives_on(engine: Scheduler) -> None:
    engine.start(nothing)
    with pytest.raises(ZeroDivisionError):
        engine.submit(lambda: 1 // 0).result(SOON)
    with pytest.raises(KeyboardInterrupt):
        engine.submit(_interrupt).result(SOON)
    assert engine.submit(lambda: 7).result(SOON) == 7


def _interrupt() -> None:
    raise KeyboardInterrupt


def test_a_job_cancelled_before_it_starts_never_runs(engine: Scheduler) -> None:
    engine.start(nothing)
    gate = threading.Event()
    done: list[str] = []
    engine.submit(lambda: gate.wait(SOON))
    dropped = engine.submit(lambda: done.append("dropped"))
    kept = engine.submit(lambda: done.append("kept"))
    assert dropped.cancel()
    gate.set()
    kept.result(SOON)
    assert done == ["kept"]


def test_idle_work_goes_on_between_jobs_until_there_is_none() -> None:
    pieces = iter([0.0, 0.0, 0.0, None])
    order: list[str] = []
    idle_done = threading.Event()

    def idle() -> float | None:
        wanted = next(pieces)
        order.append("idle")
        if wanted is None:
            idle_done.set()
        return wanted

    engine = Scheduler(idle)
    engine.start(lambda: order.append("first"))
    assert idle_done.wait(SOON)
    assert engine.close()
    assert order == ["first", "idle", "idle", "idle", "idle"]


def test_a_waiting_job_goes_before_idle_work() -> None:
    order: list[str] = []
    gate, idle_done = threading.Event(), threading.Event()

    def idle() -> None:
        order.append("idle")
        idle_done.set()

    engine = Scheduler(idle)
    engine.start(lambda: gate.wait(SOON))
    for n in range(3):
        engine.submit(lambda n=n: order.append(f"job {n}"))  # type: ignore[misc]
    gate.set()
    assert idle_done.wait(SOON)
    assert engine.close()
    assert order[:4] == ["job 0", "job 1", "job 2", "idle"]


def test_work_that_can_wait_does_not_run_while_jobs_keep_coming() -> None:
    """With an hour of quiet wanted, only the first piece (at the start) may run."""
    ran = threading.Event()
    count = 0

    def idle() -> float:
        nonlocal count
        count += 1
        ran.set()
        return 3600.0

    engine = Scheduler(idle)
    engine.start(nothing)
    assert ran.wait(SOON)
    for _ in range(20):
        engine.submit(nothing).result(SOON)
    assert engine.close()
    assert count == 1


def test_a_job_wakes_idle_work_that_had_ended() -> None:
    ended, woken = threading.Event(), threading.Event()

    def idle() -> None:
        if ended.is_set():
            woken.set()
        ended.set()

    engine = Scheduler(idle, quiet=0.0)
    engine.start(nothing)
    assert ended.wait(SOON)
    engine.submit(nothing)
    assert woken.wait(SOON)
    assert engine.close()


def test_idle_work_that_fails_rests_until_the_next_job() -> None:
    failed, again = threading.Event(), threading.Event()

    def idle() -> None:
        if failed.is_set():
            again.set()
        failed.set()
        raise ValueError("a bad note")

    engine = Scheduler(idle, quiet=0.0)
    engine.start(nothing)
    assert failed.wait(SOON)
    assert engine.submit(lambda: 1).result(SOON) == 1
    assert again.wait(SOON)
    assert engine.close()


def test_after_is_called_when_the_queue_runs_dry_and_after_idle_pieces() -> None:
    calls: list[str] = []
    idle_done = threading.Event()
    gate = threading.Event()

    def idle() -> None:
        calls.append("idle")
        idle_done.set()

    engine = Scheduler(idle, after=lambda: calls.append("after"))
    engine.start(lambda: gate.wait(SOON))
    engine.submit(lambda: calls.append("job"))
    gate.set()
    assert idle_done.wait(SOON)
    assert engine.close()
    assert calls == ["job", "after", "idle", "after"]


def test_work_aside_holds_nothing_up_and_ends_in_a_job(engine: Scheduler) -> None:
    engine.start(nothing)
    gate, taken = threading.Event(), threading.Event()
    seen: list[tuple[str, str]] = []

    def work() -> str:
        gate.wait(SOON)
        return threading.current_thread().name

    def then(where: str) -> None:
        seen.append((where, threading.current_thread().name))
        taken.set()

    engine.run_in_background(work, then)
    assert engine.submit(lambda: 1).result(SOON) == 1  # although the work goes on
    gate.set()
    assert taken.wait(SOON)
    assert seen == [("nearnote aside", "nearnote")]


def test_work_aside_that_fails_is_logged_and_the_engine_lives(
    engine: Scheduler, caplog: pytest.LogCaptureFixture
) -> None:
    engine.start(nothing)
    failed = threading.Event()

    def work() -> None:
        threading.current_thread().name = "failing"
        failed.set()
        raise ValueError("no such model")

    engine.run_in_background(work, lambda _: None)
    assert failed.wait(SOON)
    for thread in threading.enumerate():
        if thread.name == "failing":
            thread.join(SOON)
    assert "no such model" in caplog.text
    assert engine.submit(lambda: 1).result(SOON) == 1


def test_idle_work_goes_on_at_once_when_work_aside_is_done() -> None:
    """With an hour of quiet wanted, only what came back can wake it."""
    ended, woken = threading.Event(), threading.Event()

    def idle() -> None:
        if ended.is_set():
            woken.set()
        ended.set()

    engine = Scheduler(idle, quiet=3600.0)
    engine.start(nothing)
    assert ended.wait(SOON)
    engine.submit(nothing).result(SOON)
    engine.run_in_background(nothing, lambda _: None)
    assert woken.wait(SOON)
    assert engine.close()


def test_idle_work_that_nobody_can_do_yet_is_asked_again_after_a_job() -> None:
    asked = threading.Semaphore(0)

    def idle() -> float:
        asked.release()
        return 3600.0

    engine = Scheduler(idle, quiet=0.0)
    engine.start(nothing)
    assert asked.acquire(timeout=SOON)
    engine.submit(nothing)
    assert asked.acquire(timeout=SOON)
    assert engine.close()


def test_close_does_not_wait_for_work_aside() -> None:
    engine = Scheduler()
    engine.start(nothing)
    gate, running = threading.Event(), threading.Event()
    taken: list[object] = []

    def work() -> None:
        running.set()
        gate.wait(SOON)

    engine.run_in_background(work, taken.append)
    assert running.wait(SOON)
    assert engine.close()
    [thread] = [each for each in threading.enumerate() if each.name == "nearnote aside"]
    assert thread.daemon  # the process ends without it
    gate.set()
    thread.join(SOON)
    assert taken == []


def test_close_drops_what_waits_and_does_the_last_thing_on_the_thread() -> None:
    engine = Scheduler()
    gate, running = threading.Event(), threading.Event()
    where: list[str] = []

    def first() -> None:
        running.set()
        gate.wait(SOON)

    engine.start(first)
    waiting = engine.submit(nothing)
    assert running.wait(SOON)
    waiting.add_done_callback(lambda _: gate.set())  # only `close` can open the gate
    assert engine.close(lambda: where.append(threading.current_thread().name))
    assert where == ["nearnote"]
    with pytest.raises(CancelledError):
        waiting.result(SOON)
    with pytest.raises(CancelledError):
        engine.submit(nothing).result(SOON)


def test_close_gives_up_on_a_job_that_hangs() -> None:
    engine = Scheduler()
    gate = threading.Event()
    engine.start(lambda: gate.wait(SOON))
    assert engine.close(patience=0.0) is False
    gate.set()
    assert engine.close()


def test_close_before_start() -> None:
    engine = Scheduler()
    waiting = engine.submit(nothing)
    assert engine.close()
    assert waiting.cancelled()
    assert engine.start(nothing).cancelled()


def test_jobs_that_never_pause_do_not_starve_idle_work() -> None:
    turns: list[int] = []

    def idle() -> float:
        turns.append(1)
        return 30.0

    engine = Scheduler(idle, quiet=30.0, starved=0.01)
    engine.start(nothing).result(SOON)
    asked = 0
    while len(turns) < 3 and asked < 200_000:
        engine.submit(nothing).result(SOON)
        asked += 1
    assert len(turns) >= 3
    assert engine.close()


def test_what_nobody_waits_for_lets_others_go_first(engine: Scheduler) -> None:
    done: list[str] = []
    last = engine.submit(lambda: done.append("later"), later=True)
    engine.submit(lambda: done.append("one"))
    engine.submit(lambda: done.append("two"))
    engine.start(nothing)
    last.result(SOON)
    assert done == ["one", "two", "later"]


def test_of_jobs_about_one_subject_in_a_row_only_the_last_is_done(engine: Scheduler) -> None:
    done: list[str] = []

    def job(name: str, subject: object = None) -> Future[None]:
        return engine.submit(lambda: done.append(name), subject=subject)

    futures = [job(f"a{n}", "a") for n in range(100)]
    job("between")
    job("a", "a").add_done_callback(lambda _: None)
    cancelled = job("cancelled")
    job("a again", "a")
    cancelled.cancel()
    job("b", "b")
    last = job("c", "a")
    engine.start(nothing)
    last.result(SOON)
    assert done == ["a99", "between", "a again", "b", "c"]
    assert [future.cancelled() for future in futures] == [True] * 99 + [False]


def test_idle_work_has_its_turn_though_there_is_always_a_job(engine: Scheduler) -> None:
    turns = threading.Event()
    busy = True

    def idle() -> float:
        turns.set()
        return 30.0

    engine = Scheduler(idle, quiet=30.0, starved=0.05)

    def again() -> None:
        if busy:
            engine.submit(again)  # before this one ends, so that the queue is never empty

    engine.submit(again)
    engine.submit(again)
    engine.start(nothing)
    assert turns.wait(SOON)
    turns.clear()
    assert turns.wait(SOON)
    busy = False
    assert engine.close()

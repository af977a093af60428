"""What the editor is told while the index is made."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from nearnote.embedding import loader
from nearnote.lsp import progress
from nearnote.lsp.progress import Notice, sentence
from nearnote.vault.status import Phase, Progress, Status

from .conftest import SOON, WANTS_ALL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MANY = {f"{n}.md": f"# Note {n}\n\nIts own words are number{n}.\n" for n in range(60)}

SENTENCES = [
    (Status(Phase.SCANNING, 16, 90, 90, ""), Progress(), "16 notes read"),
    (Status(Phase.EMBEDDING, 40, 90, 60, "m"), Progress(), "30 of 90 chunks"),
    (Status(Phase.EMBEDDING, 40, 90, 90, "", "Downloading m"), Progress(), "Downloading m"),
    (
        Status(Phase.EMBEDDING, 40, 90, 60, "m"),
        Progress(embedded=10, reused=20, skipped=3, failed=1),
        "30 of 90 chunks, 20 reused, 3 skipped, 1 failed",
    ),
]


@pytest.mark.parametrize(("status", "seen", "expected"), SENTENCES)
def test_sentence(status: Status, seen: Progress, expected: str) -> None:
    assert sentence(status, seen) == expected


def bars(editor: Any) -> list[dict[str, Any]]:
    return [m["params"]["value"] for m in editor.heard if m["method"] == "$/progress"]


def phases(editor: Any) -> list[str]:
    return [m["params"]["phase"] for m in editor.heard if m["method"] == "nearnote/status"]


@pytest.fixture
def model_may_load(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """No vector is made before this is set: work that is done at once has no bar."""
    there = threading.Event()
    real = loader.load

    def slow(settings: Any, progress: Any) -> Any:
        progress("Downloading a model (0.1 GB)")
        assert there.wait(SOON)
        return real(settings, progress)

    monkeypatch.setattr(loader, "load", slow)
    yield there
    there.set()


async def test_a_bar_from_begin_to_end(
    start: Any, vault: Any, model_may_load: threading.Event
) -> None:
    editor = await start(vault(MANY))
    await editor.until(lambda: bool(bars(editor)))
    model_may_load.set()
    await editor.at_rest()
    await editor.until(lambda: bool(bars(editor)) and bars(editor)[-1]["kind"] == "end")
    kinds = [bar["kind"] for bar in bars(editor)]
    assert kinds == ["begin", *["report"] * (len(kinds) - 2), "end"]
    assert bars(editor)[0]["cancellable"] is True
    assert bars(editor)[-1]["message"] == "60 notes, 60 chunks"
    percentages = [bar["percentage"] for bar in bars(editor)[:-1]]
    assert percentages == sorted(percentages)
    assert phases(editor)[-2:] == ["embedding", "ready"]


Told = list[tuple[str, int]]

READY = Status(Phase.READY, 9, 90, 0, "m")
NOTICES: list[tuple[str, list[Status | float], Told]] = [
    ("the first at once", [READY], [("ready", 0)]),
    (
        "an edit not at all, when it is indexed within the second",
        [READY, replace(READY, phase=Phase.EMBEDDING, pending=1), 0.4, READY, 5.0],
        [("ready", 0)],
    ),
    (
        "longer work after a second, then once a second, its end at once",
        [
            READY,
            *[
                step
                for left in range(40, 10, -1)
                for step in (replace(READY, phase=Phase.EMBEDDING, pending=left), 0.1)
            ],
            READY,
        ],
        [("ready", 0), ("embedding", 31), ("embedding", 21), ("embedding", 11), ("ready", 0)],
    ),
    (
        "phases of the start at once",
        [
            replace(READY, phase=Phase.SCANNING, pending=90),
            replace(READY, phase=Phase.EMBEDDING, pending=90),
            replace(READY, phase=Phase.WORDS_ONLY, pending=90),
        ],
        [("scanning", 90), ("embedding", 90), ("words-only", 90)],
    ),
    (
        "new numbers at rest within a second",
        [READY, replace(READY, pending=3), 1.0],
        [("ready", 0), ("ready", 3)],
    ),
]


@pytest.mark.parametrize(("name", "seen", "expected"), NOTICES)
def test_a_status_is_told(
    name: str, seen: list[Status | float], expected: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numbers in `seen` are seconds that go by."""
    monkeypatch.setattr(progress, "EVERY", 1.0)
    clock = Clock()
    told: Told = []
    notice = Notice(
        lambda status: told.append((str(status.phase), status.pending)), clock.call_later
    )
    for step in seen:
        if isinstance(step, Status):
            notice.take(step)
        else:
            clock.pass_by(step)
    assert told == expected, name


class Clock:
    """An event loop's timers, without waiting."""

    def __init__(self) -> None:
        self._now = 0.0
        self._timers: list[tuple[float, Timer]] = []

    def call_later(self, delay: float, callback: Callable[[], None], /) -> Timer:
        timer = Timer(callback)
        self._timers.append((self._now + delay, timer))
        return timer

    def pass_by(self, seconds: float) -> None:
        self._now += seconds
        for due in [each for each in self._timers if each[0] <= self._now + 1e-9]:
            self._timers.remove(due)
            due[1].run()


class Timer:
    def __init__(self, call: Callable[[], None]) -> None:
        self._call: Callable[[], None] | None = call

    def cancel(self) -> None:
        self._call = None

    def run(self) -> None:
        if self._call is not None:
            self._call()


async def test_no_bar_for_a_client_that_has_none(start: Any, vault: Any) -> None:
    editor = await start(vault(MANY), capabilities={**WANTS_ALL, "window": {}})
    await editor.at_rest()
    assert "window/workDoneProgress/create" not in [m["method"] for m in editor.asked]
    assert bars(editor) == []


async def test_a_few_chunks_are_not_worth_a_bar(start: Any, vault: Any) -> None:
    root = vault({"a.md": "One.\n"})
    editor = await start(root)
    await editor.at_rest()
    editor.open((root / "a.md").as_uri(), "Two.\n")
    editor.heard.clear()
    await editor.command("nearnote.status")
    await editor.at_rest()
    assert phases(editor) == ["embedding", "ready"]
    assert bars(editor) == []


async def test_the_user_can_stop_the_work(
    start: Any, vault: Any, model_may_load: threading.Event
) -> None:
    editor = await start(vault(MANY))
    await editor.until(lambda: bool(bars(editor)))
    [token] = {m["params"]["token"] for m in editor.heard if m["method"] == "$/progress"}
    editor.notify("window/workDoneProgress/cancel", {"token": token})
    await editor.until(lambda: bars(editor)[-1]["kind"] == "end")
    model_may_load.set()
    await editor.until(lambda: editor.phase == "embedding")  # the notes are read all the same
    status = await editor.command("nearnote.status")
    assert (await editor.paths("number7"))[0] == "7.md"
    assert (await editor.command("nearnote.status"))["pending"] == status["pending"]
    await editor.command("nearnote.reindex")
    await editor.at_rest()
    assert (await editor.command("nearnote.status"))["pending"] == 0


async def test_a_download_is_told_and_words_answer_meanwhile(
    start: Any, vault: Any, model_may_load: threading.Event
) -> None:
    editor = await start(vault(MANY))
    await editor.until(lambda: "Downloading a model (0.1 GB)" in messages(editor))
    status = await editor.command("nearnote.status")
    assert (status["phase"], status["reason"]) == ("embedding", "Downloading a model (0.1 GB)")
    assert (await editor.paths("number7"))[0] == "7.md"
    model_may_load.set()
    await editor.at_rest()
    assert "reason" not in await editor.command("nearnote.status")
    assert editor.messages == []


def messages(editor: Any) -> list[str]:
    return [bar.get("message", "") for bar in bars(editor)]


async def test_without_a_model_one_warning_says_what_to_do(
    start: Any, vault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEARNOTE_PROVIDER", "fastembed")
    monkeypatch.setenv("NEARNOTE_MODEL_PATH", "/nowhere")
    editor = await start(vault(MANY))
    await editor.at_rest()
    status = await editor.command("nearnote.status")
    assert status["phase"] == "words-only"
    assert editor.messages == [f"nearnote: {status['reason']}"]
    answer = await editor.command("nearnote.search", {"query": "number7"})
    assert answer["hits"][0]["path"] == "7.md"

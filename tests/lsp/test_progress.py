"""What the editor is told while the index is made."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from nearnote.embedding import embedder
from nearnote.lsp.progress import sentence
from nearnote.vault.status import Phase, Progress, Status

from .conftest import SOON, WANTS_ALL

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


@pytest.mark.parametrize(("status", "progress", "expected"), SENTENCES)
def test_sentence(status: Status, progress: Progress, expected: str) -> None:
    assert sentence(status, progress) == expected


def bars(editor: Any) -> list[dict[str, Any]]:
    return [m["params"]["value"] for m in editor.heard if m["method"] == "$/progress"]


def phases(editor: Any) -> list[str]:
    return [m["params"]["phase"] for m in editor.heard if m["method"] == "nearnote/status"]


async def test_a_bar_from_begin_to_end(start: Any, vault: Any) -> None:
    editor = await start(vault(MANY))
    await editor.at_rest()
    await editor.until(lambda: bool(bars(editor)) and bars(editor)[-1]["kind"] == "end")
    kinds = [bar["kind"] for bar in bars(editor)]
    assert kinds == ["begin", *["report"] * (len(kinds) - 2), "end"]
    assert bars(editor)[0]["cancellable"] is True
    assert bars(editor)[-1]["message"] == "60 notes, 60 chunks"
    percentages = [bar["percentage"] for bar in bars(editor)[:-1]]
    assert percentages == sorted(percentages)
    assert phases(editor)[-2:] == ["embedding", "ready"]


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


async def test_the_user_can_stop_the_work(start: Any, vault: Any) -> None:
    editor = await start(vault(MANY))
    await editor.until(lambda: bool(bars(editor)))
    [token] = {m["params"]["token"] for m in editor.heard if m["method"] == "$/progress"}
    editor.notify("window/workDoneProgress/cancel", {"token": token})
    await editor.until(lambda: bars(editor)[-1]["kind"] == "end")
    await editor.until(lambda: editor.phase == "embedding")  # the notes are read all the same
    status = await editor.command("nearnote.status")
    assert (await editor.paths("number7"))[0] == "7.md"
    assert (await editor.command("nearnote.status"))["pending"] == status["pending"]
    await editor.command("nearnote.reindex")
    await editor.at_rest()
    assert (await editor.command("nearnote.status"))["pending"] == 0


async def test_a_download_is_told_and_words_answer_meanwhile(
    start: Any, vault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = threading.Event()
    real = embedder.load

    def slow(settings: Any, progress: Any) -> Any:
        progress("Downloading a model (0.1 GB)")
        assert there.wait(SOON)
        return real(settings, progress)

    monkeypatch.setattr(embedder, "load", slow)
    editor = await start(vault(MANY))
    await editor.until(lambda: "Downloading a model (0.1 GB)" in messages(editor))
    status = await editor.command("nearnote.status")
    assert (status["phase"], status["reason"]) == ("embedding", "Downloading a model (0.1 GB)")
    assert (await editor.paths("number7"))[0] == "7.md"
    there.set()
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

"""A remote model that hangs, and a vault in a language that the model does not know."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from nearnote.lsp import remote_query
from tests.models import Model

from .conftest import SOON

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from nearnote.embedding.embedder import Vectors

NOTES = {"Oven.md": "Hot steam.\n", "Garden.md": "Wet soil.\n"}
QUERY = "steam"


class Slow(Model):
    """Answers what is asked of it when the gates are open."""

    def __init__(self) -> None:
        super().__init__(remote=True)
        self.texts, self.queries = threading.Event(), threading.Event()

    def embed_documents(self, texts: Any) -> Vectors:
        assert self.texts.wait(SOON)
        return super().embed_documents(texts)

    def embed_query(self, text: str) -> Vectors:
        assert text != QUERY or self.queries.wait(SOON)
        return super().embed_query(text)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Slow]:
    """A remote model with both gates closed, nothing in the cache, users without patience."""
    monkeypatch.setenv("NEARNOTE_CACHE_DIR", str(tmp_path / "cache"))
    model = Slow()
    monkeypatch.setattr("nearnote.embedding.loader.load", lambda *_: model)
    monkeypatch.setattr(remote_query, "PATIENCE", 0.0)
    monkeypatch.setenv("NEARNOTE_PROVIDER", "openai")
    yield model
    model.texts.set()
    model.queries.set()


async def search(editor: Any) -> tuple[str, int, list[str]]:
    answer = await editor.command("nearnote.search", {"query": QUERY})
    return answer["mode"], answer["pending"], [hit["path"] for hit in answer["hits"]]


async def test_words_answer_while_texts_and_a_query_hang(
    start: Any, vault: Any, slow: Slow
) -> None:
    editor = await start(vault(NOTES))
    await editor.until(lambda: editor.phase == "embedding")
    assert await search(editor) == ("text", 2, ["Oven.md"])
    symbols = await editor.request("workspace/symbol", {"query": QUERY})
    assert [symbol["containerName"] for symbol in symbols] == ["Oven.md"]
    slow.texts.set()
    await editor.at_rest()
    assert await search(editor) == ("text", 0, ["Oven.md"])


async def test_a_search_waits_a_moment_for_the_query(
    start: Any, vault: Any, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_query, "PATIENCE", SOON)
    slow.texts.set()
    editor = await start(vault(NOTES))
    await editor.at_rest()
    params = {"command": "nearnote.search", "arguments": [{"query": QUERY}]}
    _, asked = editor.begin("workspace/executeCommand", params)
    assert (await editor.command("nearnote.status"))["phase"] == "ready"  # it holds nothing up
    assert not asked.done()
    slow.queries.set()
    answer = await asked
    assert answer["mode"] == "hybrid"
    assert answer["hits"][0]["found_by"] == ["text", "vector"]


async def test_shutdown_does_not_wait_for_a_model_that_hangs(
    start: Any, vault: Any, slow: Slow
) -> None:
    editor = await start(vault(NOTES))
    await editor.until(lambda: editor.phase == "embedding")
    await search(editor)
    await editor.request("shutdown", None)
    assert not slow.texts.is_set()
    assert not slow.queries.is_set()
    assert editor.server.exit_code == 0


async def test_a_foreign_vault_is_said_once(
    start: Any, vault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = Model()
    model.foreign = {"ekmek", "hamuru"}
    monkeypatch.setattr("nearnote.embedding.loader.load", lambda *_: model)
    root = vault({"a.md": "ekmek hamuru " * 40, "b.md": "English words.\n"})
    for count in (1, 0):
        editor = await start(root)
        await editor.at_rest()
        await editor.command("nearnote.status")
        hints = [message for message in editor.messages if "nearnote[multilingual]" in message]
        assert len(hints) == count
        answer = await editor.command("nearnote.search", {"query": "ekmek hamuru"})
        assert answer["mode"] == "text"

"""Settings from every side, taken while the server runs; folders that are watched."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from nearnote.lsp import lifecycle

from .conftest import WANTS_ALL

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

NOTES = {
    "Oven.md": "# Oven\n\nHot steam.\n\n## Empty\n\n## Full\n\nWarm.\n",
    "drafts/Later.md": "# Later\n\nHot steam, too.\n",
}


def change(editor: Any, settings: Any) -> None:
    editor.notify("workspace/didChangeConfiguration", {"settings": settings})


@pytest.mark.parametrize("wrapped", [True, False])
@pytest.mark.parametrize("nested", [True, False])
async def test_initialization_options(start: Any, vault: Any, wrapped: bool, nested: bool) -> None:
    options = {"search": {"limit": 1}} if nested else {"search.limit": 1}
    options = {"nearnote": options} if wrapped else options
    editor = await start(vault(NOTES), options=options)
    await editor.at_rest()
    assert len(await editor.request("workspace/symbol", {"query": "steam"})) == 1


async def test_what_the_client_says_later_wins(start: Any, vault: Any) -> None:
    options = {"search": {"limit": 1}, "exclude": ["Oven.md"]}
    editor = await start(vault(NOTES), options=options, settings={"search": {"limit": 7}})
    await editor.at_rest()
    assert editor.server.settings.search_limit == 7
    assert await editor.paths("steam") == ["drafts/Later.md"]


async def test_the_vaults_own_file_is_below_the_editor(start: Any, vault: Any) -> None:
    toml = 'exclude = ["drafts/"]\n[findings]\nbare_heading = "off"\n'
    root = vault({**NOTES, ".nearnote.toml": toml})
    editor = await start(root, settings={"findings": {"bareHeading": "hint"}})
    await editor.at_rest()
    assert await editor.paths("steam") == ["Oven.md"]
    document = {"textDocument": {"uri": (root / "Oven.md").as_uri()}}
    [item] = (await editor.request("textDocument/diagnostic", document))["items"]
    assert item["severity"] == 4


async def test_settings_that_are_read_when_needed(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    editor = await start(root)
    await editor.at_rest()
    document = {"textDocument": {"uri": (root / "Oven.md").as_uri()}}
    assert (await editor.request("textDocument/diagnostic", document))["items"]
    before = editor.server.note_workspace
    change(editor, {"nearnote": {"findings": {"bareHeading": "off"}}})
    refresh = "workspace/diagnostic/refresh"
    await editor.until(lambda: refresh in [m["method"] for m in editor.asked])
    assert (await editor.request("textDocument/diagnostic", document))["items"] == []
    assert editor.server.note_workspace is before


async def test_settings_that_want_the_vaults_anew_keep_unsaved_text(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    editor = await start(root)
    await editor.at_rest()
    editor.open((root / "Oven.md").as_uri(), "Unsaved zebra.\n")
    editor.open("untitled:U", "Unsaved giraffe.\n")
    change(editor, {"nearnote": {"exclude": ["drafts/"]}})
    assert await editor.paths("zebra") == ["Oven.md"]
    assert await editor.paths("giraffe") == ["untitled:U"]
    await editor.at_rest()
    assert await editor.paths("steam") == []


async def test_an_edit_right_after_new_settings_is_not_lost(start: Any, vault: Any) -> None:
    """The next message may be there before the loop comes back to the settings."""
    root = vault(NOTES)
    uri = (root / "Oven.md").as_uri()
    editor = await start(root)
    await editor.at_rest()
    editor.open(uri, "Unsaved zebra.\n")
    editor.server.choices = {"exclude": ["drafts/"]}
    lifecycle.reconfigure(editor.server)
    editor.change(uri, 2, "Unsaved giraffe.\n")
    assert await editor.paths("giraffe") == ["Oven.md"]
    assert await editor.paths("zebra") == []


async def test_null_means_ask_me(start: Any, vault: Any) -> None:
    editor = await start(vault(NOTES))
    await editor.at_rest()
    editor.settings = {"search": {"limit": 1}}
    change(editor, None)
    await editor.until(
        lambda: [m["method"] for m in editor.asked].count("workspace/configuration") == 2
    )
    await editor.command("nearnote.status")
    assert editor.server.settings.search_limit == 1


async def test_a_wrong_setting_is_told_once(start: Any, vault: Any) -> None:
    editor = await start(vault(NOTES), settings={"serch": {"limit": 1}})
    await editor.at_rest()
    await editor.until(lambda: bool(editor.messages))
    assert editor.messages == [
        "nearnote: nearnote.serch.limit is not a setting; the nearest one is search.limit."
    ]
    change(editor, {"nearnote": {"serch": {"limit": 1}}})
    await editor.command("nearnote.status")
    assert len(editor.messages) == 1


async def test_a_broken_settings_file_is_told_and_ignored(start: Any, vault: Any) -> None:
    editor = await start(vault({**NOTES, ".nearnote.toml": "exclude = [\n"}))
    await editor.at_rest()
    await editor.until(lambda: bool(editor.messages))
    assert ".nearnote.toml is not valid TOML" in editor.messages[0]
    assert await editor.paths("steam") == ["Oven.md", "drafts/Later.md"]


async def test_a_folder_that_is_too_wide_is_not_read(
    start: Any, vault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = vault(NOTES)
    monkeypatch.setattr(Path, "home", lambda: root)
    editor = await start(root)
    await editor.until(lambda: bool(editor.messages))
    assert "too wide" in editor.messages[0]
    assert await editor.paths("steam") == []
    assert editor.server.watchers == {}


async def test_a_client_that_never_tells_its_settings(
    start: Any, vault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nearnote.lsp.lifecycle._PATIENCE", 0.0)
    editor = await start(vault(NOTES))
    await editor.at_rest()
    assert len(await editor.paths("steam")) == 2


async def test_the_settings_file_and_notes_are_watched(
    start: Any, vault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: asyncio.Queue[frozenset[str]] = asyncio.Queue()

    async def watch(_: Path, __: asyncio.Event) -> AsyncIterator[frozenset[str]]:
        while True:
            yield await seen.get()

    root = vault(NOTES)
    monkeypatch.undo()
    monkeypatch.setenv("NEARNOTE_PROVIDER", "hashing")
    monkeypatch.setattr("nearnote.fs.files.watch", watch)
    editor = await start(root, capabilities=WANTS_ALL)
    await editor.at_rest()
    (root / "New.md").write_text("Zebra.\n")
    (root / ".nearnote.toml").write_text('exclude = ["drafts/"]\n')
    editor.heard.clear()
    seen.put_nowait(frozenset({"New.md", ".nearnote.toml"}))
    await editor.at_rest()
    assert await editor.paths("zebra") == ["New.md"]
    assert await editor.paths("steam") == ["Oven.md"]

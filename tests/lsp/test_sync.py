"""The vaults are in step with whatever the editor does."""

from __future__ import annotations

import os
from typing import Any

import pytest

from .conftest import WANTS_ALL

NOTES = {
    "Bread/Oven.md": "# Oven\n\nHot steam.\n",
    "Bread/Proof.md": "# Proof\n\nCold fridge.\n",
    "Cat.md": "# Pets\n\nMilk for the cat.\n",
    "Bread/photo.txt": "steam",
}


async def test_an_unsaved_edit_is_found_at_once_and_the_disk_after_close(
    start: Any, vault: Any
) -> None:
    root = vault(NOTES)
    uri = (root / "Cat.md").as_uri()
    editor = await start(root)
    editor.open(uri, NOTES["Cat.md"])
    editor.change(uri, 2, "Milk for the zebra.\n")
    assert await editor.paths("zebra") == ["Cat.md"]
    assert await editor.paths("pets") == []
    editor.close_document(uri)
    assert await editor.paths("zebra") == []
    assert await editor.paths("milk cat") == ["Cat.md"]


async def test_a_search_sees_every_edit_that_was_sent_before_it(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    uri = (root / "Cat.md").as_uri()
    editor = await start(root)
    editor.open(uri, "")
    for version in range(2, 30):
        editor.change(uri, version, f"word{version}\n")
        _, answer = editor.begin("workspace/symbol", {"query": f"=word{version}"})
    assert [symbol["containerName"] for symbol in await answer] == ["Cat.md"]


async def test_an_open_buffer_wins_over_the_scan_and_the_watchers(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    uri = (root / "Cat.md").as_uri()
    editor = await start(root)
    editor.open(uri, "Unsaved zebra.\n")
    await editor.at_rest()
    (root / "Cat.md").write_text("Written by another program.\n")
    changes = [{"uri": uri, "type": 2}]
    editor.notify("workspace/didChangeWatchedFiles", {"changes": changes})
    assert await editor.paths("zebra") == ["Cat.md"]
    assert await editor.paths("another program") == []
    editor.close_document(uri)
    assert await editor.paths("another program") == ["Cat.md"]


async def test_files_that_come_change_and_go(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    editor = await start(root)
    await editor.at_rest()
    new = root / "New.md"
    new.write_text("Giraffe.\n")
    editor.notify("workspace/didCreateFiles", {"files": [{"uri": new.as_uri()}]})
    assert await editor.paths("giraffe") == ["New.md"]
    new.write_text("Gazelle.\n")
    changes = {"changes": [{"uri": new.as_uri(), "type": 2}]}
    editor.notify("workspace/didChangeWatchedFiles", changes)
    assert await editor.paths("gazelle") == ["New.md"]
    new.unlink()
    editor.notify("workspace/didDeleteFiles", {"files": [{"uri": new.as_uri()}]})
    assert await editor.paths("gazelle") == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("Cat.md", "Animals/Kitten.md", {"steam": "Bread/Oven.md", "milk": "Animals/Kitten.md"}),
        ("Bread", "Baking", {"steam": "Baking/Oven.md", "milk": "Cat.md"}),
        ("Cat.md", "Cat.txt", {"steam": "Bread/Oven.md"}),
    ],
)
async def test_renames_keep_vectors(
    start: Any, vault: Any, old: str, new: str, expected: dict[str, str]
) -> None:
    root = vault(NOTES)
    editor = await start(root)
    await editor.at_rest()
    before = await editor.command("nearnote.stats")
    (root / new).parent.mkdir(exist_ok=True)
    (root / old).rename(root / new)
    files = [{"oldUri": (root / old).as_uri(), "newUri": (root / new).as_uri()}]
    editor.notify("workspace/didRenameFiles", {"files": files})
    for query in ("steam", "milk"):
        assert await editor.paths(query) == ([expected[query]] if query in expected else [])
    await editor.at_rest()
    after = await editor.command("nearnote.stats")
    assert after["progress"]["embedded"] == before["progress"]["embedded"]


async def test_an_ignored_file_is_no_note_even_when_it_is_open(start: Any, vault: Any) -> None:
    root = vault({**NOTES, ".gitignore": "drafts\n", "drafts/a.md": "Zebra.\n"})
    editor = await start(root)
    editor.open((root / "drafts/a.md").as_uri(), "Zebra.\n")
    assert await editor.paths("zebra") == []


@pytest.mark.parametrize("uri", ["untitled:Untitled-1", "file:///tmp/elsewhere/a%20b.md"])
async def test_notes_that_lie_in_no_folder_are_found_while_they_are_open(
    start: Any, vault: Any, uri: str
) -> None:
    editor = await start(vault(NOTES))
    editor.open(uri, "# Zebra\n\nStripes.\n\n## Empty\n\n## Full\n\nText.\n")
    [hit] = (await editor.command("nearnote.search", {"query": "stripes", "mode": "text"}))["hits"]
    assert hit["uri"] == uri
    pulled = await editor.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
    assert [item["code"] for item in pulled["items"]] == ["bare-heading"]
    editor.close_document(uri)
    assert await editor.paths("stripes") == []


async def test_an_unsaved_note_is_a_note_of_the_first_folder(start: Any, vault: Any) -> None:
    """Its links mean something, and the notes near it are those of the folder."""
    root = vault(NOTES)
    editor = await start(root)
    editor.open("untitled:Untitled-1", "Hot steam for the oven, see [[Proof]].\n")
    await editor.at_rest()
    hover = {"textDocument": {"uri": "untitled:Untitled-1"}}
    on_link = {**hover, "position": {"line": 0, "character": 32}}
    shown = (await editor.request("textDocument/hover", on_link))["contents"]["value"]
    assert f"[**Proof**]({root.as_uri()}/Bread/Proof.md#L1)" in shown
    assert f"[Oven]({root.as_uri()}/Bread/Oven.md" in shown
    oven = {"uri": (root / "Bread/Oven.md").as_uri(), "line": 2}
    near = (await editor.command("nearnote.related", oven))["hits"]
    assert near[0]["uri"] == "untitled:Untitled-1"
    await editor.command("nearnote.reindex", {"full": True})
    assert await editor.paths("see proof steam") == ["untitled:Untitled-1"]
    editor.close_document("untitled:Untitled-1")
    assert await editor.paths("see proof steam") == []


async def test_other_languages_are_no_loose_notes(start: Any) -> None:
    editor = await start()
    editor.open("untitled:Untitled-1", "stripes", "python")
    assert await editor.paths("stripes") == []


@pytest.mark.parametrize("where", ["rootUri", "rootPath"])
async def test_a_client_without_folders(start: Any, vault: Any, where: str) -> None:
    root = vault(NOTES)
    editor = await start(**{where: str(root) if where == "rootPath" else root.as_uri()})
    await editor.at_rest()
    assert await editor.paths("steam") == ["Bread/Oven.md"]


async def test_folders_come_and_go(start: Any, vault: Any, tmp_path: Any) -> None:
    first = vault(NOTES)
    second = tmp_path / "second"
    second.mkdir()
    (second / "Zebra.md").write_text("Stripes.\n")
    editor = await start(first)
    uri = (second / "Zebra.md").as_uri()
    editor.open(uri, "Stripes, unsaved.\n")  # loose until its folder is added
    assert await editor.paths("stripes") == [str(second / "Zebra.md")]

    folder = {"uri": second.as_uri(), "name": "second"}
    _folders_change(editor, added=[folder])
    assert await editor.paths("stripes unsaved") == ["Zebra.md"]
    _folders_change(editor, removed=[{"uri": first.as_uri(), "name": "first"}])
    assert await editor.paths("steam") == []
    _folders_change(editor, removed=[folder])
    assert await editor.paths("stripes unsaved") == [str(second / "Zebra.md")]


async def test_a_folder_in_a_folder(start: Any, vault: Any) -> None:
    """A note belongs to the innermost one only, whichever was there first."""
    outer = vault(NOTES)
    inner = {"uri": (outer / "Bread").as_uri(), "name": "Bread"}
    uri = f"{inner['uri']}/Oven.md"
    editor = await start(outer)
    await editor.at_rest()
    editor.open(uri, "Unsaved zebra.\n")
    assert await editor.paths("zebra") == ["Bread/Oven.md"]
    _folders_change(editor, added=[inner])
    assert await editor.paths("zebra") == ["Oven.md"]
    editor.heard.clear()
    await editor.at_rest()
    assert await editor.paths("cold fridge") == ["Proof.md"]
    assert await editor.paths("milk") == ["Cat.md"]
    _folders_change(editor, removed=[inner])
    assert await editor.paths("zebra") == ["Bread/Oven.md"]
    editor.heard.clear()
    await editor.at_rest()
    assert await editor.paths("cold fridge") == ["Bread/Proof.md"]


async def test_without_a_query_the_notes_of_all_folders_are_mixed_by_time(
    start: Any, vault: Any, tmp_path: Any
) -> None:
    first = vault({"old.md": "One.\n", "new.md": "Two.\n"})
    second = tmp_path / "second"
    second.mkdir()
    (second / "between.md").write_text("Three.\n")
    for age, file in enumerate([first / "new.md", second / "between.md", first / "old.md"]):
        os.utime(file, (1e9 - age, 1e9 - age))
    editor = await start(first, second)
    await editor.at_rest()
    found = await editor.request("workspace/symbol", {"query": " "})
    assert [each["containerName"] for each in found] == ["new.md", "between.md", "old.md"]


def _folders_change(editor: Any, added: Any = (), removed: Any = ()) -> None:
    event = {"added": list(added), "removed": list(removed)}
    editor.notify("workspace/didChangeWorkspaceFolders", {"event": event})


async def test_a_uri_comes_back_as_the_client_spells_it(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    spelled = root.as_uri().replace("/my%20notes", "/%6dy%20notes")
    editor = await start(workspaceFolders=[{"uri": spelled, "name": "notes"}])
    editor.open(f"{spelled}/%43at.md", NOTES["Cat.md"])
    await editor.at_rest()
    found = set()
    for query in ("milk cat", "hot steam"):
        [first, *_] = await editor.request("workspace/symbol", {"query": query})
        found.add(first["location"]["uri"])
    assert found == {f"{spelled}/%43at.md", f"{spelled}/Bread/Oven.md"}


async def test_the_notes_edited_last_come_first_without_a_query(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    editor = await start(root, capabilities=WANTS_ALL)
    await editor.at_rest()
    uri = (root / "Bread/Proof.md").as_uri()
    editor.open(uri, NOTES["Bread/Proof.md"])
    editor.change(uri, 2, "Warm fridge.\n")
    [first, *_] = await editor.request("workspace/symbol", {"query": ""})
    assert first["containerName"] == "Bread/Proof.md"

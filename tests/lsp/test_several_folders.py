"""Renames with several folders open, and edits that ask first."""

from __future__ import annotations

from typing import Any

from .conftest import WANTS_ALL
from .places import path_in

FIRST = {"a.md": "[x](b.md) [f](old/)\n", "b.md": "B\n", "old/n.md": "N\n"}
SECOND = {"c.md": "[y](d.md) [[d]]\n", "d.md": "D\n"}


async def test_files_of_two_folders_move_at_once(start: Any, tmp_path: Any) -> None:
    roots = []
    for name, notes in (("one", FIRST), ("two", SECOND)):
        root = tmp_path / name
        roots.append(root)
        for path, text in notes.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
    one, two = roots
    editor = await start(one, two)
    await editor.at_rest()
    moves = [(one / "b.md", one / "z.md"), (two / "d.md", two / "y.md"), (one / "old", one / "new")]
    files = [{"oldUri": old.as_uri(), "newUri": new.as_uri()} for old, new in moves]
    change = await editor.request("workspace/willRenameFiles", {"files": files})
    told = {
        path_in(tmp_path.as_uri(), step["textDocument"]["uri"]): [
            edit["newText"] for edit in step["edits"]
        ]
        for step in change["documentChanges"]
    }
    assert told == {"one/a.md": ["z.md", "new/"], "two/c.md": ["y.md", "y"]}


async def test_a_link_that_changes_its_kind_is_asked_about(start: Any, vault: Any) -> None:
    root = vault({"a.md": "[[Mira]] [x](Mira.md)\n", "Mira.md": "M\n"})
    for asks in (True, False):
        support = {"documentChanges": True}
        if asks:
            support["changeAnnotationSupport"] = {}  # type: ignore[assignment]
        capabilities = {**WANTS_ALL, "workspace": {"workspaceEdit": support}}
        editor = await start(root, capabilities=capabilities)
        await editor.at_rest()
        change = await editor.request(
            "textDocument/rename",
            {
                "textDocument": {"uri": (root / "a.md").as_uri()},
                "position": {"line": 0, "character": 3},
                "newName": "Mi#ra",
            },
        )
        edits = change["documentChanges"][0]["edits"]
        sentence = "Wikilinks to Mi#ra.md become Markdown links"
        assert [edit.get("annotationId") for edit in edits] == [sentence if asks else None, None]
        asked = {sentence: {"label": sentence, "needsConfirmation": True}} if asks else None
        assert change.get("changeAnnotations") == asked

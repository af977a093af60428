"""One editor with one vault on disk: it makes the server's changes and tells the server of them."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

from tests.properties.editing import Replaced, apply, position, replaced, shown
from tests.properties.meaning import links

if TYPE_CHECKING:
    from pathlib import Path

    from tests.properties.door import Door
    from tests.properties.editing import Files

Json = dict[str, Any]


def write(root: Path, files: Files) -> None:
    """Make the folder hold these files and no other."""
    shutil.rmtree(root, ignore_errors=True)
    for path, data in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    root.mkdir(exist_ok=True)


class Session:
    """The files as they are on disk; `opened` are those that the editor shows."""

    def __init__(self, door: Door, files: Files, opened: list[str]) -> None:
        self.door = door
        self.files = files
        self.opened: dict[str, int] = {}
        for path in opened:
            self._open(path)

    def _open(self, path: str) -> None:
        self.opened[path] = 1
        self.door.open(path, shown(self.files[path]))

    def apply(
        self, change: Json | None, moves: list[tuple[str, str]] | None = None
    ) -> list[Replaced]:
        """Make a change, then the user's own moves of files and folders, and save everything."""
        before = self.files
        after, told, moved = apply(before, change, self.door.base, self.door.encoding, self.opened)
        for old, new in moves or ():
            for path in [each for each in after if each == old or each.startswith(old + "/")]:
                after[new + path[len(old) :]] = after.pop(path)
                moved.append((path, new + path[len(old) :]))
        self._tell(before, after, change, moved)
        self.files = after
        return told

    def _tell(
        self, before: Files, after: Files, change: Json | None, moved: list[tuple[str, str]]
    ) -> None:
        """As editors do: edits of open notes as such, files moved, the rest seen on the disk."""
        door, encoding = self.door, self.door.encoding
        for step in (change or {}).get("documentChanges", []):
            path = next((each for each in self.opened if door.uri(each) == step.get(
                "textDocument", {}).get("uri")), None)  # fmt: skip
            if path is not None and path in before:
                text = shown(before[path])
                edits = replaced(path, before[path], step["edits"], encoding)
                changes = [
                    {
                        "range": {
                            "start": position(text, edit.start, encoding),
                            "end": position(text, edit.end, encoding),
                        },
                        "text": edit.text,
                    }
                    for edit in reversed(edits)
                ]
                self.opened[path] += 1
                door.change(path, changes)
        reopened = []
        for path in list(self.opened):
            new = dict(moved).get(path, path)
            if new != path or path not in after:
                door.close_document(path)
                del self.opened[path]
                if new in after:
                    reopened.append(new)
        write(door.root, after)
        self.files = after
        for path in reopened:
            self._open(path)
        if moved:
            files = [{"oldUri": door.uri(old), "newUri": door.uri(new)} for old, new in moved]
            door.notify("workspace/didRenameFiles", {"files": files})
        events = [
            {"uri": door.uri(path), "type": 2 if path in before and path in after else
             1 if path in after else 3}
            for path in sorted({*before, *after})
            if before.get(path) != after.get(path)
        ]  # fmt: skip
        door.notify("workspace/didChangeWatchedFiles", {"changes": events})

    def answers(self, door: Door | None = None) -> Json:
        """What a server says of everything in the vault."""
        door, files = door or self.door, self.files
        found: Json = {}
        for path in sorted(each for each in files if each.endswith(".md")):
            for method in ("documentSymbol", "documentLink", "foldingRange"):
                found[method, path] = door.of(method, path)
            report = door.of("diagnostic", path)
            found["diagnostic", path] = [
                (each["code"], each["message"], each["range"]) for each in report["items"]
            ]
            text = shown(files[path])
            for line, content in enumerate(text.splitlines()):
                if content.startswith("#"):
                    at = {"line": line, "character": 3}
                    context = {"includeDeclaration": False}
                    uses = door.at("references", path, at, context=context)
                    found["references", path, line] = sorted(uses or [], key=str)
        for number, link in links(files).items():
            at = position(shown(files[link.path]), link.at, door.encoding)
            found["definition", number] = door.at("definition", link.path, at)
        return found

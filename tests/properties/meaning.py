"""What the links of a vault mean, by the marks of `vaults.py` and not by how they are written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.properties.editing import located, position, shown

if TYPE_CHECKING:
    from tests.properties.door import Door
    from tests.properties.editing import Files

_LINK = re.compile(r"(?:@|see-)l(\d+)(?: |:[^\[]*(?:\[(?!\[)[^\[]*)?)(!?)(\[\[?)")
_REFERENCE = re.compile(r"!?\[([^\[\]]*)\](?:\[([^\[\]]*)\])?(?!\()")
_TARGET = re.compile(r"@[nhbd]\d+")
_MARK = re.compile(r"(?:@[nhbd]|(?:@|see-)l)\d+")


@dataclass(frozen=True)
class Written:
    """A link where it stands: `at` is a place in it at which an editor can ask."""

    path: str
    at: int
    kind: str  # "wiki", "markdown" or "reference"
    label: str  # of a reference, folded


def links(files: Files) -> dict[str, Written]:
    """The marked links of all notes by their numbers."""
    found = {}
    for path, data in files.items():
        if not path.endswith(".md"):
            continue
        text = shown(data)
        for match in _LINK.finditer(text):
            start = match.start(2)
            at, kind, label = match.end(3), "wiki", ""
            if match[3] == "[":
                kind = "markdown"
                use = _REFERENCE.match(text, start)
                if use is not None:
                    kind, label = "reference", (use[2] or use[1]).casefold()
            assert match[1] not in found, f"link {match[1]} is there twice"
            found[match[1]] = Written(path, at, kind, label)
    return found


def marks(files: Files) -> list[str]:
    """Every mark of the vault, in order: none may be lost, and none doubled."""
    return sorted(
        mark
        for path, data in files.items()
        if path.endswith(".md")
        for mark in _MARK.findall(shown(data))
    )


def meanings(door: Door, files: Files) -> dict[str, tuple[str, ...]]:
    """What each link means: the marks of what its definition is, empty when it means nothing."""
    return {number: meant(door, files, link) for number, link in links(files).items()}


def meant(door: Door, files: Files, link: Written) -> tuple[str, ...]:
    """What a link means; a link by reference means what the definition of its label does."""
    text = shown(files[link.path])
    at = link.at
    if link.kind == "reference":
        label = re.escape(link.label)
        defined = re.search(rf"^\[{label}\]: <?", text, re.IGNORECASE | re.MULTILINE)
        if defined is None:
            return ("no such label",)
        at = defined.end()
    answer = door.at("definition", link.path, position(text, at, door.encoding)) or []
    return tuple(sorted(target(files, *located(each, files, door.base, door.encoding))
                        for each in answer))  # fmt: skip


def target(files: Files, path: str, at: int) -> str:
    """What stands at a place: the first mark from there on."""
    if not path.endswith(".md"):
        return path
    text = shown(files[path])
    start = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    found = _TARGET.search(text, start)
    return path if found is None else found[0]

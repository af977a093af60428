"""The editor of these tests: it counts columns, applies edits to bytes on disk, and checks them.

It shares no line with the product's own conversion of positions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any
from urllib.parse import unquote

Json = dict[str, Any]
ENCODINGS = ("utf-8", "utf-16", "utf-32")
BOM = b"\xef\xbb\xbf"
_UNIT = {"utf-8": 1, "utf-16": 2, "utf-32": 4}
_CODEC = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
_LINE_END = re.compile(r"\r\n|\r|\n")

Files = dict[str, bytes]


@dataclass(frozen=True)
class Replaced:
    """One edit as it was told: the place in the text of a file, and what it puts there."""

    path: str
    start: int
    end: int
    text: str


class UnfitError(AssertionError):
    """An edit that no editor could make as it was told."""


def shown(data: bytes) -> str:
    """A file as an editor shows it: a BOM is no part of the text."""
    return data.removeprefix(BOM).decode()


def lines_of(text: str) -> list[int]:
    """Where each line begins."""
    return [0, *(end.end() for end in _LINE_END.finditer(text))]


def position(text: str, at: int, encoding: str) -> Json:
    """A place in a text as an editor tells it."""
    starts = [start for start in lines_of(text) if start <= at]
    head = text[starts[-1] : at].encode(_CODEC[encoding])
    return {"line": len(starts) - 1, "character": len(head) // _UNIT[encoding]}


def place(text: str, told: Json, encoding: str) -> int:
    """The place in a text that an editor's position means; it must be one of a character."""
    starts = lines_of(text)
    if not 0 <= told["line"] < len(starts):
        raise UnfitError(f"no line {told['line']} in {text!r}")
    start = starts[told["line"]]
    end = next((at for at in range(start, len(text)) if text[at] in "\r\n"), len(text))
    data = text[start:end].encode(_CODEC[encoding])
    size = told["character"] * _UNIT[encoding]
    if size > len(data):
        raise UnfitError(f"column {told['character']} is past the end of {text[start:end]!r}")
    try:
        return start + len(data[:size].decode(_CODEC[encoding]))
    except UnicodeDecodeError as error:
        raise UnfitError(f"column {told['character']} tears a character") from error


def path_of(uri: str, base: str) -> str:
    """A file's path below the folder of the URI `base`."""
    if not uri.startswith(base + "/"):
        raise UnfitError(f"{uri} lies outside of {base}")
    return unquote(uri[len(base) + 1 :].partition("#")[0])


def located(answer: Json, files: Files, base: str, encoding: str) -> tuple[str, int]:
    """The path and the place in the text of a location."""
    path = path_of(answer["uri"], base)
    return path, place(shown(files[path]), answer["range"]["start"], encoding)


def apply(
    files: Files, change: Json | None, base: str, encoding: str, versions: dict[str, int]
) -> tuple[Files, list[Replaced], list[tuple[str, str]]]:
    """The files after a workspace edit, the edits by the paths at their turn, and the moves."""
    files, told, moves = dict(files), [], []
    for step in (change or {}).get("documentChanges", []):
        kind = step.get("kind", "edit")
        if kind == "edit":
            document = step["textDocument"]
            path = path_of(document["uri"], base)
            if document.get("version") != versions.get(path):
                raise UnfitError(f"{path} is told in version {document.get('version')}")
            here = replaced(path, files[path], step["edits"], encoding)
            files[path] = edited(files[path], here)
            told += here
        elif kind == "create":
            path = path_of(step["uri"], base)
            if path in files:
                raise UnfitError(f"{path} is there already")
            files[path] = b""
        elif kind == "rename":
            old, new = path_of(step["oldUri"], base), path_of(step["newUri"], base)
            if new in files:
                raise UnfitError(f"{new} is there already")
            files[new] = files.pop(old)
            moves.append((old, new))
        else:
            del files[path_of(step["uri"], base)]
    if (change or {}).get("changes"):
        raise UnfitError("a client that takes steps was told changes")
    return files, told, moves


def replaced(path: str, data: bytes, edits: list[Json], encoding: str) -> list[Replaced]:
    """Edits by their places in the text, in order; none may meet another."""
    text = shown(data)
    found = sorted(
        (
            Replaced(
                path,
                place(text, edit["range"]["start"], encoding),
                place(text, edit["range"]["end"], encoding),
                edit["newText"],
            )
            for edit in edits
        ),
        key=lambda each: (each.start, each.end),
    )
    for one, other in pairwise(found):
        if one.end > other.start or (one.start, one.end) == (other.start, other.end):
            raise UnfitError(f"{one} meets {other}")
    return found


def edited(data: bytes, edits: list[Replaced]) -> bytes:
    """A file's bytes after edits that are in order; what they do not tell of stays as it is."""
    text = shown(data)
    for edit in reversed(edits):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return (BOM if data.startswith(BOM) else b"") + text.encode()

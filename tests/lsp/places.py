"""Places in a text as editors count them, reckoned without the server's own line table."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

Json = dict[str, Any]
ENCODINGS = ("utf-8", "utf-16", "utf-32")
_UNITS = {"utf-8": 1, "utf-16": 2, "utf-32": 4}
_CODECS = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}


def width(text: str, encoding: str) -> int:
    """The length of a text in an editor's units."""
    return len(text.encode(_CODECS[encoding])) // _UNITS[encoding]


def position(text: str, marked: str, encoding: str) -> Json:
    """Where `‸` is; the text around it must be in the note just once."""
    before, _, after = marked.partition("‸")
    assert text.count(before + after) == 1, marked
    return _position(text, text.index(before + after) + len(before), encoding)


def _position(text: str, at: int, encoding: str) -> Json:
    lines = re.split(r"\r\n|\r|\n", text[:at])
    return {"line": len(lines) - 1, "character": width(lines[-1], encoding)}


def index(text: str, place: Json, encoding: str) -> int:
    """The place in a Python string of an editor's position; it must be one of a character."""
    starts = [0, *(end.end() for end in re.finditer(r"\r\n|\r|\n", text))]
    at = starts[place["line"]]
    while width(text[starts[place["line"]] : at], encoding) < place["character"]:
        at += 1
    assert width(text[starts[place["line"]] : at], encoding) == place["character"], place
    return at


def shown(text: str, marked: Json, encoding: str) -> str:
    """The text of a range."""
    start, end = (index(text, marked[edge], encoding) for edge in ("start", "end"))
    return text[start:end]


def whole(text: str, encoding: str) -> Json:
    """The range of all of a text."""
    return {
        "start": {"line": 0, "character": 0},
        "end": _position(text, len(text), encoding),
    }


def applied(text: str, edits: list[Json], encoding: str) -> str:
    """The text after an editor made the edits; none may overlap another."""
    spans = sorted(
        (index(text, edit["range"]["start"], encoding), index(text, edit["range"]["end"], encoding),
         edit["newText"])
        for edit in edits
    )  # fmt: skip
    for (_, end, _), (start, _, _) in pairwise(spans):
        assert end <= start, edits
    for start, end, new in reversed(spans):
        text = text[:start] + new + text[end:]
    return text


def renamed(files: dict[str, str], change: Json, base: str, encoding: str) -> dict[str, str]:
    """The files after an editor made a workspace edit, by their paths below the URI `base`."""
    files = dict(files)
    for step in change["documentChanges"]:
        kind = step.get("kind", "edit")
        if kind == "edit":
            path = path_in(base, step["textDocument"]["uri"])
            files[path] = applied(files[path], step["edits"], encoding)
        elif kind == "create":
            path = path_in(base, step["uri"])
            assert path not in files
            files[path] = ""
        elif kind == "rename":
            new = path_in(base, step["newUri"])
            assert new not in files
            files[new] = files.pop(path_in(base, step["oldUri"]))
        else:
            assert kind == "delete"
            del files[path_in(base, step["uri"])]
    return files


def path_in(base: str, uri: str) -> str:
    """A file's path below a folder's URI."""
    from urllib.parse import unquote

    assert uri.startswith(base + "/"), uri
    return unquote(uri[len(base) + 1 :].partition("#")[0])

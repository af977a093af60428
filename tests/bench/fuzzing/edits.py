"""Random edits against a model of the text, in the three encodings, through the door.

The model is a Python string and a reckoning of columns of its own. After every edit the server's
document must be the model's text; now and then a second server, which was given that text at once,
must say of it what the first one says after all its edits.
"""

from __future__ import annotations

import random
import re
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.properties.door import door, quiet
from tests.properties.editing import ENCODINGS

if TYPE_CHECKING:
    import asyncio

    from tests.properties.door import Door

Json = dict[str, Any]
_UNIT = {"utf-8": 1, "utf-16": 2, "utf-32": 4}
_CODEC = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
_PIECES = (
    *("a", " ", "\n", "\r\n", "\r", "\t", "🍞", "é", "e\u0301", "\u2028", "\x0b", "\x0c", "\x85"),
    *("# Log\n", "[[other]]", "[t](other.md#log)", "- item\n", "\t- deep\n", "> q\n", "`", "```\n"),
    *("---\n", "title: x\n", "aliases: [a, b]\n", "#tag ", " ^id\n", "[r]: other.md\n", "[t][r]"),
    *("| a | b |\n| - | - |\n", "<!--", "-->", "$$", "%%", "[^1]", "[^1]: n\n", "\ufeff", "bread "),
)
_ASKED = ("documentSymbol", "documentLink", "foldingRange", "semanticTokens/full")
_EVERY = 250
"""Edits between two looks at what a second server says of the same text."""


@dataclass(frozen=True)
class Edit:
    """An edit as it is sent, and where in the model's text it falls."""

    change: Json
    start: int
    end: int


def clamped(text: str, line: int, column: int, encoding: str) -> int:
    """Where a position is in a text: past a line's end it is the end, in a character its start."""
    starts = [0, *(end.end() for end in re.finditer(r"\r\n|\r|\n", text))]
    if line >= len(starts):
        return len(text)
    start = starts[line]
    stop = re.compile(r"[\r\n]|$").search(text, start)
    assert stop is not None
    data = text[start : stop.start()].encode(_CODEC[encoding])[: column * _UNIT[encoding]]
    return start + len(data.decode(_CODEC[encoding], errors="ignore"))


def random_edit(rng: random.Random, text: str, encoding: str) -> Edit:
    """An edit of a text at positions that are mostly in it."""
    lines = len(re.findall(r"\r\n|\r|\n", text)) + 1

    def place() -> Json:
        line = rng.randrange(lines + (rng.random() < 0.02))
        return {"line": line, "character": rng.choice((0, 1, 2, 3, 5, 8, 13, 40, 10**6))}

    one = place()
    other = one if rng.random() < 0.6 else {**one, "character": one["character"] + rng.randrange(6)}
    if rng.random() < 0.1:
        other = place()
    first, last = sorted((one, other), key=lambda at: (at["line"], at["character"]))
    new = "" if rng.random() < 0.3 else "".join(rng.choices(_PIECES, k=rng.randrange(1, 4)))
    change = {"range": {"start": first, "end": last}, "text": new}
    start, end = (clamped(text, at["line"], at["character"], encoding) for at in (first, last))
    return Edit(change, start, max(start, end))


def fuzz_edits(count: int, seed: int = 1) -> list[str]:
    """Make so many edits in each encoding; what went wrong, in a sentence each."""
    wrong = []
    for encoding in ENCODINGS:
        with tempfile.TemporaryDirectory() as folder, quiet() as loop:
            root = Path(folder)
            (root / "other.md").write_text("# Other\n\n## Log\n\nBread rises. ^id\n")
            found = _one_encoding(loop, root, encoding, count // len(ENCODINGS), seed)
            wrong += [f"{encoding}: {sentence}" for sentence in found]
    return wrong


def _one_encoding(
    loop: asyncio.AbstractEventLoop, root: Path, encoding: str, count: int, seed: int
) -> list[str]:
    rng = random.Random(f"{seed} {encoding}")
    text = "# Note\n\ntext\n"
    started = time.perf_counter()
    with door(loop, root, encoding) as server:
        server.open("note.md", text)
        document = server.server.workspace.text_documents[server.uri("note.md")]
        for number in range(count):
            changes = []
            for _ in range(rng.choice((1, 1, 1, 2, 5))):
                edit = random_edit(rng, text, encoding)
                changes.append(edit.change)
                text = text[: edit.start] + edit.change["text"] + text[edit.end :]
            if len(text) > 3000:
                text = text[:200]
                changes = [{"text": text}]
            server.change("note.md", changes)
            if document.source != text:
                return [f"edit {number} of seed {seed}: the texts differ after {changes}"]
            if number % _EVERY == _EVERY - 1 and (sentence := _differs(loop, server, text)):
                return [f"edit {number} of seed {seed}: {sentence}"]
    print(f"  {encoding}: {count} edits in {time.perf_counter() - started:.0f} s", flush=True)
    return []


def _differs(loop: asyncio.AbstractEventLoop, server: Door, text: str) -> str:
    """What a server that was given the text at once says otherwise."""
    with door(loop, server.root, server.encoding) as second:
        second.open("note.md", text)
        for method in _ASKED:
            mine, theirs = (each.of(method, "note.md") for each in (server, second))
            if mine != theirs:
                return f"{method} differs from a fresh server's for {text!r}"
    return ""

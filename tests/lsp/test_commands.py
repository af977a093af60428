"""Commands: one object in, one object out, and one sentence for everything else."""

from __future__ import annotations

from typing import Any

import pytest
from pygls.exceptions import JsonRpcInvalidParams

from nearnote.lsp.handlers.execute_command import COMMANDS, members

from .conftest import RefusedError

BY_NAME = {command.name.removeprefix("nearnote."): command for command in COMMANDS}

TAKEN = [
    ("search", [{"query": "x"}], {"query": "x"}),
    ("search", [{"query": "", "mode": "vector"}], {"query": "", "mode": "vector"}),
    ("search", [{"query": "x", "mode": None, "limit": None}], {"query": "x"}),
    ("search", [{"query": "x", "limit": 3.0}], {"query": "x", "limit": 3}),
    ("related", [{"uri": "u", "line": 0}], {"uri": "u", "line": 0}),
    ("status", [], {}),
    ("status", [None], {}),
    ("status", [{}], {}),
    ("status", [[]], {}),
    ("reindex", [{"full": True}], {"full": True}),
]  # fmt: skip
MODE = "'mode' of nearnote.search must be hybrid, text or vector."
LIMIT = "'limit' of nearnote.search must be a number from 1."
LINE = "'line' of nearnote.related must be a line number from 0."
REFUSED = [
    ("search", [], "nearnote.search needs 'query'."),
    ("search", [{"query": None}], "nearnote.search needs 'query'."),
    ("search", [{"query": 3}], "'query' of nearnote.search must be a text."),
    ("search", ["x"], "nearnote.search takes one object."),
    ("search", [{"query": "x"}, {}], "nearnote.search takes one object."),
    ("search", [["x"]], "nearnote.search takes one object."),
    (
        "search",
        [{"query": "x", "limt": 1}],
        "nearnote.search does not know 'limt'; it takes: query, mode, limit.",
    ),
    ("search", [{"query": "x", "mode": "words"}], MODE),
    ("search", [{"query": "x", "mode": []}], MODE),
    ("search", [{"query": "x", "limit": 0}], LIMIT),
    ("search", [{"query": "x", "limit": True}], LIMIT),
    ("search", [{"query": "x", "limit": 1.5}], LIMIT),
    ("related", [{"uri": "u", "line": -1}], LINE),
    ("stats", [{"x": 1}], "nearnote.stats does not know 'x'; it takes: none."),
]  # fmt: skip


@pytest.mark.parametrize(("name", "given", "expected"), TAKEN)
def test_members(name: str, given: list[Any], expected: dict[str, Any]) -> None:
    assert members(BY_NAME[name], given) == expected


@pytest.mark.parametrize(("name", "given", "sentence"), REFUSED)
def test_what_is_refused(name: str, given: list[Any], sentence: str) -> None:
    with pytest.raises(JsonRpcInvalidParams) as refusal:
        members(BY_NAME[name], given)
    assert refusal.value.message == sentence


# -- in an editor ----------------------------------------------------------------------------

OVEN = """\
# Oven

Hot steam in the oven.

- [fact] Steam burns 🔥 #oven
- [[Cat]]
"""
NOTES = {
    "Bread/Oven.md": OVEN,
    "Cat.md": "# Cat\n\nNo hot steam in the oven for the cat.\n",
    "Tax.md": "Receipts.\n",
}
HIT = {
    "path", "uri", "title", "heading", "line", "end_line", "kind", "score", "text", "snippet",
    "line_text",
    "found_by",
    "parts",
}  # fmt: skip


async def test_search(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    editor = await start(root)
    await editor.at_rest()
    answer = await editor.command("nearnote.search", {"query": "steam burns"})
    assert set(answer) == {"mode", "pending", "hits"}
    assert (answer["mode"], answer["pending"]) == ("hybrid", 0)
    [first, *_] = answer["hits"]
    assert set(first) == HIT
    assert first["path"] == "Bread/Oven.md"
    assert first["uri"] == f"{root.as_uri()}/Bread/Oven.md"
    assert (first["line"], first["end_line"], first["kind"]) == (4, 4, "observation")
    assert first["text"] == "- [fact] Steam burns 🔥 #oven"
    assert first["line_text"] == "[fact] Steam burns 🔥 #oven"
    assert set(first["found_by"]) <= {"text", "vector"}
    few = await editor.command("nearnote.search", {"query": "steam", "limit": 1, "mode": "text"})
    assert (len(few["hits"]), few["mode"]) == (1, "text")
    assert few["hits"][0]["found_by"] == ["text"]


async def test_related(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    editor = await start(root)
    await editor.at_rest()
    uri = (root / "Bread/Oven.md").as_uri()
    for asked in ({"uri": uri, "line": 2}, {"uri": uri, "line": 2, "limit": 1}):
        answer = await editor.command("nearnote.related", asked)
        assert set(answer) == {"mode", "pending", "hits"}
        [first, *_] = answer["hits"]
        assert set(first) == HIT | {"linked", "why"}
        assert (first["path"], first["linked"]) == ("Cat.md", True)


async def test_chunks(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    editor = await start(root)
    await editor.at_rest()
    uri = (root / "Bread/Oven.md").as_uri()
    chunks = (await editor.command("nearnote.chunks", {"uri": uri}))["chunks"]
    assert [(each["line"], each["kind"], each["content_free"]) for each in chunks] == [
        (2, "note", False),
        (4, "observation", False),
        (5, "note", True),
    ]
    assert set(chunks[0]) == {
        "line", "end_line", "kind", "heading", "model_text", "content_free", "pending",
    }  # fmt: skip
    one = (await editor.command("nearnote.chunks", {"uri": uri, "line": 4}))["chunks"]
    assert [each["line"] for each in one] == [4]


async def test_a_note_that_is_not_there(start: Any, vault: Any) -> None:
    editor = await start(vault(NOTES))
    for command in ("nearnote.related", "nearnote.chunks"):
        with pytest.raises(RefusedError) as refusal:
            await editor.command(command, {"uri": "file:///x.md"})
        assert str(refusal.value) == "file:///x.md is not a note of an open folder."


async def test_status_stats_and_reindex(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    editor = await start(root)
    await editor.at_rest()
    status = await editor.command("nearnote.status")
    assert status.pop("model")
    assert status == {"phase": "ready", "notes": 3, "chunks": 4, "pending": 0}
    stats = await editor.command("nearnote.stats")
    assert (stats["notes"], stats["chunks"], stats["observations"]) == (3, 4, 1)
    (root / "Tax.md").unlink()
    for full in (False, True):
        editor.heard.clear()
        answer = await editor.command("nearnote.reindex", {"full": full})
        assert answer["phase"] == "scanning"
        await editor.at_rest()
        assert (await editor.command("nearnote.status"))["notes"] == 2


async def test_the_map_of_the_folder(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    editor = await start(root)
    await editor.at_rest()
    answer = await editor.command("nearnote.map", {"of": (root / "Cat.md").as_uri()})
    assert (answer["notes"], answer["reason"]) == (3, "")
    assert f'"href":"{root.as_uri()}/Bread/Oven.md"' in answer["page"]
    assert answer["page"] == (await editor.command("nearnote.map", {}))["page"]


async def test_backlinks(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    editor = await start(root)
    await editor.at_rest()
    cat = (root / "Cat.md").as_uri()
    answer = await editor.command("nearnote.backlinks", {"uri": cat})
    assert answer == {
        "linked": [
            {
                "path": "Bread/Oven.md",
                "uri": f"{root.as_uri()}/Bread/Oven.md",
                "title": "Oven",
                "line": 5,
                "text": "- [[Cat]]",
                "line_text": "Cat",
            }
        ],
        "unlinked": [],
    }

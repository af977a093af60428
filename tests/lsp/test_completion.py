"""Completion over the protocol: what is offered, what it replaces, and its lazy preview."""

from __future__ import annotations

from typing import Any

import pytest

from .places import ENCODINGS, applied, position
from .test_navigation import with_encoding

NOTES = {
    "Bread.md": "---\naliases: [Loaf 🍞]\ntags: [food/bread]\ndescription: All *about* bread.\n"
    "---\n# Bread\n\n## Rising 🍞 time\n\nDough rises.\n",
    "garden/Beds 🥬.md": "# Garden beds 🥬\n\n"
    "- [tip] Turn the soil ^soil\n- part_of [[Bread]]\n\n🥬 Old\n",
    "New.md": "",
}
FIRST = [
    ("🐈 [[Bre‸", "Bread", "🐈 [[Bread]]"),
    ("🐈 [[bre‸]] 𝕏", "Bread", "🐈 [[Bread]] 𝕏"),
    ("𝕏 [[Loa‸", "Loaf 🍞", "𝕏 [[Bread|Loaf 🍞]]"),
    ("𝕏 ![[garden/bed‸", "Garden beds 🥬", "𝕏 ![[Beds 🥬]]"),
    ("𝕏 [[Bread#ris‸", "Rising 🍞 time", "𝕏 [[Bread#Rising 🍞 time]]"),
    ("𝕏 [x](bre‸", "Bread", "𝕏 [x](Bread.md)"),
    ("𝕏 [x](Bread.md#ris‸)", "Rising 🍞 time", "𝕏 [x](Bread.md#rising--time)"),
    ("𝕏 [[Beds 🥬#^so‸", "^soil", "𝕏 [[Beds 🥬#^soil]]"),
    ("𝕏 #fo‸", "food/bread", "𝕏 #food/bread"),
    ("---\ntags: [fo‸]\n---\n𝕏", "food/bread", "---\ntags: [food/bread]\n---\n𝕏"),
    ("- [ti‸", "tip", "- [tip] "),
    ("- part‸", "part_of", "- part_of [["),
]


async def offered(editor: Any, uri: str, version: int, marked: str, encoding: str) -> Any:
    text = marked.replace("‸", "")
    editor.change(uri, version, text)
    place = position(text, marked, encoding)
    params = {"textDocument": {"uri": uri}, "position": place}
    return await editor.request("textDocument/completion", params)


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_first_item(start: Any, vault: Any, encoding: str) -> None:
    root = vault(NOTES)
    editor = await start(root, capabilities=with_encoding(encoding))
    await editor.at_rest()
    uri = (root / "New.md").as_uri()
    editor.open(uri, "")
    for version, (marked, label, expected) in enumerate(FIRST, 2):
        # A line above that ends like Windows' lines do must not move anything.
        for head in ("", "🐈\r\n\r\n") if not marked.startswith("---") else ("",):
            marked = head + marked
            answer = await offered(editor, uri, version, marked, encoding)
            first = answer["items"][0]
            assert first["label"] == label
            text = applied(marked.replace("‸", ""), [first["textEdit"]], encoding)
            assert text == head + expected


async def test_a_preview_is_made_when_an_item_is_looked_at(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    editor = await start(root)
    await editor.at_rest()
    uri = (root / "New.md").as_uri()
    editor.open(uri, "")
    answer = await offered(editor, uri, 2, "[[Bre‸", "utf-16")
    assert answer["isIncomplete"] is True
    item = answer["items"][0]
    assert "documentation" not in item
    resolved = await editor.request("completionItem/resolve", item)
    assert resolved["documentation"] == {"kind": "markdown", "value": r"All \*about\* bread."}
    stranger = {"label": "x", "data": 7}
    assert await editor.request("completionItem/resolve", stranger) == stranger


async def test_prose_and_code_have_none(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    editor = await start(root)
    await editor.at_rest()
    uri = (root / "New.md").as_uri()
    editor.open(uri, "")
    for version, marked in enumerate(("Some wor‸d", "```\n[[Br‸\n```", "`[[Br‸`"), 2):
        assert await offered(editor, uri, version, marked, "utf-16") is None


async def test_the_list_has_fifty_items_at_most(start: Any, vault: Any) -> None:
    root = vault({**NOTES, **{f"note {n}.md": f"note {n}\n" for n in range(80)}})
    editor = await start(root)
    await editor.at_rest()
    uri = (root / "New.md").as_uri()
    editor.open(uri, "")
    answer = await offered(editor, uri, 2, "[[note‸", "utf-16")
    assert len(answer["items"]) == 50
    assert [each["sortText"] for each in answer["items"]] == sorted(
        each["sortText"] for each in answer["items"]
    )


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_a_block_of_another_note_gets_its_id(start: Any, vault: Any, encoding: str) -> None:
    root = vault(NOTES)
    editor = await start(root, capabilities=with_encoding(encoding))
    await editor.at_rest()
    uri = (root / "New.md").as_uri()
    editor.open(uri, "")
    answer = await offered(editor, uri, 2, "🐈 [[Beds 🥬#^ol‸", encoding)
    [item] = answer["items"]
    command = item["command"]
    assert await editor.command(command["command"], *command["arguments"]) == {"applied": True}
    [asked] = [m for m in editor.asked if m["method"] == "workspace/applyEdit"]
    [step] = asked["params"]["edit"]["documentChanges"]
    other = NOTES["garden/Beds 🥬.md"]
    text = applied(other, step["edits"], encoding)
    name = item["textEdit"]["newText"].removesuffix("]]")
    assert text == other.replace("🥬 Old\n", f"🥬 Old ^{name}\n")


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_a_block_of_the_same_note_gets_its_id(start: Any, vault: Any, encoding: str) -> None:
    root = vault(NOTES)
    editor = await start(root, capabilities=with_encoding(encoding))
    await editor.at_rest()
    uri = (root / "New.md").as_uri()
    editor.open(uri, "")
    marked = "🐈 One 🥬\r\n\r\n🐈 [[#^one‸"
    answer = await offered(editor, uri, 2, marked, encoding)
    [item] = answer["items"]
    edits = [item["textEdit"], *item["additionalTextEdits"]]
    name = item["textEdit"]["newText"].removesuffix("]]")
    text = applied(marked.replace("‸", ""), edits, encoding)
    assert text == f"🐈 One 🥬 ^{name}\r\n\r\n🐈 [[#^{name}]]"

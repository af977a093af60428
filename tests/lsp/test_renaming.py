"""Renames in the editor: of notes, headings, tags and blocks, and of files that it moves."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import RefusedError
from .places import ENCODINGS, position, renamed, shown
from .test_navigation import with_encoding

NOTES = {
    "𝔸 start.md": "# 🐈 Start\r\n\r\n🐈‍⬛ é [[b]] 𝕏 [[b#Two 🦊|x]] [[b#^mark]] [[Bee 🐝]]\r\n"
    "🐈 [y](b.md#two-) #tier/🦊\r\n",
    "b.md": "# Bee 🐝\n\n## Two 🦊\n\n🐈 Text ^mark\n\n🦊 [[#Two 🦊]] [[𝔸 start]] #tier\n",
    "f/c.md": "---\ntitle: Sea 🌊\ntags: [tier]\n---\n[[../b]] [up](../b.md)\n",
    "f/d.md": "![🌊](wave.png) [[c]]\n",
    "f/wave.png": "png",
}
RENAMES = [
    (
        "b.md: # Bee‸ 🐝",
        "Wasp 🦟",
        "Bee 🐝",
        {"b.md": ["# Wasp 🦟"], "𝔸 start.md": ["[[Wasp 🦟]]"]},
    ),
    (
        "𝔸 start.md: é [[b‸]]",
        "wasp 🦟",
        "b",
        {
            "𝔸 start.md": [
                "é [[wasp 🦟]] 𝕏 [[wasp 🦟#Two 🦊|x]]",
                "[y](wasp%20%F0%9F%A6%9F.md#two-)",
            ],
            "f/c.md": ["[[wasp 🦟]]", "[up](../wasp%20%F0%9F%A6%9F.md)"],
            "wasp 🦟.md": ["# Bee 🐝"],
        },
    ),
    (
        "b.md: ## Two‸ 🦊",
        "Three 🦝",
        "Two 🦊",
        {
            "b.md": ["## Three 🦝", "[[#Three 🦝]]"],
            "𝔸 start.md": ["[[b#Three 🦝|x]]", "(b.md#three-)"],
        },
    ),
    ("𝔸 start.md: [[b#Two 🦊‸|x]]", "Z", "Two 🦊", {"b.md": ["## Z\n", "[[#Z]]"]}),
    ("𝔸 start.md: #^ma‸rk", "sign", "mark", {"b.md": ["Text ^sign"], "𝔸 start.md": ["#^sign]]"]}),
    (
        "b.md: #ti‸er",
        "animal",
        "tier",
        {"b.md": ["#animal\n"], "𝔸 start.md": ["#animal/🦊"], "f/c.md": ["tags: [animal]"]},
    ),
]


def where(root: Any, place: str, encoding: str) -> dict[str, Any]:
    path, _, marked = place.partition(": ")
    return {
        "textDocument": {"uri": (root / path).as_uri()},
        "position": position(NOTES[path], marked, encoding),
    }


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_rename(start: Any, vault: Any, encoding: str) -> None:
    root = vault(NOTES)
    editor = await start(root, capabilities=with_encoding(encoding))
    await editor.at_rest()
    for place, new, old, expected in RENAMES:
        params = where(root, place, encoding)
        prepared = await editor.request("textDocument/prepareRename", params)
        path = place.partition(": ")[0]
        assert prepared["placeholder"].lstrip("#") == old
        assert shown(NOTES[path], prepared["range"], encoding).lstrip("#^") == old
        change = await editor.request("textDocument/rename", params | {"newName": new})
        files = renamed(NOTES, change, root.as_uri(), encoding)
        for name, texts in expected.items():
            assert all(text in files[name] for text in texts), (place, files[name])


async def test_edits_of_open_notes_have_their_versions(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    editor = await start(root)
    await editor.at_rest()
    b = (root / "b.md").as_uri()
    editor.open(b, NOTES["b.md"])
    editor.change(b, 7, "🐝\n\n" + NOTES["b.md"])
    params = where(root, "𝔸 start.md: [[b#Two 🦊‸|x]]", "utf-16") | {"newName": "New"}
    change = await editor.request("textDocument/rename", params)
    steps = {step["textDocument"]["uri"]: step for step in change["documentChanges"]}
    assert steps[b]["textDocument"]["version"] == 7
    assert steps[(root / "𝔸 start.md").as_uri()]["textDocument"]["version"] is None
    assert [edit["range"]["start"]["line"] for edit in steps[b]["edits"]] == [4, 8]


@pytest.mark.parametrize(
    ("place", "new", "sentence"),
    [
        ("𝔸 start.md: é [[b‸]]", "𝔸 start", "There is already a note"),
        ("b.md: #ti‸er", "a b", "A tag is made of"),
        ("b.md: ^ma‸rk", "a b", "A block id is made of"),
        ("b.md: 🐈 Te‸xt", "x", "nothing here"),
        ("b.md: ## Two‸ 🦊", "  ", "A name is"),
    ],
)
async def test_refused_with_a_sentence(
    start: Any, vault: Any, place: str, new: str, sentence: str
) -> None:
    root = vault(NOTES)
    editor = await start(root)
    await editor.at_rest()
    params = where(root, place, "utf-16") | {"newName": new}
    with pytest.raises(RefusedError, match=sentence):
        await editor.request("textDocument/rename", params)


async def test_nothing_to_rename(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    editor = await start(root)
    await editor.at_rest()
    params = where(root, "b.md: 🐈 Te‸xt", "utf-16")
    assert await editor.request("textDocument/prepareRename", params) is None


async def test_a_client_that_cannot_move_files_is_told(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    capabilities = {**with_encoding("utf-16"), "workspace": {}}
    editor = await start(root, capabilities=capabilities)
    await editor.at_rest()
    params = where(root, "𝔸 start.md: é [[b‸]]", "utf-16") | {"newName": "x"}
    with pytest.raises(RefusedError, match="cannot make or rename files"):
        await editor.request("textDocument/rename", params)
    heading = where(root, "b.md: ## Two‸ 🦊", "utf-16") | {"newName": "x"}
    change = await editor.request("textDocument/rename", heading)
    assert list(change) == ["changes"]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "b.md",
            "f/bee 🐝.md",
            {"𝔸 start.md": "é [[bee 🐝]]", "f/c.md": "(bee%20%F0%9F%90%9D.md)"},
        ),
        ("f", "deep/g", {"f/c.md": "(../../b.md)", "f/d.md": "](wave.png)"}),
        ("f/d.md", "d.md", {"f/d.md": "(f/wave.png)"}),
    ],
)
async def test_files_that_the_editor_moves(
    start: Any, vault: Any, old: str, new: str, expected: dict[str, str]
) -> None:
    root = vault(NOTES)
    editor = await start(root)
    await editor.at_rest()
    params = {"files": [{"oldUri": (root / old).as_uri(), "newUri": (root / new).as_uri()}]}
    change = await editor.request("workspace/willRenameFiles", params) or {"documentChanges": []}
    files = renamed(NOTES, change, root.as_uri(), "utf-16")
    for path, text in expected.items():
        assert text in files[path], files[path]


async def test_files_that_moved_are_known_by_their_new_names(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    editor = await start(root)
    await editor.at_rest()
    (root / "f").rename(root / "g")
    params = {"files": [{"oldUri": (root / "f").as_uri(), "newUri": (root / "g").as_uri()}]}
    editor.notify("workspace/didRenameFiles", params)
    context = {"context": {"includeDeclaration": False}}
    found = await editor.request(
        "textDocument/references", where(root, "b.md: # Bee‸ 🐝", "utf-16") | context
    )
    assert {each["uri"] for each in found} == {
        (root / "g/c.md").as_uri(),
        (root / "𝔸 start.md").as_uri(),
    }

"""Definition, references, highlights, links and calls, in the three encodings."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import WANTS_ALL
from .places import ENCODINGS, path_in, position, shown

# Astral letters and combining marks stand before what is named, and lines end in three ways.
NOTES = {
    "𝔸 start.md": "# 🐈 Start\r\n\r\n🐈‍⬛ é [[b]] 𝕏 [[b#Two 🦊|x]] [[b#^mark]] [[Bee 🐝]]\r\n"
    "🐈 [y](b.md#two-) #tier/🦊 [[nowhere]] [[c]]\r\n",
    "b.md": "# Bee 🐝\r\r## Two 🦊\r\r🐈 Text ^mark\r\r🦊 [[#Two 🦊]] [[𝔸 start]] #tier [^1]\r"
    "\r[^1]: 🐾 Foot\r",
    "f/c.md": "---\ntitle: Sea 🌊\naliases: [Ocean]\ntags: [tier]\n---\n[[Ocean]] [[b]]\n",
    "g #1/c.md": "![🌊](../f/wave%201.png) C\n",
    "f/wave 1.png": "png",
}


def with_encoding(encoding: str) -> dict[str, Any]:
    return {**WANTS_ALL, "general": {"positionEncodings": [encoding]}}


async def at(editor: Any, root: Any, method: str, place: str, encoding: str, **more: Any) -> Any:
    """The answer to a request about `path: before‸after`."""
    path, _, marked = place.partition(": ")
    params = {
        "textDocument": {"uri": (root / path).as_uri()},
        "position": position(NOTES[path], marked, encoding),
        **more,
    }
    return await editor.request(f"textDocument/{method}", params)


def told(root: Any, locations: list[dict[str, Any]], encoding: str) -> list[str]:
    found = []
    for location in locations:
        path = path_in(root.as_uri(), location["uri"])
        found.append(f"{path}: {shown(NOTES[path], location['range'], encoding)}")
    return found


DEFINITIONS = [
    ("𝔸 start.md: 𝕏 [[b‸#", ["b.md: Two 🦊"]),
    ("𝔸 start.md: é [[b‸]]", ["b.md: Bee 🐝"]),
    ("𝔸 start.md: [[b#Two 🦊‸|x]]", ["b.md: Two 🦊"]),
    ("𝔸 start.md: [[b#^ma‸rk]]", ["b.md: 🐈 Text ^mark"]),
    ("𝔸 start.md: [[Bee 🐝‸]]", ["b.md: Bee 🐝"]),
    ("𝔸 start.md: (b.md#t‸wo-)", ["b.md: Two 🦊"]),
    ("𝔸 start.md: [[now‸here]]", []),
    ("𝔸 start.md: [[c‸]]", ["f/c.md: ", "g #1/c.md: "]),
    ("b.md: [[#Two‸ 🦊]]", ["b.md: Two 🦊"]),
    ("b.md: tier [^‸1]", ["b.md: 1"]),
    ("f/c.md: [[Oc‸ean]]", ["f/c.md: Sea 🌊"]),
]


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_definition(start: Any, vault: Any, encoding: str) -> None:
    root = vault(NOTES)
    editor = await start(root, capabilities=with_encoding(encoding))
    await editor.at_rest()
    for place, expected in DEFINITIONS:
        found = await at(editor, root, "definition", place, encoding)
        assert told(root, found or [], encoding) == expected, place


REFERENCES = [
    (
        "b.md: # Bee‸ 🐝",
        ["f/c.md: [[b]]"]
        + [f"𝔸 start.md: {link}" for link in ("[[b]]", "[[b#Two 🦊|x]]", "[[b#^mark]]")]
        + ["𝔸 start.md: [[Bee 🐝]]", "𝔸 start.md: [y](b.md#two-)"],
    ),
    (
        "b.md: ## Two‸ 🦊",
        ["b.md: [[#Two 🦊]]", "𝔸 start.md: [[b#Two 🦊|x]]", "𝔸 start.md: [y](b.md#two-)"],
    ),
    ("b.md: ^ma‸rk", ["𝔸 start.md: [[b#^mark]]"]),
    ("b.md: #ti‸er", ["b.md: #tier", "f/c.md: tier", "𝔸 start.md: #tier/🦊"]),
    ("𝔸 start.md: #tier/🦊‸", ["𝔸 start.md: #tier/🦊"]),
]


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_references(start: Any, vault: Any, encoding: str) -> None:
    root = vault(NOTES)
    editor = await start(root, capabilities=with_encoding(encoding))
    await editor.at_rest()
    for place, expected in REFERENCES:
        context = {"includeDeclaration": False}
        found = await at(editor, root, "references", place, encoding, context=context)
        assert sorted(told(root, found, encoding)) == sorted(expected), place
    context = {"includeDeclaration": True}
    found = await at(editor, root, "references", "b.md: ^ma‸rk", encoding, context=context)
    assert told(root, found, encoding)[0] == "b.md: 🐈 Text ^mark"


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_document_highlight(start: Any, vault: Any, encoding: str) -> None:
    root = vault(NOTES)
    editor = await start(root, capabilities=with_encoding(encoding))
    await editor.at_rest()
    for place, expected in [
        ("𝔸 start.md: é [[b‸]]", ["b", "b", "b", "Bee 🐝", "b.md"]),
        ("b.md: ## Two‸ 🦊", ["Two 🦊", "Two 🦊"]),
        ("b.md: tier [^‸1]", ["1", "1"]),
        ("b.md: 🐈 Te‸xt", []),
    ]:
        found = await at(editor, root, "documentHighlight", place, encoding)
        path = place.partition(": ")[0]
        assert [shown(NOTES[path], each["range"], encoding) for each in found] == expected, place


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_document_link(start: Any, vault: Any, encoding: str) -> None:
    root = vault(NOTES)
    editor = await start(root, capabilities=with_encoding(encoding))
    await editor.at_rest()
    found = {}
    for path in ("𝔸 start.md", "g #1/c.md"):
        params = {"textDocument": {"uri": (root / path).as_uri()}}
        for link in await editor.request("textDocument/documentLink", params):
            found[shown(NOTES[path], link["range"], encoding)] = link["target"]
    b = (root / "b.md").as_uri()
    assert found == {
        "b": b,
        "b#Two 🦊": f"{b}#L3",
        "b#^mark": f"{b}#L5",
        "Bee 🐝": b,
        "b.md#two-": f"{b}#L3",
        "../f/wave%201.png": (root / "f/wave 1.png").as_uri(),
    }


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_call_hierarchy(start: Any, vault: Any, encoding: str) -> None:
    root = vault(NOTES)
    editor = await start(root, capabilities=with_encoding(encoding))
    await editor.at_rest()
    [item] = await at(editor, root, "prepareCallHierarchy", "f/c.md: [[b‸]]", encoding)
    assert (item["name"], item["detail"]) == ("Bee 🐝", "b.md")
    incoming = await editor.request("callHierarchy/incomingCalls", {"item": item})
    assert {
        call["from"]["detail"]: [
            shown(NOTES[call["from"]["detail"]], each, encoding) for each in call["fromRanges"]
        ]
        for call in incoming
    } == {
        "f/c.md": ["[[b]]"],
        "𝔸 start.md": ["[[b]]", "[[b#Two 🦊|x]]", "[[b#^mark]]", "[[Bee 🐝]]", "[y](b.md#two-)"],
    }
    outgoing = await editor.request("callHierarchy/outgoingCalls", {"item": item})
    assert [(call["to"]["detail"], len(call["fromRanges"])) for call in outgoing] == [
        ("𝔸 start.md", 1)
    ]


async def test_an_unsaved_edit_moves_what_is_found(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    editor = await start(root)
    await editor.at_rest()
    uri = (root / "b.md").as_uri()
    editor.open(uri, NOTES["b.md"])
    editor.change(uri, 2, "\n🐝\n\n" + NOTES["b.md"])
    [found] = await at(editor, root, "definition", "𝔸 start.md: [[b#Two 🦊‸|x]]", "utf-16")
    assert found["range"]["start"] == {"line": 5, "character": 3}


async def test_notes_outside_any_folder_have_answers_too(start: Any) -> None:
    editor = await start()
    editor.open("untitled:1", "# One\n\n[[#One]]\n")
    place = {"line": 2, "character": 4}
    params = {"textDocument": {"uri": "untitled:1"}, "position": place}
    [found] = await editor.request("textDocument/definition", params)
    assert (found["uri"], found["range"]["start"]["line"]) == ("untitled:1", 0)


@pytest.mark.parametrize("settings", [{"only": "semantic"}, {"features": {"definition": False}}])
async def test_what_is_off_is_not_offered(start: Any, vault: Any, settings: Any) -> None:
    editor = await start(vault(NOTES), options=settings)
    offered = editor.answer["capabilities"]
    assert not offered.get("definitionProvider")
    assert ("referencesProvider" in offered) == ("features" in settings)
    assert offered["hoverProvider"]


async def test_strange_places_have_no_answer(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    editor = await start(root)
    await editor.at_rest()
    for path in ("b.md", "f/wave 1.png", "none.md"):
        for line in (3, 999):
            params = {
                "textDocument": {"uri": (root / path).as_uri()},
                "position": {"line": line, "character": 999},
            }
            assert not await editor.request("textDocument/definition", params)
            context = {"context": {"includeDeclaration": True}}
            assert not await editor.request("textDocument/references", params | context)
            assert not await editor.request("textDocument/documentHighlight", params)
    params = {"textDocument": {"uri": (root / "none.md").as_uri()}}
    assert await editor.request("textDocument/documentLink", params) is None

"""Links and names in properties: everything that links in the text have, they have too."""

from __future__ import annotations

from typing import Any

import pytest

from .places import ENCODINGS, position, renamed, shown
from .test_navigation import with_encoding

NOTES = {
    "a.md": "---\ntitle: Sea 🌊\nup: \"[[b]]\" # keep\nsee:\n  - '[[Bread|𝕏]]'\n  - [[b]]\n"
    "gone: '[[nowhere]]'\n---\nText [[b]]\n",
    "b.md": "---\ntitle: Breadcrumbs\naliases: [𝕏, Bread]\ntags: [food]\n---\n# Heading\n",
    "f/c.md": "---\nup: '[b](../b.md)'\n---\n",
}
RENAMES = [
    (
        "b.md: [𝕏, Bre‸ad]",
        "Loaf: big",
        {
            "b.md": ["title: Breadcrumbs\n", 'aliases: [𝕏, "Loaf: big"]\n'],
            "a.md": ["- '[[Loaf: big|𝕏]]'\n", 'up: "[[b]]" # keep\n'],
        },
    ),
    (
        'a.md: up: "[[b‸]]',
        "f/it's",
        {
            "a.md": ['up: "[[it\'s]]" # keep\n', "  - [[it's]]\n", "Text [[it's]]"],
            "f/c.md": ["up: '[b](it%27s.md)'\n"],
        },
    ),
    ("b.md: title: Bread‸crumbs", "# x", {"b.md": ['title: "# x"\naliases: [𝕏, Bread]\n']}),
    ("b.md: tags: [fo‸od]", "on", {"b.md": ['tags: ["on"]\n']}),
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
    for place, new, expected in RENAMES:
        params = where(root, place, encoding)
        change = await editor.request("textDocument/rename", params | {"newName": new})
        after = renamed(NOTES, change, root.as_uri(), encoding)
        for path, pieces in expected.items():
            for piece in pieces:
                assert piece in after[path], (place, after)


async def test_definition_references_and_hover(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    editor = await start(root)
    await editor.at_rest()
    here = where(root, "a.md: '[[Bre‸ad|𝕏]]'", "utf-16")
    found = await editor.request("textDocument/definition", here)
    found = found if isinstance(found, list) else [found]
    assert [each["uri"] for each in found] == [(root / "b.md").as_uri()]
    context = {"context": {"includeDeclaration": False}}
    title = where(root, "b.md: title: Bread‸crumbs", "utf-16")
    uses = await editor.request("textDocument/references", title | context)
    texts = [
        shown(NOTES[each["uri"].removeprefix(root.as_uri() + "/")], each["range"], "utf-16")
        for each in uses
    ]
    assert texts == ["[[b]]", "[[b]]", "[[Bread|𝕏]]", "[[b]]", "[b](../b.md)"]
    hover = await editor.request("textDocument/hover", here)
    assert "Breadcrumbs" in hover["contents"]["value"]


async def test_findings_and_completion(start: Any, vault: Any) -> None:
    notes = NOTES | {"new.md": '---\nup: "[[Breadc\n---\n'}
    root = vault(notes)
    editor = await start(root)
    await editor.at_rest()
    a = (root / "a.md").as_uri()
    editor.open(a, notes["a.md"])
    report = await editor.request("textDocument/diagnostic", {"textDocument": {"uri": a}})
    found = [
        (each["code"], shown(notes["a.md"], each["range"], "utf-16")) for each in report["items"]
    ]
    assert ("unresolved-link", "nowhere") in found
    new = (root / "new.md").as_uri()
    editor.open(new, notes["new.md"])
    params = {
        "textDocument": {"uri": new},
        "position": position(notes["new.md"], "[[Breadc‸", "utf-16"),
    }
    items = (await editor.request("textDocument/completion", params))["items"]
    assert "b]]" in [each["textEdit"]["newText"] for each in items]

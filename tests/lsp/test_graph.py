"""Questions about the graph of links, from the editor."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import RefusedError

# Two triangles with a bridge between them, and one note alone.
NOTES = {
    "a.md": "[[b]] [[c]]\n",
    "b.md": "[[c]]\n",
    "c.md": "[[d]]\n",
    "d.md": "[[e]] [[f]]\n",
    "e.md": "[[f]]\n",
    "f.md": "F\n",
    "g 🐈.md": "alone\n",
}
ANSWERS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("neighbours", {"of": "c.md"}, {"links": ["d.md"], "backlinks": ["a.md", "b.md"]}),
    ("paths", {"of": "e.md", "to": "a.md"}, {"paths": [["e.md", "d.md", "c.md", "a.md"]]}),
    ("paths", {"of": "a.md", "to": "g 🐈.md"}, {"paths": []}),
    ("common", {"of": "a.md", "to": "d.md"}, {"notes": ["c.md"]}),
    (
        "communities",
        {},
        {"communities": [["a.md", "b.md", "c.md"], ["d.md", "e.md", "f.md"]]},
    ),
    ("bridges", {}, {"bridges": [["c.md", "d.md"]]}),
    ("orphans", {}, {"notes": ["g 🐈.md"]}),
]


async def test_answers(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    editor = await start(root)
    await editor.at_rest()
    for question, notes, expected in ANSWERS:
        asked = {name: (root / path).as_uri() for name, path in notes.items()}
        answer = await editor.command("nearnote.graph", {"question": question, **asked})
        assert answer.pop("folder") == root.as_uri()
        assert answer == expected, question
    answer = await editor.command("nearnote.graph", {"question": "central", "limit": 1})
    assert [each["path"] for each in answer["notes"]] == ["f.md"]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "needs 'question'"),
        ({"question": "why"}, "There is no question why; ask one of neighbours"),
        ({"question": "neighbours"}, "needs the note `of`"),
        ({"question": "neighbours", "of": "file:///none.md"}, "is not a note of an open folder"),
    ],
)
async def test_refused_with_a_sentence(start: Any, vault: Any, given: Any, sentence: str) -> None:
    editor = await start(vault(NOTES))
    await editor.at_rest()
    with pytest.raises(RefusedError, match=sentence):
        await editor.command("nearnote.graph", given)

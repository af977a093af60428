"""Links from one open folder into another, through the handlers of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from .places import path_in

if TYPE_CHECKING:
    from pathlib import Path

TARGET = "# Y note\n\n## Part\n\ntext\n"
LINKS = [
    # what stands in A/sub/x.md, the note it means, the line there
    ("[t](../../B/y.md)", "B/y.md", 0),
    ("[t](../../B/y.md#part)", "B/y.md", 2),
    ("[t](../../B/my%20own.md)", "B/my own.md", 0),
    ("[t](<../../B/my own.md>)", "B/my own.md", 0),
    ("[t](../../B/y)", "B/y.md", 0),
    ("[[y]]", "B/y.md", 0),
    ("[[y#Part]]", "B/y.md", 2),
    ("[[Y note]]", "B/y.md", 0),
    ("[[Why]]", "B/why.md", 4),
    ("[[deep/z]]", "B/deep/z.md", 0),
    ("[[mine]]", "A/mine.md", 0),  # B has one, too, but the own folder wins
    ("[[both]]", None, 0),  # one in B and one in C
    ("[[twice]]", None, 0),  # two in B
    ("[t](../../B/z.md)", None, 0),  # deep/z.md is another path
    ("[t](../../nowhere/y.md)", None, 0),
]


async def _start(start: Any, root: Path, text: str) -> Any:
    notes = {
        "A/sub/x.md": text,
        "A/mine.md": "# mine\n",
        "B/y.md": TARGET,
        "B/my own.md": "# own\n",
        "B/why.md": "---\naliases: [Why]\n---\n\n# Reason\n",
        "B/deep/z.md": "# Zed\n",
        "B/mine.md": "# mine\n",
        "B/both.md": "both\n",
        "B/p/twice.md": "twice\n",
        "B/q/r/twice.md": "twice\n",
        "C/both.md": "both\n",
    }
    for path, content in notes.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(content)
    editor = await start(root / "A", root / "B", root / "C")
    editor.open((root / "A/sub/x.md").as_uri(), text)
    await editor.at_rest()
    return editor


def _at(root: Path, path: str, line: int, character: int) -> dict[str, Any]:
    place = {"line": line, "character": character}
    return {"textDocument": {"uri": (root / path).as_uri()}, "position": place}


@pytest.mark.parametrize(("text", "note", "line"), LINKS)
async def test_a_link_leads_into_the_other_folder(
    start: Any, tmp_path: Path, text: str, note: str | None, line: int
) -> None:
    editor = await _start(start, tmp_path, text + "\n")
    place = _at(tmp_path, "A/sub/x.md", 0, text.index("]") - 1 if "[[" in text else 8)
    spots = await editor.request("textDocument/definition", place)
    expected = [] if note is None else [(tmp_path / note).as_uri()]
    assert [spot["uri"] for spot in spots] == expected
    assert [spot["range"]["start"]["line"] for spot in spots] == ([line] if note else [])
    links = await editor.request("textDocument/documentLink", place)
    assert [link["target"].partition("#")[0] for link in links] == expected
    report = await editor.request("textDocument/diagnostic", place)
    codes = [item["code"] for item in report["items"]]
    assert ("unresolved-link" in codes) == (note is None and "[[" in text), codes


async def test_references_are_those_of_all_folders(start: Any, tmp_path: Path) -> None:
    text = "[t](../../B/y.md)\n\n[[y#Part]] [[mine]]\n\n[r]\n\n[r]: <../../B/y.md#part>\n"
    editor = await _start(start, tmp_path, text)

    async def used(path: str, line: int, character: int) -> list[tuple[str, int]]:
        asked = {
            **_at(tmp_path, path, line, character),
            "context": {"includeDeclaration": False},
        }
        return [
            (path_in(tmp_path.as_uri(), spot["uri"]), spot["range"]["start"]["line"])
            for spot in await editor.request("textDocument/references", asked)
        ]

    here = "A/sub/x.md"
    part = [(here, 2), (here, 4), (here, 6)]
    assert sorted(await used("B/y.md", 0, 3)) == [(here, 0), *part]
    assert sorted(await used("B/y.md", 2, 4)) == part
    assert sorted(await used(here, 0, 8)) == [(here, 0), *part]
    assert sorted(await used(here, 2, 5)) == part
    assert await used("B/mine.md", 0, 3) == []


def _told(root: Path, change: Any) -> dict[str, list[str]]:
    steps = [step for step in change["documentChanges"] if "textDocument" in step]
    told = {
        path_in(root.as_uri(), step["textDocument"]["uri"]): [e["newText"] for e in step["edits"]]
        for step in steps
    }
    assert len(told) == len(steps), "two steps of one note would count places differently"
    return told


MOVES = [
    ("B/y.md", "B/deep/why not.md", ["../../B/deep/why%20not.md", "why not"]),
    ("B/y.md", "C/y.md", ["../../C/y.md"]),
    ("B/y.md", "A/y.md", ["../y.md"]),
    ("B/y.md", "B/both.x.md", ["../../B/both.x.md", "both.x"]),
    ("B/y.md", "B/mine.y/y.md", ["../../B/mine.y/y.md"]),
]


@pytest.mark.parametrize(("old", "new", "written"), MOVES)
async def test_links_follow_a_file_that_moves(
    start: Any, tmp_path: Path, old: str, new: str, written: list[str]
) -> None:
    editor = await _start(start, tmp_path, "[t](../../B/y.md#part) [[y#Part]] [[Y note]]\n")
    move = {"oldUri": (tmp_path / old).as_uri(), "newUri": (tmp_path / new).as_uri()}
    change = await editor.request("workspace/willRenameFiles", {"files": [move]})
    assert _told(tmp_path, change) == {"A/sub/x.md": written}


async def test_links_of_a_note_that_leaves_its_folder(start: Any, tmp_path: Path) -> None:
    text = "[a](../mine.md) [b](../../B/y.md) [s](#x) [e](https://e.org) [n](new.md) [[mine]]\n"
    editor = await _start(start, tmp_path, text)
    old, new = tmp_path / "A/sub/x.md", tmp_path / "C/x.md"
    files = {"files": [{"oldUri": old.as_uri(), "newUri": new.as_uri()}]}
    change = await editor.request("workspace/willRenameFiles", files)
    assert _told(tmp_path, change) == {
        "A/sub/x.md": ["../A/mine.md", "../B/y.md", "../A/sub/new.md"]
    }


async def test_a_rename_writes_into_the_other_folder(start: Any, tmp_path: Path) -> None:
    editor = await _start(start, tmp_path, "[t](../../B/deep/z.md)\n\n[[z]]\n")
    (tmp_path / "B/link.md").write_text("[[z]]\n")
    editor.open((tmp_path / "B/link.md").as_uri(), "[[z]]\n")
    asked = {**_at(tmp_path, "B/link.md", 0, 2), "newName": "zz"}
    change = await editor.request("textDocument/rename", asked)
    assert _told(tmp_path, change) == {
        "A/sub/x.md": ["../../B/deep/zz.md", "zz"],
        "B/link.md": ["zz"],
    }


@pytest.mark.parametrize(
    ("line", "name", "written"),
    [
        (2, "Other part", ["other-part", "Other part"]),
        (0, "New title", ["New title"]),
        (0, "mine", []),  # two notes have that name: the link would mean another one
    ],
)
async def test_a_renamed_heading_is_followed(
    start: Any, tmp_path: Path, line: int, name: str, written: list[str]
) -> None:
    text = "[t](../../B/y.md#part)\n\n[[y#Part]] [[y]] [[Y note]] [[both#Part]]\n"
    editor = await _start(start, tmp_path, text)
    asked = {**_at(tmp_path, "B/y.md", line, 4), "newName": name}
    told = _told(tmp_path, await editor.request("textDocument/rename", asked))
    assert told == {"B/y.md": [name], **({"A/sub/x.md": written} if written else {})}


@pytest.mark.parametrize("text", ["[t](../../B/y.md#part)", "[[y#Part]]"])
async def test_hover_shows_the_note_of_the_other_folder(
    start: Any, tmp_path: Path, text: str
) -> None:
    editor = await _start(start, tmp_path, text + "\n")
    hover = await editor.request("textDocument/hover", _at(tmp_path, "A/sub/x.md", 0, 3))
    shown = hover["contents"]["value"]
    assert f"({(tmp_path / 'B/y.md').as_uri()}#L" in shown
    assert "\n\ntext" in shown

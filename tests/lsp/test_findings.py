"""Findings in the editor, and fixes that leave nothing to find."""

from __future__ import annotations

from typing import Any

import pytest

from nearnote.base.source import Encoding, Place, Source, Span
from nearnote.base.uri import to_path as uri_to_path
from nearnote.lsp.handlers.quick_fix import together
from nearnote.markdown.finding import Edit, Fix

from .conftest import WANTS_ALL

CAT = "# Cat\n\nThe cat sleeps all day 🐈.\n"
MAP = """\
# 🗺 Map

ç🐈 first.

## Empty 🐈

## Pets

Mine:

- [[Cat]]
""".replace("\n", "\r\n")
NOTES = {"Cat.md": CAT, "Map.md": MAP}
ALL_LINES = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}


def with_encoding(encoding: Encoding, **more: Any) -> dict[str, Any]:
    return {**WANTS_ALL, "general": {"positionEncodings": [encoding.value]}, **more}


def applied(text: str, edits: list[dict[str, Any]], encoding: Encoding) -> str:
    """The text after an editor has made the edits, from the last to the first."""
    source = Source.of(text)
    for edit in reversed(edits):
        start, end = (
            source.offset(
                Place(edit["range"][at]["line"], edit["range"][at]["character"]), encoding
            )
            for at in ("start", "end")
        )
        source = source.edit(Span(start, end), edit["newText"])
    return source.text


async def actions(editor: Any, uri: str, marked: Any = ALL_LINES, **context: Any) -> Any:
    params = {"textDocument": {"uri": uri}, "range": marked}
    params["context"] = {"diagnostics": [], **context}
    return await editor.request("textDocument/codeAction", params)


async def pulled(editor: Any, uri: str) -> list[dict[str, Any]]:
    answer = await editor.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
    assert answer["kind"] == "full"
    return answer["items"]


@pytest.mark.parametrize("encoding", list(Encoding))
async def test_fix_all_leaves_nothing_to_find(start: Any, vault: Any, encoding: Encoding) -> None:
    root = vault(NOTES)
    uri = (root / "Map.md").as_uri()
    editor = await start(root, capabilities=with_encoding(encoding))
    await editor.at_rest()
    editor.open(uri, MAP)
    items = await pulled(editor, uri)
    assert [item["code"] for item in items] == ["bare-heading", "link-only-bullet"]
    width = encoding.units("## Empty 🐈")
    assert items[0]["range"] == {
        "start": {"line": 4, "character": 0},
        "end": {"line": 4, "character": width},
    }
    assert {item["source"] for item in items} == {"nearnote"}
    page = uri_to_path(items[0]["codeDescription"]["href"].removesuffix("#bare-heading"))
    assert page is not None
    assert "## bare-heading" in page.read_text("utf-8")

    [action] = await actions(editor, uri, only=["source.fixAll.nearnote"])
    assert action["kind"] == "source.fixAll.nearnote"
    [change] = action["edit"]["documentChanges"]
    assert change["textDocument"] == {"uri": uri, "version": 1}
    text = applied(MAP, change["edits"], encoding)
    assert "Empty" not in text
    assert "- [[Cat]]\r\n" in text, "prose is written only when it is asked for"
    editor.change(uri, 2, text)
    assert [item["code"] for item in await pulled(editor, uri)] == ["link-only-bullet"]
    assert await actions(editor, uri, only=["source.fixAll.nearnote"]) == []
    # Offered anywhere on the line, and each "ignore" names its rule.
    line = next(n for n, each in enumerate(text.splitlines()) if each == "- [[Cat]]")
    marked = {"start": {"line": line, "character": 0}, "end": {"line": line, "character": 0}}
    described, *others = await actions(editor, uri, marked, only=["quickfix"])
    [change] = described["edit"]["documentChanges"]
    assert "[[Cat]] — The cat sleeps all day 🐈." in applied(text, change["edits"], encoding)
    assert [action["title"] for action in others] == [
        "Ignore link-only-bullet here",
        "Ignore link-only-bullet in this note",
    ]


async def test_fixing_on_save_takes_no_text_away_and_adds_none(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    uri = (root / "Map.md").as_uri()
    editor = await start(root)
    await editor.at_rest()
    editor.open(uri, MAP)
    assert await actions(editor, uri, only=["source.fixAll"]) == []


async def test_fixes_at_the_cursor(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    uri = (root / "Map.md").as_uri()
    editor = await start(root)
    await editor.at_rest()
    cursor = {"start": {"line": 4, "character": 3}, "end": {"line": 4, "character": 3}}
    found = await actions(editor, uri, cursor, only=["quickfix"])
    titles = [action["title"] for action in found]
    assert titles[:2] == ["Remove the heading", "Merge it into “Pets”"]
    assert any("gnore" in title for title in titles)
    assert {action["diagnostics"][0]["code"] for action in found} == {"bare-heading"}
    assert [action.get("isPreferred") for action in found][:2] == [True, None]
    elsewhere = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}
    assert await actions(editor, uri, elsewhere, only=["quickfix"]) == []
    assert await actions(editor, uri, only=["refactor"]) == []


@pytest.mark.parametrize(
    ("workspace_edit", "member"),
    [
        ({"documentChanges": True}, "documentChanges"),
        ({"resourceOperations": ["rename"]}, "documentChanges"),
        ({}, "changes"),
    ],
)
async def test_edits_in_the_form_that_the_client_takes(
    start: Any, vault: Any, workspace_edit: Any, member: str
) -> None:
    root = vault(NOTES)
    uri = (root / "Map.md").as_uri()
    capabilities = {**WANTS_ALL, "workspace": {"workspaceEdit": workspace_edit}}
    editor = await start(root, capabilities=capabilities)
    await editor.at_rest()
    [action] = await actions(editor, uri, only=["source.fixAll.nearnote"])
    assert list(action["edit"]) == [member]


async def test_a_client_that_takes_no_literals_gets_no_actions(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    editor = await start(root, capabilities={**WANTS_ALL, "textDocument": {}})
    await editor.at_rest()
    assert await actions(editor, (root / "Map.md").as_uri()) == []


async def test_pushed_findings_have_a_version_and_go_with_the_document(
    start: Any, vault: Any
) -> None:
    root = vault(NOTES)
    uri = (root / "Map.md").as_uri()
    editor = await start(root, capabilities={})

    def published() -> list[tuple[int | None, list[str]]]:
        method = "textDocument/publishDiagnostics"
        heard = [m["params"] for m in editor.heard if m["method"] == method]
        assert all(each["uri"] == uri for each in heard)
        return [(each.get("version"), [d["code"] for d in each["diagnostics"]]) for each in heard]

    editor.open(uri, MAP)
    await editor.until(lambda: bool(published()))
    assert published()[0] == (1, ["bare-heading", "link-only-bullet"])
    for version in range(2, 6):  # of edits in a row only the last one is worth telling
        editor.change(uri, version, "# Map\n\n## Empty\n\n## Full\n\nText.\n")
    await editor.until(lambda: published()[-1][0] == 5)
    assert published()[-1] == (5, ["bare-heading"])
    editor.close_document(uri)
    await editor.until(lambda: published()[-1] == (None, []))

    editor.open(uri, MAP)
    await editor.until(lambda: published()[-1][1] != [])
    settings = {"nearnote": {"features": {"diagnostics": False}}}
    editor.notify("workspace/didChangeConfiguration", {"settings": settings})
    await editor.until(lambda: published()[-1] == (1, []))


@pytest.mark.parametrize("pulls", [True, False])
async def test_findings_are_shown_anew_when_all_notes_were_read(
    start: Any, vault: Any, pulls: bool
) -> None:
    """Only then it is known what a link means; until then none is called broken."""
    many = {f"{number}.md": f"Number {number}.\n" for number in range(100)}
    text = "# Map\n\nSee [[99]] and [[100]].\n"
    root = vault({**many, "Map.md": text})
    uri = (root / "Map.md").as_uri()
    editor = await start(root, capabilities=WANTS_ALL if pulls else {})
    editor.open(uri, text)

    def told() -> list[int]:
        method = "textDocument/publishDiagnostics"
        return [len(m["params"]["diagnostics"]) for m in editor.heard if m["method"] == method]

    if pulls:
        refresh = "workspace/diagnostic/refresh"
        await editor.until(lambda: refresh in [m["method"] for m in editor.asked])
        items = await pulled(editor, uri)
        assert [item["range"]["start"]["line"] for item in items] == [2]
    else:
        await editor.until(lambda: 1 in told())
        assert set(told()) <= {0, 1}


async def test_pulled_findings_can_be_turned_off(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    uri = (root / "Map.md").as_uri()
    editor = await start(root)
    await editor.at_rest()
    assert await pulled(editor, uri)
    settings = {"nearnote": {"features": {"diagnostics": False}}}
    editor.notify("workspace/didChangeConfiguration", {"settings": settings})
    assert await pulled(editor, uri) == []


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, {"bare-heading": 3, "link-only-bullet": 4}),
        ({"findings": {"bareHeading": "off"}}, {"link-only-bullet": 4}),
        ({"findings": {"bareHeading": "error"}}, {"bare-heading": 1, "link-only-bullet": 4}),
        ({"findings": {"ignore": ["bare-heading:M*.md"]}}, {"link-only-bullet": 4}),
        ({"findings": {"ignore": ["Map.md"]}}, {}),
    ],
)
async def test_severities_are_settings(
    start: Any, vault: Any, settings: Any, expected: dict[str, int]
) -> None:
    root = vault(NOTES)
    editor = await start(root, settings=settings)
    await editor.at_rest()
    items = await pulled(editor, (root / "Map.md").as_uri())
    assert {item["code"]: item["severity"] for item in items} == expected


# -- fixes that meet -------------------------------------------------------------------------


def edit(start: int, end: int, text: str = "") -> Edit:
    return Edit(Span(start, end), text)


TOGETHER = [
    ("apart", [[edit(0, 2)], [edit(2, 4)]], [edit(0, 2), edit(2, 4)]),
    ("overlapping", [[edit(0, 3)], [edit(2, 4)]], [edit(0, 3)]),
    ("one of two meets", [[edit(0, 3)], [edit(2, 4), edit(9, 9, "x")]], [edit(0, 3)]),
    ("the same insertion", [[edit(5, 5, "x")], [edit(5, 5, "x")]], [edit(5, 5, "x")]),
    ("insertions at one place", [[edit(5, 5, "x")], [edit(5, 5, "y")]], [edit(5, 5, "x")]),
    ("an insertion inside", [[edit(0, 9)], [edit(5, 5, "y")]], [edit(0, 9)]),
    ("an insertion at the end", [[edit(0, 5)], [edit(5, 5, "y")]], [edit(0, 5), edit(5, 5, "y")]),
]


@pytest.mark.parametrize(("fixes", "expected"), [
    pytest.param(fixes, expected, id=name) for name, fixes, expected in TOGETHER
])  # fmt: skip
def test_together(fixes: list[list[Edit]], expected: list[Edit]) -> None:
    assert list(together(Fix("x", tuple(edits)) for edits in fixes)) == expected

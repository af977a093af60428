"""The hover window: a preview of a link's target, then the related notes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from nearnote.base.note_path import NotePath
from nearnote.features.results import Found, Preview
from nearnote.index.search import Hit
from nearnote.lsp.handlers import hover
from nearnote.markdown.chunk import ChunkKind
from nearnote.wire import results

from .conftest import WANTS_ALL

ROOT = Path("/my notes")


def found(**parts: Any) -> Found:
    hit = {
        "path": NotePath("Bread/Oven.md"), "title": "Oven", "heading": ("Steam",), "line": 6,
        "end_line": 8, "kind": ChunkKind.SECTION, "score": 0.7123, "text": "Hot *steam*.",
        "snippet": "Hot *steam*.", "found_by": frozenset(), **parts,
    }  # fmt: skip
    return Found(ROOT, Hit(**hit))


def preview(text: str, heading: str = "") -> Preview:
    return Preview(NotePath("Cat [old].md"), 3, "Cat <b>", heading, text)


@dataclass(frozen=True)
class Vault:
    root: Path = ROOT


@dataclass(frozen=True)
class Seen:
    """As much of a Snapshot as a page reads."""

    vault: Vault = Vault()

    def uri_of(self, root: Path | None, path: NotePath) -> str:
        return results.uri_of(root, path)


PAGES = [
    pytest.param(
        None,
        (found(), found(heading=(), linked=True, snippet="", text="")),
        "**Related notes**\n\n"
        "- [Oven › Steam](file:///my%20notes/Bread/Oven.md#L7) (0.71) — Hot \\*steam\\*.\n"
        "- [Oven](file:///my%20notes/Bread/Oven.md#L7) (0.71, linked)",
        "Related notes\n- Oven › Steam (0.71) — Hot *steam*.\n- Oven (0.71, linked)",
        id="related",
    ),
    pytest.param(
        preview("# Milk\n[x](command:rm)\n", "Food"),
        (),
        "[**Cat &lt;b> › Food**](file:///my%20notes/Cat%20%5Bold%5D.md#L4)\n\n# Milk\nx",
        "Cat <b> › Food\n# Milk\n[x](command:rm)",
        id="preview",
    ),
    pytest.param(
        preview(""),
        (found(snippet="word " * 60),),
        "[**Cat &lt;b>**](file:///my%20notes/Cat%20%5Bold%5D.md#L4)\n\n---\n\n**Related notes**\n\n"
        "- [Oven › Steam](file:///my%20notes/Bread/Oven.md#L7) (0.71) — " + "word " * 23 + "word …",
        "Cat <b>\n\nRelated notes\n- Oven › Steam (0.71) — " + "word " * 23 + "word …",
        id="both, and a long excerpt",
    ),
]


@pytest.mark.parametrize(("target", "related", "markdown", "plain"), PAGES)
def test_pages(
    target: Preview | None, related: tuple[Found, ...], markdown: str, plain: str
) -> None:
    seen: Any = Seen()
    assert hover.markdown_page(seen, target, related).value == markdown
    assert hover.plain_page(seen, target, related).value == plain


# -- in an editor ----------------------------------------------------------------------------

OVEN = "# Oven\n\nPut hot steam into the oven.\n\nSee [[Crust#Colour]] and [[Nowhere]].\n"
NOTES = {
    "Oven.md": OVEN,
    "Crust.md": "# Crust\n\nMade.\n\n## Colour\n\nDark 🍞 from hot steam in the oven.\n",
    "Tax.md": "# Tax\n\nBring receipts until May.\n",
}


def at(root: Path, line: int, character: int = 0) -> dict[str, Any]:
    uri = (root / "Oven.md").as_uri()
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}


async def test_related_notes_of_a_line(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    editor = await start(root)
    await editor.at_rest()
    answer = await editor.request("textDocument/hover", at(root, 2, 5))
    assert answer["contents"]["kind"] == "markdown"
    lines = answer["contents"]["value"].splitlines()
    assert lines[0] == "**Related notes**"
    assert lines[2].startswith(f"- [Crust › Colour]({root.as_uri()}/Crust.md#L7)")
    assert "linked" in lines[2]
    assert all("Oven.md" not in line for line in lines)
    assert answer["range"]["start"]["line"] <= 2 <= answer["range"]["end"]["line"]


async def test_preview_of_a_link(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    editor = await start(root)
    await editor.at_rest()
    answer = await editor.request("textDocument/hover", at(root, 4, 8))
    first, _, text, *_ = answer["contents"]["value"].splitlines()
    assert first == f"[**Crust › Colour**]({root.as_uri()}/Crust.md#L5)"
    assert text == "Dark 🍞 from hot steam in the oven."


async def test_plain_text_for_a_client_without_markdown(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    editor = await start(root, capabilities={**WANTS_ALL, "textDocument": {}})
    await editor.at_rest()
    answer = await editor.request("textDocument/hover", at(root, 2))
    assert answer["contents"]["kind"] == "plaintext"
    assert answer["contents"]["value"].startswith("Related notes\n- Crust › Colour (")


async def test_nothing_is_shown_when_nothing_is_near(start: Any, vault: Any) -> None:
    root = vault({"Oven.md": OVEN})
    editor = await start(root)
    await editor.at_rest()
    assert await editor.request("textDocument/hover", at(root, 2)) is None
    assert await editor.request("textDocument/hover", at(root, 4, 30)) is None

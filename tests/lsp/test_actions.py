"""Suggestions as code actions: links, relations, extraction and merging, in three encodings."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import WANTS_ALL
from .places import ENCODINGS, position, renamed

NOTES = {
    "𝔸 bread.md": "---\naliases: [Levain 🍞]\n---\n# Sourdough\r\n\r\n"
    "A sourdough bread rises slowly in a warm kitchen 🍞.\r\n",
    "N.md": "# 🐈 Notes\r\n\r\n🐈 My levain 🍞 sank; no sourdough bread in this kitchen.\r\n\r\n"
    "## 🌊 Sea\r\n\r\n🐈 [[#🌊 Sea]] [[Sourdouhg]] waves ^w\r\n\r\n## Last\r\n\r\n[[Other]]\r\n",
    "Other.md": "🐈 [[N#🌊 Sea]] [[N#^w]] [[N]]\n",
}


def capabilities(encoding: str, **more: Any) -> dict[str, Any]:
    action = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}, **more}
    return {
        **WANTS_ALL,
        "general": {"positionEncodings": [encoding]},
        "textDocument": {**WANTS_ALL["textDocument"], "codeAction": action},
    }


async def offered(
    editor: Any, root: Any, marked: str, kind: str, encoding: str, path: str = "N.md", **more: Any
) -> list[Any]:
    place = position(NOTES[path], marked, encoding)
    context = {"diagnostics": [], "only": [kind], **more}
    params = {
        "textDocument": {"uri": (root / path).as_uri()},
        "range": {"start": place, "end": place},
        "context": context,
    }
    return await editor.request("textDocument/codeAction", params)


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_suggest_a_link(start: Any, vault: Any, encoding: str) -> None:
    root = vault(NOTES)
    editor = await start(root, capabilities=capabilities(encoding))
    await editor.at_rest()
    first, *_ = await offered(editor, root, "lev‸ain", "refactor.rewrite", encoding)
    assert first["title"] == "Link “levain 🍞”: Sourdough"
    files = renamed(NOTES, first["edit"], root.as_uri(), encoding)
    assert "🐈 My [[𝔸 bread|levain 🍞]] sank;" in files["N.md"]


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_relate(start: Any, vault: Any, encoding: str) -> None:
    root = vault(NOTES)
    editor = await start(root, capabilities=capabilities(encoding))
    await editor.at_rest()
    kind = "refactor.rewrite.nearnote.relate"
    first, *_ = await offered(editor, root, "lev‸ain", kind, encoding)
    assert first["title"] == "Relate to Sourdough"
    text = renamed(NOTES, first["edit"], root.as_uri(), encoding)["N.md"]
    added = text.removeprefix(NOTES["N.md"].rstrip())
    assert added.startswith("\r\n\r\n## Relations\r\n\r\n- relates_to [[𝔸 bread]] — ")


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_extract_a_section(start: Any, vault: Any, encoding: str) -> None:
    root = vault(NOTES)
    editor = await start(root, capabilities=capabilities(encoding))
    await editor.at_rest()
    [action] = await offered(editor, root, "wav‸es", "refactor.extract", encoding)
    files = renamed(NOTES, action["edit"], root.as_uri(), encoding)
    assert files["🌊 Sea.md"] == "# 🌊 Sea\r\n\r\n🐈 [[#🌊 Sea]] [[Sourdouhg]] waves ^w\r\n"
    assert "kitchen.\r\n\r\n[[🌊 Sea]]\r\n\r\n## Last" in files["N.md"]
    assert files["Other.md"] == "🐈 [[🌊 Sea#🌊 Sea]] [[🌊 Sea#^w]] [[N]]\n"


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_merge(start: Any, vault: Any, encoding: str) -> None:
    root = vault(NOTES)
    editor = await start(root, capabilities=capabilities(encoding))
    await editor.at_rest()
    [action] = await offered(editor, root, "[[Oth‸er]]", "refactor.inline", encoding)
    assert action["title"] == "Merge this note into Other"
    files = renamed(NOTES, action["edit"], root.as_uri(), encoding)
    assert "N.md" not in files
    assert files["Other.md"].startswith("🐈 [[#🌊 Sea]] [[#^w]] [[#🐈 Notes]]\n\n## 🐈 Notes\n")
    assert "### 🌊 Sea\n" in files["Other.md"]


async def test_a_link_to_nothing_gets_a_note_or_another_target(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    editor = await start(root, capabilities=capabilities("utf-16"))
    await editor.at_rest()
    found = await offered(editor, root, "[[Sour‸douhg]]", "quickfix", "utf-16")
    titles = [action["title"] for action in found]
    [create] = [action for action in found if action["title"].startswith("Create")]
    files = renamed(NOTES, create["edit"], root.as_uri(), "utf-16")
    assert files["Sourdouhg.md"] == "# Sourdouhg\n"
    assert titles[0] == "Link to 𝔸 bread.md"


async def test_what_cannot_be_done_says_why(start: Any, vault: Any) -> None:
    root = vault({**NOTES, "🌊 Sea.md": ""})
    wants = capabilities("utf-16", disabledSupport=True)
    editor = await start(root, capabilities=wants)
    await editor.at_rest()
    [action] = await offered(editor, root, "wav‸es", "refactor.extract", "utf-16")
    assert action["disabled"]["reason"] == "There is already a note 🌊 Sea.md."
    assert "edit" not in action
    plain = await start(root, capabilities=capabilities("utf-16"))
    await plain.at_rest()
    assert await offered(plain, root, "wav‸es", "refactor.extract", "utf-16") == []


async def test_a_cursor_that_only_moves_asks_for_no_suggestions(start: Any, vault: Any) -> None:
    root = vault(NOTES)
    editor = await start(root, capabilities=capabilities("utf-16"))
    await editor.at_rest()
    assert await offered(editor, root, "lev‸ain", "refactor", "utf-16", triggerKind=2) == []
    assert await offered(editor, root, "lev‸ain", "refactor", "utf-16", triggerKind=1)

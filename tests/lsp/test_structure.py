"""Outline, folding, growing selections, lenses, inlay hints and colours of one note."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from .places import ENCODINGS, index, position, shown, whole
from .test_navigation import with_encoding

NOTE = """\
---
tags: [𝔱ag]
---
# 🐈 Cats

🐈 See [[D|𝔻]] and [[deep/dog#Ears 👂]] or [[nowhere]]. #pet/🐈

## Ears 👂

- [trait] 🐈 big #ears
- 🐈
  - part_of [[dog]]

#### 🐾 Skipped

```py
x
```

## Last
""".replace("\n", "\r\n")
DOG = "---\naliases: [D]\n---\n# The dog 🐕\n\n## Ears 👂\n\n[[Cats 🐈]] [[Cats 🐈#Ears 👂]]\n"
NOTES = {"Cats 🐈.md": NOTE, "deep/dog.md": DOG}


async def opened(start: Any, vault: Any, encoding: str, **more: Any) -> tuple[Any, str]:
    root = vault(NOTES)
    editor = await start(root, capabilities=with_encoding(encoding), **more)
    await editor.at_rest()
    return editor, (root / "Cats 🐈.md").as_uri()


def document(uri: str) -> dict[str, Any]:
    return {"textDocument": {"uri": uri}}


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_document_symbol(start: Any, vault: Any, encoding: str) -> None:
    editor, uri = await opened(start, vault, encoding)
    [cats] = await editor.request("textDocument/documentSymbol", document(uri))
    ears, last = cats["children"]
    [skipped] = ears["children"]
    symbols = (cats, ears, skipped, last)
    assert [each["name"] for each in symbols] == ["🐈 Cats", "Ears 👂", "🐾 Skipped", "Last"]
    heads = [shown(NOTE, each["selectionRange"], encoding) for each in symbols]
    assert heads == ["# 🐈 Cats", "## Ears 👂", "#### 🐾 Skipped", "## Last"]
    assert shown(NOTE, ears["range"], encoding).rstrip().endswith("```")


@pytest.mark.parametrize(
    ("client", "settings", "offered"),
    [
        ("Visual Studio Code", None, False),
        ("code-server", None, False),
        ("VSCodium", None, False),
        ("Neovim", None, True),
        ("Visual Studio Code", {"features": {"documentSymbol": True}}, True),
        ("Neovim", {"features": {"documentSymbol": False}}, False),
    ],
)
async def test_the_outline_is_left_to_an_editor_with_its_own(
    start: Any, vault: Any, client: str, settings: Any, offered: bool
) -> None:
    editor = await start(vault(NOTES), clientInfo={"name": client}, options=settings)
    assert bool(editor.answer["capabilities"].get("documentSymbolProvider")) == offered


async def test_folding_range(start: Any, vault: Any) -> None:
    editor, uri = await opened(start, vault, "utf-16")
    found = await editor.request("textDocument/foldingRange", document(uri))
    lines = {(each["startLine"], each["endLine"]) for each in found}
    assert lines == {(0, 2), (3, 19), (7, 17), (10, 11), (13, 17), (15, 17)}


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_selection_range(start: Any, vault: Any, encoding: str) -> None:
    editor, uri = await opened(start, vault, encoding)
    places = [position(NOTE, "dog#Ea‸rs", encoding), position(NOTE, "🐾 Ski‸pped", encoding)]
    params = document(uri) | {"positions": places}
    link, heading = await editor.request("textDocument/selectionRange", params)
    texts = []
    while link:
        texts.append(shown(NOTE, link["range"], encoding))
        link = link.get("parent")
    assert texts[:2] == ["Ears 👂", "[[deep/dog#Ears 👂]]"]
    assert texts[2].startswith("🐈 See")
    assert texts[2].endswith("#pet/🐈")
    assert texts[-1] == NOTE
    assert all(inner in outer for inner, outer in pairwise(texts))
    assert shown(NOTE, heading["range"], encoding).startswith("#### 🐾 Skipped")


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_code_lens(start: Any, vault: Any, encoding: str) -> None:
    editor, uri = await opened(start, vault, encoding)
    lenses = await editor.request("textDocument/codeLens", document(uri))
    assert [shown(NOTE, lens["range"], encoding) for lens in lenses] == [
        "🐈 Cats", "Ears 👂",
    ]  # fmt: skip  # the others are used nowhere
    assert not any("command" in lens for lens in lenses)
    counted = [await editor.request("codeLens/resolve", lens) for lens in lenses]
    titles = [lens["command"]["title"] for lens in counted]
    assert titles == ["2 references", "1 reference"]


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_inlay_hint(start: Any, vault: Any, encoding: str) -> None:
    editor, uri = await opened(start, vault, encoding)
    params = document(uri) | {"range": whole(NOTE, encoding)}
    hints = await editor.request("textDocument/inlayHint", params)
    told = [
        (NOTE[: index(NOTE, hint["position"], encoding)][-3:], hint["label"].strip())
        for hint in hints
    ]
    assert told == [("dog", "The dog 🐕"), ("dog", "The dog 🐕")]
    first = {"start": {"line": 0, "character": 0}, "end": {"line": 3, "character": 0}}
    assert await editor.request("textDocument/inlayHint", document(uri) | {"range": first}) == []


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_semantic_tokens(start: Any, vault: Any, encoding: str) -> None:
    editor, uri = await opened(start, vault, encoding)
    legend = editor.answer["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"]
    data = (await editor.request("textDocument/semanticTokens/full", document(uri)))["data"]
    line = character = 0
    found = []
    for below, right, length, kind, modifiers in zip(*[iter(data)] * 5, strict=True):
        line, character = line + below, right if below else character + right
        start_at = {"line": line, "character": character}
        end_at = {"line": line, "character": character + length}
        text = shown(NOTE, {"start": start_at, "end": end_at}, encoding)
        found.append((text, legend[kind], modifiers))
    assert found == [
        ("𝔱ag", "keyword", 0),
        ("D", "class", 0),
        ("deep/dog", "class", 0),
        ("Ears 👂", "property", 0),
        ("nowhere", "class", 1),
        ("#pet/🐈", "keyword", 0),
        ("[trait]", "enumMember", 0),
        ("#ears", "keyword", 0),
        ("part_of", "enumMember", 0),
        ("dog", "class", 0),
    ]

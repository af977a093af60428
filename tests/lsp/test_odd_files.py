"""Files that editors count differently: read, told of, and never edited while closed."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import RefusedError
from .places import position

LATIN = "Mira é une note très élégante, [[Mira]] a été écrite à Genève.\n".encode("latin-1")
FILES = {
    "Mira.md": b"# Mira\n",
    "bom.md": b"\xef\xbb\xbf[[Mira]] x\n",
    "latin.md": LATIN,
    "return.md": b"a\rb [[Mira]] [[Mira]]\n",
    "wide.md": "é [[Mira]]\n".encode("utf-16"),
    "plain.md": b"[[Mira]]\n",
}


@pytest.fixture
def root(vault: Any) -> Any:
    root = vault({})
    for name, data in FILES.items():
        (root / name).write_bytes(data)
    return root


async def test_a_rename_leaves_them_alone_and_says_so(start: Any, root: Any) -> None:
    editor = await start(root)
    await editor.at_rest()
    at = position("# Mira\n", "# Mi‸ra", "utf-16")
    document = {"uri": (root / "Mira.md").as_uri()}
    params = {"textDocument": document, "position": at, "newName": "Zora"}
    change = await editor.request("textDocument/rename", params)
    edits = {
        step["textDocument"]["uri"].rpartition("/")[2]: step["edits"]
        for step in change["documentChanges"]
        if "edits" in step
    }
    assert sorted(edits) == ["Mira.md", "bom.md", "plain.md"]
    (edit,) = edits["bom.md"]
    assert (edit["range"]["start"]["character"], edit["range"]["end"]["character"]) == (2, 6)
    (said,) = [each for each in editor.messages if "Left as they were" in each]
    assert "latin.md (it is not UTF-8 but Windows-1252)" in said
    assert "return.md (it has carriage returns without a line feed)" in said
    assert "wide.md (it is not UTF-8 but UTF-16)" in said


async def test_an_open_one_is_edited(start: Any, root: Any) -> None:
    editor = await start(root)
    await editor.at_rest()
    editor.open((root / "latin.md").as_uri(), LATIN.decode("latin-1"))
    files = [{"oldUri": (root / "Mira.md").as_uri(), "newUri": (root / "Zora.md").as_uri()}]
    change = await editor.request("workspace/willRenameFiles", {"files": files})
    names = {step["textDocument"]["uri"].rpartition("/")[2] for step in change["documentChanges"]}
    assert names == {"bom.md", "plain.md", "latin.md"}


async def test_they_have_a_finding(start: Any, root: Any) -> None:
    editor = await start(root)
    await editor.at_rest()
    found = {}
    for name, data in FILES.items():
        uri = (root / name).as_uri()
        editor.open(uri, data.decode("latin-1"))
        report = await editor.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
        found[name] = [each["code"] for each in report["items"]].count("unusual-encoding")
    odd = {"latin.md", "return.md", "wide.md"}
    assert found == {name: int(name in odd) for name in FILES}


async def test_a_name_in_one_is_not_renamed_from_elsewhere(start: Any, root: Any) -> None:
    (root / "Odd.md").write_bytes(b"# T\xeftre \xe0 la fran\xe7aise\n\n## Deux\n")
    (root / "use.md").write_bytes(b"[[Odd#Deux]]\n")
    editor = await start(root)
    await editor.at_rest()
    at = position("[[Odd#Deux]]\n", "[[Odd#De‸ux]]", "utf-16")
    params = {
        "textDocument": {"uri": (root / "use.md").as_uri()},
        "position": at,
        "newName": "Trois",
    }
    with pytest.raises(RefusedError, match=r"Open Odd\.md to rename this"):
        await editor.request("textDocument/rename", params)

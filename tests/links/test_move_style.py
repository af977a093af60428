"""Moves: what a link shows or names goes with it, in the style in which it was written."""

from __future__ import annotations

import pytest

from nearnote.base.note_path import NotePath
from nearnote.links.rename_note import move_notes
from tests.links.test_rename_note import Texts, apply, names_of

FILES = ["cat.png", "pic/dog.png", "pic/cat.png", "old/fox.png"]


def moved(texts: Texts, move: str) -> Texts:
    """The notes after an editor moved a note, a file or a folder."""
    old, new = move.split(" > ")
    names = names_of(texts)
    for file in FILES:
        names.put_file(file)

    def goes(path: str) -> bool:
        return path == old or path.startswith(old + "/")

    notes = {NotePath(p): NotePath(new + p[len(old) :]) for p in texts if goes(p)}
    files = {f: new + f[len(old) :] for f in FILES if goes(f)}
    folders = {old: new} if names.is_folder(old) else {}
    before = (dict(names.outlines), sorted(names.files), dict(names._folders))
    got = apply(texts, move_notes(names, notes, files, folders))
    assert (dict(names.outlines), sorted(names.files), dict(names._folders)) == before
    return got


@pytest.mark.parametrize(
    ("text", "move", "expected"),
    [
        ("![m](b.md)", "a.md > sub/a.md", "![m](../b.md)"),
        ("![m](./b.md) ![[b]]", "a.md > sub/a.md", "![m](../b.md) ![[b]]"),
        ("![m](b.md) ![n](b)", "b.md > sub/c.md", "![m](sub/c.md) ![n](sub/c)"),
        ("![m](/b.md)", "b.md > sub/c.md", "![m](/sub/c.md)"),
        ("![m](/b.md)", "a.md > sub/a.md", "![m](/b.md)"),
        ("[f](old/) [g](old) [h](./old/)", "old > new", "[f](new/) [g](new) [h](./new/)"),
        ("[f](/old/) [g](/old)", "old > x/new", "[f](/x/new/) [g](/x/new)"),
        ("[f](old/in/) [g](old/in/n.md)", "old > new", "[f](new/in/) [g](new/in/n.md)"),
        ("[f](old/) [g](/old/)", "a.md > s/t/a.md", "[f](../../old/) [g](/old/)"),
        ("[f](./) [g](.)", "a.md > s/a.md", "[f](../) [g](..)"),
        ("[d]: old/\n\n[x][d]", "old > new", "[d]: new/\n\n[x][d]"),
        ("![c](/cat.png) ![d](./cat.png) ![e](cat.png)", "cat.png > kit.png",
         "![c](/kit.png) ![d](./kit.png) ![e](kit.png)"),
        ("![c](/cat.png) ![d](./cat.png) ![e](cat.png)", "cat.png > x y/kit.png",
         "![c](/x%20y/kit.png) ![d](./x%20y/kit.png) ![e](x%20y/kit.png)"),
        ("![c](/cat.png) ![d](./cat.png)", "a.md > s/a.md", "![c](/cat.png) ![d](../cat.png)"),
        ("![c](<cat.png>)", "cat.png > x y.png", "![c](<x%20y.png>)"),
        ("![[dog.png]] ![[dog.png|300]]", "pic/dog.png > Zed.png", "![[Zed.png]] ![[Zed.png|300]]"),
        ("![[pic/dog.png]]", "pic/dog.png > img/dog.png", "![[img/dog.png]]"),
        ("![[/pic/dog.png]]", "pic/dog.png > img/dog.png", "![[/img/dog.png]]"),
        ("![[dog.png]]", "pic/dog.png > old/cat.png", "![[old/cat.png]]"),
        ("[[dog.png]]", "pic > img", "[[dog.png]]"),
        ("![i][p]\n\n[p]: ./cat.png", "cat.png > kit.png", "![i][p]\n\n[p]: ./kit.png"),
        ("![c](cat.png) ![d](/cat.png) ![[cat.png]]", "cat.png > Cat.PNG",
         "![c](Cat.PNG) ![d](/Cat.PNG) ![[Cat.PNG]]"),
        ("[f](old/in/n.md) ![g](./old/fox.png) [h](old/)", "old > Old",
         "[f](Old/in/n.md) ![g](./Old/fox.png) [h](Old/)"),
        ("[m](b.md) [[b]] [[b|x]]", "b.md > B.md", "[m](B.md) [[B]] [[B|x]]"),
        ("[n](nosuch.md) [o](../out.md) [p](./no.png)", "a.md > s/a.md",
         "[n](../nosuch.md) [o](../../out.md) [p](../no.png)"),
        ("[m](mailto:a@b.org) [h](https://x.org) [f](#frag)", "a.md > s/a.md",
         "[m](mailto:a@b.org) [h](https://x.org) [f](#frag)"),
    ],
)  # fmt: skip
def test_move(text: str, move: str, expected: str) -> None:
    texts = {"a.md": text + "\n", "b.md": "B\n", "old/n.md": "", "old/in/n.md": ""}
    got = moved(texts, move)
    path = next(name for name in got if name.rpartition("/")[2] == "a.md")
    assert got[path] == expected + "\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[up](../) [in](../old/) [me](./n.md)", "[up](../../) [in](./) [me](./n.md)"),
        ("[b](../b.md) ![c](fox.png)", "[b](../../b.md) ![c](fox.png)"),
    ],
)
def test_a_note_in_a_folder_that_moves(text: str, expected: str) -> None:
    texts = {"old/a.md": text + "\n", "b.md": "B\n", "old/n.md": ""}
    got = moved(texts, "old > x/new")["x/new/a.md"].rstrip("\n")
    assert got == expected


@pytest.mark.parametrize(
    ("text", "there", "back"),
    [
        ("![[dog.png]] ![x](pic/dog.png) [y](/pic/dog.png)", "pic/dog.png > Zed.png",
         "Zed.png > pic/dog.png"),
        ("[f](old/) ![m](old/n.md) [[n]]", "old > x/new", "x/new > old"),
    ],
)  # fmt: skip
def test_there_and_back(text: str, there: str, back: str) -> None:
    texts = {"a.md": text + "\n", "old/n.md": ""}
    once = moved(texts, there)
    global FILES
    old, new = there.split(" > ")
    known, FILES = FILES, [new + f[len(old) :] if f.startswith(old) else f for f in FILES]
    try:
        assert moved(once, back) == texts
    finally:
        FILES = known


def test_a_way_round_is_not_kept() -> None:
    text = "[a](../x.md) [b](../../b/x.md)\n"
    texts = {"b/c/a.md": text, "b/x.md": ""}
    names = names_of(texts)
    there = move_notes(names, {NotePath("b/c/a.md"): NotePath("d/e/a.md")})
    once = apply(texts, there)
    assert once["d/e/a.md"] == "[a](../../b/x.md) [b](../../b/x.md)\n"
    back = move_notes(names_of(once), {NotePath("d/e/a.md"): NotePath("b/c/a.md")})
    assert apply(once, back)["b/c/a.md"] == "[a](../x.md) [b](../x.md)\n"

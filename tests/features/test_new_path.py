"""Where a new name leads: it is read as the name that was offered, or refused with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nearnote.base.note_path import NotePath
from nearnote.features.rename import renamable, rename
from nearnote.links.change import ChangeError, MoveNote
from tests.features.test_navigation import cursor
from tests.links.test_rename_note import apply, meanings
from tests.vaulted import opened

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = {
    "sub/doc.md": "[t](sub2/doc3.md) [[doc3]] [[sub2/doc3|x]] [[../top]] [u](../top.md) "
    "[r](/top.md)\n"
    "\n[d]: sub2/doc3.md\n",
    "sub/sub2/doc3.md": "text [[Bee]]\n",
    "top.md": "[s](sub/doc.md) [f](sub/sub2/doc3) [g](sub2/doc3.md)\n",
    "Bee.md": "# Bee\n",
}


@pytest.mark.parametrize(
    ("place", "offered", "answer", "moved"),
    [
        ("sub/doc.md: [t](sub2/do‸c3.md)", "sub2/doc3.md", "sub2/cat.md", "sub/sub2/cat.md"),
        ("sub/doc.md: [t](sub2/do‸c3.md)", "sub2/doc3.md", "cat.md", "sub/cat.md"),
        ("sub/doc.md: [t](sub2/do‸c3.md)", "sub2/doc3.md", "./x/cat", "sub/x/cat.md"),
        ("sub/doc.md: [t](sub2/do‸c3.md)", "sub2/doc3.md", "../cat.md", "cat.md"),
        ("sub/doc.md: [d]: sub2/do‸c3.md", "sub2/doc3.md", "sub2/cat.md", "sub/sub2/cat.md"),
        ("sub/doc.md: [[do‸c3]]", "doc3", "cat", "sub/sub2/cat.md"),
        ("sub/doc.md: [[do‸c3]]", "doc3", "x/cat", "x/cat.md"),
        ("sub/doc.md: [[sub2/do‸c3|x]]", "sub2/doc3", "sub2/cat", "sub/sub2/cat.md"),
        ("sub/doc.md: [[sub2/do‸c3|x]]", "sub2/doc3", "sub3/cat", "sub/sub3/cat.md"),
        ("sub/doc.md: [[../to‸p]]", "../top", "../new", "new.md"),
        ("sub/doc.md: [[../to‸p]]", "../top", "new", "new.md"),
        ("sub/doc.md: [u](../to‸p.md)", "../top.md", "../a b.md", "a b.md"),
        ("sub/doc.md: [r](/to‸p.md)", "/top.md", "/x/new.md", "x/new.md"),
        ("top.md: [f](sub/sub2/do‸c3)", "sub/sub2/doc3", "sub/cat", "sub/cat.md"),
        ("top.md: [g](sub2/do‸c3.md)", "sub2/doc3.md", "sub2/cat.md", "sub/sub2/cat.md"),
        ("sub/sub2/doc3.md: [[Be‸e]]", "Bee", "x/Wasp", "x/Wasp.md"),
    ],
)
def test_the_answer_is_read_as_the_offer(
    tmp_path: Path, place: str, offered: str, answer: str, moved: str
) -> None:
    vault = opened(tmp_path, TEXTS)
    path, offset = cursor(TEXTS, place)
    found = renamable(vault, path, offset)
    assert found is not None
    assert found.name == offered
    change = rename(vault, path, offset, answer)
    (move,) = [step for step in change if isinstance(step, MoveNote)]
    assert move.new == moved
    got = apply(TEXTS, change)
    here = {move.old: move.new}
    expected = sorted(
        ((here.get(a, a), b, here.get(c, c), d) for a, b, c, d in meanings(TEXTS)), key=repr
    )
    assert meanings(got) == expected


@pytest.mark.parametrize(
    ("place", "answer", "sentence"),
    [
        ("sub/doc.md: [[../to‸p]]", "../../x", "leads out of the vault"),
        ("sub/doc.md: [t](sub2/do‸c3.md)", "../../x.md", "leads out of the vault"),
        ("sub/doc.md: [t](sub2/do‸c3.md)", "/etc/x", "leads out of the vault"),
        ("sub/sub2/doc3.md: [[Be‸e]]", "/etc/passwd", "leads out of the vault"),
        ("sub/sub2/doc3.md: [[Be‸e]]", "../x", "leads out of the vault"),
        ("sub/doc.md: [r](/to‸p.md)", "/../x.md", "leads out of the vault"),
        ("sub/sub2/doc3.md: [[Be‸e]]", ".hidden", "leaves out"),
        ("sub/sub2/doc3.md: [[Be‸e]]", ".git/x", "leaves out"),
        ("sub/sub2/doc3.md: [[Be‸e]]", "node_modules/x", "leaves out"),
        ("sub/sub2/doc3.md: [[Be‸e]]", "ignored/x", "leaves out"),
        ("sub/sub2/doc3.md: [[Be‸e]]", "top.md/x", "inside of a note"),
        ("sub/sub2/doc3.md: [[Be‸e]]", "sub/doc", "already a note"),
        ("sub/sub2/doc3.md: [[Be‸e]]", "a:b", "A file's name"),
        ("sub/sub2/doc3.md: [[Be‸e]]", "a\\b", "A file's name"),
        ("sub/sub2/doc3.md: [[Be‸e]]", "a\tb", "A file's name"),
        ("sub/sub2/doc3.md: [[Be‸e]]", "x/", "A file's name"),
        ("sub/sub2/doc3.md: [[Be‸e]]", "x.", "A file's name"),
        ("sub/sub2/doc3.md: [[Be‸e]]", "x./y", "A file's name"),
        ("sub/sub2/doc3.md: [[Be‸e]]", "CON", "Windows takes no"),
        ("sub/sub2/doc3.md: [[Be‸e]]", "aux.old", "Windows takes no"),
        ("sub/sub2/doc3.md: [[Be‸e]]", "ö" * 130, "no longer than 255 bytes"),
    ],
)
def test_refusals(tmp_path: Path, place: str, answer: str, sentence: str) -> None:
    vault = opened(tmp_path, {**TEXTS, ".gitignore": "ignored/\n"})
    with pytest.raises(ChangeError, match=sentence):
        rename(vault, *cursor(TEXTS, place), answer)


@pytest.mark.parametrize("answer", ["In/Out", "Why?", "A: b", "/etc/x", "CON"])
def test_a_title_may_be_what_no_file_can_be_called(tmp_path: Path, answer: str) -> None:
    vault = opened(tmp_path, TEXTS)
    got = apply(TEXTS, rename(vault, NotePath("Bee.md"), 3, answer))
    assert got == {**TEXTS, "Bee.md": f"# {answer}\n"}


def test_a_change_of_the_kind_of_a_link_is_asked_first(tmp_path: Path) -> None:
    texts = {"a.md": "[[Mira]] [x](Mira.md) [[Mira#H|y]]\n", "Mira.md": "# Mira\n\n## H\n"}
    vault = opened(tmp_path, texts)
    change = rename(vault, NotePath("a.md"), 3, "Mi#ra")
    edits = {edit.text: edit.confirm for step in change for edit in getattr(step, "edits", ())}
    asked = "Wikilinks to Mi#ra.md become Markdown links"
    assert edits == {
        "[Mira](Mi%23ra.md)": asked,
        "Mi%23ra.md": "",
        "[y](Mi%23ra.md#H)": asked,
        "Mi#ra": "",
    }

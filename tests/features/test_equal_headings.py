"""A heading is known by where it stands: others of the same text keep theirs, and their links."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nearnote.base.note_path import NotePath
from nearnote.features.navigation import definitions, highlights, references
from nearnote.features.rename import renamable, rename
from nearnote.links.change import ChangeError, CreateNote
from nearnote.links.extract import extract_section
from nearnote.links.outline import find_anchor
from tests.features.test_navigation import cursor
from tests.links.test_rename_note import apply, meanings
from tests.vaulted import opened

if TYPE_CHECKING:
    from pathlib import Path

JOURNAL = """# Log

[[#Log]] one

## Mon

### Log

two [x](#log-1)

## Tue

### log

three [[#Tue#log]]

## Log

four
"""
OTHER = """[[n#Log]] [a](n.md#log-1) [[n#Mon#Log|b]] [[n#Tue#Log]] [c](n.md#log-2)
[d](n.md#log-3) [e]

[e]: n.md#log-3
"""
TEXTS = {
    "n.md": JOURNAL,
    "o.md": OTHER,
    "s.md": "Log\n===\n\none\n\nLog\n---\n\ntwo\n\nLog\n---\n\n[x](#log-2) [[#log-1]]\n",
}


@pytest.mark.parametrize(
    ("place", "number", "links"),
    [
        ("### Log‸\n\ntwo", 2, ["[x](#log-1)", "[a](n.md#log-1)", "[[n#Mon#Log|b]]"]),
        ("### log‸\n\nthree", 4, ["[[#Tue#log]]", "[[n#Tue#Log]]", "[c](n.md#log-2)"]),
        ("## Log‸\n\nfour", 5, ["[d](n.md#log-3)", "[e]", "[e]: n.md#log-3"]),
    ],
)
def test_references(tmp_path: Path, place: str, number: int, links: list[str]) -> None:
    vault = opened(tmp_path, TEXTS)
    path, offset = cursor(TEXTS, f"n.md: {place}")
    anchor = vault.names.outlines[path].anchors[number]
    spots = list(references(vault, path, offset, declaration=True))
    assert spots[0].span == anchor.text_span
    encoded = {name: text.encode() for name, text in TEXTS.items()}
    found = [encoded[spot.path][spot.span.start : spot.span.end].decode() for spot in spots[1:]]
    assert found == links
    lit = highlights(vault, path, offset)
    assert anchor.text_span in lit
    assert len(lit) == 1 + sum(link in JOURNAL for link in links)


@pytest.mark.parametrize(
    ("place", "number"),
    [
        ("n.md: [x](#lo‸g-1)", 2),
        ("n.md: [[#Tue#lo‸g]]", 4),
        ("n.md: [[#Tu‸e#log]]", 3),
        ("n.md: ### lo‸g", 4),
        ("o.md: [[n#L‸og]]", 0),
        ("o.md: [[n#Mon#L‸og|b]]", 2),
        ("o.md: [[n#M‸on#Log|b]]", 1),
        ("o.md: (n.md#log-‸3)", 5),
    ],
)
def test_definition(tmp_path: Path, place: str, number: int) -> None:
    vault = opened(tmp_path, TEXTS)
    (spot,) = definitions(vault, *cursor(TEXTS, place))
    assert spot.span == vault.names.outlines[NotePath("n.md")].anchors[number].text_span


@pytest.mark.parametrize(
    ("place", "old", "new", "expected"),
    [
        ("n.md: # Log‸\n\n[[#Log]] one", "Log", "Day", "# Day\n\n[[#Day]] one"),
        ("n.md: ### Log‸\n\ntwo", "Log", "Day", "### Day\n\ntwo [x](#day)"),
        ("n.md: ### log‸\n\nthree", "log", "Day", "### Day\n\nthree [[#Tue#Day]]"),
        ("n.md: ## Log‸\n\nfour", "Log", "Mon", "## Mon\n\nfour"),
        ("n.md: [x](#lo‸g-1)", "Log", "Tue", "### Tue\n\ntwo [x](#tue)"),
        ("n.md: [[#Tue#lo‸g]]", "log", "Log", "### Log\n\nthree [[#Tue#Log]]"),
        ("o.md: [[n#M‸on#Log|b]]", "Mon", "Log", "## Log\n\n### Log\n\ntwo [x](#log-2)"),
        ("o.md: [[n#Mon#L‸og|b]]", "Log", "Day", "### Day\n\ntwo [x](#day)"),
        ("o.md: (n.md#log-‸3)", "Log", "log 1", "## log 1\n\nfour"),
        ("n.md: ## Tu‸e", "Tue", "Log 1", "## Log 1\n\n### log\n\nthree [[#Log 1#log]]"),
        ("n.md: ## Tu‸e", "Tue", "Mon", "## Mon\n\n### log\n\nthree [[#log-2]]"),
        ("n.md: ## Mo‸n", "Mon", "*Log* `x`", "## *Log* `x`\n"),
        ("s.md: Log‸\n---\n\ntwo", "Log", "Day", "Day\n---\n\ntwo"),
        ("s.md: Log‸\n---\n\n[x]", "Log", "Day", "Day\n---\n\n[x](#day) [[#log-1]]"),
    ],
)
def test_rename(tmp_path: Path, place: str, old: str, new: str, expected: str) -> None:
    vault = opened(tmp_path, TEXTS)
    path, offset = cursor(TEXTS, place)
    found = renamable(vault, path, offset)
    assert found is not None
    assert found.name == old
    got = apply(TEXTS, rename(vault, path, offset, new))
    changed = "s.md" if path == "s.md" else "n.md"
    assert expected in got[changed]
    headings = [line for line in TEXTS[changed].splitlines() if line.startswith(("#", "Log"))]
    after = [line for line in got[changed].splitlines() if line.startswith(("#", "Log", "Day"))]
    assert sum(a != b for a, b in zip(headings, after, strict=True)) == 1
    assert meanings(got) == meanings(TEXTS)


@pytest.mark.parametrize("place", ["### Log\n\nt‸wo", "### log\n\nth‸ree", "four‸"])
def test_extract(tmp_path: Path, place: str) -> None:
    vault = opened(tmp_path, TEXTS)
    path, offset = cursor(TEXTS, f"n.md: {place}")
    note = vault.note(path)
    assert note is not None
    change = extract_section(vault.names, path, note, offset, vault.outline_of)
    (made,) = [step for step in change if isinstance(step, CreateNote)]
    word = place.replace("‸", "").split()[-1]
    assert f"\n\n{word}" in made.text
    got = apply(TEXTS, change)
    # What meant a heading still means the one with the same text under it.
    before, after = vault.names, opened(tmp_path / "after", got).names
    there = NotePath("o.md")
    for old, new in zip(before.outlines[there].links, after.outlines[there].links, strict=True):
        seen = []
        for names, link, texts in ((before, old, TEXTS), (after, new, got)):
            meant = names.resolve(link, there).note
            assert meant is not None
            anchor = find_anchor(names.outlines[meant], link.fragment)
            assert anchor is not None, link
            below = texts[meant].encode()[anchor.span.end :].decode()
            seen.append(below.split()[:1])
        assert seen[0] == seen[1] or seen[0][0].startswith("[[#")


@pytest.mark.parametrize(
    ("text", "new"), [("Ab\n---\n", "- x"), ("## Ab\n", "#"), ("Ab\n---\n", "    x")]
)
def test_what_is_no_heading_or_keeps_its_level(tmp_path: Path, text: str, new: str) -> None:
    texts = {"a.md": "# T\n\n" + text, "b.md": "[[a#Ab]]\n"}
    vault = opened(tmp_path, texts)
    at = texts["a.md"].index("Ab")
    try:
        got = apply(texts, rename(vault, NotePath("a.md"), at, new))
    except ChangeError as error:
        assert "heading" in str(error)  # noqa: PT017
    else:
        assert meanings(got) == meanings(texts)

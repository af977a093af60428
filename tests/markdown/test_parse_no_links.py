"""Brackets in prose and formulas that name no note."""

from __future__ import annotations

import pytest

from nearnote.base.source import Source
from nearnote.markdown.parse import parse


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("arr[[0]] and f(x)[[1]] and m[[i, 1]] and m[1][[2]]", []),
        ('df[["name"]] and x[[i]] and x[[:, 0]] and x[[n-1]]', []),
        ("see [[0]] and ([[1]]) and [[i]]", ["0", "1", "i"]),
        ("un[[do]]ing and 日本[[リンク]]語 and pre[[Note 1]]", ["do", "リンク", "Note 1"]),
        ("x[[0|zero]] ![[0]]", ["0", "0"]),
        ("$$ [[x]] $$ and [[y]]", ["y"]),
        ("$$\n[[b]]\n$$\n\n[[y]]", ["y"]),
        ("> $$\n> [[b]]\n> $$\n> [[y]]", ["y"]),
        ("- $$ [[x]] $$\n- [[y]]", ["y"]),
        ("$[[x]]$ and $a [t](b.md) c$ and $[^1]$ [[y]]\n\n[^1]: F", ["y"]),
        ("costs $5 [[x]] and $6", ["x"]),
        ("from 5$ [[x]] to 6$", ["x"]),
        ("`$` [[x]] `$`", ["x"]),
        ("\\$[[x]]\\$ and \\$$ [[y]]", ["x", "y"]),
        ("US$ [[x]] US$", ["x"]),
        ("$$ open [[x]]", ["x"]),
        ("| $[[x]]$ | [[y]] |\n|---|---|", ["y"]),
    ],
)
def test_links(text: str, targets: list[str]) -> None:
    note = parse(Source.of(text + "\n"), "n")
    assert [link.target for link in note.links] == targets


def test_a_formula_stays_in_the_text() -> None:
    note = parse(Source.of("a $$ [[x]] #y $$ b $#t$ #z\n"), "n")
    assert note.blocks[0].text == "a $$ [[x]] #y $$ b $#t$ #z"
    assert [tag.name for tag in note.tags] == ["z"]

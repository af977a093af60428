"""What is being written at the cursor, which `|` marks."""

from __future__ import annotations

import pytest

from nearnote.base.source import Source
from nearnote.markdown.cursor_context import Writing, cursor
from nearnote.markdown.parse import parse


def at(text: str) -> tuple[str, str, str, bool] | None:
    """Writing, typed letters, target and closed of the place that `‸` marks."""
    before, _, after = text.partition("‸")
    found = cursor(parse(Source.of(before + after), "stem"), len(before.encode()))
    if found is None:
        return None
    replaced = before.encode()[found.span.start :].decode()
    assert replaced == ("^" if found.prefix else "") + found.typed
    return (found.writing, found.typed, found.target, not found.close.strip())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see [[‸", (Writing.NOTE, "", "", False)),
        ("see [[Ek‸", (Writing.NOTE, "Ek", "", False)),
        ("see [[Ekşi m‸]] more", (Writing.NOTE, "Ekşi m", "", True)),
        ("![[pic‸", (Writing.NOTE, "pic", "", False)),
        ("[[a]] and [[b‸", (Writing.NOTE, "b", "", False)),
        ("[[T#‸", (Writing.HEADING, "", "T", False)),
        ("[[T#He‸]]", (Writing.HEADING, "He", "T", True)),
        ("[[#He‸", (Writing.HEADING, "He", "", False)),
        ("[[T#^‸", (Writing.BLOCK, "", "T", False)),
        ("[[T^ab‸", (Writing.BLOCK, "ab", "T", False)),
        ("[x](‸", (Writing.PATH, "", "", False)),
        ("[x](dir/no‸)", (Writing.PATH, "dir/no", "", True)),
        ("[x](a.md#s‸", (Writing.PATH_HEADING, "s", "a.md", False)),
        ("a #‸", (Writing.TAG, "", "", True)),
        ("a #food/br‸ b", (Writing.TAG, "food/br", "", True)),
        ("- [tip‸", (Writing.CATEGORY, "tip", "", False)),
        ("  - [ti‸]", (Writing.CATEGORY, "ti", "", True)),
        ("- relates‸", (Writing.RELATION, "relates", "", False)),
        ("[x](<a b‸", (Writing.PATH, "a b", "", False)),
        ("[x](<a b‸>)", (Writing.PATH, "a b", "", True)),
        ("[x](a\\)b(c)‸", (Writing.PATH, "a\\)b(c)", "", False)),
        ("[x](a<b‸", None),
        ("[x](https://a.b/‸)", None),
        ("[d]: ‸", (Writing.PATH, "", "", True)),
        ("[^d]: ‸", None),
        ("[a][‸", (Writing.LABEL, "", "", False)),
        ("[a][b‸]", (Writing.LABEL, "b", "", True)),
        ("[a][^‸]", None),
        ("---\ntags: [a, b‸]\n---\n", (Writing.FRONT_TAG, "b", "", True)),
        ("---\ntags:\n  - fo‸\n---\n", (Writing.FRONT_TAG, "fo", "", True)),
        ("---\ntitle: fo‸\n---\n", None),
        ("---\naliases:\n  - fo‸\n---\n", None),
        ("plain wor‸", None),
        ("## ‸", None),
        ("#‸", None),
        ("[[done]] ‸", None),
        ("[[a|lab‸]]", None),
        ("`[[‸`", None),
        ("```\n[[‸\n```\n", None),
        ("https://x.org/#fr‸", None),
    ],
)
def test_cursor(text: str, expected: tuple[str, str, str, bool] | None) -> None:
    assert at(text) == expected

"""What a broken block's lines name: whole names only."""

from __future__ import annotations

import pytest

from nearnote.base.source import Source
from nearnote.markdown.parse import parse


@pytest.mark.parametrize(
    ("block", "aliases", "tags"),
    [
        ("aliases: [Loaf, *x*\ntags: [a, b]", (), ["a", "b"]),
        ('aliases:\n  - Loaf\n  - "oo\ntags: food\nx: [', ("Loaf",), ["food"]),
        ("aliases: {{title}}\ntags: [{{tag}}]\nx: a: b", (), []),
        ("aliases: [Loaf, Bun]\nx: a: b", ("Loaf", "Bun"), []),
        ("aliases: *anchor\ntags: &a b\nx: [", (), []),
    ],
)
def test_names(block: str, aliases: tuple[str, ...], tags: list[str]) -> None:
    front = parse(Source.of(f"---\n{block}\n---\nx\n"), "n").front
    assert front.problem is not None
    assert front.aliases == aliases
    assert [tag.name for tag in front.tags] == tags

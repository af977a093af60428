"""Blocks that are indented by tabs begin on their own line, as those by blanks do."""

from __future__ import annotations

import pytest

from nearnote.base.source import Source
from nearnote.markdown.elements import BlockKind
from nearnote.markdown.parse import parse


@pytest.mark.parametrize(
    "text",
    [
        "- a\n\t- b ^id\n\t\t- c\n\t- d\n",
        "- a\n\t1. b\n\t2. c ^x\n\t\t- d\n",
        "- a\n\n\t- b\n\n\t\t- c\n\n\ttext of a\n",
        "- a\r\n\t- b ^id\r\n\t\t- c\r\n",
        "1. a\n\t- [ ] b\n\t- [x] c #t\n",
        "- a\n\t```\n\tcode\n\t```\n\t- b\n",
        "- a\n\n\t| x |\n\t|---|\n\t| y |\n\n\t- b\n",
        "- a\n\t> quote\n\t- b\n",
        "> - a\n> \t- b\n> \t\t- c\n",
        "- a\n  \n\t- b\n \n\t\t- c\n",
        "- a\n\t# head\n\t- b\n",
        "* a\n\t* [fact] b #t\n\t* part_of [[C]]\n",
        "- a\n    - b\n\t- c\n        - d\n",
        "- a\n\t***\n\t- b\n",
    ],
)
def test_a_block_begins_on_its_line(text: str) -> None:
    note = parse(Source.of(text), "n")
    source = note.source
    for block in note.blocks:
        first = source.data[block.span.start : block.span.start + 1]
        assert first.strip(), (block.kind, source.slice(block.span))
        words = [word for word in block.text.split() if word.isalpha()]
        line = source.line(source.line_of(block.span.start))
        if words and block.kind in (BlockKind.ITEM, BlockKind.PARAGRAPH):
            assert words[0] in line
    for mark in note.block_ids:
        block = note.blocks[mark.block]
        assert source.line_of(block.span.start) == source.line_of(mark.span.start)
    starts = [block.span.start for block in note.blocks]
    assert starts == sorted(starts)

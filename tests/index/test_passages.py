"""Passages in the index: they wait last, and are found in place of the chunk around them."""

from __future__ import annotations

import pytest

from nearnote.base.source import Source
from nearnote.index.index import Index
from nearnote.index.query import Mode, parse
from nearnote.index.search import search
from nearnote.markdown.chunks.chunk import chunk
from nearnote.markdown.chunks.units import Limits
from nearnote.markdown.parse import parse as parse_note
from tests.index.making import DIMENSIONS, embed, entry_of, give_vectors

FILLER = [f"Filler sentence {number} is about nothing in particular." for number in range(12)]
NOTE = "\n\n".join([*FILLER[:6], "The oven needs forty minutes to warm.", *FILLER[6:]])


def index_of_note(text: str, *, open: bool = False) -> Index:  # noqa: A002
    index = Index()
    index.use_model("test", DIMENSIONS)
    chunks = chunk(parse_note(Source.of(text), "Bread"), Limits(passage=300))
    assert any(each.passage for each in chunks)
    index.put(entry_of("bread.md", "Bread", open=open), chunks)
    return index


@pytest.mark.parametrize("open_", [False, True])
def test_passages_wait_for_all_others(open_: bool) -> None:
    index = index_of_note(NOTE + "\n\n## Rye\n\nDark.", open=open_)
    index.put(entry_of("last.md", "Last"), chunk(parse_note(Source.of("Last note."), "Last")))
    texts = [text for _, text in index.pending(99)]
    assert len(texts) > 3
    assert {text.partition("\n")[0] for text in texts[:3]} == {"Bread", "Bread > Rye", "Last"}
    assert all(len(text) < 310 for text in texts[3:])


@pytest.mark.parametrize("mode", list(Mode))
def test_a_detail_is_found_at_its_passage_and_once(mode: Mode) -> None:
    index = index_of_note(NOTE)
    give_vectors(index)
    line = NOTE.split("\n").index("The oven needs forty minutes to warm.")
    hits = search(index, parse("oven minutes warm"), mode, 9, embed("oven minutes warm"))
    assert hits[0].line <= line <= hits[0].end_line
    assert hits[0].end_line - hits[0].line < 12
    lines = [at for hit in hits for at in range(hit.line, hit.end_line + 1)]
    assert len(lines) == len(set(lines))

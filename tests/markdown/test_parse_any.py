"""What holds of every text: parsing never fails, and reading by segments changes nothing."""

from __future__ import annotations

import re
from itertools import pairwise
from time import process_time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nearnote.base.source import Source, Span
from nearnote.markdown.parse import parse
from nearnote.markdown.parser import incremental

if TYPE_CHECKING:
    from nearnote.markdown.note import Note

BITS = [
    *("\n", "\n\n", "\r\n\r\n", "\r", "# ", "## H\n", "- ", "1. ", "  ", "    ", "\t", "> "),
    *("```\n", "```", "~~~\n", "<!-- ", "-->", "%%", "%%\n", "<div>", "</div>\n", "<script>"),
    *("[[A]]", "[[", "]]", "![", "](u)", "(x)", "[^1]", "[^1]: d", "[r]: t.md", "[r][]", "[r]"),
    *("#tag", "^id", "---\n", "===\n", "+++\n", "title: x\n", "tags: [a]\n", "- [ ] ", "- [c] t"),
    *("|a|b|\n|-|-|\n", "|", "*", "_", "`", "\\", "&amp;", "http://x.y", "{", "}"),
    *("a", "é", "😀", "\u2028", "\0", "\ufeff", "A paragraph\n\n"),
]
markdown = st.lists(st.sampled_from(BITS), max_size=40).map("".join)
LINES = [
    *("", "", "", "- a", "- b [[B]]", "* c", "+ d", "-\te", "- [x] f", "- [c] g (h)", "- ", "-"),
    *(" - i", "1. j", "2) k", "  - l", "\t- l", "    - m", "  n", "    o", "      p", "- > q"),
    *("- - r", "- # s", "- ```", "  ```", "- |t|", "a | b", "--|--", "- | -", "|-|-|", "| u | v |"),
    *("lazy", "A", "- w | x", "===", "---", "- - -", "***", "> y", "> - z", ">", "> [!note] c"),
    *("<div>", "</div>", "- <div>", "<!--", "-->", "- <!--", "[^1]: d", "[^1]", "    e", "<b>"),
    *("[r]: t.md", "'title", "'", "[r]", "- [r]: u.md", "^id", "- f ^g", "# H", "## ", "```"),
    *("~~~", "%%", "- %% h", "%% i %%", "\\", "j\\", "![[k", "]]", "$$"),
]
lines = st.lists(st.sampled_from(LINES), max_size=24).map("\n".join)
texts = st.one_of(markdown, st.text(), st.binary().map(lambda data: Source.decode(data).text))


def note_of(text: str) -> Note:
    return parse(Source.of(text), "stem")


def contents(note: Note) -> tuple[object, ...]:
    """All that a note holds, to compare two."""
    lists = (note.blocks, note.links, note.tags, note.block_ids, note.footnotes)
    return (note.title, note.sections, note.excerpt, note.observations, note.relations, *lists)


# The machine may be busy: only the test of hostile texts looks at the clock.
any_time = settings(deadline=None)


@any_time
@given(texts)
def test_every_place_is_in_the_text(text: str) -> None:
    note = note_of(text)
    data = note.source.data

    def check(span: Span, written: str | None = None) -> None:
        assert 0 <= span.start <= span.end <= len(data)
        there = data[span.start : span.end].decode()  # Tears no character.
        assert written is None or there == written

    check(note.front.span)
    problem = note.front.problem
    for span in (note.title_span, note.front.title_span, problem.span if problem else None):
        if span:
            check(span)
    for front_tag in note.front.tags:
        check(front_tag.span)
    for block in note.blocks:
        check(block.span)
        assert block.span.start >= note.front.span.end
    for link in note.links:
        for span in (link.span, link.target_span, link.fragment_span, link.label_span):
            check(span)
            assert link.span.covers(span)
    for tag in note.tags:
        check(tag.span, "#" + tag.name)
    for block_id in note.block_ids:
        check(block_id.span, "^" + block_id.name)
    for section in note.sections:
        if section.heading:
            check(section.heading.span)
            check(section.heading.text_span)
            assert section.heading.span.covers(section.heading.text_span)


@any_time
@given(texts)
def test_sections_and_blocks_stand_in_order(text: str) -> None:
    note = note_of(text)
    assert note.sections[0].span.start == note.front.span.end
    assert note.sections[-1].span.end == len(note.source.data)
    for section, after in pairwise(note.sections):
        assert section.span.end == after.span.start
        assert section.blocks.stop == after.blocks.start
    assert (note.sections[0].blocks.start, note.sections[-1].blocks.stop) == (0, len(note.blocks))
    for n, block in enumerate(note.blocks):
        assert n in note.sections[block.section].blocks
        assert block.parent < n
    starts = [block.span.start for block in note.blocks]
    assert starts == sorted(starts)
    for relation in note.relations:
        assert note.blocks[relation.block].span.covers(note.links[relation.link].span)
    assert all(it.block < len(note.blocks) for it in (*note.observations, *note.block_ids))


@settings(max_examples=300, deadline=None)
@given(lines | markdown)
def test_segments_read_like_the_whole(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(incremental, "_ENOUGH", 1)
        cut = note_of(text)
        # The memory of segments must not answer for the whole.
        incremental._segment.cache_clear()
        # Only comments between %% are cut out, which no Markdown reader knows.
        patch.setattr(incremental, "_CUT", re.compile(rb"\n(?=(%%))"))
        whole = note_of(text)
        incremental._segment.cache_clear()
    assert contents(cut) == contents(whole)


@any_time
@given(st.lists(markdown, min_size=1, max_size=5))
def test_what_was_read_before_changes_nothing(history: list[str]) -> None:
    together = "\n\n".join(history)
    remembered = note_of(together)
    incremental._segment.cache_clear()
    assert contents(note_of(together)) == contents(remembered)


HOSTILE = {
    "open links": "[[" * 100_000,
    "open embeds": "![[a|" * 50_000,
    "open inline links": "[a](" * 50_000,
    "one line": "word " * 200_000,
    "quotes": "> " * 10_000 + "x",
    "quotes without space": ">" * 10_000,
    "nested items": "- " * 10_000 + "x",
    "indented items": "\n".join(" " * (2 * n) + "- a" for n in range(500)),
    "open comments": "<!-- a\n\n" * 20_000,
    "percent signs": "%%\n\n" * 20_001,
    "inline percent signs": "a %% " * 20_001,
    "comments in a fence": "```\n" + "%%\na\n%%\n\n# b\n\n" * 10_000,
    "odd fences": "```\n\n# x\n```\n```\n\n# x\n" * 4_000,
    "parentheses": "- [a] x " + "(" * 50_000 + ")" * 50_000,
    "url with parentheses": "http://a" + ")" * 100_000,
    "tags": "- [a] " + "#a " * 20_000 + "x",
    "definitions": "".join(f"[a{n}]: b\n\n[a{n}]\n\n# h\n\n" for n in range(1_000)),
    "backticks": "".join("`" * n + " " for n in range(500)),
    "stars": "*a **b " * 10_000,
    "html": "<style>" * 20_000 + "<!--" * 20_000,
    "blank lines": "\n" * 500_000,
    "carriage returns": "a\r" * 50_000,
    "yaml": "---\ntitle: x\n" + "a: [b\n" * 10_000 + "---\n",
    "json": '{"a":' * 20_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_takes_time_in_proportion(name: str) -> None:
    text = HOSTILE[name]
    start = process_time()
    note_of(text)
    # Some ten times what the slowest of these takes; anything quadratic takes far longer.
    assert process_time() - start < 2 + len(text) * 1e-5

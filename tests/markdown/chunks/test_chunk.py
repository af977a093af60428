"""Notes in chunks: tables of (Markdown, chunks), and what holds for any note."""

from __future__ import annotations

import re
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nearnote.base.source import Source
from nearnote.markdown.chunks.chunk import chunk, is_content_free
from nearnote.markdown.chunks.units import Limits
from nearnote.markdown.parse import parse

if TYPE_CHECKING:
    from nearnote.markdown.chunk import Chunk

DENDRON = Path(__file__).parents[3] / "../shared/eval/dendron"


def chunks_of(text: str) -> tuple[Chunk, ...]:
    """The chunks of a note without its passages."""
    return tuple(each for each in every_chunk_of(text) if not each.passage)


def every_chunk_of(text: str) -> tuple[Chunk, ...]:
    return chunk(parse(Source.of(text), "Stem"), Limits(passage=300))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The line of headings is in every chunk; the H1 that is the title is not said twice.
        ("Only text.", [("note", 0, "Stem\nOnly text.")]),
        (
            "# Bread\nIntro.\n## Rye\nDark.\n### Tin\nLong.\n",
            [
                ("note", 1, "Bread\nIntro."),
                ("section", 3, "Bread > Rye\nDark."),
                ("section", 5, "Bread > Rye > Tin\nLong."),
            ],
        ),
        ("---\ntitle: A\n---\n# B\nText.", [("section", 4, "A > B\nText.")]),
        # Blocks of one section are packed, those of two never.
        ("One.\n\nTwo.\n\n- a\n- b\n", [("note", 0, "Stem\nOne.\nTwo.\na\nb")]),
        # A description joins the first text of the note, or stands for it.
        (
            "---\ndescription: All of it.\n---\n# T\nOne.\n## H\nTwo.",
            [("note", 4, "T\nAll of it.\nOne."), ("section", 6, "T > H\nTwo.")],
        ),
        (
            "---\ndesc: All of it.\n---\n## H\nTwo.",
            [("note", 1, "Stem\nAll of it."), ("section", 4, "Stem > H\nTwo.")],
        ),
        # Facts are chunks of their own, with their own line.
        (
            "# T\nOne.\n- [fact] Rises #oven (cold)\n- [idea] Falls\n- plain\n",
            [
                ("note", 1, "T\nOne."),
                ("observation", 2, "T\n[fact] Rises #oven (cold)"),
                ("observation", 3, "T\n[idea] Falls"),
                ("note", 4, "T\nplain"),
            ],
        ),
        (
            "One.\n- needs [[Salt]] (a little)\n- needs [[Water]]\n",
            [("note", 0, "Stem\nOne."), ("relation", 1, "Stem\nneeds Salt (a little)")],
        ),
        # What says nothing is context for the text around it, or nothing.
        ("Text.\n\n- [[A]]\n- [[B]]\n", [("note", 0, "Stem\nText.\nA\nB")]),
        ("Text.\n\n<!-- hidden -->\n\n---\n\nMore.", [("note", 0, "Stem\nText.\nMore.")]),
        ("Text.\n## Empty\n## Links\n- [[A]]\n- see [[B]]\n", [("note", 0, "Stem\nText.")]),
        ("Text.\n## Picture\n![alt](a.png)\n", [("note", 0, "Stem\nText.")]),
        # A note that says nothing is found by the words of its title.
        ("", [("note", 0, "Stem")]),
        ("---\ntitle: Stub\n---\n", [("note", 1, "Stub")]),
        ("# Map\n\n- [[A]]\n- [[B]]\n", [("note", 0, "Map")]),
        # What is only written for a renderer is not read.
        (
            "A [[B|label]] and [text](http://x.y/z) <b>bold</b> http://q.r/s",
            [("note", 0, "Stem\nA label and text bold")],
        ),
    ],
)  # fmt: skip
def test_chunk(text: str, expected: list[tuple[str, int, str]]) -> None:
    found = [(each.kind.value, each.line, each.model_text.rstrip()) for each in chunks_of(text)]
    assert found == expected


@pytest.mark.parametrize(
    ("item", "free"),
    [
        ("- [[A]]", True),
        ("- [[A|label]], [[B]]", True),
        ("- part_of [[A]]", True),
        ("- part_of [[A]] (a reason)", False),
        ("- ![[picture.png]]", True),
        ("- #tag", True),
        ("- …", True),
        ("- [[A]] and more", False),
        ("- [ ] [[A]]", True),
        ("- 東京", False),
        ("<!-- words in a comment -->", True),
        ("***", True),
        ("```\ncode\n```", False),
    ],
)
def test_is_content_free(item: str, free: bool) -> None:
    assert [is_content_free(block) for block in parse(Source.of(item), "s").blocks] == [free]


def test_the_first_chunk_leads() -> None:
    assert [each.lead for each in chunks_of("a\n# B\nc\n# D\ne")] == [True, False, False]


@pytest.mark.parametrize(
    ("text", "words_only", "expected"),
    [
        ("Text.", False, [True]),
        ("Text.", True, [False]),
        ("---\nembed: false\n---\nText.", False, [False]),
        ("# Stub", False, [False]),
    ],
)
def test_what_is_embedded(text: str, words_only: bool, expected: list[bool]) -> None:
    note = parse(Source.of(text), "Stem")
    assert [each.embed for each in chunk(note, words_only=words_only)] == expected


def test_a_move_keeps_every_hash() -> None:
    text = "# T\nOne.\n\n## A\n- [x] [[L]] done\n- [fact] two\n"
    moved = text.replace("One.", "One.\n\n" + "\n" * 5)
    assert [each.hash for each in chunks_of(text)] == [each.hash for each in chunks_of(moved)]
    assert [each.line for each in chunks_of(text)] != [each.line for each in chunks_of(moved)]


def test_one_changed_bullet_is_one_new_chunk() -> None:
    lines = [f"- Item {number}: something to remember" for number in range(60)]
    before = {(each.passage, each.hash) for each in every_chunk_of("# T\n" + "\n".join(lines))}
    lines[31] += ", or not"
    after = {(each.passage, each.hash) for each in every_chunk_of("# T\n" + "\n".join(lines))}
    assert sorted(passage for passage, _ in after - before) == [False, True]
    assert sorted(passage for passage, _ in before - after) == [False, True]


# -- passages --------------------------------------------------------------------------------


def test_a_long_chunk_is_there_again_in_passages() -> None:
    lines = [f"- Bullet {number} says something of its own." for number in range(12)]
    chunks = every_chunk_of("# T\n## S\n" + "\n".join(lines) + "\n- [fact] Alone\n")
    whole, *passages, fact = chunks
    assert [each.passage for each in chunks] == [False, *(True for _ in passages), False]
    assert len(passages) > 1
    assert "\n".join(each.body for each in passages) == whole.body
    assert all(each.model_text == f"T > S\n{each.body}" for each in passages)
    assert all(len(each.body) <= Limits().passage for each in passages)
    assert {(each.kind, each.heading) for each in passages} == {(whole.kind, whole.heading)}
    places = [(each.line, each.end_line) for each in passages]
    assert [places[0][0], places[-1][1]] == [whole.line, whole.end_line]
    assert all(one[1] + 1 == two[0] for one, two in pairwise(places))
    assert fact.body == "[fact] Alone"


@pytest.mark.parametrize(
    ("text", "passages"),
    [
        ("Short.\n\nText.", []),
        # What has no second passage is no passage itself.
        ("word" * 100, [240, 220]),
        (("x" * 280 + "\n\n") + "- [[A]] [[B]] [[C]] [[D]] [[E]] [[F]] [[G]]", []),
        # A long block is cut at its sentences, and repeats some of the words before.
        ("A sentence of thirty letters. " * 20, None),
        ("```\n" + "a line of code()\n" * 30 + "```", None),
    ],
)
def test_passages(text: str, passages: list[int] | None) -> None:
    note = parse(Source.of(text), "Stem")
    found = [each for each in chunk(note, Limits(passage=300)) if each.passage]
    if passages is None:
        assert len(found) > 1
        assert all(each.body.startswith(("A sentence", "a line")) for each in found)
    else:
        assert [len(each.body) for each in found] == passages


@pytest.mark.parametrize(("limit", "expected"), [(0, False), (100, True), (899, False)])
def test_the_length_of_passages_is_a_setting(limit: int, expected: bool) -> None:
    note = parse(Source.of("One more bullet.\n\n" * 30), "Stem")
    found = [each for each in chunk(note, Limits(passage=limit)) if each.passage]
    assert bool(found) is expected
    assert all(len(each.body) <= limit for each in found)


# -- long blocks -----------------------------------------------------------------------------


def test_a_long_paragraph_is_cut_at_sentences_and_each_part_knows_its_place() -> None:
    sentences = [f"This is **sentence** [number](http://x.y/{n}) {n}." for n in range(120)]
    text = "# T\n\n" + " ".join(sentences) + "\n"
    chunks = chunks_of(text)
    assert len(chunks) > 3
    for each in chunks:
        written = Source.of(text).slice(each.span)
        numbers = re.findall(r"number (\d+)", each.body)
        assert re.findall(r"/(\d+)\)", written) == numbers
        assert each.body.startswith("This is") or each is not chunks[0]
        assert each.body.endswith(".")


def test_code_keeps_its_lines_and_a_table_its_head() -> None:
    code = "\n".join(f"    print({number})  # a line of code" for number in range(80))
    parts = chunks_of(f"```python\n{code}\n```\n")
    assert "\n".join(each.body for each in parts) == code
    lines = [(each.line, each.end_line) for each in parts]
    assert lines[0][0] <= 1
    assert lines[-1][1] >= 80
    assert all(one[1] < two[0] for one, two in pairwise(lines))

    rows = "\n".join(f"| {number} | a cell with words |" for number in range(80))
    parts = chunks_of(f"| n | what |\n|---|---|\n{rows}\n")
    assert len(parts) > 2
    head = parts[0].body.partition("\n")[0]
    assert all(each.body.startswith(head + "\n") for each in parts)


def test_a_long_title_leaves_room_for_the_text() -> None:
    chunks = chunks_of("# " + "title " * 500 + "\n\n" + "word " * 1000)
    assert all(len(each.model_text) <= 900 for each in chunks)
    assert all(len(each.body) > 200 for each in chunks)


# -- any note --------------------------------------------------------------------------------

LINES = [
    *("# One", "## Two", "###", "Setext\n===", "A paragraph of some words.", "text ^id", "", ""),
    *("- [[Link]]", "- item", "  - [fact] nested fact", "- [idea] an idea #tag (why)", "- [ ] do"),
    *("- part_of [[X]]", "- part_of [[X]] (so)", "> quote", "> [!note] call\n> out", "[^1]: note"),
    *("```\ncode\n```", "| a | b |\n|---|---|\n| 1 | 2 |", "<!-- c -->", "---", "![i](j.png)"),
    *("~~~", "<div>\nhtml\n</div>", "東京は夜の七時。" * 20, "long words " * 40, "word. " * 200),
]
notes = st.tuples(
    st.sampled_from(["", "---\ntitle: Named\ndesc: What it is.\n---\n", "---\n: [\n---\n"]),
    st.lists(st.sampled_from(LINES), max_size=30).map("\n".join),
    st.sampled_from(["\n", "\r\n"]),
).map(lambda parts: (parts[0] + parts[1]).replace("\n", parts[2]))


@settings(deadline=None)  # The machine may be busy.
@given(notes, st.integers(60, 900), st.integers(40, 500))
def test_what_holds_for_any_note(text: str, limit: int, passage: int) -> None:
    note = parse(Source.of(text), "Stem")
    chunks = chunk(note, Limits(limit, limit // 8, passage))
    assert [each.lead for each in chunks] == [True] + [False] * (len(chunks) - 1)
    for each in chunks:
        assert len(each.body if each.passage else each.model_text) <= (
            passage if each.passage else limit
        )
        assert each.hash == sha256(each.model_text.encode()).digest()
        assert each.model_text.startswith(note.title[: limit // 3].rstrip())
        assert any(character.isalnum() for character in each.body) or not each.embed
        assert note.source.line_of(each.span.start) == each.line <= each.end_line
        assert 0 <= each.span.start <= each.span.end <= len(note.source.data)
    whole = [each for each in chunks if not each.passage]
    assert whole == sorted(whole, key=lambda each: (each.line, each.end_line))
    assert tuple(whole) == chunk(note, Limits(limit, limit // 8, 0))

    said = "".join(each.body for each in whole)
    for block in note.blocks:
        if not is_content_free(block):
            assert all(word in said for word in re.findall(r"[A-Za-z]{1,6}", block.substance))


@settings(deadline=None)  # The machine may be busy.
@given(notes)
def test_a_section_is_cut_alike_wherever_it_stands(text: str) -> None:
    alone = every_chunk_of(f"# T\n\n## S\n\n{text}")
    below = every_chunk_of(f"# T\n\nOther words.\n\n## S\n\n{text}")
    assert [each.hash for each in below[1:]] == [each.hash for each in alone if each.body]


@pytest.mark.shared
def test_a_real_vault() -> None:
    lengths = []
    for path in sorted(DENDRON.rglob("*.md")):
        for each in chunk(parse(Source.decode(path.read_bytes()), path.stem)):
            assert not each.embed or any(character.isalnum() for character in each.body)
            if not each.passage:
                lengths.append(len(each.model_text))
    assert 4_000 < len(lengths) < 7_000
    assert max(lengths) <= 900

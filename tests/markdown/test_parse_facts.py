"""Observations and relations in list items, and all that looks like one and is none."""

from __future__ import annotations

import pytest

from nearnote.base.source import Source
from nearnote.markdown.elements import BlockKind
from nearnote.markdown.parse import parse

# text -> (category, text, tags, context)
OBSERVATIONS = [
    ("- [fact] Water boils", ("fact", "Water boils", (), "")),
    ("* [fact] a", ("fact", "a", (), "")),
    ("+ [two words] a", ("two words", "a", (), "")),
    ("- [fact] a #b/c #d", ("fact", "a", ("b/c", "d"), "")),
    ("- [fact] a #b c", ("fact", "a #b c", ("b",), "")),
    ("- [fact] a (context)", ("fact", "a", (), "context")),
    ("- [fact] a #t (in (nested) words)", ("fact", "a", ("t",), "in (nested) words")),
    ("- [fact] (a) b", ("fact", "(a) b", (), "")),
    ("- [fact] f(x)", ("fact", "f(x)", (), "")),
    ("- [fact] a :) b)", ("fact", "a :) b)", (), "")),
    ("- [fact] **a** [[T|b]] [c](d)", ("fact", "a b c", (), "")),
    ("- [fact] a\n  more\n  (context)", ("fact", "a more", (), "context")),
    ("- [fact] a\nlazy", ("fact", "a lazy", (), "")),
    ("- [fact] a ^id", ("fact", "a", (), "")),
    ("- [Öğrenme] b", ("Öğrenme", "b", (), "")),
    ("- [v2] b", ("v2", "b", (), "")),
]


@pytest.mark.parametrize(("text", "expected"), OBSERVATIONS)
def test_observations(text: str, expected: tuple[str, str, tuple[str, ...], str]) -> None:
    note = parse(Source.of(text), "stem")
    (it,) = note.observations
    assert (it.category, it.text, it.tags, it.context) == expected
    assert note.blocks[it.block].kind is BlockKind.ITEM
    assert not note.blocks[it.block].substance.startswith("[")
    assert note.relations == ()


NO_OBSERVATION = [
    "- [ ] task",
    "- [x] task",
    "- [/] task",
    "- [^1] footnote\n\n[^1]: x",
    "- [^1] unknown footnote",
    "- [00:11] time code",
    "- [1:02:03] time code",
    "- [12] citation",
    "- [!note] callout",
    "> [!note] callout",
    "- [text](url) after",
    "- [[T]] after",
    "- [ref] after\n\n[ref]: x",
    "- [text][ref] after\n\n[ref]: x",
    "- [a [b] c] after",
    "- [category]",
    "- [category]after",
    "- [] after",
    "- \\[category] after",
    "- `[category] after`",
    "- word [category] after",
    "1. [category] after",
    "[category] after",
    "```\n- [category] after\n```",
]


@pytest.mark.parametrize("text", NO_OBSERVATION)
def test_no_observation(text: str) -> None:
    assert parse(Source.of(text), "stem").observations == ()


# text -> (type, target, context) of each
RELATIONS = [
    ("- part_of [[T]]", [("part_of", "T", "")]),
    ("- [[T]]", [("", "T", "")]),
    ("* relates-to: [[T]]", [("relates-to", "T", "")]),
    ("- **part_of**: [[T]]", [("part_of", "T", "")]),
    ("- **part_of:** [[T]]", [("part_of", "T", "")]),
    ('- "is built upon" [[T]]', [("is built upon", "T", "")]),
    ("- 'is built upon': [[T]]", [("is built upon", "T", "")]),
    ("- “is built upon” [[T]]", [("is built upon", "T", "")]),
    ("- part_of [[T|label]] (context (nested))", [("part_of", "T", "context (nested)")]),
    ("- part_of [[T]] — why not", [("part_of", "T", "why not")]),
    ("- [[T]]: what it is", [("", "T", "what it is")]),
    ("- part_of [[T]] #tag", [("part_of", "T", "")]),
    ("- part_of [[A]], [[B]] and [[C]]", [("part_of", x, "") for x in "ABC"]),
    ("- [[A]] · [[B]]", [("", x, "") for x in "AB"]),
    ("- part_of\n  [[T]]\n  (context)", [("part_of", "T", "context")]),
    ("- türüdür [[T]]", [("türüdür", "T", "")]),
    ("1. [[T]]", [("", "T", "")]),
    ("- part_of [[T]] ^id", [("part_of", "T", "")]),
]


@pytest.mark.parametrize(("text", "expected"), RELATIONS)
def test_relations(text: str, expected: list[tuple[str, str, str]]) -> None:
    note = parse(Source.of("[[before]]\n\n# H\n\n" + text), "stem")
    found = [(it.type, note.links[it.link].target, it.context) for it in note.relations]
    assert found == expected
    assert {note.blocks[it.block].substance for it in note.relations} == {expected[0][2]}
    assert note.observations == ()


NO_RELATION = [
    "- two words [[T]]",
    "- uses [[T]] for a thing",
    "- see [[A]] before [[B]]",
    "- [ ] part_of [[T]]",
    "- part_of ![[T]]",
    "- part_of [T](t.md)",
    "- part_of [[T]] and [U](u.md)",
    "- part_of `[[T]]`",
    "- 12 [[T]]",
    "part_of [[T]]",
    "- part_of\n\n  [[T]]",
]


@pytest.mark.parametrize("text", NO_RELATION)
def test_no_relation(text: str) -> None:
    assert parse(Source.of(text), "stem").relations == ()

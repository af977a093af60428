"""Tags, block ids and comments in running text, and what a reader sees of it."""

from __future__ import annotations

import pytest

from nearnote.base.source import Source
from nearnote.markdown.parse import parse

TAGS = [
    ("#tag", ["tag"]),
    ("a #b/c, #d-e_f.", ["b/c", "d-e_f"]),
    ('(#a) [#b] *#c* **#d** ==#e== "#f"', ["a", "b", "c", "d", "e", "f"]),
    ("#a,#b", ["a", "b"]),
    ("#türkçe #日本語 #тег #🎉 #👩‍💻/x", ["türkçe", "日本語", "тег", "🎉", "👩‍💻/x"]),
    ("#2024-goals #y2024 #1a", ["2024-goals", "y2024", "1a"]),
    ("#123 #2024-01 #1/2 #- #_", []),
    ("#role.editor is a name. #end.", ["role.editor", "end"]),
    ("#a/b/ #c", ["a/b", "c"]),
    ("## heading #in", ["in"]),
    ("# heading", []),
    ("#Heading", ["Heading"]),
    ("C# a#b x/#y &#35; \\#z", []),
    ("https://a.b/#c http://a.b/c?d=1#e", []),
    ("[x](#y) [#z](y) [[#w]] [[A]]#b", []),
    ('`#a` <b style="color:#fff">x</b>', []),
    ("```\n#a\n```\n\n    #b", []),
    ("<!-- #a --> %%#b%% #c", []),
    ("x <!-- #a --> %%#b%% #c", ["c"]),
    ("- [ ] #todo it", ["todo"]),
    ("| #a | b |\n|--|--|\n| c | #d |", ["a", "d"]),
    ("&amp; #a \\* #b", ["a", "b"]),
]


@pytest.mark.parametrize(("text", "expected"), TAGS)
def test_tags(text: str, expected: list[str]) -> None:
    source = Source.of(text)
    tags = parse(source, "stem").tags
    assert [tag.name for tag in tags] == expected
    assert [source.slice(tag.span) for tag in tags] == ["#" + name for name in expected]


# text -> (id, text of its block)
IDS = [
    ("text ^a-1", [("a-1", "text")]),
    ("- item ^a\n- other", [("a", "item")]),
    ("- item\n  more ^a\n  - child", [("a", "item\nmore")]),
    ("- [ ] task ^a", [("a", "task")]),
    ("text\n\n^a\n\nother", [("a", "text")]),
    ("> quote\n> more ^a", [("a", "quote\nmore")]),
    ("> quote\n\n^a", [("a", "quote")]),
    ("| a |\n|--|\n| b |\n^a", [("a", "a\nb")]),
    ("| a |\n|--|\n| b |\n\n^a", [("a", "a\nb")]),
    ("```\ncode\n```\n^a", [("a", "code")]),
    ("2^a", []),
    ("x ^a b", []),
    ("`^a`", []),
]


@pytest.mark.parametrize(("text", "expected"), IDS)
def test_block_ids(text: str, expected: list[tuple[str, str]]) -> None:
    source = Source.of(text)
    note = parse(source, "stem")
    assert [(it.name, note.blocks[it.block].text) for it in note.block_ids] == expected
    assert [source.slice(it.span) for it in note.block_ids] == ["^" + name for name, _ in expected]


def test_a_heading_has_its_id_beside_its_text() -> None:
    note = parse(Source.of("## Words ^here"), "stem")
    assert [(it.name, it.block) for it in note.block_ids] == [("here", -1)]
    heading = note.sections[1].heading
    assert heading
    assert (heading.text, note.source.slice(heading.text_span)) == ("Words", "Words")


# text -> (text, substance) of its only block
SEEN = [
    ("plain *em* **strong** ~~gone~~ `code`", ("plain em strong gone code",) * 2),
    ("see [[T|the label]] now", ("see the label now", "see now")),
    ("see [[T#A#B]]", ("see T > A > B", "see")),
    ("see [[T#^b]]", ("see T", "see")),
    ("[[the words|a.b]]", ("the words", "")),
    ("see [text](t.md)", ("see text", "see")),
    ("[An article](https://a.b)", ("An article",) * 2),
    ("[https://a.b](https://a.b)", ("", "")),
    ("at https://a.b today", ("at today",) * 2),
    ("<https://a.b>", ("", "")),
    ("<a@b.c>", ("a@b.c",) * 2),
    ("![alt](a.png) ![[b.png]] ![[c.png|300]] ![[N]] ![[N|x]]", ("alt N x", "")),
    ("a #tag b", ("a #tag b", "a b")),
    ("a <b>c</b> d<br>e", ("a c d\ne",) * 2),
    ("a &amp; \\* b", ("a & * b",) * 2),
    ("a %%hidden [[T]]%% b", ("a b",) * 2),
    ("a %% b", ("a %% b",) * 2),
    ("a\nb  \nc\\\nd", ("a\nb\nc\nd",) * 2),
    ("> [!note]- Title\n> body [[T]]", ("Title\nbody T", "Title\nbody")),
    ("> [!note]\n> body", ("body",) * 2),
    ("| a | b |\n|--|--|\n| [[T\\|c]] | d |", ("a | b\nc | d", "a b\nd")),
    ("```py\n[[x]]\n\n  y\n```", ("[[x]]\n\n  y",) * 2),
    ("<div>a <i>b</i>\nc</div>", ("a b\nc",) * 2),
    ("<style>p { color: red }</style>", ("", "")),
    ("<!-- a\n\nb -->", ("", "")),
    ("***", ("", "")),
    ("[[half [typed", ("[[half [typed",) * 2),
]


@pytest.mark.parametrize(("text", "expected"), SEEN)
def test_text_and_substance(text: str, expected: tuple[str, str]) -> None:
    (block,) = parse(Source.of(text), "stem").blocks
    assert (block.text, block.substance) == expected

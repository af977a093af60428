"""Every form of link, taken apart, with the text that each part's span covers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nearnote.base.source import Source
from nearnote.markdown.elements import Link, LinkKind
from nearnote.markdown.parse import parse

if TYPE_CHECKING:
    from nearnote.markdown.parser.link_spans import LinkOrder


def links(text: str, order: LinkOrder = "auto") -> list[Link]:
    return list(parse(Source.of(text), "stem", order).links)


def parts(text: str, link: Link) -> tuple[str, str, str, str]:
    """What is written at the spans of a link: all of it, target, fragment, label."""
    source = Source.of(text)
    spans = (link.span, link.target_span, link.fragment_span, link.label_span)
    whole, target, fragment, label = (source.slice(span) for span in spans)
    return whole, target, fragment, label


# text -> (kind, target, fragment, label) of its links; the spans spell the same words.
WRITTEN = [
    ("[[T]]", [("wiki", "T", "", "")]),
    ("[[T|label]]", [("wiki", "T", "", "label")]),
    ("[[T#Heading]]", [("wiki", "T", "Heading", "")]),
    ("[[T#^block]]", [("wiki", "T", "^block", "")]),
    ("[[#Heading]]", [("wiki", "", "Heading", "")]),
    ("[[T#A#B|x]]", [("wiki", "T", "A#B", "x")]),
    ("[[ T # H | x ]]", [("wiki", "T", "H", "x")]),
    ("[[a/b c (d).md]]", [("wiki", "a/b c (d).md", "", "")]),
    ("[[Ünï 😀#é|ß]]", [("wiki", "Ünï 😀", "é", "ß")]),
    ("![[T]]", [("embed", "T", "", "")]),
    ("![[T#H|300]]", [("embed", "T", "H", "300")]),
    ("| a |\n|--|\n| [[T\\|label]] |", [("wiki", "T", "", "label")]),
    ("> quoted [[T]]\n> [[U]]", [("wiki", "T", "", ""), ("wiki", "U", "", "")]),
    ("## in a heading [[T]]", [("wiki", "T", "", "")]),
    ("*[[T]]* **[[U|_v_]]**", [("wiki", "T", "", ""), ("wiki", "U", "", "_v_")]),
    ("[[a [[T]]", [("wiki", "T", "", "")]),
    ("[x](t.md)", [("markdown", "t.md", "", "x")]),
    ("[x](t.md#h)", [("markdown", "t.md", "h", "x")]),
    ("[x](#h)", [("markdown", "", "h", "x")]),
    ("[x](t.md 'title')", [("markdown", "t.md", "", "x")]),
    ("[x](t_(1).md)", [("markdown", "t_(1).md", "", "x")]),
    ("[x](<t with spaces.md#a b>)", [("markdown", "t with spaces.md", "a b", "x")]),
    ("[x]( <a> )", [("markdown", "a", "", "x")]),
    ("[]()", [("markdown", "", "", "")]),
    ("![alt](i.png)", [("image", "i.png", "", "alt")]),
    ("[T]()[[U]]", [("markdown", "", "", "T"), ("wiki", "U", "", "")]),
]


@pytest.mark.parametrize(("text", "expected"), WRITTEN)
def test_parts_are_where_they_are_written(text: str, expected: list[tuple[str, ...]]) -> None:
    found = links(text)
    assert [(it.kind, it.target, it.fragment, it.label) for it in found] == expected
    for it in found:
        assert parts(text, it)[1:] == (it.target, it.fragment, it.label)


# text -> the target, and how it is written.
DECODED = [
    ("[x](a%20b.md)", "a b.md", "a%20b.md"),
    ("[x](a%23b.md)", "a#b.md", "a%23b.md"),
    ("[x](a\\_b.md)", "a_b.md", "a\\_b.md"),
    ("[x](a&amp;b.md)", "a&b.md", "a&amp;b.md"),
    ("[x](%C3%BC.md)", "ü.md", "%C3%BC.md"),
    ("[[dendron://vault/a.b]]", "a.b", "a.b"),
]


@pytest.mark.parametrize(("text", "target", "written"), DECODED)
def test_targets_are_decoded(text: str, target: str, written: str) -> None:
    (link,) = links(text)
    assert (link.target, parts(text, link)[1]) == (target, written)


EXTERNAL = [
    ("<https://a.b/c#d>", "https://a.b/c#d"),
    ("see https://a.b/c_(d)#e.", "https://a.b/c_(d)#e"),
    ("(https://a.b/c)", "https://a.b/c"),
    ("[x](https://a.b/c%20d#e)", "https://a.b/c%20d#e"),
    ("[x](mailto:a@b.c)", "mailto:a@b.c"),
    ("[x](//a.b)", "//a.b"),
    ("<a@b.c>", "a@b.c"),
]


@pytest.mark.parametrize(("text", "url"), EXTERNAL)
def test_urls_are_external_and_whole(text: str, url: str) -> None:
    (link,) = links(text)
    assert (link.kind, link.external, link.target) == (LinkKind.MARKDOWN, True, url)
    assert parts(text, link)[1] == url


@pytest.mark.parametrize("text", ["[x](c.md)", "[x](C:/c.md)", "[[Re: it]]", "[x](./a:b)"])
def test_what_only_has_a_colon_is_internal(text: str) -> None:
    assert [it.external for it in links(text)] == [False]


NONE = [
    "`[[T]]`",
    "```\n[[T]]\n```",
    "~~~\n[[T]]\n\n[x](y)",
    "    [[T]]",
    "\\[[T]]",
    "[[T",
    "[[T]",
    "[[]]",
    "[[|x]]",
    "[[a\nb]]",
    "[[1,2],[3,4]]",
    "[x](",
    "[x](a b.md)",
    "[x]",
    "<!-- [[T]] -->",
    "a %%[[T]]%% b",
    "%%\n[[T]]\n\n[[U]]\n%%",
    "<div>\n[[T]]\n</div>",
    "---\nup: [[1, 2], [3, 4]]\n---\n",
    "---\nup: '[[T]'\n---\n",
    "---\n[[T]]: up\n---\n",
    "[^1]",
]


@pytest.mark.parametrize("text", NONE)
def test_what_is_no_link(text: str) -> None:
    assert links(text) == []


ORDERS = [
    ("[[a|b]]", "auto", "a"),
    ("[[a label|a.b.c]]", "auto", "a.b.c"),
    ("[[a label|a.b#c]]", "auto", "a.b"),
    ("[[a label|a#c-d]]", "auto", "a"),
    ("[[Note|issue #12]]", "auto", "Note"),
    ("[[a.b|a.b.c]]", "auto", "a.b.c"),
    ("[[a.b.c|v1.2]]", "auto", "a.b.c"),
    ("[[here|dendron://vault/a.b]]", "auto", "a.b"),
    ("[[T|two words.]]", "auto", "T"),
    ("[[a|b]]", "label-first", "b"),
    ("[[a|b.c]]", "target-first", "a"),
]


@pytest.mark.parametrize(("text", "order", "target"), ORDERS)
def test_order_of_target_and_label(text: str, order: LinkOrder, target: str) -> None:
    (link,) = links(text, order)
    assert (link.target, parts(text, link)[1]) == (target, target)


def test_heading_of_the_same_note_may_come_second() -> None:
    (link,) = links("[[words|#a-heading]]")
    assert (link.target, link.fragment, link.label) == ("", "a-heading", "words")
    assert link.label_first


@pytest.mark.parametrize("use", ["[text][Ref]", "[ref][]", "[REF]", "![alt][ref]"])
def test_references_share_the_target_of_their_definition(use: str) -> None:
    text = f"# A\n\nsee {use} end\n\n# B\n\n[ref]: <b%20c.md#d> 'title'\n"
    link, definition = links(text)
    assert (link.target, link.fragment) == ("b c.md", "d")
    assert parts(text, link)[:3] == (use, "", "")
    assert definition.label == "ref"
    assert parts(text, definition)[1:] == ("b%20c.md", "d", "ref")


def test_of_two_definitions_the_first_counts() -> None:
    found = links("[a]\n\n[a]: x.md\n\n# H\n\n[a]\n\n[a]: y.md\n")
    assert [it.target for it in found] == ["x.md", "x.md", "x.md"]


def test_footnotes() -> None:
    text = "# A\n\nfact[^n] and [^none]\n\n# B\n\n[^n]: why [[T]]\n    more\n\nbody\n"
    note = parse(Source.of(text), "stem")
    reference, inner = note.links
    assert (reference.kind, reference.target) == (LinkKind.FOOTNOTE, "n")
    assert parts(text, reference)[:2] == ("[^n]", "n")
    assert inner.target == "T"
    (footnote,) = note.footnotes
    assert note.source.slice(footnote.span) == "[^n]: why [[T]]\n    more"
    assert note.source.slice(footnote.name_span) == "n"


def test_an_image_inside_of_a_link_comes_after_it() -> None:
    text = "[![i](j.png)](k.md)"
    assert [parts(text, it)[0] for it in links(text)] == [text, "![i](j.png)"]

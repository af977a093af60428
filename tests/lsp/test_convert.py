"""Spans and ranges, and text from notes that must stay text in the editor."""

from __future__ import annotations

import re

import pyromark
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nearnote.base.sanitise import one_line
from nearnote.base.source import Encoding, Source, Span
from nearnote.lsp import convert

TEXTS = st.text(
    st.sampled_from("ab1. \t*_`[]()<>!#+-=~&;:/\\|$\"'{}^%@\nçα漢🎒") | st.characters(), max_size=30
)


@pytest.mark.parametrize("encoding", list(Encoding))
@given(text=TEXTS, data=st.data())
def test_a_span_comes_back_from_its_range(
    encoding: Encoding, text: str, data: st.DataObject
) -> None:
    source = Source.of(text)
    bounds = [0]
    for character in source.text:
        bounds.append(bounds[-1] + len(character.encode()))
    # A position between \r and \n is the end of that line for an editor.
    bounds = [at for at in bounds if source.data[at - 1 : at + 1] != b"\r\n"]
    start, end = sorted(data.draw(st.sampled_from(bounds)) for _ in "se")
    there = convert.range_(source, Span(start, end), encoding)
    assert convert.span(source, there, encoding) == Span(start, end)


ESCAPED = [
    ("plain, with a snake_case-word: 3.5 (yes)!", "plain, with a snake_case-word: 3.5 (yes)!"),
    ("**bold** and _it_", r"\*\*bold\*\* and \_it\_"),
    ("__init__", r"\_\_init\_\_"),
    ("[x](command:rm)", r"\[x\](command:rm)"),
    ("![i](http://x/y.png)", r"!\[i\](http://x/y.png)"),
    ("<img src=x> <command:rm>", "&lt;img src=x> &lt;command:rm>"),
    ("&lt;b>", "&amp;lt;b>"),
    ("AT&T & co", "AT&T & co"),
    ("# not a heading", r"\# not a heading"),
    ("1. not a list", r"1\. not a list"),
    ("- no item", r"\- no item"),
    ("a\n\n# b\r\n\tc\u2028d\0", "a # b c d"),
    ("\\`x`", r"\\\`x\`"),
]


@pytest.mark.parametrize(("text", "expected"), ESCAPED)
def test_markdown(text: str, expected: str) -> None:
    assert convert.markdown(text) == expected


@given(TEXTS)
def test_a_reader_of_markdown_sees_just_the_text(text: str) -> None:
    """pulldown-cmark, with every extension that an editor may have, finds one plain paragraph."""
    shown = one_line(text)
    options = pyromark.Options.ENABLE_STRIKETHROUGH | pyromark.Options.ENABLE_TABLES
    html = pyromark.html(convert.markdown(text), options=options)
    paragraph = re.fullmatch(r"(?:<p>(.*)</p>\n)?", html, re.DOTALL)
    assert paragraph is not None, html
    assert unescape(paragraph[1] or "") == shown


def unescape(html: str) -> str:
    assert "<" not in html, html
    for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        html = html.replace(entity, character)
    return html

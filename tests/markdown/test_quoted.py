"""Text of notes as Markdown for a hover."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nearnote.markdown.quoted import quoted

TEXTS = [
    ("# Mira\n\n- **bold** and *soft*", "# Mira\n\n- **bold** and *soft*"),
    ("[[Views|views]], [[Oven#Hot corner]], [[#Top]]", "views, Oven › Hot corner, Top"),
    (
        "![[photo.png]] ![alt](https://spy.example/a.png)",
        "photo.png [alt](https://spy.example/a.png)",
    ),
    ("!![a](http://x/y)", "[a](http://x/y)"),
    ("[here](sub/a.md) [run](command:x) [web](https://x.y)", "here run [web](https://x.y)"),
    ("<img src=x onerror=y> 1 < 2", "&lt;img src=x onerror=y> 1 &lt; 2"),
    ("`a < b` and `[[x]]`", "`a < b` and `[[x]]`"),
    ("> [!info]+ Title\n> [!warning]\n> text", "> **Title**\n> **Warning**\n> text"),
    ("words %%hidden%% here ^id", "words  here"),
    ("```py\na[[0]] < b\n```\n[[x]]", "```py\na[[0]] < b\n```\nx"),
    ("```py\ncut", "```py\ncut\n```"),
    ("~~~~\n~~~\n[[x]]", "~~~~\n~~~\n[[x]]\n~~~~"),
    ("``` not`code\n[[x]]", "``` not`code\nx"),
    ("", ""),
]


@pytest.mark.parametrize(("text", "expected"), TEXTS)
def test_quoted(text: str, expected: str) -> None:
    assert quoted(text) == expected


@given(st.text(alphabet=st.sampled_from("![]()`~< \n>-a|%^#")))
def test_no_picture_is_ever_left(text: str) -> None:
    assert "![" not in quoted(text)

"""Lines of notes as lists show them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nearnote.markdown.line_text import line_text

LINES = [
    ("Plain words, as they are.", "Plain words, as they are."),
    ("- **Thing** is a *term* here ^block-id", "Thing is a term here"),
    ("  - [ ] a task [[Views|views]] #tag", "a task views #tag"),
    ("1. Open **[[Settings]]**. %%hidden%% ==mark==", "Open Settings. mark"),
    ("- [[Views|views]]", "views"),
    ("> [!info]+ Callout title", "Callout title"),
    ("> [!info]+", ""),
    ("> - quoted [link](http://x.y)", "quoted link"),
    ("## [[Views|views]] again", "views again"),
    ("| Dark | Light |", "Dark · Light"),
    ("| a \\| b | [[Country loaf\\|Friday loaf]] | 74 | |", "a | b · Friday loaf · 74"),
    ("|---|:-:|", ""),
    ("| **bold** | `code` |", "bold · code"),
    ("- **", ""),
    ("- **cut in the middle", "cut in the middle"),
    ("snake_case and __init__.py", "snake_case and init.py"),
    ("![[Other]]", "Other"),
    ("![a picture](x.png)", "a picture"),
    ("`code` &amp; <b>tags</b> <!-- gone -->", "code & tags"),
    ("***", ""),
    ("", ""),
    ("\ud800", "?"),
]


@pytest.mark.parametrize(("line", "expected"), LINES)
def test_line_text(line: str, expected: str) -> None:
    assert line_text(line) == expected


@given(st.text(alphabet=st.sampled_from("ab |*_[]!>#-`~=\\<&^%:")))
def test_any_line_gives_one_line(line: str) -> None:
    text = line_text(line)
    assert "\n" not in text
    assert text == text.strip()

"""Text from notes that must only show."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nearnote.plain import one_line, printable


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain, Poğaça, 漢字 🎒", "plain, Poğaça, 漢字 🎒"),
        ("two  spaces", "two  spaces"),
        ("a\nb\r\nc\td\u2028e\x85f", "a b  c d e f"),
        ("\x1b[31mred\x07", " [31mred "),
        ("\x9b2J", " 2J"),
        ("\u202eright to left\u2066", " right to left "),
        ("\ud800", " "),
        ("می\u200cخواهم 👩\u200d🌾 Sauer\u00adteig", "می\u200cخواهم 👩\u200d🌾 Sauer\u00adteig"),
    ],
)
def test_printable(text: str, expected: str) -> None:
    assert printable(text) == expected


def test_one_line() -> None:
    assert one_line("  a\n\n b\t\x1b c ") == "a b c"


@given(st.text())
def test_nothing_that_moves_or_ends_a_line_is_left(text: str) -> None:
    line = one_line(text)
    assert line.translate(dict.fromkeys(map(ord, "\u200c\u200d\u00ad"))).isprintable()
    assert line == line.strip()
    assert len(line.splitlines()) <= 1
    assert len(printable(text)) == len(text)

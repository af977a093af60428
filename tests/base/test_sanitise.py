"""Text from notes that must only show."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nearnote.base.sanitise import one_line, printable


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
        ("a\ue0b0b \U0003fff0", "a\ue0b0b \U0003fff0"),  # private, and in no version of Unicode
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
    kinds = {unicodedata.category(c) for c in line if c not in "\u200c\u200d\u00ad"}
    assert kinds.isdisjoint({"Cc", "Cf", "Cs", "Zl", "Zp"})
    assert line == line.strip()
    assert len(line.splitlines()) <= 1
    assert len(printable(text)) == len(text)

"""What `NOTE` and `NOTE:LINE` mean."""

from __future__ import annotations

import pytest

from nearnote.cli.note_argument import place


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a.md", ("a.md", None)),
        ("a.md:1", ("a.md", 0)),
        ("a.md:12", ("a.md", 11)),
        ("a/b c.md:3", ("a/b c.md", 2)),
        (r"C:\notes\a.md", (r"C:\notes\a.md", None)),
        (r"C:\notes\a.md:3", (r"C:\notes\a.md", 2)),
        ("a:3.md", ("a:3.md", None)),
        ("a:3.md:4", ("a:3.md", 3)),
        ("a.md:3:4", ("a.md:3", 3)),  # a column is not understood, and not taken for the line
        ("a\nb.md:2", ("a\nb.md", 1)),
        ("", ("", None)),
        ("a.md:" + "9" * 5_000, ("a.md", 10**18 - 2)),
    ],
)
def test_a_place(text: str, expected: tuple[str, int | None]) -> None:
    assert place(text) == expected


@pytest.mark.parametrize("line", ["0", "00", "-1", "+1", "1.5", "x", " 1", "1x", "٣", "1٣", ""])
def test_what_is_no_line_is_left_to_the_name(line: str) -> None:
    assert place(f"a.md:{line}") == (f"a.md:{line}", None)

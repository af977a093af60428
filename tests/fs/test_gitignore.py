"""Patterns as git reads them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nearnote.fs import gitignore


@pytest.mark.parametrize("line", ["!", "\\", "a\\", "!\\", "[z-a]", "![z-a]"])
def test_a_line_that_is_no_pattern_is_passed_over(line: str) -> None:
    spec = gitignore.spec(["a.md", line, "!sub/a.md"])
    assert spec.match_file("a.md")
    assert not spec.match_file("sub/a.md")
    assert not spec.match_file("z")


def test_python_does_not_warn_of_what_a_pattern_is_made_into() -> None:
    assert not gitignore.spec(["[[:digit:]].md"]).match_file("a.md")  # a warning is an error here


def test_without_lines_nothing_matches() -> None:
    assert not gitignore.spec([]).match_file("a.md")
    assert not gitignore.spec(["", "# a.md"]).match_file("a.md")


@given(st.lists(st.text(st.sampled_from("!\\[]-^*?/# az") | st.characters(), max_size=8)))
def test_no_line_stops_anything(lines: list[str]) -> None:
    gitignore.spec(lines).match_file("a/z.md")

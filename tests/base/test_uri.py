"""Paths and URIs of both kinds of machine."""

from __future__ import annotations

from pathlib import PurePath, PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nearnote.base import uri

POSIX = [
    ("/notes/a.md", "file:///notes/a.md"),
    ("/my notes/a b.md", "file:///my%20notes/a%20b.md"),
    ("/notlar/çay & şeker.md", "file:///notlar/%C3%A7ay%20%26%20%C5%9Feker.md"),
    ("/n/100%.md", "file:///n/100%25.md"),
    ("/n/c#1?.md", "file:///n/c%231%3F.md"),
    ("/n/a(b)[c].md", "file:///n/a%28b%29%5Bc%5D.md"),
    ("/n/\udcff.md", "file:///n/%FF.md"),
    ("/c:/odd.md", "file:///c%3A/odd.md"),
]
WINDOWS = [
    ("C:\\notes\\a b.md", "file:///C:/notes/a%20b.md"),
    ("\\\\server\\share\\a.md", "file://server/share/a.md"),
]
AS_CLIENTS_SPELL = [
    ("file:///c%3A/Users/x/a.md", PureWindowsPath("c:/Users/x/a.md")),  # VS Code
    ("file:///C:/Users/x/a.md", PureWindowsPath("c:/Users/x/a.md")),  # Neovim
    ("file:///n/a.md", None),
]
NO_PATH = [
    "untitled:Untitled-1", "untitled:/notes/a.md", "", "file:", "file://", "http://x/a.md",
    "file://elsewhere/a.md", "file:///a%00.md", "file://[x/a.md", "vscode-notebook-cell:/a.md#1",
]  # fmt: skip


@pytest.mark.parametrize(("path", "expected"), POSIX)
def test_posix(path: str, expected: str) -> None:
    assert uri.of_path(PurePosixPath(path)) == expected
    assert uri.to_pure_path(expected, windows=False) == PurePosixPath(path)


@pytest.mark.parametrize(("path", "expected"), WINDOWS)
def test_windows(path: str, expected: str) -> None:
    assert uri.of_path(PureWindowsPath(path)) == expected
    assert uri.to_pure_path(expected, windows=True) == PureWindowsPath(path)


@pytest.mark.parametrize(("text", "expected"), AS_CLIENTS_SPELL)
def test_windows_as_clients_spell_it(text: str, expected: PurePath | None) -> None:
    assert uri.to_pure_path(text, windows=True) == expected


@pytest.mark.parametrize("text", NO_PATH)
def test_what_is_no_path(text: str) -> None:
    assert uri.to_pure_path(text, windows=False) is None


@pytest.mark.parametrize("text", ["file:///n/c#1?.md", "file:///n/c%231?.md"])
def test_marks_that_a_client_forgot_to_quote(text: str) -> None:
    """`?` after `#` belongs to the fragment, and all of it to the name."""
    assert uri.to_pure_path(text, windows=False) == PurePosixPath("/n/c#1?.md")


def test_localhost_is_here() -> None:
    assert uri.to_pure_path("file://localhost/n/a.md", windows=False) == PurePosixPath("/n/a.md")


@given(st.text(st.characters(exclude_characters="\0/\\", exclude_categories=["Cs"]), min_size=1))
def test_any_name_comes_back(name: str) -> None:
    path = PurePosixPath("/n") / name
    assert uri.to_pure_path(uri.of_path(path), windows=False) == path

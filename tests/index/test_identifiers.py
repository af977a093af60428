"""Tokens with more than letters are found as they were typed before their parts."""

from __future__ import annotations

import pytest

from nearnote.index.identifiers import token_of
from nearnote.index.query import Mode, parse
from nearnote.index.search import search
from tests.index.making import embed, entry_of, index_of

TOKENS = (
    "DEC-0054", "2024-06-01", "10.0.0.1:8080", "v5.2", "__init__", "C++", "@a/b", "#123",
    "foo.bar()", "C#", "--no-lockfile", "config.yml", "0.10", "a_b", "x86-64", "~/.bashrc",
    "$HOME/bin", "key=value", "λ-1", "1/2",
)  # fmt: skip


def scattered(token: str) -> str:
    """The token's words, each several times, never side by side in their order."""
    words = "".join(char if char.isalnum() else " " for char in token).split()
    return "\n\n".join(f"{' and '.join(reversed(words))} of {words[0]} here." for _ in range(4))


@pytest.mark.parametrize("token", TOKENS)
@pytest.mark.parametrize("mode", [Mode.TEXT, Mode.HYBRID])
def test_the_token_is_found_before_its_parts(token: str, mode: Mode) -> None:
    vault = index_of(
        (entry_of("a.md", "Many"), scattered(token)),
        (entry_of("b.md", "Parts"), scattered(token)),
        (entry_of("z.md", "Whole"), f"Among many other words of a long line there is {token} too."),
    )
    for text in (token, f"where is {token}?", token.upper()):
        hits = search(vault, parse(text), mode, 5, embed(text))
        assert hits[0].path == "z.md", text


@pytest.mark.parametrize(
    ("typed", "said", "other"),
    [
        ("0.1", "since 0.1", "since 0.1.2"),
        ("v5.2", "v5.2 is out", "v5.25 is out"),
        ("#12", "see #12", "see #123"),
        ("2.0", "in 2.0.", "in 1.2.0"),
    ],
)
def test_a_part_of_a_longer_token_is_not_it(typed: str, said: str, other: str) -> None:
    vault = index_of((entry_of("a.md", "One"), other), (entry_of("b.md", "Two"), said))
    assert search(vault, parse(typed), Mode.TEXT)[0].path == "b.md"


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("bread", ""),
        ("bread?", ""),
        ("well-known", ""),
        ("don't", ""),
        ("東京都", ""),
        ("v2", ""),
        ("", ""),
        ("...", ""),
        ("C++,", "C++"),
        ('"foo.bar()".', "foo.bar()"),
        ("e.g.", "e.g"),
    ],
)
def test_what_is_a_token(text: str, token: str) -> None:
    assert token_of(text) == token


def test_punctuation_that_no_note_has_changes_nothing() -> None:
    vault = index_of(
        (entry_of("a.md", "One"), "Bread and butter."), (entry_of("b.md", "Two"), "Butter.")
    )
    plain, marked = (
        search(vault, parse(text), Mode.TEXT) for text in ("bread butter", "(bread) butter/")
    )
    assert plain == marked

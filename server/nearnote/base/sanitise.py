"""Text from notes as text that only shows: nothing in it moves, colours or ends a line."""

from __future__ import annotations

import unicodedata

# They join letters of Persian words and parts of emoji, or tell where a word may be parted.
_INVISIBLE = "\u200c\u200d\u00ad"
# Somebody's own signs, and emoji that are newer than this Python.
_UNKNOWN = ("Co", "Cn")


def printable(text: str) -> str:
    """A text with a space for each line break and each control character."""
    if text.isprintable():
        return text
    return "".join(c if _shows(c) else " " for c in text)


def _shows(c: str) -> bool:
    return c.isprintable() or c in _INVISIBLE or unicodedata.category(c) in _UNKNOWN


def one_line(text: str) -> str:
    """A printable text without runs of spaces."""
    return " ".join(printable(text).split())

"""`NOTE` or `NOTE:LINE` on the command line."""

from __future__ import annotations

import re

_PLACE = re.compile(r"(?P<note>.*?)(?::(?P<line>[1-9][0-9]*))?$", re.DOTALL)
# No note has so many lines, and Python does not read numbers of any length.
_DIGITS = 18


def place(text: str) -> tuple[str, int | None]:
    """The note's name and the 0-based line; people count lines from 1."""
    found = _PLACE.match(text)
    assert found is not None
    return found["note"], None if found["line"] is None else int(found["line"][:_DIGITS]) - 1

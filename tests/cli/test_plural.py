"""Numbers of things."""

from __future__ import annotations

import pytest

from nearnote.cli.plural import counted


@pytest.mark.parametrize(
    ("number", "expected"), [(0, "0 notes"), (1, "1 note"), (2, "2 notes"), (21, "21 notes")]
)
def test_counted(number: int, expected: str) -> None:
    assert counted(number, "note") == expected

"""Giving memory back never fails, whatever the C library."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

from nearnote.embedding import memory

if TYPE_CHECKING:
    import pytest


def test_a_system_that_cannot_be_told_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    memory.give_back()
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    memory._trim.cache_clear()
    assert memory._trim() is None
    memory.give_back()
    memory._trim.cache_clear()

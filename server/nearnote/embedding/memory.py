"""Memory that the model's runs leave behind, given back to the system.

onnxruntime frees what a run needed, and glibc keeps it: half as much again as all the rest of the
process, in pieces that the next runs do not fit into.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def give_back() -> None:
    """Let go of what is free, in about a millisecond; only glibc needs to be told."""
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> Callable[[int], int] | None:
    try:
        return ctypes.CDLL(None).malloc_trim
    except (OSError, TypeError, AttributeError):  # macOS, Windows, musl
        return None

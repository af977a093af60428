"""The name by which a vault knows a note."""

from __future__ import annotations

from typing import NewType

NotePath = NewType("NotePath", str)
"""POSIX, relative to the vault, spelled as on disk."""


def with_folders(path: str) -> list[str]:
    """A path and the folders that it lies in."""
    parts = path.split("/")
    return ["/".join(parts[:depth]) for depth in range(len(parts), 0, -1)]

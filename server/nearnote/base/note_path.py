"""The name by which a vault knows a note."""

from __future__ import annotations

from typing import NewType

NotePath = NewType("NotePath", str)
"""POSIX, relative to the vault, spelled as on disk."""

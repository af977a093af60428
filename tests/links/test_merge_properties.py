"""A merge never takes a note's properties away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.peers.asking import ask
from tests.properties.door import quiet

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("front", "is_offered"),
    [
        ("", True),
        ("---\ntitle: A\n---\n", True),
        ("---\ntitle: A\ntags: [x]\n---\n", True),
        ("---\n---\n", True),
        ("---\ncreated: 2026-10-10\n---\n", False),
        ("---\nup: '[[c]]'\n---\n", False),
        ("---\nup:\n  - '[[c]]'\n---\n", False),
        ("---\naliases: [Loaf]\n---\n", False),
        ("---\ntitle: [a\n---\n", False),
    ],
)
def test_merge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, front: str, is_offered: bool
) -> None:
    monkeypatch.setenv("NEARNOTE_MODEL_PATH", "/no/such/folder")
    monkeypatch.setenv("NEARNOTE_CACHE_DIR", str(tmp_path))
    vault = f"{front}own text [[b‸]]\n⟦b.md⟧# B\n\nx\n⟦c.md⟧# C\n"
    with quiet() as loop:
        after = ask(loop, "fix Merge this note", vault)
    assert after.startswith("⟦b.md⟧") is is_offered, after

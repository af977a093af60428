"""`nearnote mcp` where it cannot serve; how it serves is in tests/mcp."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from .conftest import Run


def test_without_the_package(run: Run, kitchen: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "nearnote.mcp.server", raising=False)
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    ran = run("mcp", "--vault", kitchen)
    assert (ran.code, ran.out) == (2, "")
    assert ran.sentence.endswith("which is not there: install nearnote[mcp].")


def test_no_folder(run: Run, tmp_path: Path) -> None:
    ran = run("mcp", "--vault", tmp_path / "nowhere")
    assert (ran.code, ran.sentence) == (2, f"{tmp_path / 'nowhere'} is not a folder.")

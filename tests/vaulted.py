"""A vault in a test: real notes on a real disk, embedded without a model."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from nearnote.config import Settings
from nearnote.embedding.model import EmbeddingModel
from nearnote.workspace.workspace import Workspace

if TYPE_CHECKING:
    from pathlib import Path

    from nearnote.vault.vault import Vault

HASHING = replace(Settings(), provider="hashing", dimensions=64)


def write(root: Path, texts: dict[str, str]) -> None:
    """Put notes into a folder."""
    for name, text in texts.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())


def opened(root: Path, texts: dict[str, str], settings: Settings = HASHING) -> Vault:
    """A vault of these notes, read and embedded."""
    write(root, texts)
    settings = replace(settings, cache_dir=str(root / ".cache"))
    workspace = Workspace(EmbeddingModel.of)
    assert workspace.open(root, settings) == ""
    finish(workspace)
    (vault,) = workspace
    return vault


def finish(workspace: Workspace) -> None:
    """Do all idle work."""
    while workspace.idle() is not None:
        pass

"""Vaults for the bench, opened and embedded through the product's own pipeline."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nearnote.vault.embedding_queue import QUIET
from nearnote.workspace.workspace import Workspace

if TYPE_CHECKING:
    from pathlib import Path

    from nearnote.config import Settings
    from nearnote.embedding.model import EmbeddingModel
    from nearnote.index.query import Mode


@dataclass(frozen=True, slots=True)
class Answer:
    """The notes that were found, best first, and how long it took."""

    notes: tuple[str, ...]
    seconds: float


def opened(folder: Path, settings: Settings, meaning: EmbeddingModel) -> Workspace:
    """A vault that has been read and has all of its vectors."""
    workspace = Workspace(lambda _: meaning)
    workspace.open(folder, settings)
    settle(workspace)
    return workspace


def settle(workspace: Workspace) -> None:
    """Do all idle work."""
    while (wait := workspace.idle()) is not None and wait <= QUIET:
        pass
    if reason := workspace.status().reason:
        raise SystemExit(reason)


def ask(workspace: Workspace, text: str, mode: Mode) -> Answer:
    """Search as an editor does."""
    start = time.perf_counter()
    found = workspace.search(text, mode, 50)
    seconds = time.perf_counter() - start
    return Answer(tuple(dict.fromkeys(str(each.hit.path) for each in found.hits)), seconds)

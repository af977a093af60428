"""Vaults for the bench, opened and embedded through the product's own pipeline."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nearnote.vault.embedding_queue import QUIET
from nearnote.workspace.workspace import Vaults

if TYPE_CHECKING:
    from pathlib import Path

    from nearnote.config import Settings
    from nearnote.embedding.model import Meaning
    from nearnote.index.query import Mode


@dataclass(frozen=True, slots=True)
class Answer:
    """The notes that were found, best first, and how long it took."""

    notes: tuple[str, ...]
    seconds: float


def opened(folder: Path, settings: Settings, meaning: Meaning) -> Vaults:
    """A vault that has been read and has all of its vectors."""
    vaults = Vaults(lambda _: meaning)
    vaults.open(folder, settings)
    settle(vaults)
    return vaults


def settle(vaults: Vaults) -> None:
    """Do all idle work."""
    while (wait := vaults.idle()) is not None and wait <= QUIET:
        pass
    if reason := vaults.status().reason:
        raise SystemExit(reason)


def ask(vaults: Vaults, text: str, mode: Mode) -> Answer:
    """Search as an editor does."""
    start = time.perf_counter()
    found = vaults.search(text, mode, 50)
    seconds = time.perf_counter() - start
    return Answer(tuple(dict.fromkeys(str(each.hit.path) for each in found.hits)), seconds)

"""How far a vault is: plain values that the protocol and the command line show."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Phase(StrEnum):
    """What a vault is busy with; the words of the protocol."""

    SCANNING = "scanning"
    EMBEDDING = "embedding"
    READY = "ready"
    WORDS_ONLY = "words-only"  # there is no model: `Status.reason` says why


@dataclass(frozen=True, slots=True)
class Status:
    """How far a vault is; `pending` counts chunks that have no vector yet. Passages are chunks."""

    phase: Phase
    notes: int
    chunks: int
    pending: int
    model: str
    reason: str = ""
    unkept: str = ""  # why vectors are not kept for the next start


@dataclass(frozen=True, slots=True)
class Progress:
    """What became of the chunks since the start: numbers of chunks."""

    embedded: int = 0
    reused: int = 0  # vectors that came from the cache
    skipped: int = 0  # chunks that no model is to read, now: of such notes, and bare titles
    failed: int = 0

"""What a vault answers: plain values that the protocol and the command line show."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from nearnote.vault.status import Progress

if TYPE_CHECKING:
    from pathlib import Path

    from nearnote.base.note_path import NotePath
    from nearnote.base.source import Span
    from nearnote.features.explanation import Explanation
    from nearnote.index.query import Mode
    from nearnote.index.search import Hit
    from nearnote.markdown.chunk import ChunkKind


@dataclass(frozen=True, slots=True)
class Stats:
    """The shape of a vault's index; lengths are in characters of the body, passages left out."""

    notes: int
    chunks: int
    passages: int
    observations: int
    relations: int
    links: int
    median: int
    lower_quartile: int
    upper_quartile: int
    longest: int
    below_60: int
    content_free: int
    progress: Progress = field(default_factory=Progress)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Ranked hits, the mode that answered, and how many chunks meaning could not see yet."""

    mode: Mode
    pending: int
    hits: tuple[Found, ...]


@dataclass(frozen=True, slots=True)
class Related:
    """The notes near one chunk (or the whole note), and the span that they are near to."""

    span: Span
    hits: tuple[Found, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """What a link points at: `text` is the beginning of the target's own text."""

    path: NotePath
    line: int
    title: str
    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class ChunkView:
    """One piece of a note as the index sees it, or does not see it (`content_free`)."""

    line: int
    end_line: int
    kind: ChunkKind
    heading: tuple[str, ...]
    model_text: str
    content_free: bool
    pending: bool


@dataclass(frozen=True, slots=True)
class Found:
    """A hit and the folder it is in; `root` is None for a note that lies in no folder.

    `why` is only given for related notes.
    """

    root: Path | None
    hit: Hit
    explanation: Explanation | None = None

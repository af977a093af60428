"""A piece of a note that a search can find."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from nearnote.base.source import Span


class ChunkKind(StrEnum):
    """What a hit is; the words of the protocol."""

    NOTE = "note"  # of the text before the first heading, or of a note without headings
    SECTION = "section"
    OBSERVATION = "observation"
    RELATION = "relation"


class Chunk(NamedTuple):
    """The unit of the index: a piece of one section, never content-free.

    `body` is the plain text, `model_text` is `Title > Heading > Subheading` and the body, which
    is what the model reads and what `hash` (sha256, 32 bytes) is of. A passage is a few lines of a
    longer chunk once more, since the vector of a long text hides its details.

    A tuple, since a keystroke makes as many as there are in the note.
    """

    kind: ChunkKind
    heading: tuple[str, ...]
    body: str
    model_text: str
    hash: bytes
    start: int
    end: int
    line: int  # 0-based, the line of `start`
    end_line: int  # 0-based, the last line (inclusive)
    lead: bool = False  # the note's first chunk
    embed: bool = True  # False: found by words only, no vector is ever made of it
    passage: bool = False

    @property
    def span(self) -> Span:
        """Where it is written."""
        return Span(self.start, self.end)

"""What the index knows of notes and chunks beside their words and vectors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from nearnote.base.note_path import NotePath
    from nearnote.markdown.chunk import ChunkKind


@dataclass(frozen=True, slots=True)
class NoteEntry:
    """What the index has to know of a note beside its chunks; `stamp` orders by time of edit."""

    path: NotePath
    title: str
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    description: str = ""
    stamp: float = 0.0
    open: bool = False


class ChunkPlace(NamedTuple):
    """What can change of a chunk without its text: where it stands, and whether models read it.

    A tuple, since a keystroke makes one for each chunk of the note.
    """

    kind: ChunkKind
    heading: tuple[str, ...]
    line: int
    end_line: int
    embed: bool
    passage: bool = False


@dataclass(frozen=True, slots=True)
class Stored:
    """A note of the index: its chunks' numbers, places and hashes, in reading order."""

    entry: NoteEntry
    chunks: tuple[int, ...] = ()
    places: tuple[ChunkPlace, ...] = ()
    hashes: tuple[bytes, ...] = ()

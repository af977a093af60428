"""One answer of the index, as it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from nearnote.index.excerpt import best_line, snippet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nearnote.base.note_path import NotePath
    from nearnote.index.index import Index
    from nearnote.index.query import Mode
    from nearnote.markdown.chunk import ChunkKind


class Parts(NamedTuple):
    """What speaks for a hit: the share of the query's words, how much nearer than chance it is,
    how surely the query names its note (of a related one: names and places in common), and the
    sum that ranks it.
    """

    words: float = 0.0
    meaning: float = 0.0
    name: float = 0.0
    rank: float = 0.0


NO_PARTS = Parts()
"""Nothing speaks for it but its time."""


class Hit(NamedTuple):
    """A chunk of a note, and the line of it to show.

    `line` and `end_line` are the chunk's, `text` is the line of the chunk that says most of the
    query, `found_by` names the legs that found it. `linked` is only set on related notes.
    """

    path: NotePath
    title: str
    heading: tuple[str, ...]
    line: int
    end_line: int
    kind: ChunkKind
    score: float
    text: str
    snippet: str
    found_by: tuple[Mode, ...]
    linked: bool | None = None
    parts: Parts = NO_PARTS


def hit_at(
    index: Index,
    note: int,
    at: int,
    score: float = 0.0,
    found_by: tuple[Mode, ...] = (),
    wanted: Mapping[str, float] | None = None,
    linked: bool | None = None,
    parts: Parts = NO_PARTS,
) -> Hit:
    """The hit at a note's chunk number `at`; `wanted` are the forms of words to show.

    Raises KeyError where there is no such note, IndexError where it has no such chunk.
    """
    stored = index.stored(note)
    place = stored.places[at]
    body = index.table.bodies([stored.chunks[at]])[0]
    lines = body.split("\n") if body else [stored.entry.title]
    line = best_line(lines, wanted or {})
    return Hit(
        path=stored.entry.path,
        title=stored.entry.title,
        heading=place.heading,
        line=place.line,
        end_line=place.end_line,
        kind=place.kind,
        score=score,
        text=lines[line].strip(),
        snippet=snippet(lines, line),
        found_by=found_by,
        linked=linked,
        parts=parts,
    )

"""Hits as lines of text: score, place and name, and below it the line that answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

WIDTH = 160


def hit_lines(hits: list[dict[str, Any]]) -> Iterable[str]:
    """Two lines a hit, of the JSON of `wire.results`."""
    for hit in hits:
        name = " › ".join([hit["title"], *hit["heading"]])
        marks = "  (linked)" if hit.get("linked") else ""
        # What only an operator chose has no chance to tell.
        score = f"{hit['score']:.2f}" if hit["score"] >= 0.005 else " " * 4
        yield f"{score}  {hit['path']}:{hit['line'] + 1}  {name}{marks}"
        yield f"      {_short(hit['text'])}"


def _short(line: str) -> str:
    """A paragraph may be one line; a list of hits shows its beginning. JSON has all of it."""
    return line if len(line) <= WIDTH else line[:WIDTH].rpartition(" ")[0] + " …"

"""Draws which room of the server imports which, into server/ARCHITECTURE.md.

Run it after a change of imports: `python .ci/draw_imports.py`; `--check` only says whether the
drawing is true. An arrow that other arrows imply is left out, or nobody could read it.
"""

from __future__ import annotations

import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp

PAGE = Path(__file__).parents[1] / "server" / "ARCHITECTURE.md"
BEGIN, END = "<!-- imports: made by .ci/draw_imports.py -->\n", "<!-- /imports -->"


def rooms() -> dict[str, set[str]]:
    """Each room and the rooms that a module of it imports, type-checking imports included."""
    graph = grimp.build_graph("nearnote")
    found: dict[str, set[str]] = {}
    for module in graph.modules:
        room = _room(module)
        for other in map(_room, graph.find_modules_directly_imported_by(module)):
            if room and other and room != other:
                found.setdefault(room, set()).add(other)
                found.setdefault(other, set())
    return found


def _room(module: str) -> str:
    return module.partition(".")[2].partition(".")[0]


def drawing(imports: dict[str, set[str]]) -> str:
    """A Mermaid graph from the top down; raises CycleError where rooms import each other."""
    order = list(TopologicalSorter(imports).static_order())
    below: dict[str, set[str]] = {}
    for room in order:
        below[room] = imports[room].union(*(below[other] for other in imports[room]))
    lines = ["```mermaid", "graph TD"]
    for room in sorted(order, key=lambda room: (-len(below[room]), room)):
        implied = set().union(*(below[other] for other in imports[room]))
        lines += [f"  {room} --> {other}" for other in sorted(imports[room] - implied)]
    return "\n".join([*lines, "```", ""])


def main() -> int:
    """Write the drawing, or with `--check` say whether it is there."""
    text = PAGE.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    _, found, after = rest.partition(END)
    if not found:
        sys.exit(f"{PAGE} has no place for the drawing: {BEGIN.strip()} … {END}")
    try:
        wanted = before + BEGIN + drawing(rooms()) + END + after
    except CycleError as error:
        sys.exit(f"Rooms import each other: {' -> '.join(error.args[1])}")
    if "--check" in sys.argv:
        return 0 if wanted == text else 1
    PAGE.write_text(wanted, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

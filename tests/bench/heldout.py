"""Related notes without labels: do the notes come back that a note linked to or was linked from?

Every link is taken out of the note that is asked about, with its text. The other notes keep theirs.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from statistics import mean
from typing import TYPE_CHECKING

from opening import opened, settle

from nearnote.base.source import Source
from nearnote.cli.measures import recall
from nearnote.features.related import related_notes
from nearnote.links.graph import edges
from nearnote.links.names import is_internal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from nearnote.base.note_path import NotePath
    from nearnote.config import Settings
    from nearnote.embedding.model import EmbeddingModel
    from nearnote.markdown.note import Note
    from nearnote.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Asked:
    """A note whose links were held out, its neighbours in the graph, and what was found."""

    id: int
    gold: frozenset[NotePath]
    found: tuple[NotePath, ...]


def without_links(note: Note) -> str:
    """The text of a note without its links to other notes."""
    data, kept, at = note.source.data, [], 0
    for link in sorted(note.links, key=lambda link: link.span.start):
        if is_internal(link) and link.span.start >= at:
            kept.append(data[at : link.span.start])
            at = link.span.end
    return b"".join([*kept, data[at:]]).decode(errors="replace")


def prepare(
    workspace: Workspace, folder: Path, settings: Settings, meaning: EmbeddingModel
) -> None:
    """Embed all notes without their links at once, in batches of a good size, into the cache."""
    (vault,) = workspace
    for path in vault.names.outlines:
        if note := vault.note(path):
            folder.joinpath(path).parent.mkdir(parents=True, exist_ok=True)
            folder.joinpath(path).write_bytes(without_links(note).encode())
    opened(folder, settings, meaning)


def ask_all(workspace: Workspace) -> Iterator[Asked]:
    """Ask about every note that has a neighbour."""
    (vault,) = workspace
    gold: defaultdict[NotePath, set[NotePath]] = defaultdict(set)
    for one, other in edges(vault.names):
        gold[one].add(other)
        gold[other].add(one)
    for at, path in enumerate(sorted(gold)):
        note = vault.note(path)
        assert note is not None
        vault.put(path, Source.of(without_links(note)), open=True)
        settle(workspace)
        if any(chunk.embed for chunk in vault.chunks(path)):
            hits = related_notes(vault, path, None, 10).hits
            yield Asked(at, frozenset(gold[path]), tuple(found.hit.path for found in hits))
        vault.release(path)


MEASURES = ("R@5, capped", "any in 5", "R@10, capped", "any in 10")


def report(asked: list[Asked]) -> Iterator[list[float]]:
    """The figures of `MEASURES` for even ids, odd ids and all.

    Capped is the share of the linked notes found in the first k, of as many as there is room for;
    any is whether one of them is there at all.
    """
    parts = [[row for row in asked if row.id % 2 == 0], [row for row in asked if row.id % 2], asked]
    for depth in (5, 10):
        yield [mean(recall(row.found, row.gold, depth) for row in part) for part in parts]
        yield [mean(bool(row.gold & set(row.found[:depth])) for row in part) for part in parts]

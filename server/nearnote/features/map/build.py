"""The map of a vault: notes placed by meaning, links over them, regions and what is missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from nearnote.features.map.points import meanings, placed
from nearnote.features.map.region_words import region_words
from nearnote.features.map.regions import regions
from nearnote.links.graph import edges

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nearnote.base.note_path import NotePath
    from nearnote.features.map.neighbours import Matrix, Numbers
    from nearnote.links.outline import Outline
    from nearnote.vault.vault import Vault

NEAR = 6
"""So many near notes are told of each."""
MUTUAL = 3
"""Two notes should be linked when each is among so many nearest of the other."""
PAIRS = 300
"""So many pairs that should be linked are told."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A note on the map; `near` are places in the list of notes with their cosines."""

    path: NotePath
    title: str
    excerpt: str
    tags: tuple[str, ...]
    stamp: float
    x: float
    y: float
    region: int
    near: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class Region:
    """Where notes lie together; `words` set them apart."""

    x: float
    y: float
    count: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoteMap:
    """All that is drawn; notes are named by their place in `notes`, which are sorted by path."""

    notes: tuple[Spot, ...]
    links: tuple[tuple[int, int], ...]
    regions: tuple[Region, ...]
    unlinked: tuple[tuple[int, int, float], ...]
    """Pairs that are near each other and not linked, the nearest first."""
    bridges: tuple[tuple[int, int], ...]
    """Links without which two parts of the vault would not hang together."""


@dataclass(frozen=True, slots=True)
class Gathered:
    """What a map is made of: values that no edit changes any more."""

    outlines: tuple[Outline, ...]
    stamps: tuple[float, ...]
    links: tuple[tuple[int, int], ...]
    held: Numbers
    vectors: Matrix


def gather(vault: Vault) -> Gathered:
    """What is known now of all notes. Quick, since nothing else happens in the vault meanwhile."""
    names = vault.names
    paths = sorted(names.outlines)
    at = {path: number for number, path in enumerate(paths)}
    held, vectors = meanings(vault.index, paths)
    return Gathered(
        tuple(names.outlines[path] for path in paths),
        tuple(_stamp(vault, path) for path in paths),
        tuple((at[one], at[two]) for one, two in edges(names)),
        held,
        vectors,
    )


def _stamp(vault: Vault, path: NotePath) -> float:
    number = vault.index.number_of(path)
    return 0.0 if number is None else vault.index.stored(number).entry.stamp


def draw(gathered: Gathered) -> NoteMap:
    """The map. Takes about a second for a few thousand notes, and may be done on any thread."""
    outlines, links = gathered.outlines, gathered.links
    points, near, cosines = placed(len(outlines), gathered.held, gathered.vectors, links)
    region = np.full(len(outlines), -1, np.int32)
    region[gathered.held] = regions(points[gathered.held])
    neighbours = _neighbours(len(outlines), gathered.held, near, cosines)
    return NoteMap(
        tuple(
            Spot(
                outline.path,
                outline.title,
                outline.excerpt,
                tuple(dict.fromkeys(tag.name for tag in outline.tags)),
                gathered.stamps[number],
                float(points[number, 0]),
                float(points[number, 1]),
                int(region[number]),
                tuple(neighbours[number][:NEAR]),
            )
            for number, outline in enumerate(outlines)
        ),
        links,
        _regions(points, region, outlines),
        tuple(_unlinked(neighbours, links)),
        tuple(_bridges(links)),
    )


def _bridges(links: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    import networkx

    return sorted((min(pair), max(pair)) for pair in networkx.bridges(networkx.Graph(links)))


def _names(outline: Outline) -> str:
    """What a note calls itself and its parts."""
    headings = (anchor.text for anchor in outline.anchors)
    tags = (tag.name for tag in outline.tags)
    return "\n".join((outline.title, *outline.aliases, *tags, *headings))


def _neighbours(
    count: int, held: Numbers, near: Numbers, cosines: Matrix
) -> list[list[tuple[int, float]]]:
    """The near notes of each note, of which those without a vector have none."""
    found: list[list[tuple[int, float]]] = [[] for _ in range(count)]
    for row, note in enumerate(held.tolist()):
        pairs = zip(held[near[row]].tolist(), cosines[row].tolist(), strict=True)
        found[note] = [(other, cosine) for other, cosine in pairs if cosine > 0]
    return found


def _unlinked(
    neighbours: list[list[tuple[int, float]]], links: Sequence[tuple[int, int]]
) -> list[tuple[int, int, float]]:
    """Pairs that each call the other near and that no link joins."""
    linked = {frozenset(link) for link in links}
    first = [{other for other, _ in found[:MUTUAL]} for found in neighbours]
    pairs = [
        (note, other, cosine)
        for note, found in enumerate(neighbours)
        for other, cosine in found[:MUTUAL]
        if note < other and note in first[other] and frozenset((note, other)) not in linked
    ]
    return sorted(pairs, key=lambda pair: (-pair[2], pair[:2]))[:PAIRS]


def _regions(points: Matrix, region: Numbers, outlines: Sequence[Outline]) -> tuple[Region, ...]:
    """The regions with their names: words of titles, else of texts, else a title in the middle."""
    count = int(region.max(initial=-1)) + 1
    places = region.tolist()
    names = region_words([_names(outline) for outline in outlines], places, count)
    words = region_words([outline.excerpt for outline in outlines], places, count)
    found = []
    for number in range(count):
        inside = np.flatnonzero(region == number)
        middle = points[inside].mean(axis=0)
        central = inside[((points[inside] - middle) ** 2).sum(axis=1).argmin()]
        named = names[number] or words[number] or (outlines[int(central)].title,)
        found.append(Region(float(middle[0]), float(middle[1]), len(inside), named))
    return tuple(found)

"""Where each note of a vault stands: a vector for what it says, a point for its vector."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nearnote.features.map.layout import layout
from nearnote.features.map.neighbours import nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nearnote.base.note_path import NotePath
    from nearnote.features.map.neighbours import Matrix, Numbers
    from nearnote.index.index import Index

DRAWN = 10
"""A note is drawn to so many of its nearest ones."""
ENOUGH = 20
"""So many notes at least tell what all of them share."""
RIM = 1.1
"""Notes that nothing is known of lie so many times as far out as the farthest other one."""


def meanings(index: Index, paths: Sequence[NotePath]) -> tuple[Numbers, Matrix]:
    """The places in `paths` of the notes that have vectors, and a unit vector for each of them.

    A note's vector is the mean of its chunks', without what all notes of the vault share.

    int32 (held,) and float32 (held, dimensions). The mean is taken off as in the first step of all-
    but-the-top (Mu & Viswanath 2018).
    """
    held, rows = [], []
    for at, path in enumerate(paths):
        number = index.number_of(path)
        if number is None:
            continue
        stored = index.stored(number)
        places = zip(stored.chunks, stored.places, strict=True)
        # Passages would count their lines twice.
        own = index.vectors.among(
            np.array([chunk for chunk, place in places if not place.passage], np.int32)
        )
        if len(own):
            held.append(at)
            rows.append(index.vectors.get(own).mean(axis=0))
    vectors = np.array(rows, np.float32).reshape(len(rows), index.vectors.dimensions)
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    if len(vectors) >= ENOUGH:
        vectors -= vectors.mean(axis=0)
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    return np.array(held, np.int32), vectors


def placed(
    count: int, held: Numbers, vectors: Matrix, links: Sequence[tuple[int, int]]
) -> tuple[Matrix, Numbers, Matrix]:
    """A point for each of `count` notes, and the near ones of those that have vectors.

    A note without a vector lies between the notes that it is linked with, else on the rim.

    Points (count, 2), and (held, k) of rows and of cosines.
    """
    near, cosines = nearest(vectors, DRAWN)
    points = np.zeros((count, 2), np.float32)
    points[held] = layout(vectors, near)
    known = np.zeros(count, np.bool_)
    known[held] = True
    beside: dict[int, list[int]] = {}
    for one, two in links:
        for note, other in ((one, two), (two, one)):
            if not known[note] and known[other]:
                beside.setdefault(note, []).append(other)
    reach = RIM * float(np.abs(points).max(initial=0.0)) or 1.0
    rest = [note for note in range(count) if not known[note]]
    for turn, note in enumerate(rest):
        if note in beside:
            points[note] = points[beside[note]].mean(axis=0)
        else:
            angle = 2 * np.pi * turn / len(rest)
            points[note] = reach * np.cos(angle), reach * np.sin(angle)
    return points, near, cosines

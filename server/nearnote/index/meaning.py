"""The leg of meaning: how near each chunk is to a query, and whether nearer than chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from nearnote.index.lexical import Mask, Scores
    from nearnote.index.store import Index, Matrix, Numbers

CANDIDATES = 200
"""How many of the nearest chunks are looked at, and how many of those that words found."""
FEWER, MANY = 100, 20_000
"""So many are, in a vault of more than so many chunks: vec0's cost grows with both."""
SHORT, FADE = 0.2, 40.0
"""The vector of a text of few words is near to everything: how much is taken off its cosine, and
with how many characters of text this fades to a third."""


@dataclass(frozen=True, slots=True)
class Nearness:
    """What meaning says about each chunk.

    `cosines` are corrected for short texts, 0 where nothing was looked at, and `floor` where there
    is no vector yet. `near` are those nearer than `floor`, which is what chance finds.
    """

    cosines: Scores
    near: Mask
    floor: float


def candidates(index: Index) -> int:
    """How many chunks of each leg are scored by both."""
    return CANDIDATES if index.chunk_count <= MANY else FEWER


def nearness(index: Index, vector: Matrix, also: Numbers, among: Numbers | None = None) -> Nearness:
    """Look at the chunks nearest to a query's vector (maybe only `among` some), and at `also`."""
    count = len(index.note_of)
    floor = index.space.floor(len(index.vectors))
    vector = index.space.turned(vector)
    cosines = np.zeros(count, np.float32)
    ids, found = index.vectors.nearest(vector, candidates(index), among)
    cosines[ids] = found
    rest = index.vectors.among(also[cosines[also] == 0.0])
    cosines[rest] = index.vectors.get(rest) @ vector
    near = (cosines >= floor) & (cosines > 0.0)
    cosines -= SHORT * np.exp(-index.characters / FADE)
    cosines[np.setdiff1d(also, index.vectors.among(also))] = floor
    return Nearness(np.maximum(cosines, 0.0), near, floor)

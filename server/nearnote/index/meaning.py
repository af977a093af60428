"""The leg of meaning: how near each chunk is to a query, and whether nearer than chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from nearnote.index.lexical import Mask, Scores
    from nearnote.index.store import Index, Matrix, Numbers

CANDIDATES = 100
"""How many of the nearest chunks are looked at, and how many of those that words found."""
SHORT, FADE = 0.2, 40.0
"""The vector of a text of few words is near to everything: how much is taken off its cosine, and
with how many characters of text this fades to a third."""


@dataclass(frozen=True, slots=True)
class Nearness:
    """What meaning says about each chunk.

    `cosines` are corrected for short texts, and 0 where nothing was looked at. `near` are the
    chunks nearer than `floor`, which is what chance finds.
    """

    cosines: Scores
    near: Mask
    floor: float


def nearness(index: Index, vector: Matrix, also: Numbers, among: Numbers | None = None) -> Nearness:
    """Look at the chunks nearest to a query's vector (maybe only `among` some), and at `also`."""
    space = index.vectors.space
    floor = space.query.floor(len(index.vectors))
    vector = space.query.of(vector)
    cosines = np.zeros(len(index.note_of), np.float32)
    ids, found = index.vectors.nearest(vector, CANDIDATES, among)
    cosines[ids] = found
    known = index.vectors.among(also)
    rest = known[cosines[known] == 0.0]
    cosines[rest] = index.vectors.get(rest) @ vector
    near = (cosines >= floor) & (cosines > 0.0)
    # From here on cosines and floor are on the scale of the scores by words.
    middle, factor = space.spreading
    floor = (floor - middle) * factor
    seen = cosines != 0.0
    cosines = seen * ((cosines - middle) * factor - SHORT * np.exp(-index.characters / FADE))
    # A chunk that has no vector yet is taken to be as near as others with as many of the words.
    usual = max(floor, float(np.median(cosines[known]))) if len(known) else floor
    cosines[np.setdiff1d(also, known)] = usual
    return Nearness(np.maximum(cosines, 0.0).astype(np.float32), near, floor)

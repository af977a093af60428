"""The leg of meaning: how near each chunk is to a query, and whether nearer than chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from nearnote.index.index import Index, Matrix, Numbers
    from nearnote.index.lexical import Mask, Scores

SHORT, FADE = 0.2, 40.0
"""The vector of a text of few words is near to everything: how much is taken off its cosine, and
with how many characters of text this fades to a third."""

LEAD = 0.03
"""What the first text of a note gains: there a note says what it is about, and any of its details
may be near to a question by chance."""

LONG, USUAL_LENGTH = 0.01, 8
"""The best of many chunks is near to any question by chance, as a changelog's is: how much is taken
off for each time (by a factor of e) that a note has more chunks than usual ones."""

FEW, FAINT = 3, 2 / 3
"""So many notes are shown that are no nearer than chance finds, if by this share of it: words that
no note has may still mean what one says, and three hits too many are soon looked through."""


@dataclass(frozen=True, slots=True)
class Nearness:
    """What meaning says about each chunk.

    `cosines` are corrected for short and for first texts, and 0 where there is no vector. `near`
    are the chunks to show: those nearer than `floor`, which is what chance finds, and of the
    nearest few notes.
    """

    cosines: Scores
    near: Mask
    floor: float


def nearness(index: Index, vector: Matrix, here: Mask, wordy: Numbers) -> Nearness:
    """How near each chunk is to a query's vector.

    `here` are the chunks that may be shown, `wordy` those that say most of the query's words.

    `vector` is float32 (dimensions,) of unit length; `here` bool (chunk numbers,). The floor is the
    extreme value of the null queries' cosines (`AnisotropyCorrection.floor`).
    """
    space = index.vectors.space
    floor = space.query.floor(len(index.vectors))
    cosines, live = index.vectors.cosines(space.query.of(vector), len(index.note_of))
    live &= here
    near = live & (cosines >= max(floor, 1e-9))
    near |= _few(index, cosines * live, FAINT * floor)
    # From here on cosines and floor are on the scale of the scores by words.
    middle, factor = space.spreading
    floor = (floor - middle) * factor
    cosines = (cosines - middle) * factor
    cosines -= SHORT * np.exp(-index.table.characters / FADE)
    cosines += LEAD * index.table.leads
    cosines -= LONG * _length_of_notes(index)
    cosines[~live] = 0.0
    # A chunk that has no vector yet is taken to be as near as others with as many of the words.
    known = wordy[live[wordy]]
    usual = max(floor, float(np.median(cosines[known]))) if len(known) else floor
    cosines[wordy[~live[wordy]]] = usual
    return Nearness(np.clip(cosines, 0.0, 1.0), near, floor)


def _length_of_notes(index: Index) -> Scores:
    """The logarithm of how many times longer than usual the note of each chunk is, 0 or more."""
    notes = index.note_of
    chunks = np.bincount(notes[notes >= 0], minlength=index.note_limit + 1)  # the last is nobody
    longer = np.log(np.maximum(chunks / USUAL_LENGTH, 1.0)).astype(np.float32)
    return longer[notes]


def _few(index: Index, cosines: Scores, least: float) -> Mask:
    """The chunks of the few nearest notes."""
    chunks = np.flatnonzero(cosines >= max(least, 1e-9))
    notes, near = index.note_of[chunks], cosines[chunks]
    few = np.zeros(len(cosines), np.bool_)
    for _ in range(min(FEW, len(chunks))):
        nearest = int(near.argmax())
        if near[nearest] <= 0.0:  # there are fewer notes
            break
        of_note = notes == notes[nearest]
        few[chunks[of_note]] = True
        near[of_note] = 0.0
    return few

"""Notes near a note, or near some lines of it, by stored vectors: no model is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nearnote.index import analyzer
from nearnote.index.calibration import related_chance
from nearnote.index.hit import Hit, Parts, hit_at
from nearnote.index.query import Mode
from nearnote.index.related_signals import mention, mentioned_by, nearness_of_paths

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from nearnote.base.note_path import NotePath
    from nearnote.index.index import Index
    from nearnote.index.lexical import Scores

NEIGHBOURS = 100
"""How many of the nearest notes are looked at."""
MENTION = 0.2
"""What it adds to a cosine that one of two notes says the other's title."""
PLACE = 0.2
"""What it adds that two notes lie side by side."""


def related(
    index: Index,
    path: NotePath,
    hashes: Collection[bytes] | None = None,
    limit: int = 5,
    linked: frozenset[NotePath] = frozenset(),
) -> list[Hit]:
    """The notes nearest to the chunks of a note with these hashes, or to all of the note.

    One hit for each note, at its nearest chunk; the note itself is left out, and so is what is
    near by chance only. Notes in `linked` are marked.
    """
    number = index.number_of(path)
    if number is None:
        return []
    stored = index.stored(number)
    chunks = index.chunks_of(number, hashes)
    at = zip(stored.chunks, stored.places, strict=True)
    everything = [chunk for chunk, place in at if not place.passage]
    whole = set(chunks).issuperset(everything)
    if whole:
        chunks = everything  # Passages would count their lines twice.
    own = index.vectors.among(np.array(chunks, np.int32))
    if not len(own):
        return []
    turn = index.vectors.space.note
    meant = turn.of(index.vectors.get(own).mean(axis=0))
    cosines, live = index.vectors.cosines(meant, len(index.note_of))
    near = np.flatnonzero(live & (cosines >= turn.floor(len(index.vectors))))
    near = near[index.note_of[near] != number]
    best = np.zeros(index.note_limit, np.float32)
    np.maximum.at(best, index.note_of[near], cosines[near])
    notes = np.argsort(-best, kind="stable")[: min(NEIGHBOURS, np.count_nonzero(best))].tolist()
    kin = _kin_of_note(index, number) if whole else _kin_of_lines(index, chunks)
    kinship = {note: kin(note) for note in notes}
    ranked = sorted(
        (-round(kinship[note] + float(best[note]), 4), index.stored(note).entry.path, note)
        for note in notes
    )
    return [
        hit_at(
            index,
            note,
            _nearest(index, note, cosines),
            round(related_chance(-score), 4),
            (Mode.VECTOR,),
            linked=other in linked,
            parts=Parts(meaning=float(best[note]), name=kinship[note], rank=-score),
        )
        for score, other, note in ranked[: max(limit, 0)]
    ]


def _nearest(index: Index, note: int, cosines: Scores) -> int:
    """Which of a note's chunks is the nearest, the first of several."""
    return int(np.round(cosines[list(index.stored(note).chunks)], 4).argmax())


def _kin_of_note(index: Index, number: int) -> Callable[[int], float]:
    """What speaks for another note beside its meaning, when a whole note is asked about."""
    entry = index.stored(number).entry
    mentions = mentioned_by(index, entry.title)
    place = analyzer.path_words(entry.path)

    def kin(note: int) -> float:
        other = analyzer.path_words(index.stored(note).entry.path)
        near = nearness_of_paths(place, other, index.path_words, index.note_count)
        return MENTION * float(mentions[note]) ** 2 + PLACE * near

    return kin


def _kin_of_lines(index: Index, chunks: list[int]) -> Callable[[int], float]:
    """What speaks for another note beside its meaning, when lines of a note are asked about."""
    said = frozenset(term for body in index.table.bodies(chunks) for term in analyzer.terms(body))

    def kin(note: int) -> float:
        entry = index.stored(note).entry
        names = (entry.title, *entry.aliases)
        return MENTION * max(mention(index, name, said) for name in names) ** 2

    return kin

"""Notes near a note, or near some lines of it, by stored vectors: no model is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nearnote.index import words
from nearnote.index.hit import Hit, hit_at
from nearnote.index.kinship import mention, mentioned_by, nearness_of_paths
from nearnote.index.query import Mode

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from nearnote.index.store import Index
    from nearnote.notes.model import NotePath

NEIGHBOURS = 100
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
    near, cosines = index.vectors.nearest(meant, NEIGHBOURS + len(stored.chunks))
    floor = turn.floor(len(index.vectors))
    best: dict[int, tuple[float, int]] = {}
    for chunk, cosine in zip(near.tolist(), cosines.tolist(), strict=True):
        note = int(index.note_of[chunk])
        if note != number and cosine >= floor:
            place = index.stored(note).chunks.index(chunk)
            best[note] = min(best.get(note, (0.0, 0)), (-round(cosine, 4), place))
    kin = _kin_of_note(index, number) if whole else _kin_of_lines(index, chunks)
    ranked = sorted(
        (-round(min(kin(note) - cosine, 1.0), 4), index.stored(note).entry.path, note, place)
        for note, (cosine, place) in best.items()
    )
    return [
        hit_at(index, note, place, -score, (Mode.VECTOR,), linked=other in linked)
        for score, other, note, place in ranked[: max(limit, 0)]
    ]


def _kin_of_note(index: Index, number: int) -> Callable[[int], float]:
    """What speaks for another note beside its meaning, when a whole note is asked about."""
    entry = index.stored(number).entry
    mentions = mentioned_by(index, entry.title)
    place = words.path_words(entry.path)

    def kin(note: int) -> float:
        other = words.path_words(index.stored(note).entry.path)
        near = nearness_of_paths(place, other, index.path_words, index.note_count)
        return MENTION * float(mentions[note]) ** 2 + PLACE * near

    return kin


def _kin_of_lines(index: Index, chunks: list[int]) -> Callable[[int], float]:
    """What speaks for another note beside its meaning, when lines of a note are asked about."""
    said = frozenset(term for text in index.texts(chunks) for term in words.terms(text.body))

    def kin(note: int) -> float:
        entry = index.stored(note).entry
        names = (entry.title, *entry.aliases)
        return MENTION * max(mention(index, name, said) for name in names) ** 2

    return kin

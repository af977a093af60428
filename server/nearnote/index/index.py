"""The index of a vault: notes, texts, words and vectors, in memory.

A chunk has one number, and this number is its row in three places: its text in `table`, its words
in `postings` (FTS5), its vector in `vectors` (a matrix). What an edit does not touch is not
touched here either: a note is compared with itself by the hashes of its chunks, and lines and
headings, which move with every edit above them, live outside of the three.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from nearnote.index.analyzer import path_words
from nearnote.index.chunk_table import HAS_ONE, WANTS_NONE, ChunkTable
from nearnote.index.entries import ChunkPlace, Stored
from nearnote.index.entries import NoteEntry as NoteEntry
from nearnote.index.postings import Postings
from nearnote.index.vectors import Vectors

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from contextlib import AbstractContextManager

    from numpy.typing import NDArray

    from nearnote.base.note_path import NotePath
    from nearnote.markdown.chunk import Chunk

    Numbers = NDArray[np.int32]
    Matrix = NDArray[np.float32]


class Index:
    """The searchable state of one vault. To be used on one thread only.

    It depends on the texts it holds and not on the way they came in.
    """

    def __init__(self) -> None:
        self.table = ChunkTable()
        self.postings = Postings()
        self.vectors = Vectors()
        self._notes: list[Stored | None] = []
        self._numbers: dict[NotePath, int] = {}
        self._free_notes: list[int] = []
        self.path_words: Counter[str] = Counter()  # in how many notes' paths each word is
        self._model = ""

    # -- notes -------------------------------------------------------------------------------

    def together(self) -> AbstractContextManager[object]:
        """Makes many changes one transaction, which is many times faster."""
        return self.postings.together()

    def put(self, note: NoteEntry, chunks: Sequence[Chunk]) -> None:
        """Add a note or replace it; chunks whose hash it had before keep words and vector."""
        with self.together():
            number = self._numbers.get(note.path)
            if number is None:
                number = self._free_notes.pop() if self._free_notes else len(self._notes)
                self._notes[number:number] = [None] * (number == len(self._notes))
                self._numbers[note.path] = number
                self.path_words.update(path_words(note.path))
                old = None
            else:
                old = self._notes[number]
            before = old or Stored(note)
            hashes = tuple([chunk.hash for chunk in chunks])
            changed = _changed(before.hashes, hashes)
            ids = self._replace_chunks(number, note, chunks, before, changed)
            places = tuple(
                [
                    ChunkPlace(c.kind, c.heading, c.line, c.end_line, c.embed, c.passage)
                    for c in chunks
                ]
            )
            self._notes[number] = Stored(note, ids, places, hashes)
            self.table.lead(before.chunks[:1], ids[:1])
            if old is None or _names(old.entry) != _names(note):
                self.postings.put_names(number, _names(note))
            queued = range(len(ids))
            if changed.start and _turning(before) == _turning(self.stored(number)):
                queued = range(changed.start, changed.stop)
            self._queue(number, queued)

    def remove(self, path: NotePath) -> None:
        """Forget a note; one that is not there is no error."""
        number = self._numbers.pop(path, None)
        if number is None:
            return
        with self.together():
            self._drop_chunks(self.stored(number).chunks)
            self.postings.put_names(number, ())
        self.path_words.subtract(path_words(path))
        self._notes[number] = None
        self._free_notes.append(number)

    def move(self, old: NotePath, new: NotePath) -> None:
        """Rename a note; nothing is read or embedded again. Replaces a note at `new`."""
        if old == new or old not in self._numbers:
            return
        self.remove(new)
        number = self._numbers[new] = self._numbers.pop(old)
        stored = self.stored(number)
        entry = replace(stored.entry, path=new)
        self.path_words.subtract(path_words(old))
        self.path_words.update(path_words(new))
        self._notes[number] = replace(stored, entry=entry)
        self.postings.put_names(number, _names(entry))

    def _replace_chunks(
        self, number: int, note: NoteEntry, chunks: Sequence[Chunk], old: Stored, changed: slice
    ) -> tuple[int, ...]:
        """The numbers of a note's new chunks, of which only those in `changed` can be new."""
        end = changed.stop - len(chunks) or None  # from the end, where both have the same
        kept = defaultdict(list)
        for chunk_id, chunk_hash in zip(
            old.chunks[changed.start : end], old.hashes[changed.start : end], strict=True
        ):
            kept[chunk_hash].append(chunk_id)
        ids = [*old.chunks[: changed.start]]
        ids += [kept[it.hash].pop() if kept.get(it.hash) else 0 for it in chunks[changed]]
        ids += old.chunks[end:] if end else ()
        self._drop_chunks([chunk_id for left in kept.values() for chunk_id in left])
        new = [at for at in range(changed.start, changed.stop) if not ids[at]]
        for at in new:
            it = chunks[at]
            ids[at] = self.table.add(number, it.model_text, it.body, it.hash)
        self.postings.put(
            (ids[at], "\n".join((note.title, *chunks[at].heading, chunks[at].body))) for at in new
        )
        for at in new:
            if chunks[at].embed:
                self._share_vector(ids[at], chunks[at].hash)
        return tuple(ids)

    def _drop_chunks(self, ids: Sequence[int]) -> None:
        self.postings.drop(ids)
        for chunk_id in ids:
            self.table.drop(chunk_id)
            self.vectors.forget(chunk_id)

    # -- vectors -----------------------------------------------------------------------------

    def use_model(self, identity: str, dimensions: int, probes: Matrix | None = None) -> None:
        """Hold vectors of this model only: those of another one go, and all texts wait anew.

        `probes` are the model's vectors of `NULL_QUERIES`; without them no hit is too far.

        `probes` is float32 (null queries, dimensions), of unit length.
        """
        if self._model == identity:
            return
        self._model = identity
        with self.together():
            none = np.zeros((0, dimensions), np.float32)
            self.vectors.clear(dimensions, none if probes is None else probes)
            for number in self._numbers.values():
                self._queue(number, range(len(self.stored(number).chunks)))

    def pending(self, limit: int) -> list[tuple[bytes, str]]:
        """The next texts to embed, as (hash, model text).

        First chunks go first, then those of open notes, the rest, and passages.
        """
        return self.table.first(limit)

    def set_vectors(self, hashes: Sequence[bytes], vectors: Matrix) -> None:
        """Give all chunks of these hashes their vectors; hashes of nobody are left out.

        Raises ValueError for vectors of a wrong shape, with NaN, or not of unit length.

        `vectors` is float32 (len(hashes), dimensions).
        """
        if vectors.shape != (len(hashes), self.vectors.dimensions):
            raise ValueError(f"{vectors.shape} is not {len(hashes)} × {self.vectors.dimensions}")
        if not np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-3):
            raise ValueError("vectors must be finite and of unit length")
        at = [
            (chunk_id, row)
            for row, chunk_hash in enumerate(hashes)
            for chunk_id in self.table.with_hash(chunk_hash)
            if self.table.waits(chunk_id)
        ]
        rows = [row for _, row in at]
        self._put_vectors(
            [chunk_id for chunk_id, _ in at], [hashes[n] for n in rows], vectors[rows]
        )

    def _share_vector(self, chunk_id: int, chunk_hash: bytes) -> None:
        for other in self.table.with_hash(chunk_hash):
            if other in self.vectors:
                self._put_vectors([chunk_id], [chunk_hash], self.vectors.get([other]))
                return

    def _put_vectors(self, ids: list[int], hashes: list[bytes], vectors: Matrix) -> None:
        self.vectors.put(ids, hashes, vectors)
        for chunk_id in ids:
            self.table.set_turn(chunk_id, HAS_ONE)

    def _queue(self, number: int, positions: Iterable[int]) -> None:
        """Set the turns of a note's chunks at some positions that have no vector."""
        stored = self.stored(number)
        for at in positions:
            chunk_id, place = stored.chunks[at], stored.places[at]
            if not place.embed:
                self.vectors.forget(chunk_id)
                self.table.set_turn(chunk_id, WANTS_NONE)
            elif chunk_id not in self.vectors:
                turn = 0 if at == 0 else 3 if place.passage else 1 if stored.entry.open else 2
                self.table.set_turn(chunk_id, turn)

    # -- reading -----------------------------------------------------------------------------

    @property
    def note_count(self) -> int:
        """How many notes there are."""
        return len(self._numbers)

    @property
    def chunk_count(self) -> int:
        """How many chunks there are."""
        return len(self.table)

    @property
    def pending_count(self) -> int:
        """How many chunks wait for their vector."""
        return self.table.waiting

    @property
    def note_of(self) -> Numbers:
        """See `ChunkTable`."""
        return self.table.note_of

    @property
    def note_numbers(self) -> Iterable[int]:
        """The numbers of all notes."""
        return self._numbers.values()

    @property
    def note_limit(self) -> int:
        """All note numbers are below."""
        return len(self._notes)

    def number_of(self, path: NotePath) -> int | None:
        """A note's number."""
        return self._numbers.get(path)

    def stored(self, number: int) -> Stored:
        """The note of a number. Raises KeyError where there is none."""
        stored = self._notes[number]
        if stored is None:
            raise KeyError(number)
        return stored

    def chunks_of(self, number: int, hashes: Collection[bytes] | None = None) -> list[int]:
        """The chunks of a note, in reading order: all, or those with one of these hashes.

        Raises KeyError where there is no such note.
        """
        stored = self.stored(number)
        if hashes is None:
            return list(stored.chunks)
        pairs = zip(stored.chunks, stored.hashes, strict=True)
        return [chunk_id for chunk_id, chunk_hash in pairs if chunk_hash in hashes]


def _changed(old: Sequence[bytes], new: Sequence[bytes]) -> slice:
    """The part of `new` without what it has in common with `old` at both ends."""
    head = _common(old, new)
    tail = _common(old[: head - 1 if head else None : -1], new[: head - 1 if head else None : -1])
    return slice(head, len(new) - tail)


def _common(one: Sequence[bytes], two: Sequence[bytes]) -> int:
    """How many first items two sequences share."""
    pairs = enumerate(zip(one, two, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(two)))


def _turning(note: Stored) -> tuple[bool, bool]:
    """What the turns of a note's chunks depend on, beside their own places."""
    return note.entry.open, bool(note.places) and note.places[0].embed


def _names(entry: NoteEntry) -> tuple[str, str, str]:
    """What a note is called beside its title."""
    return "\n".join(entry.aliases), "\n".join(entry.tags), entry.path.rpartition(".")[0]

"""The chunks of an index by their numbers: their texts, whose they are, and who waits for a vector.

Numbers begin at 1. Those of chunks that are gone are given out again, so that arrays over all
numbers stay dense.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    Numbers = NDArray[np.int32]
    Mask = NDArray[np.bool_]

WANTS_NONE, HAS_ONE = -1, -2
"""Turns of chunks that do not wait for a vector; those that wait have one from 0, the first."""
TURNS = range(4)


class ChunkTable:
    """What is known of each chunk beside its words and its vector."""

    def __init__(self) -> None:
        self._note = np.full(1024, -1, np.int32)
        self._characters = np.zeros(1024, np.int32)
        self._leads = np.zeros(1024, np.bool_)
        self._turn = np.full(1024, WANTS_NONE, np.int8)
        self._with_turn: Counter[int] = Counter()  # how many chunks have it
        # As UTF-8: one letter beyond Latin would make all of a string twice as large.
        self._texts = [b""]
        self._body_at = [0]
        self._hashes = [b""]
        self._of_hash: dict[bytes, tuple[int, ...]] = {}
        self._free: list[int] = []

    def __len__(self) -> int:
        """How many chunks there are."""
        return self._end - 1 - len(self._free)

    @property
    def _end(self) -> int:
        return len(self._texts)

    def add(self, note: int, text: str, body: str, chunk_hash: bytes) -> int:
        """The number of a new chunk of a note; its text ends in its body."""
        number = self._free.pop() if self._free else self._grown()
        self._texts[number] = text.encode(errors="replace")
        self._body_at[number] = len(self._texts[number]) - len(body.encode(errors="replace"))
        self._hashes[number] = chunk_hash
        self._of_hash[chunk_hash] = (*self._of_hash.get(chunk_hash, ()), number)
        self._note[number] = note
        self._characters[number] = len(text)
        self._with_turn[WANTS_NONE] += 1
        return number

    def _grown(self) -> int:
        number = self._end
        self._texts.append(b"")
        self._body_at.append(0)
        self._hashes.append(b"")
        if number == len(self._note):
            self._note = np.concatenate([self._note, np.full(number, -1, np.int32)])
            self._characters = np.concatenate([self._characters, np.zeros(number, np.int32)])
            self._leads = np.concatenate([self._leads, np.zeros(number, np.bool_)])
            self._turn = np.concatenate([self._turn, np.full(number, WANTS_NONE, np.int8)])
        return number

    def drop(self, number: int) -> None:
        """Forget a chunk."""
        chunk_hash = self._hashes[number]
        left = tuple([each for each in self._of_hash[chunk_hash] if each != number])
        if left:
            self._of_hash[chunk_hash] = left
        else:
            del self._of_hash[chunk_hash]
        self._texts[number] = self._hashes[number] = b""
        self._note[number], self._characters[number], self._leads[number] = -1, 0, False
        self.set_turn(number, WANTS_NONE)
        self._with_turn[WANTS_NONE] -= 1
        self._free.append(number)

    @property
    def note_of(self) -> Numbers:
        """The note's number for each chunk number below the highest, -1 where there is none."""
        return self._note[: self._end]

    @property
    def characters(self) -> Numbers:
        """How long each chunk's text is."""
        return self._characters[: self._end]

    @property
    def leads(self) -> Mask:
        """Which chunks are the first of their notes."""
        return self._leads[: self._end]

    def lead(self, old: Sequence[int], new: Sequence[int]) -> None:
        """Let another chunk be the first of its note."""
        self._leads[np.array(old, np.int32)] = False
        self._leads[np.array(new, np.int32)] = True

    def bodies(self, numbers: Iterable[int]) -> list[str]:
        """The bodies of chunks, in the order asked for."""
        return [self._texts[number][self._body_at[number] :].decode() for number in numbers]

    def with_hash(self, chunk_hash: bytes) -> tuple[int, ...]:
        """All chunks with one text, the first that came first."""
        return self._of_hash.get(chunk_hash, ())

    # -- the queue for the model -------------------------------------------------------------

    def set_turn(self, number: int, turn: int) -> None:
        """Put a chunk into the queue, or take it out."""
        self._with_turn[int(self._turn[number])] -= 1
        self._with_turn[turn] += 1
        self._turn[number] = turn

    def waits(self, number: int) -> bool:
        """Whether a chunk is in the queue."""
        return bool(self._turn[number] >= 0)

    @property
    def waiting(self) -> int:
        """How many chunks are in the queue."""
        return sum(self._with_turn[turn] for turn in TURNS)

    @property
    def unwanted(self) -> int:
        """How many chunks get no vector: no model is to read them."""
        return self._with_turn[WANTS_NONE]

    def first(self, limit: int) -> list[tuple[bytes, str]]:
        """The first texts in the queue with their hashes, each once however many chunks have it."""
        found: dict[bytes, str] = {}
        for turn in TURNS:
            for number in np.flatnonzero(self._turn[: self._end] == turn).tolist():
                if len(found) == limit:
                    return list(found.items())
                found.setdefault(self._hashes[number], self._texts[number].decode())
        return list(found.items())

"""The chunks of one vault that wait for a vector, and the order in which they get one."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import replace
from functools import partial
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from nearnote.embedding.memory import give_back
from nearnote.embedding.model import Down, Refused
from nearnote.vault.status import Progress

if TYPE_CHECKING:
    from nearnote.embedding.embedder import Vectors
    from nearnote.embedding.model import EmbeddingModel
    from nearnote.index.index import Index

    Batch = list[tuple[bytes, str]]

NOW, QUIET = 0.0, 0.3
"""Seconds without a job that a piece waits for: none, or a pause in typing for the model's work."""

WINDOW = 512
"""How many waiting chunks are looked at together: enough to sort them by length into batches."""

MOST_AWAY = 2
"""Batches that a remote model may have at a time."""

SPELL = 8
"""After so many batches their memory is given back. After each would be a fifth slower, since the
next one has to ask for it anew."""

ATTEMPTS = 3
"""How often a text is tried alone when the error may have nothing to do with it."""


class EmbeddingQueue:
    """Lead chunks first, then open notes, then the rest; known vectors come from the cache.

    The texts of a batch that failed are tried alone, after the others, so that one bad text
    cannot fail its neighbours.
    """

    def __init__(self, index: Index, meaning: EmbeddingModel) -> None:
        self._index = index
        self._meaning = meaning
        self._batches: deque[Batch] = deque()
        self._away: list[Batch] = []
        self._alone: set[bytes] = set()
        self._attempts: Counter[bytes] = Counter()
        self._failed: set[bytes] = set()
        self._identity = ""
        self.done = False  # whether all that can have a vector has one
        self._progress = Progress()

    @property
    def progress(self) -> Progress:
        """What became of the chunks since the start."""
        return replace(self._progress, skipped=self._index.table.unwanted)

    def renew(self) -> None:
        """A note changed, so another order may be right now."""
        self._batches.clear()
        self.done = False

    def forgive(self) -> None:
        """Try again what failed."""
        self._meaning.retry()
        self._attempts.clear()
        self._failed.clear()
        self._progress = replace(self._progress, failed=0)
        self.renew()

    def step(self) -> float | None:
        """Do one small piece; seconds of quiet that the next one wants, None when there is none.

        A piece gives vectors to all of a window that the cache knows, or to one batch.
        """
        embedder = self._meaning.embedder
        if embedder is None:
            return None
        if self._identity != embedder.identity:
            self._identity = embedder.identity
            self._index.use_model(embedder.identity, embedder.dimensions, self._meaning.probes)
            self.renew()
        if rest := self._meaning.rest:
            return None if rest == inf or self.done else max(rest, QUIET)
        if len(self._away) == (MOST_AWAY if embedder.remote else 1):
            return None
        if not self._batches and self._plan():
            return NOW
        if not self._batches:
            return None
        self._send(self._batches.popleft())
        return NOW if embedder.remote else QUIET

    def _plan(self) -> bool:
        """Take what the cache has, and cut the next window of the rest into batches.

        True when the cache had something.
        """
        assert self._meaning.embedder is not None
        away = {hashed for batch in self._away for hashed, _ in batch}
        limit = WINDOW + len(self._failed) + len(away)
        waiting = self._index.pending(limit)
        if self._failed and len(waiting) < limit:  # that was all: forget those that are gone
            self._failed &= {hashed for hashed, _ in waiting}
            self._progress = replace(self._progress, failed=len(self._failed))
        waiting = [text for text in waiting if text[0] not in self._failed]
        if not waiting and not self.done:
            give_back()
        self.done = not waiting
        waiting = [text for text in waiting if text[0] not in away]
        known = self._meaning.recall([hashed for hashed, _ in waiting])
        if known:
            self._index.set_vectors(list(known), np.stack(list(known.values())))
            self._count(reused=len(known))
            return True
        together = [text for text in waiting if text[0] not in self._alone]
        self._batches.extend(
            [together[position] for position in batch]
            for batch in self._meaning.embedder.batches([text for _, text in together])
        )
        self._batches.extend([text] for text in waiting if text[0] in self._alone)
        return False

    def _send(self, batch: Batch) -> None:
        self._away.append(batch)
        hashes = [hashed for hashed, _ in batch]
        self._meaning.embed(hashes, [text for _, text in batch], partial(self._take, batch))

    def _take(self, batch: Batch, result: Vectors | Refused | Down) -> None:
        self._away.remove(batch)
        hashes = [hashed for hashed, _ in batch]
        if isinstance(result, Down):
            self.renew()  # all of it is tried again when the model is back
        elif isinstance(result, Refused):
            self._refused(hashes, result)
        else:
            # A note may have changed while a batch was away: the index takes what it still has.
            self._index.set_vectors(hashes, result)
            self._alone.difference_update(hashes)
            self._count(embedded=len(hashes))
        if len(self._batches) % SPELL == 0:
            give_back()

    def _refused(self, hashes: list[bytes], result: Refused) -> None:
        if len(hashes) > 1:
            self._alone.update(hashes)
            return
        self._attempts[hashes[0]] += 1
        if not result.passing or self._attempts[hashes[0]] >= ATTEMPTS:
            self._failed.update(hashes)
            self._progress = replace(self._progress, failed=len(self._failed))

    def _count(self, *, embedded: int = 0, reused: int = 0) -> None:
        self._progress = replace(
            self._progress,
            embedded=self._progress.embedded + embedded,
            reused=self._progress.reused + reused,
        )

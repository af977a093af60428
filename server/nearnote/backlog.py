"""The chunks of one vault that wait for a vector, and the order in which they get one."""

from __future__ import annotations

import logging
from collections import Counter, deque
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from nearnote.answers import Progress
from nearnote.embed import EmbedderError

if TYPE_CHECKING:
    from nearnote.index.store import Index
    from nearnote.meaning import Meaning

log = logging.getLogger(__name__)

WINDOW = 512
"""How many waiting chunks are looked at together: enough to sort them by length into batches."""

ATTEMPTS = 3
"""How often a batch is tried before its chunks count as failed."""


class Backlog:
    """Lead chunks first, then open notes, then the rest; known vectors come from the cache."""

    def __init__(self, index: Index, meaning: Meaning) -> None:
        self._index = index
        self._meaning = meaning
        self._batches: deque[list[tuple[bytes, str]]] = deque()
        self._attempts: Counter[bytes] = Counter()
        self._identity = ""
        self.progress = Progress()

    def renew(self) -> None:
        """A note changed, so another order may be right now."""
        self._batches.clear()

    def forgive(self) -> None:
        """Try again what failed."""
        self._attempts.clear()
        self.progress = replace(self.progress, failed=0)

    def step(self) -> bool:
        """Give vectors to one batch, or to all that the cache knows; False when none waits."""
        embedder = self._meaning.embedder
        if embedder is None:
            return False
        if self._identity != embedder.identity:
            self._identity = embedder.identity
            self._index.use_model(embedder.identity, embedder.dimensions)
            self._batches.clear()
        if not self._batches and not self._plan():
            return False
        if self._batches:
            self._embed(self._batches.popleft())
        return True

    def _plan(self) -> bool:
        """Take what the cache has, and cut the next window of the rest into batches."""
        assert self._meaning.embedder is not None
        waiting = [
            (hashed, text)
            for hashed, text in self._index.pending(WINDOW + len(self._failed()))
            if self._attempts[hashed] < ATTEMPTS
        ]
        if not waiting:
            return False
        known = self._meaning.recall([hashed for hashed, _ in waiting])
        if known:
            self._index.set_vectors(list(known), np.stack(list(known.values())))
            self._count(reused=len(known))
            waiting = [(hashed, text) for hashed, text in waiting if hashed not in known]
        texts = [text for _, text in waiting]
        self._batches.extend(
            [waiting[position] for position in batch]
            for batch in self._meaning.embedder.batches(texts)
        )
        return True

    def _embed(self, batch: list[tuple[bytes, str]]) -> None:
        hashes = [hashed for hashed, _ in batch]
        try:
            vectors = self._meaning.embed(hashes, [text for _, text in batch])
        except EmbedderError as error:
            log.warning("%s", error)
            self._attempts.update(hashes)
            self._count(failed=sum(self._attempts[hashed] == ATTEMPTS for hashed in hashes))
            return
        # A note may have changed while a batch waited: the index takes only what it still has.
        self._index.set_vectors(hashes, vectors)
        self._count(embedded=len(hashes))

    def _failed(self) -> list[bytes]:
        return [hashed for hashed, attempts in self._attempts.items() if attempts >= ATTEMPTS]

    def _count(self, *, embedded: int = 0, reused: int = 0, failed: int = 0) -> None:
        self.progress = replace(
            self.progress,
            embedded=self.progress.embedded + embedded,
            reused=self.progress.reused + reused,
            failed=self.progress.failed + failed,
        )

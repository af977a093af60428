"""The model that vaults share: not there yet, there, out of reach, or missing for a reason.

Without one everything but meaning works. Another model is never taken silently. What takes long
is done aside: loading the model, and every request to one that is not on this machine.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from math import inf
from typing import TYPE_CHECKING, Protocol, TypeVar

import numpy as np

from nearnote.config.folders import cache_folder
from nearnote.embedding import loader
from nearnote.embedding.embedder import EmbedderError
from nearnote.embedding.vector_cache import VectorCache

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from nearnote.config import Settings
    from nearnote.embedding.embedder import Embedder, Vectors

log = logging.getLogger(__name__)
T = TypeVar("T")

MOST_ASKED = 4
"""Queries that a remote model may be reading at a time; further ones are answered by words."""
MOST_KNOWN = 64
"""Queries whose vectors are kept: a box is asked again when its mode changes, and by completion
at every letter."""
LONGEST_REST = 600.0
"""Seconds after which a model that fails again and again is tried once more."""
_HARMLESS = "How long is a vector?"


class RunInBackground(Protocol):
    """Does work that takes long, perhaps elsewhere, and then something with what came of it."""

    def __call__(self, work: Callable[[], T], then: Callable[[T], object]) -> None: ...


def at_once(work: Callable[[], T], then: Callable[[T], object]) -> None:
    """The work is done when this returns."""
    then(work())


def nothing() -> None:
    """Nobody waits."""


def model_of(settings: Settings) -> tuple[object, ...]:
    """What of the settings decides which model there is and what its vectors are."""
    return (
        settings.provider,
        settings.model,
        settings.model_path,
        settings.base_url,
        settings.dimensions,
        settings.document_prefix,
        settings.query_prefix,
        settings.document_input_type,
        settings.query_input_type,
        settings.cache_dir,
        settings.downloads,
    )


@dataclass(frozen=True, slots=True)
class Refused:
    """The model does not take these texts, though it takes others; a `passing` error may not
    be about the texts at all.
    """

    passing: bool


@dataclass(frozen=True, slots=True)
class Down:
    """The model takes nothing."""

    error: EmbedderError


class EmbeddingModel:
    """The embedder and its cache; `reason` says in one sentence why there is none."""

    def __init__(
        self,
        load: Callable[[], Embedder],
        open_cache: Callable[[], VectorCache | None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._load = load
        self._open_cache = open_cache
        self._clock = clock
        self._run_in_background: RunInBackground = at_once
        self._cache: VectorCache | None = None
        self.embedder: Embedder | None = None
        self.probes: Vectors | None = None  # without them no hit is too far from a query
        self.reason = ""
        self.unkept = ""  # a sentence when the disk takes no vectors
        self.doing = ""  # a sentence while loading takes long: a download
        self._probes: Sequence[str] = ()
        self._loading = False
        self._closed = False
        self._resumes = 0.0  # by the clock
        self._rested = 0.0  # seconds, the last time
        self._batches = 0  # that are away
        self._known: dict[str, Vectors | None] = {}
        self._asked: dict[str, list[Callable[[], object]]] = {}

    @staticmethod
    def of(settings: Settings, news: Callable[[], object] = nothing) -> EmbeddingModel:
        """The model that these settings ask for; `news` is called when `doing` has changed."""

        def say(sentence: str) -> None:
            log.info("%s", sentence)
            meaning.doing = sentence
            news()

        def lose(sentence: str) -> None:
            log.warning("%s", sentence)
            meaning.unkept = sentence

        meaning = EmbeddingModel(
            lambda: loader.load(settings, say),
            lambda: VectorCache(cache_folder(settings), settings.cache_megabytes, lose),
        )
        return meaning

    @property
    def ready(self) -> bool:
        """Whether the model can be used."""
        return self.embedder is not None

    @property
    def name(self) -> str:
        """What a person calls the model; empty as long as there is none."""
        return "" if self.embedder is None else self.embedder.name

    @property
    def rest(self) -> float:
        """In how many seconds the model may be asked again; infinite when something must change."""
        return max(self._resumes - self._clock(), 0.0)

    def retry(self) -> None:
        """Whatever was wrong, try again."""
        self._resumes = self._rested = 0.0

    # -- loading -----------------------------------------------------------------------------

    @property
    def waits(self) -> bool:
        """Whether it is time to load the model."""
        return not (self.embedder or self._loading or self._closed or self.rest)

    def load(
        self, run_in_background: RunInBackground = at_once, probes: Sequence[str] = ()
    ) -> None:
        """Load the model, which takes a second or, with a download, minutes; never raises.

        All that takes long is done by `run_in_background` from now on. `probes` are questions
        whose vectors are to be known before there is a model.
        """
        self._run_in_background, self._probes = run_in_background, probes
        self._loading = True
        run_in_background(partial(_caught, self._load), self._take)

    def _take(self, loaded: Embedder | EmbedderError) -> None:
        self.doing = ""
        if self._closed:
            return
        if isinstance(loaded, EmbedderError):
            self._loading = False
            self._down(loaded)
            return
        self._cache = self._open_cache()
        hashes = [sha256(f"query {probe}".encode()).digest() for probe in self._probes]
        known = (
            {}
            if self._cache is None
            else self._cache.get(loaded.identity, hashes, loaded.dimensions)
        )
        begin = partial(self._begin, loaded, hashes)
        if all(each in known for each in hashes):
            begin([known[each] for each in hashes])
        else:
            embed_all = partial(_queries, loaded, self._probes)
            self._run_in_background(partial(_caught, embed_all), begin)

    def _begin(
        self, loaded: Embedder, hashes: list[bytes], probes: list[Vectors] | EmbedderError
    ) -> None:
        """From now on there is a model."""
        self._loading = False
        if self._closed:
            return
        self.embedder = loaded
        self._up()
        if isinstance(probes, EmbedderError):
            log.warning("%s", probes)
        elif probes:
            self.probes = np.stack(probes)
            if self._cache is not None:
                self._cache.put(loaded.identity, hashes, self.probes)

    # -- texts -------------------------------------------------------------------------------

    def recall(self, hashes: Sequence[bytes]) -> dict[bytes, Vectors]:
        """Those vectors that were computed before, here or by another server."""
        if self.embedder is None or self._cache is None:
            return {}
        return self._cache.get(self.embedder.identity, hashes, self.embedder.dimensions)

    def embed(
        self,
        hashes: Sequence[bytes],
        texts: Sequence[str],
        then: Callable[[Vectors | Refused | Down], object],
    ) -> None:
        """Hand the vectors of texts to `then`: at once those of a local model, else later."""
        embedder = self.embedder
        assert embedder is not None

        def take(result: Vectors | Refused | Down) -> None:
            self._batches -= 1
            if self._closed:
                return
            if isinstance(result, Down):
                self._down(result.error)
            else:
                self._up()
                if not isinstance(result, Refused) and self._cache is not None:
                    self._cache.put(embedder.identity, hashes, result)
            then(result)

        self._batches += 1
        (self._run_in_background if embedder.remote else at_once)(
            partial(_embed, embedder, texts), take
        )

    # -- queries -----------------------------------------------------------------------------

    def query(self, text: str) -> Vectors | None:
        """The vector of a query; None without a model, when it fails, or while it is on its way."""
        self.read(text)
        return self._known.get(text)

    def read(self, text: str, then: Callable[[], object] = nothing) -> None:
        """Find the vector of a query, for `query` to know; `then` is called when that is over."""
        embedder = self.embedder
        if text in self._asked:
            self._asked[text].append(then)
        elif embedder is None or text in self._known or self.rest or len(self._asked) >= MOST_ASKED:
            then()
        else:
            self._asked[text] = [then]
            work = partial(_caught, partial(embedder.embed_query, text))
            (self._run_in_background if embedder.remote else at_once)(
                work, partial(self._have_read, text)
            )

    def _have_read(self, text: str, result: Vectors | EmbedderError) -> None:
        waiting = self._asked.pop(text)
        if self._closed:
            return
        if not isinstance(result, EmbedderError):
            self._up()
            self._know(text, result)
        elif result.retry_after is None:
            log.warning("%s", result)
            self._know(text, None)  # there is something about this text
        elif self._batches:
            log.warning("%s", result)  # it may only be busy with these
        else:
            self._down(result)
        for then in waiting:
            then()

    def _know(self, text: str, vector: Vectors | None) -> None:
        if len(self._known) >= MOST_KNOWN:
            self._known.pop(next(iter(self._known)))
        self._known[text] = vector

    # -- up and down -------------------------------------------------------------------------

    def _up(self) -> None:
        self.reason = ""
        self.retry()

    def _down(self, error: EmbedderError) -> None:
        """Let the model rest, each time for longer; for ever when waiting cannot help."""
        log.warning("%s", error)
        self.reason = str(error)
        if error.retry_after is None:
            self._rested = inf
        else:
            self._rested = max(error.retry_after, min(2 * self._rested, LONGEST_REST), 1.0)
        self._resumes = self._clock() + self._rested

    def close(self) -> None:
        """Write the cache's last lines; what is still on its way is not taken any more."""
        self._closed = True
        if self._cache is not None:
            self._cache.close()
            self._cache = None


def _embed(embedder: Embedder, texts: Sequence[str]) -> Vectors | Refused | Down:
    """The vectors of texts, or whose fault it is that there are none."""
    result = _caught(partial(embedder.embed_documents, texts))
    if not isinstance(result, EmbedderError):
        return result
    log.warning("%s", result)
    if isinstance(_caught(partial(embedder.embed_documents, [_HARMLESS])), EmbedderError):
        return Down(result)
    return Refused(passing=result.retry_after is not None)


def _queries(embedder: Embedder, texts: Sequence[str]) -> list[Vectors]:
    return [embedder.embed_query(text) for text in texts]


def _caught(work: Callable[[], T]) -> T | EmbedderError:
    """What work gives, or the error: a broken install must not take the words down with it."""
    try:
        return work()
    except EmbedderError as error:
        return error
    except Exception as error:
        log.exception("The model failed")
        return EmbedderError(f"The model failed ({type(error).__name__}: {error}).")

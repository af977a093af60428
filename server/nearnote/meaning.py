"""The model that all vaults share: not there yet, there, or missing for a reason.

Without one everything but meaning works. Another model is never taken silently.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Protocol, TypeVar

from nearnote import embed
from nearnote.embed import EmbedderError
from nearnote.embed.cache import VectorCache
from nearnote.embed.folders import cache_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from nearnote.embed import Embedder, Vectors
    from nearnote.settings import Settings

log = logging.getLogger(__name__)
T = TypeVar("T")


class Aside(Protocol):
    """Does work that takes long, perhaps elsewhere, and then something with what came of it."""

    def __call__(self, work: Callable[[], T], then: Callable[[T], object]) -> None: ...


def at_once(work: Callable[[], T], then: Callable[[T], object]) -> None:
    """The work is done when this returns."""
    then(work())


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
    )


class Meaning:
    """The embedder and its cache; `reason` says in one sentence why there is none."""

    def __init__(
        self, load: Callable[[], Embedder], open_cache: Callable[[], VectorCache | None]
    ) -> None:
        self._load = load
        self._open_cache = open_cache
        self._cache: VectorCache | None = None
        self.embedder: Embedder | None = None
        self.reason = ""
        self.doing = ""  # a sentence while loading takes long: a download
        self.asked = False
        self._closed = False
        self._asked: tuple[str, Vectors] | None = None

    @staticmethod
    def of(settings: Settings, news: Callable[[], object] = lambda: None) -> Meaning:
        """The model that these settings ask for; `news` is called when `doing` has changed."""

        def say(sentence: str) -> None:
            log.info("%s", sentence)
            meaning.doing = sentence
            news()

        meaning = Meaning(
            lambda: embed.load(settings, say),
            lambda: VectorCache(cache_folder(settings), settings.cache_megabytes, log.warning),
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

    def load(self, aside: Aside = at_once) -> None:
        """Load the model, which takes a second or, with a download, minutes; never raises."""
        self.asked = True
        aside(self._try, self._take)

    def _try(self) -> Embedder | str:
        """The model, or the reason why there is none."""
        try:
            return self._load()
        except EmbedderError as error:
            return str(error)
        except Exception as error:  # a broken install must not take the words down with it
            log.exception("the model could not be loaded")
            return f"The model could not be loaded ({type(error).__name__}: {error})."

    def _take(self, loaded: Embedder | str) -> None:
        self.doing = ""
        if isinstance(loaded, str):
            self.reason = loaded
        elif not self._closed:
            self.embedder = loaded
            self._cache = self._open_cache()

    def recall(self, hashes: Sequence[bytes]) -> dict[bytes, Vectors]:
        """Those vectors that were computed before, here or by another server."""
        if self.embedder is None or self._cache is None:
            return {}
        return self._cache.get(self.embedder.identity, hashes)

    def embed(self, hashes: Sequence[bytes], texts: Sequence[str]) -> Vectors:
        """The vectors of texts, kept for next time. Raises EmbedderError."""
        assert self.embedder is not None
        vectors = self.embedder.embed_documents(texts)
        if self._cache is not None:
            self._cache.put(self.embedder.identity, hashes, vectors)
        return vectors

    def query(self, text: str) -> Vectors | None:
        """The vector of a query, None without a model or when the model fails on it."""
        if self.embedder is None:
            return None
        # A search box is asked again when its mode changes, and completion at every letter.
        if self._asked is None or self._asked[0] != text:
            try:
                self._asked = text, self.embedder.embed_query(text)
            except EmbedderError as error:
                log.warning("%s", error)
                return None
        return self._asked[1]

    def close(self) -> None:
        """Write the cache's last lines; a model that is still loading is not taken any more."""
        self._closed = True
        if self._cache is not None:
            self._cache.close()
            self._cache = None

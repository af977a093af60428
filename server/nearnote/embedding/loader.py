"""From settings to the embedder that they ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.config.folders import cache_folder
from nearnote.embedding.embedder import silent

if TYPE_CHECKING:
    from collections.abc import Callable

    from nearnote.config import Settings
    from nearnote.embedding.embedder import Embedder

DEFAULT_NAMES = ("", "sentence-transformers/all-minilm-l6-v2", "all-minilm-l6-v2")
"""What the embedded model is called in settings, in lower case."""


def load(settings: Settings, progress: Callable[[str], None] = silent) -> Embedder:
    """The embedder that the settings ask for; EmbedderError where it cannot be had.

    It imports heavy libraries, may read for a second and, where the user chose a model that is
    not there yet, downloads for minutes: `progress` gets a sentence on each such step.
    """
    match settings.provider:
        case "hashing":
            from nearnote.embedding.providers.hashing import HashingEmbedder

            return HashingEmbedder(settings.dimensions or 256)
        case "multilingual":
            from nearnote.embedding.providers.multilingual import load_multilingual

            return load_multilingual(settings)
        case "openai":
            from nearnote.embedding.providers.openai import load_openai

            return load_openai(settings)
        case "litellm":
            from nearnote.embedding.providers.litellm import load_litellm

            return load_litellm(settings)
        case _:
            return _load_local(settings, progress)


def _load_local(settings: Settings, progress: Callable[[str], None]) -> Embedder:
    """A model on this machine: the default goes around fastembed, which is slow to import."""
    if settings.model_path:
        from nearnote.embedding.providers.model_folder import load_local

        return load_local(settings, cache_folder(settings))
    if (settings.model or "").strip().casefold() in DEFAULT_NAMES:
        from nearnote.embedding.default_model import load_default

        return load_default(settings, cache_folder(settings))
    from nearnote.embedding.catalogue import MODELS, load_installed

    if settings.model in MODELS:
        return load_installed(MODELS[settings.model], settings)
    from nearnote.embedding.providers.fastembed import load_fastembed

    return load_fastembed(settings, progress)

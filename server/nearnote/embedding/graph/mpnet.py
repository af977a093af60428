"""The weights of all-mpnet-base-v2, from its safetensors file."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from nearnote.embedding.graph.weights import Encoder, Layer, Linear, Norm, linear, stacked, table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_LAYERS, _HEADS, _EPSILON = 12, 12, 1e-5
_FIRST_PLACE = 2  # the first token's row of the table of places; 0 and 1 are of padding
_BUCKETS, _FARTHEST = 32, 128


def encoder_of(file: memoryview) -> Encoder:
    """The encoder; ValueError or KeyError for another file."""
    tensors = safetensors(file)
    positions = tensors["embeddings.position_embeddings.weight"][_FIRST_PLACE:]
    return Encoder(
        words=table(tensors["embeddings.word_embeddings.weight"]),
        positions=positions,
        norm=_norm(tensors, "embeddings.LayerNorm"),
        layers=tuple(_layer(tensors, f"encoder.layer.{number}.") for number in range(_LAYERS)),
        heads=_HEADS,
        epsilon=_EPSILON,
        relative=_by_distance(tensors["encoder.relative_attention_bias.weight"], len(positions)),
    )


def _layer(tensors: Mapping[str, Floats], layer: str) -> Layer:
    def of(name: str) -> Linear:
        return linear(tensors[f"{layer}{name}.weight"], tensors[f"{layer}{name}.bias"])

    return Layer(
        attention=stacked(*(of(f"attention.attn.{name}") for name in "qkv")),
        attended=of("attention.attn.o"),
        attended_norm=_norm(tensors, f"{layer}attention.LayerNorm"),
        wide=of("intermediate.dense"),
        narrow=of("output.dense"),
        norm=_norm(tensors, f"{layer}output.LayerNorm"),
    )


def _norm(tensors: Mapping[str, Floats], name: str) -> Norm:
    return Norm(tensors[f"{name}.weight"], tensors[f"{name}.bias"])


def _by_distance(bias: Floats, places: int) -> Floats:
    """(heads, 2 * places - 1) from (buckets, heads): T5's buckets, each half for one direction.

    Small distances have a bucket each, larger ones share theirs by logarithm.
    """
    distance = np.arange(1 - places, places)
    half, near = _BUCKETS // 2, _BUCKETS // 4
    size = np.abs(distance)
    far = near + (
        np.log(np.maximum(size, 1) / near) / math.log(_FARTHEST / near) * (half - near)
    ).astype(np.int64)
    bucket = np.where(size < near, size, np.minimum(far, half - 1)) + half * (distance > 0)
    return np.ascontiguousarray(bias[bucket].T.astype(np.float32))


def safetensors(file: memoryview) -> dict[str, NDArray[Any]]:
    """The float tensors of a safetensors file as views of it.

    Raises ValueError where it is damaged.
    """
    size = int.from_bytes(file[:8], "little")
    if size > len(file) - 8:
        raise ValueError("the header ends after the file")
    header = json.loads(bytes(file[8 : 8 + size]))
    found: dict[str, NDArray[Any]] = {}
    for name, entry in header.items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            start, end = (8 + size + at for at in entry["data_offsets"])
            found[name.removeprefix("mpnet.")] = np.frombuffer(file[start:end], np.float32).reshape(
                entry["shape"]
            )
    return found

"""Weights of an encoder, as 8-bit numbers with a scale for each block, or as plain floats."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Bytes = NDArray[Any]

BLOCK = 32
"""Numbers that share a scale: small enough that one large number spoils few others."""
_MIDDLE = 128


@dataclass(frozen=True, slots=True)
class Linear:
    """y = W x + b: `codes` (out, in / BLOCK, BLOCK) uint8, `scales` (out, in / BLOCK), `bias`.

    W is scale · (code - 128).
    """

    codes: Bytes
    scales: Floats
    bias: Floats

    @property
    def shape(self) -> tuple[int, int]:
        """(out, in)"""
        return self.codes.shape[0], self.codes.shape[1] * BLOCK


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of an embedding table: `codes` (rows, width) int8, `scales` (rows, parts).

    Each of a row's parts, of equal width, has a scale.
    """

    codes: Bytes
    scales: Floats

    @property
    def width(self) -> int:
        """Numbers of a row."""
        return int(self.codes.shape[1])


@dataclass(frozen=True, slots=True)
class Norm:
    """Layer normalisation: (width) each."""

    weight: Floats
    bias: Floats


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of the encoder. `attention` is query, key and value, one below the other."""

    attention: Linear
    attended: Linear
    attended_norm: Norm
    wide: Linear
    narrow: Linear
    norm: Norm


@dataclass(frozen=True, slots=True)
class Encoder:
    """All that decides the vectors of a BERT-like model.

    `positions` (places, width) already has what the type of token adds, and begins with the place
    of the first token. `relative` (heads, 2 * places - 1) is what MPNet adds to attention by the
    distance of two tokens, the middle being 0.
    """

    words: Table
    positions: Floats
    norm: Norm
    layers: tuple[Layer, ...]
    heads: int
    epsilon: float
    relative: Floats = field(default_factory=lambda: np.zeros((0, 0), np.float32))

    @property
    def width(self) -> int:
        """Dimensions of the vectors."""
        return self.words.width


def linear(weight: Floats, bias: Floats) -> Linear:
    """Floats (out, in) in 8-bit blocks: the largest number of a block becomes 127.

    Symmetric absmax quantisation by blocks, as `MatMulNBits` of onnxruntime reads it. `weight` is
    (out, in), in a multiple of `BLOCK`, `bias` (out); w ≈ scale · (code − 128).
    """
    blocks = weight.reshape(len(weight), -1, BLOCK)
    scales = np.abs(blocks).max(axis=2) / 127
    safe = np.where(scales > 0, scales, 1)[..., None]
    codes = np.clip(np.rint(blocks / safe) + _MIDDLE, 0, 255).astype(np.uint8)
    return Linear(codes, scales.astype(np.float32), np.asarray(bias, np.float32))


def linear_of_columns(codes: Bytes, scales: Floats, bias: Floats) -> Linear:
    """Exactly the same from int8 numbers (in, out) with a scale for each output.

    `scales` (out) or one that each block of its output repeats.
    """
    out = codes.shape[1]
    blocks = (codes.T.astype(np.int16) + _MIDDLE).astype(np.uint8).reshape(out, -1, BLOCK)
    repeated = np.repeat(scales.reshape(out, 1), blocks.shape[1], axis=1)
    return Linear(blocks, repeated.astype(np.float32), np.asarray(bias, np.float32))


def stacked(*parts: Linear) -> Linear:
    """One linear map that gives the outputs of several, one after the other."""
    return Linear(
        np.concatenate([part.codes for part in parts]),
        np.concatenate([part.scales for part in parts]),
        np.concatenate([part.bias for part in parts]),
    )


def table(rows: Floats) -> Table:
    """Floats (rows, width) in 8 bits, the largest number of a row being 127.

    Symmetric absmax quantisation by rows: a scale (rows, 1) for each.
    """
    scales = np.abs(rows).max(axis=1, keepdims=True) / 127
    codes = np.rint(rows / np.where(scales > 0, scales, 1)).astype(np.int8)
    return Table(codes, scales.astype(np.float32))

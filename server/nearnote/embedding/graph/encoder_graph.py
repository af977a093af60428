"""The ONNX graph of a BERT-like encoder, made for onnxruntime's fast 8-bit products.

`MatMulNBits` multiplies 8-bit weights with activations that it rounds to 8 bits block by block,
where a plain MatMul of the same weights first makes floats of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nearnote.embedding.graph.onnx_file import CONTRIB, FLOAT, INT32, Graph
from nearnote.embedding.graph.weights import BLOCK

if TYPE_CHECKING:
    from nearnote.embedding.graph.weights import Encoder, Layer, Linear, Norm, Table

OUTPUT = "last_hidden_state"
_EIGHT_BIT_ACTIVATIONS = 4  # MatMulNBits' accuracy level


def graph_of(encoder: Encoder) -> bytes:
    """The file: `input_ids` and `attention_mask` (batch, length) to (batch, length, width)."""
    return _Encoder(encoder).file()


class _Encoder:
    """Names of outputs are what its methods take and return."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._graph = Graph()

    def file(self) -> bytes:
        graph, encoder = self._graph, self._encoder
        graph.array("zero", np.array([0], np.int64))
        self._length = graph.node("Shape", "input_ids", start=1, end=2)
        self._mask = graph.node("Cast", "attention_mask", to=INT32)
        self._near = self._by_distance() if encoder.relative.size else ""
        state = self._embedded()
        for number, layer in enumerate(encoder.layers):
            state = self._layer(f"layer{number}", layer, state)
        graph.node("Identity", state, out=OUTPUT)
        sizes = ("batch", "length")
        inputs = {"input_ids": sizes, "attention_mask": sizes}
        return graph.model(inputs, OUTPUT, (*sizes, encoder.width))

    def _embedded(self) -> str:
        """What the tokens and their places say."""
        graph = self._graph
        graph.array("positions", self._encoder.positions.astype(np.float32))
        places = graph.node("Slice", "positions", "zero", self._length, "zero")
        both = graph.node("Add", self._rows(self._encoder.words), places)
        norm = self._encoder.norm
        return graph.node(
            "LayerNormalization", both, *self._of_norm("embedded", norm), epsilon=self._epsilon
        )

    def _rows(self, table: Table) -> str:
        """The rows of a table that stays in 8 bits: only those that are wanted become floats."""
        graph = self._graph
        codes = graph.node("Gather", graph.array("words", table.codes), "input_ids", axis=0)
        scales = graph.node("Gather", graph.array("scales", table.scales), "input_ids", axis=0)
        rows = graph.node("Cast", codes, to=FLOAT)
        parts = table.scales.shape[1]
        if parts == 1:
            return graph.node("Mul", rows, scales)
        cut = graph.array("cut", np.array([0, 0, parts, -1], np.int64))
        joined = graph.array("joined", np.array([0, 0, table.width], np.int64))
        last = graph.array("last", np.array([3], np.int64))
        scales = graph.node("Unsqueeze", scales, last)
        return graph.node(
            "Reshape", graph.node("Mul", graph.node("Reshape", rows, cut), scales), joined
        )

    def _by_distance(self) -> str:
        """What is added to attention by the distance of two tokens: (1, heads, length, length)."""
        graph, relative = self._graph, self._encoder.relative
        longest = relative.shape[1] // 2 + 1
        graph.array("distances", relative)
        graph.array("places", np.arange(longest))
        graph.array("nearest", np.array(longest - 1, np.int64))
        at = graph.node("Slice", "places", "zero", self._length, "zero")
        column = graph.node("Unsqueeze", at, graph.array("one", np.array([1], np.int64)))
        distance = graph.node("Add", graph.node("Sub", at, column), "nearest")
        near = graph.node("Gather", "distances", distance, axis=1)
        return graph.node("Unsqueeze", near, "zero")

    def _layer(self, name: str, layer: Layer, state: str) -> str:
        attended = self._linear(
            f"{name}.attended", layer.attended, self._attention(name, layer, state)
        )
        state = self._added(f"{name}.attended", layer.attended_norm, attended, state)
        wide = self._linear(f"{name}.wide", layer.wide, state)
        wide = self._graph.node("Gelu", wide, domain=CONTRIB)
        return self._added(
            name, layer.norm, self._linear(f"{name}.narrow", layer.narrow, wide), state
        )

    def _attention(self, name: str, layer: Layer, state: str) -> str:
        graph = self._graph
        all_three = self._linear(f"{name}.attention", layer.attention, state)
        parts = tuple(f"{name}.{part}" for part in ("query", "key", "value"))
        graph.split("Split", (all_three,), parts, axis=2, num_outputs=3)
        rest = ("", self._mask, self._near) if self._near else ("", self._mask)
        return graph.node(
            "MultiHeadAttention", *parts, *rest, domain=CONTRIB,
            num_heads=self._encoder.heads, mask_filter_value=-1e9,
        )  # fmt: skip

    def _linear(self, name: str, linear: Linear, state: str) -> str:
        graph = self._graph
        out, width = linear.shape
        codes = graph.array(f"{name}.codes", linear.codes)
        scales = graph.array(f"{name}.scales", linear.scales)
        bias = graph.array(f"{name}.bias", linear.bias)
        return graph.node(
            "MatMulNBits", state, codes, scales, "", "", bias, domain=CONTRIB,
            K=width, N=out, bits=8, block_size=BLOCK, accuracy_level=_EIGHT_BIT_ACTIVATIONS,
        )  # fmt: skip

    def _added(self, name: str, norm: Norm, new: str, old: str) -> str:
        weights = self._of_norm(name, norm)
        return self._graph.node(
            "SkipLayerNormalization", new, old, *weights, domain=CONTRIB, epsilon=self._epsilon
        )

    def _of_norm(self, name: str, norm: Norm) -> tuple[str, str]:
        return (
            self._graph.array(f"{name}.norm.weight", norm.weight.astype(np.float32)),
            self._graph.array(f"{name}.norm.bias", norm.bias.astype(np.float32)),
        )

    @property
    def _epsilon(self) -> float:
        return self._encoder.epsilon

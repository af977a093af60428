"""Graphs that we write, against the same encoder in numpy and against onnx's own reader."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import onnx
import onnxruntime
import pytest

from nearnote.embedding.graph.encoder_graph import OUTPUT, graph_of
from nearnote.embedding.graph.onnx_file import arrays_of
from nearnote.embedding.graph.weights import (
    Encoder,
    Layer,
    Linear,
    Norm,
    Table,
    linear,
    linear_of_columns,
    stacked,
    table,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

WIDTH, HEADS, WIDE, WORDS, PLACES = 64, 4, 128, 50, 12
RANDOM = np.random.default_rng(1)


def floats(*shape: int, scale: float = 0.2) -> Array:
    return RANDOM.normal(0, scale, shape).astype(np.float32)


def norm() -> Norm:
    return Norm(1 + floats(WIDTH), floats(WIDTH))


def tiny(*, relative: bool = False, parts: int = 1) -> Encoder:
    def of(out: int, width: int) -> Linear:
        return linear(floats(out, width), floats(out))

    words = table(floats(WORDS, WIDTH))
    if parts > 1:
        words = Table(words.codes, np.abs(floats(WORDS, parts)) / 127)
    layers = tuple(
        Layer(
            stacked(of(WIDTH, WIDTH), of(WIDTH, WIDTH), of(WIDTH, WIDTH)),
            of(WIDTH, WIDTH), norm(), of(WIDE, WIDTH), of(WIDTH, WIDE), norm(),
        )
        for _ in range(2)
    )  # fmt: skip
    distances = floats(HEADS, 2 * PLACES - 1, scale=1) if relative else np.zeros((0, 0), np.float32)
    return Encoder(words, floats(PLACES, WIDTH), norm(), layers, HEADS, 1e-6, distances)


def weight_of(of: Linear) -> Array:
    return ((of.codes.astype(np.float32) - 128) * of.scales[..., None]).reshape(of.shape)


def in_numpy(model: Encoder, ids: Array, mask: Array) -> Array:
    """What each token of each text becomes, by the book."""

    def normal(values: Array, by: Norm) -> Array:
        centred = values - values.mean(-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(-1, keepdims=True) + model.epsilon)
        return centred / spread * by.weight + by.bias

    def apply(of: Linear, values: Array) -> Array:
        return values @ weight_of(of).T + of.bias

    batch, length = ids.shape
    parts = model.words.scales.shape[1]
    rows = model.words.codes.astype(np.float32).reshape(WORDS, parts, -1)
    rows = (rows * model.words.scales[..., None]).reshape(WORDS, WIDTH)
    state = normal(rows[ids] + model.positions[:length], model.norm)
    near = np.where(mask, 0, -1e9)[:, None, None, :]
    if model.relative.size:
        distance = np.arange(length) - np.arange(length)[:, None] + PLACES - 1
        near = near + model.relative[:, distance]
    for layer in model.layers:
        heads = apply(layer.attention, state).reshape(batch, length, 3, HEADS, -1)
        query, key, value = heads.transpose(2, 0, 3, 1, 4)
        scores = query @ key.transpose(0, 1, 3, 2) / math.sqrt(WIDTH / HEADS) + near
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        seen = (scores / scores.sum(-1, keepdims=True)) @ value
        seen = seen.transpose(0, 2, 1, 3).reshape(batch, length, WIDTH)
        state = normal(state + apply(layer.attended, seen), layer.attended_norm)
        wide = apply(layer.wide, state)
        wide = wide * (1 + np.vectorize(math.erf)(wide / math.sqrt(2))) / 2
        state = normal(state + apply(layer.narrow, wide), layer.norm)
    return np.asarray(state)


@pytest.mark.parametrize(
    ("relative", "parts"), [(False, 1), (True, 1), (False, 2)], ids=["bert", "mpnet", "e5"]
)
def test_a_graph_says_what_numpy_says(relative: bool, parts: int) -> None:
    model = tiny(relative=relative, parts=parts)
    graph = graph_of(model)
    onnx.load_model_from_string(graph)
    ids = RANDOM.integers(0, WORDS, (3, PLACES))
    mask = np.arange(PLACES) < np.array([[PLACES], [5], [1]])
    session = onnxruntime.InferenceSession(graph, providers=["CPUExecutionProvider"])
    inputs = {"input_ids": ids, "attention_mask": mask.astype(np.int64)}
    found, expected = np.asarray(session.run([OUTPUT], inputs)[0]), in_numpy(model, ids, mask)
    found, expected = found[mask], expected[mask]
    cosines = (found * expected).sum(-1) / np.linalg.norm(found, axis=-1)
    assert (cosines / np.linalg.norm(expected, axis=-1)).min() > 0.999  # activations are rounded


def test_columns_of_int8_lose_nothing() -> None:
    codes = RANDOM.integers(-128, 128, (64, 3)).astype(np.int8)
    scales = np.abs(floats(1, 3))
    same = weight_of(linear_of_columns(codes, scales, np.zeros(3, np.float32)))
    assert np.array_equal(same, (codes * scales).astype(np.float32).T)


def test_blocks_are_near_to_their_floats() -> None:
    weight = floats(5, 64)
    weight[0, :32] = 0
    assert np.abs(weight_of(linear(weight, floats(5))) - weight).max() < np.abs(weight).max() / 200


def test_arrays_are_read_as_onnx_wrote_them() -> None:
    given = {
        "bytes": np.arange(-3, 3, dtype=np.int8).reshape(2, 3),
        "floats": floats(4, 1),
        "numbers": np.array([1 << 40, -1]),
        "one": np.array(2.5, np.float32),
    }
    tensors = [onnx.numpy_helper.from_array(value, name) for name, value in given.items()]
    model = onnx.helper.make_model(onnx.helper.make_graph([], "empty", [], [], tensors))
    found = arrays_of(memoryview(model.SerializeToString()))
    assert found.keys() == given.keys()
    for name, value in given.items():
        assert np.array_equal(found[name], value)
        assert found[name].shape == value.shape


@pytest.mark.parametrize("kept", [1, 100, 0.5, -1])
def test_half_a_file_is_a_value_error(kept: float) -> None:
    graph = graph_of(tiny())
    with pytest.raises(ValueError, match=r"."):
        arrays_of(memoryview(graph)[: int(kept if abs(kept) >= 1 else len(graph) * kept)])

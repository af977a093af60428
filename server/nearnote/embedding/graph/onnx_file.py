"""ONNX files written from nodes and arrays, and the arrays read out of one.

Field numbers are those of onnx.proto3.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from nearnote.embedding.graph.protobuf import chunk, fields, single, text, whole

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    Array = NDArray[Any]

_TYPES = {"float32": 1, "uint8": 2, "int8": 3, "int32": 6, "int64": 7, "bool": 9, "float16": 10}
_DTYPES = {number: np.dtype(name) for name, number in _TYPES.items()}
_IR_VERSION, _OPSET = 9, 18
FLOAT, INT32 = _TYPES["float32"], _TYPES["int32"]
CONTRIB = "com.microsoft"
"""The operators that onnxruntime adds to those of ONNX."""


@dataclass(slots=True)
class Graph:
    """A graph under construction: each call of `node` adds one and returns its output's name."""

    _nodes: list[bytes] = field(default_factory=list)
    _arrays: dict[str, bytes] = field(default_factory=dict)

    def array(self, name: str, values: Array | Sequence[int] | float) -> str:
        """A constant, once for each name."""
        if name not in self._arrays:
            self._arrays[name] = _tensor(name, np.asarray(values))
        return name

    def node(self, kind: str, *inputs: str, domain: str = "", out: str = "", **more: object) -> str:
        """An operator with one output; an input "" is one that is left out."""
        name = out or f"{kind}_{len(self._nodes)}"
        self.split(kind, inputs, (name,), domain=domain, **more)
        return name

    def split(
        self,
        kind: str,
        inputs: Sequence[str],
        outputs: Sequence[str],
        domain: str = "",
        **more: Any,
    ) -> None:
        """An operator with named outputs."""
        parts = [text(1, name) for name in inputs]
        parts += [text(2, name) for name in outputs]
        parts += [text(3, f"node_{len(self._nodes)}"), text(4, kind)]
        parts += [chunk(5, _attribute(name, value)) for name, value in more.items()]
        self._nodes.append(chunk(1, *parts, text(7, domain)))

    def model(
        self, inputs: Mapping[str, Sequence[str]], output: str, shape: Sequence[Any]
    ) -> bytes:
        """The file: int64 inputs with the names of their sizes, and one float output."""
        graph = [*self._nodes, text(2, "encoder")]
        graph += [chunk(5, each) for each in self._arrays.values()]
        graph += [chunk(11, _value(name, "int64", sizes)) for name, sizes in inputs.items()]
        graph.append(chunk(12, _value(output, "float32", shape)))
        return b"".join(
            (
                whole(1, _IR_VERSION),
                text(2, "nearnote"),
                chunk(7, *graph),
                chunk(8, text(1, ""), whole(2, _OPSET)),
                chunk(8, text(1, CONTRIB), whole(2, 1)),
            )
        )


def _tensor(name: str, values: Array) -> bytes:
    raw = np.ascontiguousarray(values)
    dims = b"".join(whole(1, size) for size in values.shape)
    raw_data = chunk(9, raw.astype(raw.dtype.newbyteorder("<"), copy=False).tobytes())
    return b"".join((dims, whole(2, _TYPES[raw.dtype.name]), text(8, name), raw_data))


def _attribute(name: str, value: object) -> bytes:
    if isinstance(value, int):
        return text(1, name) + whole(3, value) + whole(20, 2)
    if isinstance(value, float):
        return text(1, name) + single(2, value) + whole(20, 1)
    assert isinstance(value, tuple)
    return text(1, name) + b"".join(whole(8, each) for each in value) + whole(20, 7)


def _value(name: str, kind: str, sizes: Sequence[str | int]) -> bytes:
    dims = [chunk(1, whole(1, size) if isinstance(size, int) else text(2, size)) for size in sizes]
    return text(1, name) + chunk(2, chunk(1, whole(1, _TYPES[kind]), chunk(2, *dims)))


def arrays_of(file: memoryview) -> dict[str, Array]:
    """The constants of an ONNX file by name, as views of it; ValueError where it is damaged.

    Those of other types than we write, and those without raw data, are left out.
    """
    found: dict[str, Array] = {}
    for number, graph in fields(file):
        if number != 7 or isinstance(graph, int):
            continue
        for part, value in fields(graph):
            if part == 5 and not isinstance(value, int):
                _read_array(value, found)
    return found


def _read_array(tensor: memoryview, found: dict[str, Array]) -> None:
    shape: list[int] = []
    kind, name, raw = 0, "", None
    for number, value in fields(tensor):
        if isinstance(value, int):
            if number == 1:
                shape.append(value)
            elif number == 2:
                kind = value
        elif number == 1:
            shape += _packed(value)
        elif number == 8:
            name = bytes(value).decode()
        elif number == 9:
            raw = value
    if raw is not None and kind in _DTYPES:
        found[name] = np.frombuffer(raw, _DTYPES[kind]).reshape(shape)


def _packed(value: memoryview) -> list[int]:
    """Numbers side by side, as a writer may put repeated ones."""
    numbers, number, shift = [], 0, 0
    for byte in value:
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            numbers.append(number)
            number = shift = 0
    return numbers

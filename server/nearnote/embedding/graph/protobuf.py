"""The little of protobuf's wire format that an ONNX file needs.

The package `onnx` would do it too, in 15 MB that every user would have to install.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5
"""The wire types; groups are not used by ONNX."""


def varint(number: int) -> bytes:
    """A whole number; negative ones as the 64 bits of their two's complement."""
    number &= (1 << 64) - 1
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number)
    return bytes(found)


def whole(field: int, number: int) -> bytes:
    """A field that holds a whole number."""
    return varint(field << 3 | VARINT) + varint(number)


def single(field: int, number: float) -> bytes:
    """A field that holds a 32-bit float."""
    return varint(field << 3 | FIXED32) + struct.pack("<f", number)


def chunk(field: int, *parts: bytes) -> bytes:
    """A field that holds bytes, a text or another message."""
    size = sum(map(len, parts))
    return b"".join((varint(field << 3 | BYTES), varint(size), *parts))


def text(field: int, value: str) -> bytes:
    """A field that holds a text."""
    return chunk(field, value.encode())


def fields(message: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """The fields of a message in order, (number, value).

    Values of fixed size are left as their bytes.

    Raises ValueError for a wire type that is unknown and a field that ends after its message.
    """
    at = 0
    while at < len(message):
        key, at = _varint_at(message, at)
        kind = key & 7
        if kind == VARINT:
            value, at = _varint_at(message, at)
            yield key >> 3, value
            continue
        if kind == BYTES:
            size, at = _varint_at(message, at)
        elif kind in (FIXED32, FIXED64):
            size = 4 if kind == FIXED32 else 8
        else:
            raise ValueError(f"wire type {kind}")
        if at + size > len(message):
            raise ValueError("a field ends after its message")
        yield key >> 3, message[at : at + size]
        at += size


def _varint_at(message: memoryview, at: int) -> tuple[int, int]:
    """A base-128 varint and the place after it.

    Raises ValueError where it has no end.
    """
    number = shift = 0
    while at < len(message) and shift < 64:
        byte = message[at]
        at += 1
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return number, at
    raise ValueError("a number without its end")

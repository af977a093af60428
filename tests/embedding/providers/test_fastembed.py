"""The real embedded model."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from nearnote.config import Settings
from nearnote.embedding.embedder import Embedder, EmbedderError
from nearnote.embedding.loader import load
from nearnote.embedding.tokenizer_fertility import USUAL, fertility_trust

pytestmark = pytest.mark.model

TEXTS = [
    "Bread > Bulk fermentation\nThe dough rises faster in a warm kitchen.",
    "Travel\nThe night train to Izmir leaves at ten.",
    "x",
    "Bread\n" + "A sourdough starter wants flour and water every day. " * 30,
]


@pytest.fixture(scope="module")
def embedder(tmp_path_factory: pytest.TempPathFactory) -> Embedder:
    return load(Settings(cache_dir=str(tmp_path_factory.mktemp("cache"))))


def test_vectors(embedder: Embedder) -> None:
    rows = embedder.embed_documents(TEXTS)
    assert rows.shape == (4, 384)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-6)
    assert embedder.embed_documents([]).shape == (0, 384)
    assert not embedder.remote
    assert "all-MiniLM-L6-v2" in embedder.identity


def test_order_and_company_do_not_change_a_vector(embedder: Embedder) -> None:
    alone = np.concatenate([embedder.embed_documents([text]) for text in TEXTS])
    assert np.allclose(embedder.embed_documents(TEXTS), alone, atol=1e-5)
    assert np.allclose(embedder.embed_documents(TEXTS[::-1])[::-1], alone, atol=1e-5)


def test_meaning(embedder: Embedder) -> None:
    scores = embedder.embed_documents(TEXTS) @ embedder.embed_query(
        "proofing goes quicker when it is hot"
    )
    assert scores[0] == max(scores)


def test_batches_are_small(embedder: Embedder) -> None:
    cut = embedder.batches(TEXTS * 5)
    assert sorted(index for batch in cut for index in batch) == list(range(20))
    assert [3] in cut
    assert max(len(batch) for batch in cut) > 4


@pytest.mark.parametrize("text", ["a\ud800b", "\x00", "", "[SEP] <s>", "\ufeff", "ﷺ" * 1000])
def test_any_query_has_a_vector(embedder: Embedder, text: str) -> None:
    assert np.isclose(np.linalg.norm(embedder.embed_query(text)), 1)
    assert 0 <= fertility_trust(embedder.spelling(text).ratio(USUAL)) <= 1


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("how does bread rise", 1, 1),
        ("The dough rises faster in a warm kitchen, doesn't it?", 1, 1),
        ("", 1, 1),
        ("2024-01-01 🎉", 1, 1),
        ("Ekmek hamuru neden kabarmıyor acaba", 0, 0),
        ("Le chat est assis sur le tapis et attend patiemment le dîner", 0.5, 1),
        ("Кошка сидит на коврике и терпеливо ждёт ужина.", 0, 0),
        ("猫坐在垫子上，耐心地等待家人的晚餐", 0, 0),
        ("猫はマットの上に座って、家族の夕食を辛抱強く待っています。", 0, 0),
        ("고양이는 매트 위에 앉아 가족의 저녁 식사를 기다립니다.", 0, 0),
        ("แมวนั่งบนเสื่อและรออาหารเย็นของครอบครัวอย่างอดทน", 0, 0),
        ("बिल्ली चटाई पर बैठी है और परिवार के खाने का इंतजार", 0, 0),
        ("Ekmek hamuru neden kabarmıyor acaba. " * 100, 0, 0),
        ("The dough rises faster in a warm kitchen. " * 100, 1, 1),
    ],
)
def test_fluency(embedder: Embedder, text: str, low: float, high: float) -> None:
    assert low <= fertility_trust(embedder.spelling(text).ratio(USUAL)) <= high


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (Settings(dimensions=100), "has 384 dimensions; remove the setting nearnote.dimensions."),
        (Settings(model="all-MiniLM-L6"), "not known; the nearest one is .*MiniLM-L6-v2."),
        (Settings(model="bge-small-en-v1.5", downloads=False), "is not on this machine"),
        (Settings(model_path="/nowhere"), "has no model.onnx."),
    ],
)
def test_errors(settings: Settings, message: str, tmp_path: Path) -> None:
    with pytest.raises(EmbedderError, match=message):
        load(replace(settings, cache_dir=str(tmp_path)))


def test_a_model_that_is_not_there_is_downloaded_and_said_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    opened: list[dict[str, Any]] = []

    def open_model(name: str, cache: Path, **more: Any) -> SimpleNamespace:
        opened.append({"name": name, "cache": cache, **more})
        if more.get("local_files_only"):
            raise EmbedderError("not there")
        return SimpleNamespace(model=SimpleNamespace())

    monkeypatch.setattr("nearnote.embedding.providers.fastembed.open_model", open_model)
    said: list[str] = []
    embedder = load(Settings(model="bge-small-en-v1.5", cache_dir=str(tmp_path)), said.append)
    assert (embedder.name, embedder.dimensions) == ("BAAI/bge-small-en-v1.5", 384)
    assert said == ["Downloading BAAI/bge-small-en-v1.5 (0.067 GB)"]
    assert [call["cache"] for call in opened] == [tmp_path / "models"] * 2


def test_offline_mode_is_honoured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(EmbedderError, match="HF_HUB_OFFLINE"):
        load(Settings(model="intfloat/multilingual-e5-small", cache_dir=str(tmp_path)))

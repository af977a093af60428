"""The command line in the test's own process, with a small vault and no model to load."""

from __future__ import annotations

import json
import logging
import os
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from nearnote.__main__ import main
from tests.vaulted import write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    Run = Callable[..., "Ran"]
    Vault = Callable[[Mapping[str, str]], Path]

KITCHEN = {
    "bread.md": (
        "---\ntitle: Bread\n---\n\n# Bread\n\nFlour and water.\n\n"
        "## Rye\n\nDark and dense. [[oven]]\n"
    ),
    "oven.md": "# Oven\n\nHot stone and steam.\n",
    "sub/soil.md": "# Soil\n\nSpade and rake and water. [[bread]]\n",
}
"""Soil links to bread, bread links to the oven, and no line is a finding."""


@dataclass(frozen=True)
class Ran:
    """What came of a command."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines on stdout."""
        return self.out.splitlines()

    @property
    def json(self) -> Any:
        """All of stdout, read as JSON."""
        return json.loads(self.out)

    @property
    def sentence(self) -> str:
        """All of stderr: one plain sentence of ours, and neither a traceback nor an apology."""
        assert self.err.startswith("nearnote: ")
        assert self.err.endswith((".\n", "?\n"))
        assert self.err.count("\n") == 1
        assert "something went wrong" not in self.err
        return self.err.removeprefix("nearnote: ").rstrip("\n")


@pytest.fixture(autouse=True)
def _own_world(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting, cache or folder of whoever runs the tests."""
    for name in os.environ:
        if name.startswith("NEARNOTE_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("NEARNOTE_PROVIDER", "hashing")
    monkeypatch.setenv("NEARNOTE_DIMENSIONS", "64")
    monkeypatch.setenv("NEARNOTE_CACHE_DIR", str(tmp_path / "cache"))
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command: `run("search", "--vault", root, "words")`."""

    def ask(*arguments: object) -> Ran:
        capsys.readouterr()
        with _own_logging():
            try:
                code: Any = main([str(each) for each in arguments])
            except SystemExit as left:  # argparse does not return
                code = left.code
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return ask


@contextmanager
def _own_logging() -> Iterator[None]:
    """As in a new process: with a handler in place, pytest's own, `basicConfig` does nothing."""
    loggers = (logging.getLogger(), logging.getLogger("pygls"))
    levels = [logger.level for logger in loggers]
    root, before = loggers[0], loggers[0].handlers
    root.handlers = []
    try:
        yield
    finally:
        for handler in root.handlers:
            handler.close()
        root.handlers = before
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    """Makes a folder of notes."""

    def make(notes: Mapping[str, str]) -> Path:
        root = tmp_path / "my notes"
        root.mkdir(exist_ok=True)
        write(root, dict(notes))
        return root

    return make


@pytest.fixture
def kitchen(vault: Vault) -> Path:
    """The vault of KITCHEN."""
    return vault(KITCHEN)


@pytest.fixture
def no_model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """The model cannot be had; returns the sentence that says so."""
    monkeypatch.setenv("NEARNOTE_PROVIDER", "fastembed")
    monkeypatch.setenv("NEARNOTE_MODEL_PATH", str(tmp_path / "nowhere"))
    return f"The model folder {tmp_path / 'nowhere'} has no model.onnx."

"""A vault for one command: opened, read, and embedded with a bar where somebody watches."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from nearnote.cli.command_error import CommandError
from nearnote.cli.console import warn
from nearnote.cli.note_argument import place
from nearnote.config.sources import configure
from nearnote.vault.embedding_queue import QUIET
from nearnote.vault.status import Phase
from nearnote.workspace.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Callable

    from nearnote.base.note_path import NotePath
    from nearnote.config import Settings
    from nearnote.vault.vault import Vault


@dataclass(frozen=True, slots=True)
class OpenedVault:
    """A vault that has been read."""

    workspace: Workspace
    vault: Vault
    settings: Settings

    def note(self, name: str) -> NotePath:
        """The note that a path on the command line means, from the vault's root or from here."""
        path = self._find(name)
        if path is None:
            raise CommandError(f"{name} is not a note of {self.vault.root}.")
        return path

    def place(self, text: str) -> tuple[NotePath, int | None]:
        """The note and the 0-based line that `NOTE[:LINE]` means."""
        name, line = place(text)
        before = name.rpartition(":")[0]
        if self._find(name) is None and self._find(before) is not None:
            raise CommandError(f"{text} is not a line of {before}; lines are numbers from 1.")
        path = self.note(name)
        source = self.vault.source(path)
        if line is not None and source is not None and line >= source.line_count:
            raise CommandError(f"{text} is past the end of {path}.")
        return path, line

    def _find(self, name: str) -> NotePath | None:
        assert self.vault.root is not None
        for base in (Path(), self.vault.root):
            path = self.vault.path_of(Path(os.path.abspath(base / name)))
            if path is not None and path in self.vault.names.outlines:
                return path
        return None

    def need_meaning(self) -> None:
        """Raise CommandError where there is no model, for what can only be told by one."""
        if self.vault.model.reason:
            raise CommandError(self.vault.model.reason)

    def warn_without_model(self, instead: str) -> None:
        """Say that there is no model, and the sentence that tells what is done without it."""
        if self.vault.model.reason:
            warn(f"{self.vault.model.reason} {instead}")


LONG = 500
"""Passages that take seconds to read."""


def open_vault(root: Path, *, meaning: bool, quiet: bool = False) -> OpenedVault:
    """Read a folder; with `meaning`, give its chunks their vectors as well.

    What goes wrong with settings or the cache is said on stderr, once; what a command does
    without a model is its own to say.
    """
    if not root.is_dir():
        raise CommandError(f"{root} is not a folder.")
    settings, problems = configure(root)
    for problem in problems:
        warn(problem)
    workspace = Workspace()
    refused = workspace.open(Path(os.path.abspath(root)), settings)
    if refused:
        raise CommandError(refused)
    (vault,) = workspace
    while vault.scanning:
        vault.step()
    if meaning:
        _embed(workspace, vault, quiet=quiet)
    return OpenedVault(workspace, vault, settings)


def _embed(workspace: Workspace, vault: Vault, *, quiet: bool) -> None:
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        _work(workspace, (lambda: None) if quiet else _told_once(workspace))
    else:
        _work_with_bar(workspace)
    if vault.model.unkept:
        warn(vault.model.unkept)
    if not vault.model.reason and (hint := workspace.hint()):
        warn(hint)


def _work(workspace: Workspace, show: Callable[[], None]) -> None:
    """Do all that can be done, and wait for a model that rests as long as waiting brings it on."""
    done = workspace.progress().embedded
    while (wait := workspace.idle()) is not None:
        show()
        if wait > QUIET:
            if workspace.progress().embedded == done:
                return
            done = workspace.progress().embedded
            time.sleep(wait)


def _told_once(workspace: Workspace) -> Callable[[], None]:
    """Says once that a first reading takes its time, where no bar can be drawn."""
    said = False

    def show() -> None:
        nonlocal said
        status = workspace.status()
        if not said and status.phase is Phase.EMBEDDING and status.pending > LONG:
            said = True
            warn(f"Reading {status.pending} passages for meaning; the next time it is done.")

    return show


def _work_with_bar(workspace: Workspace) -> None:
    from tqdm import tqdm

    with tqdm(desc="Reading for meaning", unit=" chunks", leave=False, file=sys.stderr) as bar:

        def show() -> None:
            status = workspace.status()
            if status.phase is Phase.EMBEDDING:
                bar.total = status.chunks
                bar.update(status.chunks - status.pending - bar.n)

        _work(workspace, show)

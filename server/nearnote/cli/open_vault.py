"""A vault for one command: opened, read, and embedded with a bar where somebody watches."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from nearnote.cli.command_error import CommandError
from nearnote.cli.console import complain
from nearnote.cli.note_argument import place
from nearnote.config.sources import configure
from nearnote.vault.embedding_queue import QUIET
from nearnote.vault.status import Phase
from nearnote.workspace.workspace import Vaults

if TYPE_CHECKING:
    from collections.abc import Callable

    from nearnote.base.note_path import NotePath
    from nearnote.config import Settings
    from nearnote.vault.vault import Vault


@dataclass(frozen=True, slots=True)
class Opened:
    """A vault that has been read."""

    vaults: Vaults
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
        if self.vault.meaning.reason:
            raise CommandError(self.vault.meaning.reason)

    def excuse(self, instead: str) -> None:
        """Say that there is no model, and the sentence that tells what is done without it."""
        if self.vault.meaning.reason:
            complain(f"{self.vault.meaning.reason} {instead}")


def open_vault(root: Path, *, meaning: bool, quiet: bool = False) -> Opened:
    """Read a folder; with `meaning`, give its chunks their vectors as well.

    What goes wrong with settings or the cache is said on stderr, once; what a command does
    without a model is its own to say.
    """
    if not root.is_dir():
        raise CommandError(f"{root} is not a folder.")
    settings, problems = configure(root)
    for problem in problems:
        complain(problem)
    vaults = Vaults()
    refused = vaults.open(Path(os.path.abspath(root)), settings)
    if refused:
        raise CommandError(refused)
    (vault,) = vaults
    while vault.scanning:
        vault.step()
    if meaning:
        _embed(vaults, vault, quiet=quiet)
    return Opened(vaults, vault, settings)


def _embed(vaults: Vaults, vault: Vault, *, quiet: bool) -> None:
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        _work(vaults, lambda: None)
    else:
        _work_with_bar(vaults)
    if vault.meaning.unkept:
        complain(vault.meaning.unkept)
    if not vault.meaning.reason and (hint := vaults.hint()):
        complain(hint)


def _work(vaults: Vaults, show: Callable[[], None]) -> None:
    """Do all that can be done, and wait for a model that rests as long as waiting brings it on."""
    done = vaults.progress().embedded
    while (wait := vaults.idle()) is not None:
        show()
        if wait > QUIET:
            if vaults.progress().embedded == done:
                return
            done = vaults.progress().embedded
            time.sleep(wait)


def _work_with_bar(vaults: Vaults) -> None:
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Reading for meaning", total=None)

        def show() -> None:
            status = vaults.status()
            if status.phase is Phase.EMBEDDING:
                done = status.chunks - status.pending
                bar.update(task, total=status.chunks, completed=done)

        _work(vaults, show)

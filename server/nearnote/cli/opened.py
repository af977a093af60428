"""A vault for one command: opened, read, and embedded with a bar where somebody watches."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from nearnote.answers import Phase
from nearnote.backlog import QUIET
from nearnote.configuration import configure
from nearnote.vaults import Vaults

if TYPE_CHECKING:
    from collections.abc import Callable

    from nearnote.notes.model import NotePath
    from nearnote.settings import Settings
    from nearnote.vault import Vault


class CommandError(Exception):
    """The command cannot be done; the message is one plain sentence for the user."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A vault that has been read."""

    vaults: Vaults
    vault: Vault
    settings: Settings

    def note(self, name: str) -> NotePath:
        """The note that a path on the command line means, from the vault's root or from here."""
        assert self.vault.root is not None
        for file in (Path(name), self.vault.root / name):
            path = self.vault.path_of(file.absolute())
            if path is not None and path in self.vault.names.outlines:
                return path
        raise CommandError(f"{name} is not a note of {self.vault.root}.")


def open_vault(root: Path, *, meaning: bool, quiet: bool = False) -> Opened:
    """Read a folder; with `meaning`, give its chunks their vectors as well.

    What goes wrong with settings or the model is said on stderr, once.
    """
    if not root.is_dir():
        raise CommandError(f"{root} is not a folder.")
    settings, problems = configure(root)
    for problem in problems:
        print(f"nearnote: {problem}", file=sys.stderr)
    vaults = Vaults()
    refused = vaults.open(root.absolute(), settings)
    if refused:
        raise CommandError(refused)
    (vault,) = vaults
    while vault.scanning:
        vault.step()
    if meaning:
        _embed(vaults, vault, quiet=quiet)
    return Opened(vaults, vault, settings)


def _embed(vaults: Vaults, vault: Vault, *, quiet: bool) -> None:
    if quiet or not sys.stderr.isatty():
        _work(vaults, lambda: None)
    else:
        _work_with_bar(vaults)
    if vault.meaning.reason:
        print(f"nearnote: {vault.meaning.reason} Searching by words only.", file=sys.stderr)
    elif hint := vaults.hint():
        print(f"nearnote: {hint}", file=sys.stderr)


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

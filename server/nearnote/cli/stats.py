"""`nearnote stats`: the shape of the index."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.cli.console import show
from nearnote.cli.open_vault import open_vault
from nearnote.wire import results

if TYPE_CHECKING:
    from argparse import Namespace


def stats(args: Namespace) -> int:
    """The shape of the index."""
    opened = open_vault(args.vault, meaning=False)
    answer = results.stats(opened.workspace.stats())
    shown = {name: value for name, value in answer.items() if name != "progress"}
    show(args, answer, (f"{name.replace('_', ' '):>15}  {value}" for name, value in shown.items()))
    return 0

"""`nearnote index`: compute all vectors now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.cli.console import show
from nearnote.cli.open_vault import open_vault
from nearnote.cli.plural import counted
from nearnote.wire import results

if TYPE_CHECKING:
    from argparse import Namespace


def index(args: Namespace) -> int:
    """Fill the cache of vectors, so that an editor's first start is a warm one."""
    opened = open_vault(args.vault, meaning=True)
    opened.warn_without_model("Searching by words only.")
    status, progress = opened.workspace.status(), opened.workspace.progress()
    answer = {**results.status(status), "progress": results.progress(progress)}
    lines = [f"{counted(status.notes, 'note')}, {counted(status.chunks, 'chunk')}"]
    lines.append(", ".join(f"{count} {what}" for what, count in answer["progress"].items()))
    show(args, answer, lines)
    opened.workspace.shut()
    return 1 if progress.failed or status.reason or opened.vault.model.unkept else 0

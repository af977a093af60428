"""`nearnote chunks`: what the index sees of a note."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nearnote.cli.console import show
from nearnote.cli.open_vault import open_vault
from nearnote.features.chunk_views import chunk_views
from nearnote.wire import results

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable


def chunks(args: Namespace) -> int:
    """What the index sees of a note."""
    opened = open_vault(args.vault, meaning=False)
    answer = results.chunks(chunk_views(opened.vault, *opened.place(args.note)))
    show(args, answer, _chunks(answer["chunks"]))
    return 0


def _chunks(views: list[dict[str, Any]]) -> Iterable[str]:
    for view in views:
        seen = "not searchable: no words of its own" if view["content_free"] else view["kind"]
        yield f"lines {view['line'] + 1}-{view['end_line'] + 1}  {seen}"
        yield from (f"    {line}" for line in view["model_text"].splitlines())

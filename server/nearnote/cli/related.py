"""`nearnote related`: the notes near a note, or near one of its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.cli.command_error import CommandError
from nearnote.cli.console import show, warn
from nearnote.cli.hit_lines import hit_lines
from nearnote.cli.open_vault import open_vault
from nearnote.features.related import related_notes
from nearnote.wire import results

if TYPE_CHECKING:
    from argparse import Namespace

    from nearnote.base.note_path import NotePath
    from nearnote.cli.open_vault import OpenedVault


def related(args: Namespace) -> int:
    """The notes near a note or near one of its lines; exit code 1 when nothing is near."""
    opened = open_vault(args.vault, meaning=True)
    path, line = opened.place(args.note)
    offset = None if line is None else _offset(opened, path, line)
    found = related_notes(opened.vault, path, offset, args.limit or opened.settings.related_limit)
    if not found.hits:
        opened.need_meaning()
    opened.warn_without_model("Notes that have no vector yet are not compared.")
    answer = results.related(found, opened.workspace.status().pending)
    show(args, answer, hit_lines(answer["hits"]))
    if not (found.hits or args.json):
        warn("Nothing is near.")
    return 0 if found.hits else 1


def _offset(opened: OpenedVault, path: NotePath, line: int) -> int:
    source = opened.vault.source(path)
    if source is None:
        raise CommandError(f"{path} cannot be read.")
    return source.line_span(line).start

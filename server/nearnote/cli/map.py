"""`nearnote map`: one HTML file that shows the notes placed by meaning."""

from __future__ import annotations

import os
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from nearnote.base import uri
from nearnote.cli.command_error import CommandError
from nearnote.cli.console import show
from nearnote.cli.open_vault import open_vault
from nearnote.features.map.build import draw, gather
from nearnote.wire import map as wire
from nearnote.wire.map_page import MARK, page

if TYPE_CHECKING:
    from argparse import Namespace

    from nearnote.base.note_path import NotePath


def draw_map(args: Namespace) -> int:
    """Write the page, or with `--json` print what is in it."""
    out = Path(os.path.abspath(args.out))
    if not args.json:
        _may_write(out)
    opened = open_vault(args.vault, meaning=True)
    opened.need_meaning()
    root = opened.vault.root
    assert root is not None
    drawn = draw(gather(opened.vault))
    answer = wire.note_map(drawn, root.name, lambda path: _href(root, path, out))
    lines = []
    if not args.json:
        _write(out, page(answer))
        lines = [f"{out}: {len(drawn.notes)} notes, {len(drawn.regions)} regions"]
        if args.open:
            webbrowser.open(uri.of_path(out))
    show(args, answer, lines)
    return 0


def _may_write(out: Path) -> None:
    """Raise CommandError where something else than a map would be lost."""
    if not out.parent.is_dir():
        raise CommandError(f"There is no folder {out.parent}.")
    try:
        if out.exists() and MARK not in out.read_text(encoding="utf-8", errors="replace"):
            raise CommandError(f"{out} is there already, and it is no map: name another file.")
    except OSError as error:
        raise CommandError(f"{out} cannot be written: {error.strerror}.") from error


def _write(out: Path, text: str) -> None:
    """Write all of it or nothing: a map that is there stays until the new one is complete."""
    part = out.with_name(f".{out.name}.part")
    try:
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(out)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise CommandError(f"{out} cannot be written: {error.strerror}.") from error


def _href(root: Path, path: NotePath, out: Path) -> str:
    """Where a note lies, seen from the page, so that a map may move with its vault."""
    try:
        return uri.quoted(Path(os.path.relpath(root / path, out.parent)).as_posix())
    except ValueError:  # another drive
        return uri.of_path(root / path)

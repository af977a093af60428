"""`nearnote search`: ranked places for a query."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.cli.console import show, warn
from nearnote.cli.hit_lines import hit_lines
from nearnote.cli.open_vault import open_vault
from nearnote.index.query import Mode
from nearnote.wire import results

if TYPE_CHECKING:
    from argparse import Namespace

    from nearnote.config import Settings

SHOWN = 10


def search(args: Namespace) -> int:
    """Ranked places for a query; exit code 1 when there is none."""
    mode = None if args.mode is None else Mode(args.mode)
    opened = open_vault(args.vault, meaning=mode is not Mode.TEXT)
    result = opened.workspace.search(" ".join(args.query), mode, _limit(args, opened.settings))
    if result.mode is Mode.VECTOR and not result.hits:
        opened.need_meaning()
    opened.warn_without_model("Searching by words only.")
    answer = results.search(result)
    show(args, answer, hit_lines(answer["hits"]))
    if not (result.hits or args.json):
        warn("Nothing was found.")
    return 0 if result.hits else 1


def _limit(args: Namespace, settings: Settings) -> int:
    """What was asked for here, else in a setting, else as many as fit on a screen."""
    wanted = settings.search_limit if "search_limit" in settings.chosen else SHOWN
    return int(args.limit or wanted)

"""The words of the command line."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import Any

from nearnote import __version__
from nearnote.config.table import MAX_HITS

"""What the index shows of any search."""


class _Words(argparse.ArgumentParser):
    """A parser of a command with `several` words, also of those that come after an option.

    argparse takes words up to the first option and does not understand the rest.
    """

    several = ""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse does."""
        found, rest = super().parse_known_args(args, namespace)
        if self.several:
            at = rest.index("--") if "--" in rest else len(rest)
            words = [word for word in rest[:at] if word[:1] != "-"] + rest[at + 1 :]
            getattr(found, self.several).extend(words)
            rest = [word for word in rest[:at] if word[:1] == "-"]
        return found, rest


def parser() -> argparse.ArgumentParser:
    """The parser of all commands; `command` is empty for the language server."""
    main = argparse.ArgumentParser(
        prog="nearnote",
        description="Find Markdown notes by meaning. Without a command: a language server.",
    )
    main.add_argument("--version", action="version", version=f"nearnote {__version__}")
    main.add_argument("--stdio", action="store_true", help="speak over stdin and stdout (default)")
    main.add_argument("--tcp", metavar="HOST:PORT", help="listen for one client, on loopback only")
    main.add_argument("--log-file", type=Path, help="write the log here, not to stderr")
    main.add_argument("-v", "--verbose", action="count", default=0, help="log more")
    commands = main.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Words)

    def command(name: str, text: str, several: str = "") -> _Words:
        sub = commands.add_parser(name, help=text, description=text)
        sub.several = several
        sub.add_argument(
            "--vault", type=Path, default=Path(), help="folder of notes (default: this one)"
        )
        sub.add_argument("--json", action="store_true", help="print JSON; lines count from 0")
        return sub

    modes = ("hybrid", "text", "vector")
    sub = command("search", "find notes by words and meaning", "query")
    sub.add_argument("query", nargs="+")
    sub.add_argument("--mode", choices=modes)
    sub.add_argument(
        "--limit", type=partial(_positive, most=MAX_HITS), help="10 unless `search.limit` is set"
    )
    sub = command("related", "find the notes near a note or near one of its lines")
    sub.add_argument("note", metavar="NOTE[:LINE]")
    sub.add_argument("--limit", type=_positive, help="5 unless `related.limit` is set")
    sub = command("check", "list the lines that no search can find; exit code 1 if there are any")
    sub.add_argument(
        "--level",
        choices=("hint", "information", "warning", "error"),
        default="information",
        help="least severity that counts",
    )
    sub.add_argument(
        "--meaning",
        action="store_true",
        help="tell near-duplicate notes as well; a first index takes about a minute per 600 notes",
    )
    command("stats", "tell how many chunks there are, and how long")
    sub = command("chunks", "show what the index sees of a note")
    sub.add_argument("note", metavar="NOTE[:LINE]")
    command("index", "compute all vectors now")
    sub = command("eval", "measure search on labelled queries")
    sub.add_argument("queries", type=Path, metavar="FILE.jsonl")
    sub.add_argument("--mode", choices=modes)
    sub = command("graph", "ask how notes hang together", "notes")
    sub.add_argument("question", metavar="QUESTION", help="neighbours, paths, common, communities, "
                     "bridges, central or orphans")  # fmt: skip
    sub.add_argument("notes", nargs="*", metavar="NOTE")
    sub.add_argument("--limit", type=_positive, default=50)
    sub = command("map", "write a page that shows the notes placed by meaning")
    sub.add_argument("--out", type=Path, default=Path("nearnote-map.html"), metavar="FILE",
                     help="the page to write (default: nearnote-map.html)")  # fmt: skip
    sub.add_argument("--open", action="store_true", help="show it in the browser")
    sub = command("model", "list, install or remove a model, or use one in a vault")
    sub.add_argument("action", choices=("list", "install", "remove", "use"), nargs="?",
                     default="list")  # fmt: skip
    sub.add_argument("name", nargs="?", default="", help="large, multilingual, or default to use")
    command("mcp", "let an assistant search and read the notes (Model Context Protocol)")
    sub = command("doctor", "check that everything nearnote needs is there")
    sub.add_argument("--live", action="store_true", help="embed two texts and a query as well")
    return main


def _positive(text: str, most: int | None = None) -> int:
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a whole number, not {text[:20]}") from None
    if number < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    if most is not None and number > most:
        raise argparse.ArgumentTypeError(f"must be {most} or less")
    return number

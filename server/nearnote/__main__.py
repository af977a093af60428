"""The command line, and the place where the parts are put together."""

from __future__ import annotations

import gc
import importlib
import logging
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

from nearnote.cli.arguments import parser
from nearnote.cli.command_error import CommandError
from nearnote.cli.console import flush, prepare, warn
from nearnote.cli.tcp_address import address

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

log = logging.getLogger(__name__)

# Modules are imported when their command is run: the language server must answer at once.
COMMANDS = {
    "search": "search:search",
    "related": "related:related",
    "chunks": "chunks:chunks",
    "stats": "stats:stats",
    "index": "index:index",
    "check": "check:check",
    "eval": "eval:evaluate",
    "graph": "graph:graph",
    "map": "map:draw_map",
    "model": "model:model",
    "mcp": "mcp:serve",
    "doctor": "doctor:doctor",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command, or the language server; returns the exit code.

    0 is success, 1 an answer of "no" (nothing found, findings), 2 a command that cannot be done.
    """
    prepare()
    try:
        try:
            return _run(parser().parse_args(arguments))
        finally:
            flush()
    except CommandError as error:
        warn(str(error))
        return 2
    except KeyboardInterrupt:
        return 130
    except SystemExit as left:  # argparse has said all, or nobody reads on
        return int(left.code or 0)


def run() -> NoReturn:
    """Run as a process, and leave what a large vault holds to the system, which takes it back at
    once: Python would take seconds to let go of each value.
    """
    code = main()
    logging.shutdown()
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            sys.stderr.flush()
    os._exit(code)


def _collect_seldom() -> None:
    """Notes are read into thousands of values at once, none of which is ever in a circle."""
    gc.set_threshold(10_000, 20, 20)


def _run(args: Namespace) -> int:
    _log(args)
    if args.command is None:
        return _serve(args)
    _collect_seldom()
    try:
        module, _, function = COMMANDS[args.command].partition(":")
        run = getattr(importlib.import_module(f"nearnote.cli.{module}"), function)
        return int(run(args))
    except CommandError:
        raise
    except ImportError as error:
        log.debug("the command failed", exc_info=True)
        raise CommandError(
            f"A part of nearnote cannot be loaded ({error}); install nearnote again."
        ) from error
    except Exception as error:
        log.debug("the command failed", exc_info=True)
        raise CommandError(
            f"something went wrong ({type(error).__name__}: {error}). "
            f"Run it again as `nearnote -vv {args.command} …` for the whole story, or run "
            "`nearnote doctor`."
        ) from error


def _serve(args: Namespace) -> int:
    place = None if args.tcp is None else address(args.tcp)
    if place is None and (sys.stdin is None or sys.stdout is None):
        raise CommandError("A language server needs stdin and stdout, and one of them is closed.")
    gc.disable()  # a tenth of the time until `initialize` is answered went into collecting nothing
    from nearnote.lsp import server

    gc.freeze()
    gc.enable()
    _collect_seldom()
    if place is None:
        return server.run_stdio()
    try:
        return server.run_tcp(*place)
    except OSError as error:
        why = str(error.strerror or error).rpartition(": ")[2]  # asyncio puts much before it
        raise CommandError(f"Nothing can listen at {args.tcp}: {why}.") from error


def _log(args: Namespace) -> None:
    """stdout belongs to the protocol, so the log goes to stderr or to a file."""
    level = (logging.WARNING, logging.INFO, logging.DEBUG)[min(args.verbose, 2)]
    if args.command and not args.verbose:
        level = logging.ERROR  # a command says in a sentence what went wrong, and once
    handler: logging.Handler = logging.StreamHandler(sys.stderr)
    if args.log_file is not None:
        try:
            handler = logging.FileHandler(args.log_file, encoding="utf-8")
        except OSError as error:
            warn(f"{args.log_file} cannot be written: {error}.")
    logging.basicConfig(
        level=level, handlers=[handler], format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    # pygls writes every message that it sends or gets at INFO: the text of notes.
    logging.getLogger("pygls").setLevel(max(level, logging.WARNING))


if __name__ == "__main__":
    run()

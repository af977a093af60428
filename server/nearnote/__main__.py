"""The command line, and the place where the parts are put together."""

from __future__ import annotations

import gc
import importlib
import logging
import sys
from typing import TYPE_CHECKING

from nearnote.cli.arguments import parser

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

# Modules are imported when their command is run: the language server must answer at once.
COMMANDS = {
    "search": "answering:search",
    "related": "answering:related",
    "chunks": "answering:chunks",
    "stats": "answering:stats",
    "index": "answering:index",
    "check": "check:check",
    "eval": "evaluate:evaluate",
    "graph": "graph:graph",
    "doctor": "doctor:doctor",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command, or the language server; returns the exit code.

    0 is success, 1 an answer of "no" (nothing found, findings), 2 a command that cannot be done.
    """
    args = parser().parse_args(arguments)
    _log(args)
    if args.command is None:
        return _serve(args)
    from nearnote.cli.opened import CommandError

    module, _, function = COMMANDS[args.command].partition(":")
    run = getattr(importlib.import_module(f"nearnote.cli.{module}"), function)
    try:
        code = run(args)
        sys.stdout.flush()
    except CommandError as error:
        print(f"nearnote: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        sys.stdout = None
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        logging.getLogger(__name__).debug("the command failed", exc_info=True)
        print(
            f"nearnote: something went wrong ({type(error).__name__}: {error}). "
            f"Run it again as `nearnote -vv {args.command} …` for the whole story, or run "
            "`nearnote doctor`.",
            file=sys.stderr,
        )
        return 2
    return int(code)


def _serve(args: Namespace) -> int:
    gc.disable()  # a tenth of the time until `initialize` is answered went into collecting nothing
    from nearnote.lsp import server

    gc.freeze()
    gc.enable()
    # Notes are read into thousands of values at once, none of which is ever in a circle.
    gc.set_threshold(10_000, 20, 20)
    if args.tcp is None:
        return server.run_stdio()
    host, colon, port = args.tcp.rpartition(":")
    if not colon or not port.isdigit():
        print("nearnote: --tcp takes HOST:PORT, for example 127.0.0.1:8765.", file=sys.stderr)
        return 2
    return server.run_tcp(host or "127.0.0.1", int(port))


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
            print(f"nearnote: {args.log_file} cannot be written: {error}.", file=sys.stderr)
    logging.basicConfig(
        level=level, handlers=[handler], format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    # pygls writes every message that it sends or gets at INFO: the text of notes.
    logging.getLogger("pygls").setLevel(max(level, logging.WARNING))


if __name__ == "__main__":
    sys.exit(main())

"""`nearnote mcp`: an assistant's door to the notes, over stdin and stdout."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from nearnote.cli.command_error import CommandError
from nearnote.cli.console import warn
from nearnote.config.sources import configure

if TYPE_CHECKING:
    from argparse import Namespace


def serve(args: Namespace) -> int:
    """Serve one client until it closes stdin."""
    if not args.vault.is_dir():
        raise CommandError(f"{args.vault} is not a folder.")
    # Who asks wrongly is told the field and the reason, without an address to read more at.
    os.environ.setdefault("PYDANTIC_ERRORS_INCLUDE_URL", "0")
    try:
        from nearnote.mcp.server import build_server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "mcp_types", "pydantic"):
            raise
        raise CommandError(
            "Assistants are served by the package mcp, which is not there: install nearnote[mcp]."
        ) from error
    settings, problems = configure(args.vault)
    for problem in problems:
        warn(problem)
    try:
        server = build_server(Path(os.path.abspath(args.vault)), settings)
    except ValueError as error:
        raise CommandError(str(error)) from error
    server.run("stdio")
    # A model that is still being loaded on another thread would abort the end of the process.
    os._exit(0)

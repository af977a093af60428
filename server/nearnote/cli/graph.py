"""`nearnote graph`: questions about the links of a vault."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from nearnote.cli.opened import CommandError, open_vault
from nearnote.links.graph import GraphError, Question, ask

if TYPE_CHECKING:
    from argparse import Namespace


def graph(args: Namespace) -> int:
    """Print the answer as JSON, or as lines of paths."""
    if len(args.notes) > 2:
        raise CommandError("A question is about two notes at most.")
    opened = open_vault(args.vault, meaning=False)
    of, to, *_ = [*(opened.note(name) for name in args.notes), None, None]
    try:
        answer = ask(opened.vault.names, Question(args.question, of, to, args.limit))
    except GraphError as error:
        raise CommandError(str(error)) from error
    if args.json:
        print(json.dumps(answer, ensure_ascii=False, indent=2))
        return 0
    for name, found in answer.items():
        print(f"{name}:")
        for each in found:
            if isinstance(each, dict):
                each = f"{each['path']}  {each['rank']}"
            print("  " + (each if isinstance(each, str) else " – ".join(each)))
    return 0

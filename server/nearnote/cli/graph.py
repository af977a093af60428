"""`nearnote graph`: questions about the links of a vault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.cli.command_error import CommandError
from nearnote.cli.console import show
from nearnote.cli.open_vault import open_vault
from nearnote.links.graph import NEEDS, QUESTIONS, GraphError, Question, ask

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from nearnote.links.graph import Answer


def graph(args: Namespace) -> int:
    """Print the answer as JSON, or as lines of paths."""
    needed = len(NEEDS.get(args.question, ()))
    if args.question in QUESTIONS and len(args.notes) != needed:
        asked = f"nearnote graph {args.question}{needed * ' NOTE'}"
        raise CommandError(f"The question {args.question} is asked like this: {asked}.")
    opened = open_vault(args.vault, meaning=False)
    of, to, *_ = [*(opened.note(name) for name in args.notes), None, None]
    try:
        answer = ask(opened.vault.names, Question(args.question, of, to, args.limit))
    except GraphError as error:
        raise CommandError(str(error)) from error
    show(args, answer, _lines(answer))
    return 0


def _lines(answer: Answer) -> Iterator[str]:
    for name, found in answer.items():
        yield f"{name}:"
        for each in found:
            if isinstance(each, dict):
                each = f"{each['path']}  {each['rank']}"
            yield "  " + (each if isinstance(each, str) else " – ".join(each))

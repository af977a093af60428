"""What a command writes: its answer to stdout, and what is wrong to stderr.

Neither may be there, stdout may lack half of the characters, its disk may be full and its reader
gone; and an answer is made of notes, which must not speak to the terminal.
"""

from __future__ import annotations

import errno
import io
import json
import os
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from nearnote.base.sanitise import printable
from nearnote.cli.command_error import CommandError

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Iterator


def prepare() -> None:
    """Have a character that stdout's encoding lacks written as its number."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def show(args: Namespace, answer: object, lines: Iterable[str]) -> None:
    """Write an answer, as `--json` or as lines for a person."""
    if args.json:
        with _stdout():
            print(_json(answer))
    else:
        for line in lines:
            tell(line)


def tell(line: str) -> None:
    """Write one line for a person."""
    with _stdout():
        print(_shown(line))


def warn(sentence: str) -> None:
    """Say on stderr what is wrong."""
    if sys.stderr is not None:  # else print would take stdout
        with suppress(OSError):  # there is nobody left to be told
            print(f"nearnote: {_shown(sentence)}", file=sys.stderr, flush=True)


def flush() -> None:
    """Write what waits in stdout's buffer."""
    if sys.stdout is not None:
        with _stdout():
            sys.stdout.flush()


@contextmanager
def _stdout() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        sys.stdout = None  # or Python tries once more when it ends, and complains
        # Windows has another name for a pipe whose reader is gone.
        gone = os.name == "nt" and error.errno == errno.EINVAL
        if gone or isinstance(error, BrokenPipeError):
            raise SystemExit(0) from error  # the reader, such as `head`, has seen enough
        why = error.strerror or error
        raise CommandError(f"The answer cannot be written: {why}.") from error


def _json(answer: object) -> str:
    text = json.dumps(answer, ensure_ascii=False, indent=2)
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return json.dumps(answer, indent=2)
    return text


def _shown(text: str) -> str:
    """A line of printable text; the bytes of a file name that are no text are shown as numbers."""
    return printable(text.encode(errors="backslashreplace").decode())

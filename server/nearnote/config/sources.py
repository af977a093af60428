"""Where settings come from: the vault's own file, the editor and the environment."""

from __future__ import annotations

import os
import tomllib
from typing import TYPE_CHECKING

from nearnote.config import parse

if TYPE_CHECKING:
    from pathlib import Path

    from nearnote.config import Settings

FILE = ".nearnote.toml"
_LARGEST = 100_000


def configure(root: Path | None, editor: object = None) -> tuple[Settings, tuple[str, ...]]:
    """The settings of one vault, and a sentence for each that was not taken."""
    vault, problem = (None, "") if root is None else _read(root / FILE)
    settings, problems = parse(vault=vault, editor=editor, environment=os.environ)
    said = [problem] if problem else []
    return settings, (*said, *(problem.message for problem in problems))


def _read(file: Path) -> tuple[object, str]:
    try:
        if file.exists() and not file.is_file():  # to open a named pipe would be to wait for ever
            return None, f"{file} is not a file and was not read."
        with file.open("rb") as opened:
            data = opened.read(_LARGEST + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None, ""
    except OSError as error:
        return None, f"{file} cannot be read: {error.strerror or error}."
    if len(data) > _LARGEST:
        return None, f"{file} is too long to be settings; it was not read."
    try:
        return tomllib.loads(data.decode("utf-8-sig")), ""
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        return None, f"{file} is not valid TOML and was not read: {error}."

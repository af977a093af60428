"""What the README says of settings and commands is what the code says."""

from __future__ import annotations

import re
from pathlib import Path

from nearnote.__main__ import COMMANDS
from nearnote.config import KEYS, Key

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")


def row(key: Key) -> str:
    """A setting's line in the README's table."""
    default = "" if key.default in (None, ()) else f"`{str(key.default).lower()}`"
    allowed = f" One of {', '.join(f'`{each}`' for each in key.allowed)}." if key.allowed else ""
    if "hint" in key.allowed:
        allowed = " A severity."
    mine = "" if key.vault else " †"
    description = re.sub(r"(?<!`)(\[\[[^\]]*\]*)", r"`\1`", key.description)
    return (
        f"| `{key.name}`{mine} | {default} | {description.replace('|', chr(92) + '|')}{allowed} |"
    )


def test_the_table_of_settings_is_the_table_of_keys() -> None:
    said = [line for line in README.splitlines() if re.match(r"\| `[\w.]+`( †)? \|", line)]
    assert said == [row(key) for key in KEYS]


def test_every_command_is_named() -> None:
    for command in COMMANDS:
        assert f"nearnote {command}" in README


if __name__ == "__main__":
    print("\n".join(row(key) for key in KEYS))

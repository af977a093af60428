"""Characters that a terminal cannot show, and those that it would obey."""

from __future__ import annotations

import io
import json
import os
import sys
from contextlib import redirect_stdout
from typing import TYPE_CHECKING

import pytest

from tests.vaulted import write

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Run


def narrow(run: Run, encoding: str, *words: object) -> tuple[int, str]:
    """The exit code, and what a stdout of this encoding was given."""
    data = io.BytesIO()
    with redirect_stdout(io.TextIOWrapper(data, encoding=encoding)) as out:
        ran = run(*words)
        out.flush()
    return ran.code, data.getvalue().decode(encoding)


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])  # a pipe on Windows; LC_ALL=C
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_what_a_terminal_cannot_show_costs_no_answer(
    run: Run, kitchen: Path, encoding: str, more: list[str]
) -> None:
    write(kitchen, {"pogaca.md": "# Poğaça\n\n## İç\n\nPeynir ve maydanoz.\n"})
    code, out = narrow(run, encoding, "search", "--vault", kitchen, "=peynir", *more)
    assert code == 0
    assert "pogaca.md" in out
    assert "Peynir ve maydanoz." in out
    if more:
        assert json.loads(out)["hits"][0]["title"] == "Poğaça"


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
def test_json_is_json_in_every_encoding(run: Run, kitchen: Path, encoding: str) -> None:
    write(kitchen, {"party.md": "# 🎒 é ğ\n\nquince\n"})
    _, out = narrow(run, encoding, "search", "--vault", kitchen, "--json", "=quince")
    assert json.loads(out)["hits"][0]["title"] == "🎒 é ğ"
    assert ("🎒" in out) is (encoding == "utf-8")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_a_file_name_that_is_no_utf_8_costs_no_answer(run: Run, kitchen: Path) -> None:
    with open(os.path.join(os.fsencode(kitchen), b"caf\xe9.md"), "wb") as file:
        file.write(b"espresso\n")
    ran = run("search", "--vault", kitchen, "=espresso")
    assert ran.code == 0
    assert "espresso" in ran.out
    assert "  caf\\udce9.md:1  " in ran.lines[0]
    ran = run("search", "--vault", kitchen, "--json", "=espresso")
    assert ran.json["hits"][0]["path"] == "caf\udce9.md"


@pytest.mark.parametrize("words", ["search =quince", "chunks evil.md", "related evil.md", "check"])
def test_a_note_does_not_speak_to_the_terminal(run: Run, kitchen: Path, words: str) -> None:
    evil = "\x9b31mred \x1bc \x07\x7f\x08 \u202e"
    heading = f"\n\n## Quince {evil}\n\n[[quince {evil}|x]] quince {evil}\n\n### Empty {evil}\n"
    write(kitchen, {"evil.md": f"# {evil}{heading}", "twin.md": f"# {evil}{heading}"})
    ran = run(*words.split(), "--vault", kitchen)
    assert "31mred" in ran.out
    assert all(line.isprintable() for line in ran.out.split("\n"))


def test_a_setting_does_not_speak_to_the_terminal(run: Run, kitchen: Path) -> None:
    write(kitchen, {".nearnote.toml": '"a\\u001b[31m\\u000ab" = 1\n'})
    assert run("stats", "--vault", kitchen).sentence.startswith(".nearnote.toml: a [31m b ")

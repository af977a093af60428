"""`nearnote check` finds in the demo vault what was put there on purpose, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .conftest import Run

VAULTS = Path(__file__).parents[1] / "vaults"
_PLACES = re.compile(r"`(?P<path>[^`]+\.md)` (?P<lines>\d+(?:(?:, | and )\d+)*)")


def on_purpose() -> set[tuple[str, int, str]]:
    """(path, line, rule) of each finding that the page on the vaults lists."""
    page = (VAULTS / "README.md").read_text("utf-8").partition("Findings that are there")[2]
    rows = re.findall(r"^\| `([a-z-]+)`[^|]*\|(.*)\|$", page, re.MULTILINE)
    return {
        (found["path"], int(line), rule)
        for rule, places in rows
        for found in _PLACES.finditer(places)
        for line in re.findall(r"\d+", found["lines"])
    }


def test_the_page_is_read_right() -> None:
    assert ("Bread/Oat porridge loaf.md", 28, "link-only-bullet") in on_purpose()
    assert ("daily/2026-11-22.md", 13, "unresolved-link") in on_purpose()
    assert len(on_purpose()) == 5


def test_the_demo_vault_has_the_findings_that_its_page_lists(run: Run) -> None:
    ran = run("check", "--vault", VAULTS / "demo", "--level", "hint")
    assert (ran.code, ran.err) == (1, "")
    lines = [re.fullmatch(r"(.*?):(\d+): .*\[([a-z-]+)\]", line) for line in ran.lines[:-1]]
    found = [(line[1], int(line[2]), line[3]) for line in lines if line]
    assert sorted(found) == sorted(on_purpose())
    assert found == sorted(found)
    assert len(found) == len(lines)
    assert ran.lines[-1] == "5 findings in 49 notes"


def test_the_json_says_the_same(run: Run) -> None:
    rows = run("check", "--vault", VAULTS / "demo", "--json", "--level", "hint").json["findings"]
    assert {(row["path"], row["line"] + 1, row["rule"]) for row in rows} == on_purpose()
    assert len(rows) == len(on_purpose())


def test_only_a_broken_note_and_a_broken_link_are_warnings(run: Run) -> None:
    ran = run("check", "--vault", VAULTS / "demo", "--level", "warning", "--json")
    assert ran.code == 1
    assert [row["rule"] for row in ran.json["findings"]] == [
        "broken-frontmatter",
        "unresolved-link",
    ]

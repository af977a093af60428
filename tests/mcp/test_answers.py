"""What an assistant may ask: the same answers as in the editor, and one sentence for all else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from nearnote.mcp import answers
from nearnote.mcp.answers import MOST_CHARACTERS, AskError
from tests.vaulted import opened

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from nearnote.vault.vault import Vault

NOTES = {
    "bread.md": "# Bread\n\nFlour and water. [[oven]]\n\n## Rye\n\nDark.\n\n### Crust\n\nHard.\n\n"
    "## Rye\n\nAgain.\n",
    "sub/oven.md": "---\ntitle: Oven\n---\nHot stone. [[nowhere]]\r\nSteam.",
    "one.md": "# Same\n",
    "two.md": "# Same\n",
    "empty.md": "",
}

READ: list[tuple[Callable[[Vault], Any], tuple[int, int, str]]] = [
    (
        lambda v: answers.read(v, "bread", None, 0, 2),
        (0, 2, "# Bread\n\nFlour and water. [[oven]]"),
    ),
    (lambda v: answers.read(v, "Bread", None, 2, 2), (2, 2, "Flour and water. [[oven]]")),
    (lambda v: answers.read(v, "bread.md", "Crust", 0, None), (8, 11, "### Crust\n\nHard.\n")),
    (lambda v: answers.read(v, "bread.md", "## rye", 0, 6), (4, 6, "## Rye\n\nDark.")),
    (lambda v: answers.read(v, "sub/oven", None, 3, 99), (3, 4, "Hot stone. [[nowhere]]\nSteam.")),
    (lambda v: answers.read(v, "empty", None, 0, None), (0, 0, "")),
]
REFUSED: list[tuple[Callable[[Vault], Any], str]] = [
    (lambda v: answers.read(v, "gone", None, 0, None),
     "There is no note gone; search gives the paths of notes."),
    (lambda v: answers.read(v, "../bread.md", None, 0, None),
     "There is no note ../bread.md; search gives the paths of notes."),
    (lambda v: answers.read(v, "/etc/passwd", None, 0, None),
     "There is no note /etc/passwd; search gives the paths of notes."),
    (lambda v: answers.read(v, "Same", None, 0, None),
     "Several notes have the title Same: one.md, two.md."),
    (lambda v: answers.read(v, "bread", "Wheat", 0, None),
     "bread.md has no heading Wheat; it has: Bread, Rye, Crust, Rye."),
    (lambda v: answers.read(v, "empty", "Wheat", 0, None),
     "empty.md has no heading Wheat; it has: none."),
    (lambda v: answers.read(v, "bread", None, 50, None),
     "There are no lines 50 to 15 in bread.md."),
    (lambda v: answers.read(v, "bread", None, 3, 2), "There are no lines 3 to 2 in bread.md."),
    (lambda v: answers.related(v, "bread", 16, 5),
     "Line 16 is past the end of bread.md, which has 16."),
    (lambda v: answers.neighbours(v, "gone", 5),
     "There is no note gone; search gives the paths of notes."),
    (lambda v: answers.paths(v, "bread", "gone", 5),
     "There is no note gone; search gives the paths of notes."),
    (lambda v: answers.check(v, "gone"),
     "There is no note gone; search gives the paths of notes."),
]  # fmt: skip


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    """The vault of NOTES."""
    return opened(tmp_path, NOTES)


@pytest.mark.parametrize(("ask", "expected"), READ)
def test_read(vault: Vault, ask: Any, expected: tuple[int, int, str]) -> None:
    found = ask(vault)
    assert (found["line"], found["end_line"], found["text"]) == expected
    assert found["whole"]


@pytest.mark.parametrize(("ask", "sentence"), REFUSED)
def test_what_is_refused(vault: Vault, ask: Any, sentence: str) -> None:
    with pytest.raises(AskError) as refusal:
        ask(vault)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("text", "end_line"),
    [
        ("word\n" * MOST_CHARACTERS, MOST_CHARACTERS // 5 - 1),
        ("x" * 3 * MOST_CHARACTERS, 0),
    ],
)
def test_a_long_note_is_read_in_parts(tmp_path: Path, text: str, end_line: int) -> None:
    vault = opened(tmp_path, {"long.md": text})
    found = answers.read(vault, "long", None, 0, None)
    assert (found["whole"], found["end_line"]) == (False, end_line)
    assert len(found["text"]) <= MOST_CHARACTERS
    assert text.startswith(found["text"])


def test_links_and_findings(vault: Vault) -> None:
    assert answers.neighbours(vault, "bread", 9) == {"links": ["sub/oven.md"], "backlinks": []}
    assert answers.paths(vault, "Oven", "Bread", 9) == {"paths": [["sub/oven.md", "bread.md"]]}
    found = answers.check(vault, "Oven")
    assert [(each["line"], each["rule"]) for each in found["findings"]] == [(3, "unresolved-link")]
    assert answers.check(vault, None)["count"] >= 1
    assert {hit["path"] for hit in answers.recent(vault, 9)["hits"]} == NOTES.keys()
    assert answers.search(vault, "hot stone", "text", 5)["hits"][0]["path"] == "sub/oven.md"

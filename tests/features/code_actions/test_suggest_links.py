"""Suggestions for a paragraph: links at the phrase that fits, relations with their reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nearnote.base.note_path import NotePath
from nearnote.base.source import Span
from nearnote.features.code_actions.link_targets import targets
from nearnote.features.code_actions.relate import appended, relate
from nearnote.features.code_actions.suggest_links import suggest_links
from nearnote.features.code_actions.title_phrase import phrase
from tests.vaulted import opened

if TYPE_CHECKING:
    from pathlib import Path

    from nearnote.vault.vault import Vault

NOTES = {
    "Sourdough.md": "---\naliases: [Levain]\n---\n# Sourdough\n\n"
    "A sourdough bread rises slowly in a warm kitchen.\n",
    "garden/Beds.md": "# Raised beds\n\nRaised garden beds hold warm soil for the salad.\n",
    "Tax.md": "# Tax forms\n\nForms for the office, due in May.\n",
}
N = NotePath("N.md")


def vault_with(root: Path, text: str) -> tuple[Vault, Span]:
    """A vault with a note in which `‸` or `‹…›` marks the cursor or the selection."""
    start, end = (text.find(mark) for mark in "‹›")
    if start < 0:
        start = end = text.index("‸")
        plain = text.replace("‸", "")
    else:
        plain, end = text.replace("‹", "").replace("›", ""), end - 1
    vault = opened(root, {**NOTES, "N.md": plain})
    return vault, Span(len(plain[:start].encode()), len(plain[:end].encode()))


def made(vault: Vault, edit_span: Span, text: str) -> str:
    source = vault.source(N)
    assert source
    return source.edit(edit_span, text).text


LINKS = [
    # by name
    ("🐈 My sourdough‸ sank.", "🐈 My [[Sourdough|sourdough]] sank."),
    ("My levain sank.‸", "My [[Sourdough|levain]] sank."),
    ("- [x] my Sourdough‸\r\n", "- [x] my [[Sourdough]]\r\n"),
    # by meaning, at the words of the title that are there, else at the end
    (
        "A raised bed holds‸ warm soil for the garden salad.",
        "A [[Beds|raised bed]] holds warm soil for the garden salad.",
    ),
    (
        "Warm garden soil‸ for the salad. ^id\n",
        "Warm garden soil for the salad. [[Beds]] ^id\n",
    ),
    # a few selected words are the phrase
    (
        "‹Bread rises slowly› in a warm kitchen.",
        "[[Sourdough|Bread rises slowly]] in a warm kitchen.",
    ),
]


@pytest.mark.parametrize(("text", "expected"), LINKS)
def test_suggest_links(tmp_path: Path, text: str, expected: str) -> None:
    vault, marked = vault_with(tmp_path, text)
    first, *_ = suggest_links(vault, N, marked)
    assert made(vault, first.edit.span, first.edit.text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "```\nsourdough‸ bread rises slowly\n```\n",
        "---\ntitle: sourdough‸ bread\n---\n",
        "# sourdough‸ bread rises slowly\n",
        "| sourdough‸ | bread |\n| --- | --- |\n| rises | slowly |\n",
        "<!-- sourdough‸ bread rises slowly -->\n",
        "[[Sourdough]] rises slowly in a warm‸ kitchen: a sourdough bread.\n",
        "‸",
    ],
)
def test_no_suggestion_of_sourdough(tmp_path: Path, text: str) -> None:
    vault, marked = vault_with(tmp_path, text)
    assert "Sourdough.md" not in {each.path for each in suggest_links(vault, N, marked)}


def test_without_a_model_names_are_still_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault, marked = vault_with(tmp_path, "My sourdough‸ and a raised bed.")
    monkeypatch.setattr(
        "nearnote.features.code_actions.suggest_links.notes_near_text", lambda *_: {}
    )
    assert [each.path for each in suggest_links(vault, N, marked)] == ["Sourdough.md"]


@pytest.mark.parametrize(
    ("text", "title", "expected"),
    [
        ("The raised beds are dry.", "Raised beds", "raised beds"),
        ("The beds that we raised are dry.", "Raised bed", "beds"),
        ("Beds, once raised, are dry.", "Raised beds", "Beds, once raised"),
        ("`raised beds` and #raised/beds", "Raised beds", None),
        ("Nothing of that.", "Raised beds", None),
        ("ağaç dikmek güzel", "Ağaç dikme", "ağaç dikmek"),
    ],
)
def test_phrase(tmp_path: Path, text: str, title: str, expected: str | None) -> None:
    vault = opened(tmp_path, {**NOTES, "N.md": text})
    note = vault.note(N)
    assert note
    found = phrase(vault, note, note.blocks, title)
    assert (found and note.source.slice(found)) == expected


# -- relate ----------------------------------------------------------------------------------

ITEM = "- relates_to [[T]] — why"
RELATIONS = [
    ("# A\n\nText.\n", f"# A\n\nText.\n\n## Relations\n\n{ITEM}\n"),
    ("", f"## Relations\n\n{ITEM}\n"),
    ("Text.", f"Text.\n\n## Relations\n\n{ITEM}\n"),
    ("Text.\r\n", "Text.\r\n\r\n## Relations\r\n\r\n" + ITEM + "\r\n"),
    (
        "## Relations\n\n- part_of [[B]]\n\n## Next\n\nx\n",
        f"## Relations\n\n- part_of [[B]]\n{ITEM}\n\n## Next\n\nx\n",
    ),
    (
        "## See also\n\n- part_of [[B]]\n  - more\n\n## Next\n\nx\n",
        f"## See also\n\n- part_of [[B]]\n  - more\n{ITEM}\n\n## Next\n\nx\n",
    ),
    ("## relations\n\n## Next\n\nx\n", f"## relations\n\n{ITEM}\n\n## Next\n\nx\n"),
    ("## Relations\n\nSome text.\n", f"## Relations\n\nSome text.\n\n{ITEM}\n"),
]


@pytest.mark.parametrize(("text", "expected"), RELATIONS)
def test_appended(tmp_path: Path, text: str, expected: str) -> None:
    vault = opened(tmp_path, {"N.md": text})
    note = vault.note(N)
    assert note
    edit = appended(note, ITEM)
    assert made(vault, edit.span, edit.text) == expected


def test_relate_says_why(tmp_path: Path) -> None:
    vault, marked = vault_with(tmp_path, "# N\n\nBread‸ rises slowly in a warm *kitchen*.\n")
    path, edit = next(iter(relate(vault, N, marked.start)))
    assert path == "Sourdough.md"
    assert (
        "- relates_to [[Sourdough]] — A sourdough bread rises slowly in a warm kitchen."
        in edit.text
    )


# -- what a link to nothing may have meant ---------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[Sourdouhg]]", "Sourdough.md"),
        ("[[old.place.Sourdough]]", "Sourdough.md"),
        ("[[recipes/Levian]]", "Sourdough.md"),
        ("[x](garden/Bedds.md)", "garden/Beds.md"),
        ("[[Raised garden beds for salad]]", "garden/Beds.md"),
    ],
)
def test_targets(tmp_path: Path, text: str, expected: str) -> None:
    vault = opened(tmp_path, {**NOTES, "N.md": text})
    note = vault.note(N)
    assert note
    assert targets(vault, N, note.links[0])[0] == expected

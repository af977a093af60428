"""Findings about whole notes: their names, their ties, their doubles, and names in their text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from nearnote.base.note_path import NotePath
from nearnote.base.source import Source
from nearnote.features.diagnostics.findings import note_findings
from tests.features.diagnostics.test_link_checks import fixed
from tests.vaulted import HASHING, opened

if TYPE_CHECKING:
    from pathlib import Path

TEXT = (
    "# {}\n\nRye rises slowly and wants a warm place.\n\n## Oven\n\nA stone oven keeps its heat.\n"
)
NOTES = {
    "Bread.md": "---\naliases: [Loaf, Oven]\n---\n" + TEXT.format("Bread"),
    "Copy.md": TEXT.format("Bread"),
    "Oven.md": "# Oven\n\nMade of brick, built by hand. [[Bread]]\n",
    "Alone.md": "Clouds drift over the harbour.\n",
}


def test_duplicate_alias(tmp_path: Path) -> None:
    vault = opened(tmp_path, NOTES)
    source = vault.source(NotePath("Bread.md"))
    [found] = [f for f in note_findings(vault, NotePath("Bread.md")) if f.rule == "duplicate-alias"]
    assert found.message == "The alias “Oven” is also a name of Oven.md."
    assert source
    assert source.slice(found.span) == "Oven"


def test_orphan_note(tmp_path: Path) -> None:
    assert not note_findings(opened(tmp_path, NOTES), NotePath("Alone.md"))
    settings = replace(HASHING, findings_orphan_note="hint")
    vault = opened(tmp_path, NOTES, settings)
    told = {p: [f.rule for f in note_findings(vault, NotePath(p))] for p in ("Alone.md", "Oven.md")}
    assert told == {"Alone.md": ["orphan-note"], "Oven.md": []}


def test_near_duplicate_note(tmp_path: Path) -> None:
    vault = opened(tmp_path, NOTES)

    def told(path: str) -> list[str]:
        found = note_findings(vault, NotePath(path))
        return [each.message for each in found if each.rule == "near-duplicate-note"]

    assert told("Copy.md") == ["This note says what Bread.md says."]
    assert told("Bread.md") == ["This note says what Copy.md says."]
    assert told("Oven.md") == []
    assert not vault.has_deferred_findings

    # After a keystroke the last answer stands, and is to be asked for again at rest.
    other = "# Bread\n\nQuite other words stand here now, of ships and of stars.\n"
    vault.put(NotePath("Bread.md"), Source.of(other), open=True)
    assert told("Bread.md") == ["This note says what Copy.md says."]
    assert vault.has_deferred_findings
    while vault.embedding_queue.step() is not None:
        pass
    assert told("Bread.md") == []
    assert told("Copy.md") == []


MENTIONS = [
    ("We baked bread today.", "We baked [[Bread|bread]] today."),
    ("We baked Bread today.", "We baked [[Bread]] today."),
    ("🐈 A loaf, warm.", "🐈 A [[Bread|loaf]], warm."),
    ("- [x] the garden beds 🥬 are full", "- [x] the [[Garden beds|garden beds]] 🥬 are full"),
    ("See garden\nbeds here.", "See [[Garden beds|garden beds]] here."),
    ("breadcrumbs and `bread` and #bread and <b title='bread'>", None),
    ("https://bread.org and [bread](x.org) and [[Garden beds|bread]]", None),
    ("$bread$ %%bread%% a\\bread ![bread](a.org/b.png)", None),
    (
        "```\nbread\n```\n\n    bread\n\n# Bread\n\n| bread | x |\n| --- | --- |\n| bread | y |",
        None,
    ),
    ("[[Bread]] is bread.", None),
]


@pytest.mark.parametrize(("text", "expected"), MENTIONS)
def test_unlinked_mention(tmp_path: Path, text: str, expected: str | None) -> None:
    notes = {
        "Bread.md": "---\naliases: [Loaf]\n---\nDough.\n",
        "Garden beds.md": "Soil.\n",
        "Of.md": "Two letters.\n",
        "N.md": text,
    }
    vault = opened(tmp_path, notes, replace(HASHING, findings_unlinked_mention="hint"))
    found = [f for f in note_findings(vault, NotePath("N.md")) if f.rule == "unlinked-mention"]
    if expected is None:
        assert found == []
        return
    mended = fixed(text, found[0], "Link it to")
    assert mended == expected
    (tmp_path / "N.md").write_text(mended, "utf-8")
    vault.changed(["N.md"])
    assert not [f for f in note_findings(vault, NotePath("N.md")) if f.rule == "unlinked-mention"]

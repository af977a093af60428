"""What the commands answer has the members that the editors' types promise, and no others."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, get_type_hints

from nearnote.base.note_path import NotePath
from nearnote.features.backlinks import backlinks
from nearnote.features.chunk_views import chunk_views
from nearnote.features.related import related_notes
from nearnote.index.query import Mode
from nearnote.wire import answers, results
from tests.vaulted import opened

GENERATOR = Path(__file__).parents[2] / "editors" / "generate_types.py"
NOTES = {
    "Oven.md": "# Oven\n\nHot steam bakes bread.\n",
    "Pan.md": "Hot steam, no bread: [[Oven]].\n",
}


def test_the_editors_types_are_made_of_the_shapes() -> None:
    made = subprocess.run([sys.executable, str(GENERATOR), "--check"], check=False)
    assert made.returncode == 0, "run: python editors/generate_types.py"


def check(answer: dict[str, Any], shape: Any) -> None:
    wanted = get_type_hints(shape, include_extras=True)
    assert answer.keys() >= shape.__required_keys__
    assert answer.keys() <= wanted.keys()


def test_answers_have_their_shapes(tmp_path: Path) -> None:
    vault = opened(tmp_path, NOTES)
    related = results.related(related_notes(vault, NotePath("Oven.md")), 0)
    check(related, answers.RelatedAnswer)
    for hit in related["hits"]:
        check(hit, answers.RelatedHit)
    lines = results.backlinks(backlinks(vault, NotePath("Oven.md")), vault.root)
    check(lines, answers.BacklinksAnswer)
    check(lines["linked"][0], answers.Backlink)
    chunks = results.chunks(chunk_views(vault, NotePath("Oven.md")))
    check(chunks, answers.ChunksAnswer)
    check(chunks["chunks"][0], answers.SeenChunk)
    check(results.status(vault.status()), answers.Status)
    assert {str(mode) for mode in Mode} == set(answers.Mode.__args__)

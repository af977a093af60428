"""Near notes under a model that does not know their language: words decide, or nothing is shown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from nearnote.features.diagnostics.findings import note_findings
from nearnote.features.related import related_notes
from nearnote.index.query import Mode
from nearnote.workspace.workspace import Workspace
from tests.models import Model, model_of_settings
from tests.vaulted import HASHING, finish, write

if TYPE_CHECKING:
    from pathlib import Path

    from nearnote.vault.vault import Vault

FILL = "и в на он так же вот это было когда мы шли туда потом снова"
NOTES = {
    "хлеб.md": f"Ржаная закваска стоит в тепле, мука и вода. {FILL}\n",
    "тесто.md": f"Закваска для теста: ржаная мука, терпение. {FILL}\n",
    "налог.md": f"Декларация, квитанции, срок подачи. {FILL}\n",
    "сад.md": f"Чеснок сажают осенью под солому. {FILL}\n",
    "кот.md": f"Кот спит у окна целыми днями. {FILL}\n",
    "горы.md": f"Перевал, снег, палатка, рассвет. {FILL}\n",
    "море.md": f"Волна, песок, чайки над пирсом. {FILL}\n",
}


class _Confused(Model):
    """A model to which all foreign texts are the same: what an English one makes of Russian."""

    def embed_documents(self, texts):  # type: ignore[no-untyped-def]
        vectors = super().embed_documents(texts)
        vectors[:] = vectors[0]
        return vectors


def vault_of(root: Path, notes: dict[str, str]) -> Vault:
    write(root, notes)
    model = _Confused()
    model.foreign = {word for text in notes.values() for word in text.split()}
    workspace = Workspace(lambda _: model_of_settings(model))
    workspace.open(root, replace(HASHING, cache_dir=str(root / ".cache")))
    finish(workspace)
    (vault,) = workspace
    return vault


RELATED = [
    ("хлеб.md", ["тесто.md"]),
    ("тесто.md", ["хлеб.md"]),
    ("налог.md", []),
    ("кот.md", []),
]


@pytest.mark.parametrize(("path", "expected"), RELATED)
@pytest.mark.parametrize("offset", [None, 0, 20])
def test_words_decide_what_is_related(
    tmp_path: Path, path: str, expected: list[str], offset: int | None
) -> None:
    found = related_notes(vault_of(tmp_path, NOTES), path, offset).hits  # type: ignore[arg-type]
    assert [each.hit.path for each in found] == expected
    assert all(each.hit.found_by == (Mode.TEXT,) for each in found)
    assert all(0 < each.hit.score <= 1 for each in found)


def test_links_are_marked(tmp_path: Path) -> None:
    notes = {**NOTES, "хлеб.md": NOTES["хлеб.md"] + "\n[[тесто]]\n"}
    (found,) = related_notes(vault_of(tmp_path, notes), "хлеб.md").hits  # type: ignore[arg-type]
    assert (found.hit.path, found.hit.linked) == ("тесто.md", True)


def test_only_notes_of_the_same_words_are_near_duplicates(tmp_path: Path) -> None:
    vault = vault_of(tmp_path, {**NOTES, "копия.md": NOTES["сад.md"] + "Ещё.\n"})

    def told(path: str) -> list[str]:
        findings = note_findings(vault, path)  # type: ignore[arg-type]
        return [each.message for each in findings if each.rule == "near-duplicate-note"]

    # To this model all of them are alike; only two of them are.
    assert not any(told(path) for path in NOTES if path != "сад.md")

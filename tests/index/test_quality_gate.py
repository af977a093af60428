"""Ranking with the real model does not fall: the demo vault, and a slice of Dendron.

The floors are what was measured less .02. A change that raises a figure raises its floor.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from nearnote.cli.measures import measure
from nearnote.config import Settings
from nearnote.index.query import Mode
from nearnote.workspace.workspace import Workspace
from tests.vaulted import finish

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared" / "eval"

pytestmark = pytest.mark.model


class Label(NamedTuple):
    """A query and the paths of the notes that answer it."""

    query: str
    gold: tuple[str, ...]


def labels(file: Path) -> list[Label]:
    rows = map(json.loads, file.read_text("utf-8").splitlines())
    return [Label(row["query"], tuple(row["gold"])) for row in rows]


def ndcg(root: Path, asked: Iterable[Label], cache: Path) -> dict[Mode, float]:
    """nDCG@10 of each mode."""
    workspace = Workspace()
    assert workspace.open(root, replace(Settings(), cache_dir=str(cache))) == ""
    finish(workspace)
    found: dict[Mode, float] = {}
    for mode in Mode:
        rankings = []
        for label in asked:
            hits = workspace.search(label.query, mode, 50).hits
            rankings.append((list(dict.fromkeys(str(hit.hit.path) for hit in hits)), label.gold))
        found[mode] = measure(rankings).ndcg_10
    workspace.shut()
    return found


def check(found: dict[Mode, float], floors: dict[Mode, float]) -> None:
    fallen = {mode: (found[mode], floor) for mode, floor in floors.items() if found[mode] < floor}
    assert not fallen, found


def test_the_demo_vault(tmp_path: Path) -> None:
    vaults = ROOT / "tests" / "vaults"
    asked = labels(vaults / "demo-queries.jsonl")
    found = ndcg(vaults / "demo", asked, tmp_path / "cache")
    check(found, {Mode.HYBRID: 0.885, Mode.TEXT: 0.683, Mode.VECTOR: 0.817})


@pytest.mark.shared
def test_a_slice_of_dendron(tmp_path: Path) -> None:
    """Thirty queries, the notes that answer them, and every eighth of the others."""
    asked = labels(SHARED / "queries-dendron.jsonl")[::5]
    files = sorted((SHARED / "dendron").glob("*.md"))
    wanted = {path for label in asked for path in label.gold}
    folder = tmp_path / "notes"
    folder.mkdir()
    for at, file in enumerate(files):
        if file.name in wanted or at % 8 == 0:
            shutil.copy(file, folder)
    found = ndcg(folder, asked, tmp_path / "cache")
    check(found, {Mode.HYBRID: 0.807, Mode.TEXT: 0.495, Mode.VECTOR: 0.803})

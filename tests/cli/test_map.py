"""`nearnote map`: one page, and no other file is lost for it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Run, Vault


def data(page: Path) -> dict[str, object]:
    _, _, rest = page.read_text("utf-8").partition('type="application/json">')
    found: dict[str, object] = json.loads(rest.partition("</script>")[0])
    return found


def test_the_page_is_written_and_written_again(run: Run, kitchen: Path, tmp_path: Path) -> None:
    out = tmp_path / "map.html"
    for _ in range(2):
        ran = run("map", "--vault", kitchen, "--out", out)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.startswith(f"{out}: 3 notes, ")
    notes = data(out)["notes"]
    assert isinstance(notes, list)
    hrefs = [note["href"] for note in notes]
    assert hrefs == ["my%20notes/bread.md", "my%20notes/oven.md", "my%20notes/sub/soil.md"]
    assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".part")] == []


def test_the_same_as_json(run: Run, kitchen: Path, tmp_path: Path) -> None:
    run("map", "--vault", kitchen)
    ran = run("map", "--vault", kitchen, "--json")
    assert (ran.code, ran.json) == (0, data(tmp_path / "nearnote-map.html"))


def test_no_other_file_is_written_over(run: Run, kitchen: Path) -> None:
    out = kitchen / "bread.md"
    before = out.read_bytes()
    ran = run("map", "--vault", kitchen, "--out", out)
    assert (ran.code, out.read_bytes()) == (2, before)
    assert ran.sentence == f"{out} is there already, and it is no map: name another file."


def test_where_nothing_can_be_written(run: Run, kitchen: Path, tmp_path: Path) -> None:
    ran = run("map", "--vault", kitchen, "--out", tmp_path / "nowhere" / "map.html")
    assert (ran.code, ran.sentence) == (2, f"There is no folder {tmp_path / 'nowhere'}.")
    ran = run("map", "--vault", kitchen, "--out", tmp_path)
    assert ran.code == 2
    assert str(tmp_path) in ran.sentence


def test_without_a_model_there_is_no_map(run: Run, vault: Vault, no_model: str) -> None:
    ran = run("map", "--vault", vault({"a.md": "text"}))
    assert (ran.code, ran.sentence) == (2, no_model)

"""Notes whose bytes are no good text or no good YAML: each command reads what there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Run

NOTES = {
    "yaml.md": b'---\ntitle: "Yeast\ntags: [a\n---\n\n# Yeast\n\nfoam quince\n',
    "unclosed.md": b"---\ntitle: Never closed\n\nquince jam\n",
    "tabs.md": b"---\ntitle: Tabs\n\tx: [\n---\nquince tabs\n",
    "torn.md": b"torn \xff\xc3 quince \xe2\x82\n",
    "latin.md": "quince d\u00e9j\u00e0\n".encode("latin-1"),
    "utf16.md": "quince in two bytes\n".encode("utf-16"),
    "nul.md": b"nul \0 quince\0\n\n\0\n",
    "bom.md": b"\xef\xbb\xbf---\ntitle: Marked\n---\nquince bom\n",
    "crlf.md": b"# Lines\r\n\r\nfirst\r\rquince last\r\n",
    "controls.md": b"quince \x0b\x0c\x1c\xe2\x80\xa8 one line\n",
    "empty.md": b"",
    "blank.md": b"\n\n  \n",
    "surrogate.md": b"quince \xed\xa0\x80\n",
}
WITH_QUINCE = {name for name, data in NOTES.items() if b"quince" in data} | {"utf16.md"}
ODD = {"torn.md", "latin.md", "utf16.md", "crlf.md", "surrogate.md"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The vault of NOTES."""
    folder = tmp_path / "bad notes"
    folder.mkdir()
    for name, data in NOTES.items():
        (folder / name).write_bytes(data)
    return folder


@pytest.mark.parametrize(
    "words", ["search quince", "stats", "index", "check", "graph central", "graph orphans"]
)
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_a_vault_of_bad_notes(run: Run, root: Path, words: str, more: list[str]) -> None:
    ran = run(*words.split(), "--vault", root, *more)
    assert ran.code == (words == "check")  # it alone has something to complain of
    assert ran.err == ""
    assert ran.json if more else ran.out


@pytest.mark.parametrize(("command", "member"), [("related", "hits"), ("chunks", "chunks")])
def test_each_bad_note(run: Run, root: Path, command: str, member: str) -> None:
    for name in NOTES:
        ran = run(command, "--vault", root, "--json", f"{name}:1")
        assert ran.code in (0, 1), name
        assert ran.err == "", name
        assert member in ran.json, name


def test_the_words_of_bad_notes_are_found(run: Run, root: Path) -> None:
    hits = run("search", "--vault", root, "--json", "--limit", 50, "=quince").json["hits"]
    assert {hit["path"] for hit in hits} == WITH_QUINCE
    lines = {hit["path"]: hit["line"] for hit in hits}
    assert lines["crlf.md"] == 4  # a lone carriage return ends a line, too
    assert lines["controls.md"] == 0  # and these do not
    assert {hit["path"]: hit["title"] for hit in hits}["bom.md"] == "Marked"


def test_frontmatter_and_encodings_are_complained_of(run: Run, root: Path) -> None:
    ran = run("check", "--vault", root, "--json")
    assert {(row["path"], row["rule"]) for row in ran.json["findings"]} == {
        ("yaml.md", "broken-frontmatter"),
        ("tabs.md", "broken-frontmatter"),
        ("unclosed.md", "broken-frontmatter"),
        *((name, "unusual-encoding") for name in ODD),
    }

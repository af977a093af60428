"""Merges: whatever both notes call alike, and whatever stays open, no text and no link is lost."""

# ruff: noqa: E501 -- a row of a table is read as one line

from __future__ import annotations

import pytest

from nearnote.base.source import Source
from nearnote.links.change import ChangeError
from nearnote.markdown.frontmatter import block
from tests.links.test_extract import extract, merge
from tests.links.test_rename_note import names_of


def merged(note: str, target: str) -> str:
    texts = {"a.md": note, "b.md": target, "c.md": "", "d.md": "", "cat.png.md": ""}
    return merge(texts, "a.md", "b.md")["b.md"]


def targets(text: str) -> list[tuple[str, str]]:
    """Each use of a reference in a text and where it leads."""
    (note,) = names_of({"b.md": text}).outlines.values()
    return [(link.label, link.target) for link in note.links if link.is_use]


@pytest.mark.parametrize(
    ("note", "target", "uses"),
    [
        ("# A\n\n[x][1]\n\n[1]: c.md\n", "# B\n\n[y][1]\n\n[1]: d.md\n", [("y", "d.md"), ("x", "c.md")]),
        ("# A\n\n[x][1] [z][2]\n\n[1]: c.md\n[2]: d.md\n", "# B\n\n[y][1] [w][3]\n\n[1]: d.md\n[3]: c.md\n",
         [("y", "d.md"), ("w", "c.md"), ("x", "c.md"), ("z", "d.md")]),
        ("# A\n\n[r] [r][] ![p][R]\n\n[r]: c.md\n", "# B\n\n[r]\n\n[R]: d.md\n",
         [("r", "d.md"), ("r", "c.md"), ("r", "c.md"), ("p", "c.md")]),
        ("# A\n\n[foo]\n\n[foo]: c.md\n", "# B\n\nplain [foo] here\n", [("foo", "c.md")]),
        ("# A\n\n[x][r]\n\n[r]: c.md\n", "# B\n", [("x", "c.md")]),
    ],
)  # fmt: skip
def test_references_that_clash(note: str, target: str, uses: list[tuple[str, str]]) -> None:
    assert targets(merged(note, target)) == uses


def test_footnotes_are_counted_on() -> None:
    got = merged(
        "# A\n\nx[^1] y[^n]\n\n[^1]: One\n[^n]: N\n",
        "# B\n\nz[^1] [^2]\n\n[^1]: Eins\n[^2]: Zwei\n",
    )
    assert got == (
        "# B\n\nz[^1] [^2]\n\n[^1]: Eins\n[^2]: Zwei\n\n## A\n\nx[^3] y[^n]\n\n[^3]: One\n[^n]: N\n"
    )  # fmt: skip


@pytest.mark.parametrize(
    "target", ["# B\n\n```\ncode\n", "# B\n\n<!-- note\n", "# B\n\n%% open\n\n<pre>\nx\n", "~~~\n"]
)
def test_a_target_that_stays_open(target: str) -> None:
    with pytest.raises(ChangeError, match="not closed"):
        merged("# A\n\nx\n", target)


@pytest.mark.parametrize(
    ("note", "target"),
    [("# A\n\n[foo] plain\n", "# B\n\n[foo]\n\n[foo]: d.md\n"), ("# A\n\n[^1] plain\n", "# B\n\n[^1]\n\n[^1]: F\n")],
)  # fmt: skip
def test_brackets_that_would_become_links(note: str, target: str) -> None:
    with pytest.raises(ChangeError, match="would become links"):
        merged(note, target)


@pytest.mark.parametrize(
    ("note", "target", "expected"),
    [
        (
            "---\ntitle: A\ncreated: 2024-01-01 # day\nsee: \"[[c]]\"\n---\nx\n",
            "---\nid: b\n---\n# B\n",
            "---\nid: b\ncreated: 2024-01-01 # day\nsee: \"[[c]]\"\n---\n# B\n\n## A\n\nx\n",
        ),
        (
            "---\naliases:\n  - one\n  - two\nid: a\n---\n# A\n\nx\n",
            "---\nid: b\n---\n# B\n",
            "---\nid: b\naliases:\n  - one\n  - two\n---\n# B\n\n## A\n\n```yaml\nid: a\n```\n\nx\n",
        ),
        ("---\nid: a\n---\n# A\n\nx\n", "# B\n", "---\nid: a\n---\n\n# B\n\n## A\n\nx\n"),
        ("---\nid: a\n---\n# A\n\nx\n", "\ufeff# B\n", "\ufeff---\nid: a\n---\n\n# B\n\n## A\n\nx\n"),
        ("---\r\nid: a\r\n---\r\n# A\r\n\r\nx\r\n", "# B\n", "---\nid: a\n---\n\n# B\n\n## A\n\nx\n"),
        ("+++\nid = 1\n+++\n# A\n\nx\n", "# B\n", "# B\n\n## A\n\n```toml\nid = 1\n```\n\nx\n"),
        ("---\nid: a\n---\n# A\n\nx\n", "+++\nid = 1\n+++\n# B\n",
         "+++\nid = 1\n+++\n# B\n\n## A\n\n```yaml\nid: a\n```\n\nx\n"),
        ("---\ntags: [x]\n---\n# A\n\n```\nopen\n", "# B\n", "# B\n\n## A\n\n#x\n\n```\nopen\n"),
        ("    code\n\nx\n", "# B\n", "# B\n\n## a\n\n    code\n\nx\n"),
    ],
)  # fmt: skip
def test_the_frontmatter_is_not_lost(note: str, target: str, expected: str) -> None:
    got = merged(note, target)
    assert got == expected
    assert block.read(Source.of(got)).problem is None


def test_a_section_whose_definitions_would_be_hidden_stays() -> None:
    texts = {"a.md": "# A\n\n[r]: b.md\n\n## Two\n\n[x][r]\n\n```\nopen\n", "b.md": ""}
    with pytest.raises(ChangeError, match="not closed"):
        extract(texts, "a.md", "## Two")


def test_a_section_takes_the_definitions_that_it_uses() -> None:
    texts = {"a.md": "# A\n\n[y][s]\n\n## Two\n\n[x][r] [^1]\n\n[s]: b.md\n\n## Three\n\n[r]: b.md\n[q]: b.md\n\n[^1]: F\n", "b.md": ""}  # fmt: skip
    got = extract(texts, "a.md", "## Two")
    assert targets(got["Two.md"]) == [("x", "b.md")]
    assert "[^1]: F" in got["Two.md"]
    assert "[q]" not in got["Two.md"]
    assert targets(got["a.md"]) == [("y", "b.md")]

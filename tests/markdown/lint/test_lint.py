"""What is found in a note, and what is not: tables of (Markdown, findings)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from nearnote.base.source import Source
from nearnote.markdown.finding import Severity
from nearnote.markdown.lint import RULES, VaultContext, lint
from nearnote.markdown.parse import parse

if TYPE_CHECKING:
    from nearnote.markdown.elements import Link

BARE, BULLET = "bare-heading", "link-only-bullet"


def found(text: str) -> list[tuple[str, int]]:
    note = parse(Source.of(text), "Stem")
    return [(each.rule, note.source.line_of(each.span.start)) for each in lint(note)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# T\n\nText.\n\n## Empty\n\n## Full\n\nText.\n", [(BARE, 4)]),
        ("# T\n\nText.\n\n## Empty\n", []),  # the last one may just have been typed
        ("Text.\n\n## A\n### B\n### C\nText.", [(BARE, 3)]),  # a deeper heading's text is content
        ("Text.\n\n## A\n### B\n", [(BARE, 2)]),
        ("# Empty\n\n# Full\n\nText.\n", [(BARE, 0)]),
        ("Text.\n\nSetext\n------\n\n## Full\nText.\n", [(BARE, 2)]),
        ("Text.\n\n##\n\n## Full\nText.\n", [(BARE, 2)]),
        # A comment or a rule is nothing under a heading, and so is an empty bullet.
        ("Text.\n\n## A\n<!-- todo -->\n\n---\n\n-\n\n## B\nText.\n", [(BARE, 2)]),
        # A link, a picture, a tag, a table, code or a quote is something.
        *(
            (f"Text.\n\n## A\n\n{body}\n", [])
            for body in ("![[a.png]]", "![](a.png)", "[b](c.md)", "#tag", "| a |\n|---|", "> q")
        ),
        ("Text.\n\n## A\n\n```\ncode\n```\n", []),
        ("Text.\n\n## A\n\n- [ ] [[T]]\n", []),
        # The title of a note that has nothing else is found by its words.
        ("# Title\n", []),
        ("# Title\n\n## Empty\n\n## Full\nText.\n", [(BARE, 2)]),
        ("---\ntitle: Other\n---\n# Heading\n\n# Other\n\nText.\n", [(BARE, 3)]),
        # Skeletons: a changelog, a form, a template, a day.
        ("# T\n## 1.2\n\n## 1.1\ntext\n### Fix\n### Docs\ntext\n## 1.0\n### Fix\n### Docs\n", []),
        ("Text.\n\n## Goal\n\n## Notes\n\n## Tasks\n\n## End\n\nText.\n", []),
        ("# {{date}}\n\n## Thoughts\n\n## Tasks\n\nText.\n", []),
        ('T.\n\n## A\n\n<iframe src="https://a.b"></iframe>\n\n## B\nText.\n', []),
        ("T.\n\n## A\n\n<br/>\n\n## B\nText.\n", [(BARE, 2)]),
        # No headings: code, quotes, comments.
        ("Text.\n\n```\n## A\n```\n", []),
        ("Text.\n\n> ## A\n", []),
        ("Text.\n\n<!--\n## A\n-->\n", []),
    ],
)
def test_bare_heading(text: str, expected: list[tuple[str, int]]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Text.\n\nMore.\n\n- [[A]]\n", [4]),
        ("Text.\n\nMore.\n\n- [[A|label]]\n- [[A#H]]\n", [4]),  # one a list
        ("Text.\n\nMore.\n\n- part_of [[A]]\n", [4]),
        ("Text.\n\nMore.\n\n- see: [[A]], [[B]]\n", [4]),
        ("Text.\n\nMore.\n\n- **[[A]]** #tag ^id\n", [4]),
        ("Text.\n\nMore.\n\n1. **[[A]]**\n2. Open **[[B]]**.\n", []),  # steps
        ("Text.\n\nMore.\n\n- Open [[Settings]].\n", []),
        ("Text.\n\nMore.\n\n- [[#Here]]\n- [[#There]]\n", []),  # its own contents
        ("Text.\n\nMore.\n\n> - [[A]]\n", [4]),
        ("Text.\n\nMore.\n\n- part_of [[A]] (because)\n", []),
        ("Text.\n\nMore.\n\n- [[A]] — because\n", []),
        ("Text.\n\nMore.\n\n- see also [[A]] for more\n", []),
        ("Text.\n\nMore.\n\n- [ ] [[A]]\n- [x] [[A]]\n", []),
        ("Text.\n\nMore.\n\n- ![[a.png]]\n- [b](c.md)\n", []),
        # An item with text below it is that text's title.
        ("Text.\n\nMore.\n\n- [[A]]\n  - says this\n", []),
        ("Text.\n\nMore.\n\n- [[A]]\n\n  A paragraph.\n", []),
        ("Text.\n\nMore.\n\n- [[A]]\n  - [[B]]\n    - says this\n", []),
        ("Text.\n\nMore.\n\n- [[A]]\n  - [[B]]\n", [4]),
        # A map of content is meant to be one.
        ("Text.\n\n- [[A]]\n- [[B]]\n- [[C]]\n\nMore.\n\n* [[D]]\n* [[E]]\n", []),
        ("- [[A]]\n", [0]),
        ("- [[A]]\n- [[B]]\n- described [[C]] here\n", [0]),
        ("```\n- [[A]]\n```\n", []),
    ],
)
def test_link_only_bullet(text: str, lines: list[int]) -> None:
    assert found(text) == [(BULLET, line) for line in lines]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("---\ntitle: a: b\n---\nText.\n", [("broken-frontmatter", 1)]),
        ("---\ntitle: fine\n---\nText.\n", []),
        ("Text.\n\n---\n\na: b: c\n\n---\n", []),
    ],
)
def test_broken_frontmatter(text: str, expected: list[tuple[str, int]]) -> None:
    assert found(text) == expected


def test_oversized_note() -> None:
    note = parse(Source.of("Text."), "Stem")
    assert [each.rule for each in lint(note, VaultContext(read_up_to=10_000))] == ["oversized-note"]
    assert "10,000" in lint(note, VaultContext(read_up_to=10_000))[0].message


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Text.\n\n<!-- nearnote-ignore bare-heading -->\n## A\n", []),
        ("Text.\n\n<!-- nearnote-ignore bare-heading -->\n\n## A\n", []),  # formatters part them
        ("Text.\n\n## A <!-- nearnote-ignore bare-heading -->\n", []),
        ("Text.\n\n<!-- nearnote-ignore -->\n## A\n", []),
        ("Text.\n\n<!--nearnote-ignore link-only-bullet, bare-heading-->\n## A\n", []),
        ("Text.\n\n<!-- nearnote-ignore link-only-bullet -->\n## A\n## Z\nText.", [(BARE, 3)]),
        ("Text.\n\n<!-- nearnote-ignore bare-heading -->\n## A\n## B\n## Z\nText.", [(BARE, 4)]),
        ("Text.\n\n## A <!-- nearnote-ignore bare-heading -->\n## B\n## Z\nText.", [(BARE, 3)]),
        ("Text.\n\n## A\n## B\n\n<!-- nearnote-ignore-file bare-heading -->\n", []),
        ("T.\n\n## A\n\n<!-- nearnote-ignore-file link-only-bullet -->\n## Z\nT.", [(BARE, 2)]),
        ("Text.\n\n## A\n\n<!-- nearnote-ignore-file -->\n", []),
        ("Text.\n\n## A\n## B\n\n`<!-- nearnote-ignore-file -->`\n", [(BARE, 2)]),
        ("Text.\n\n## A\n## B\n\n```\n<!-- nearnote-ignore-file -->\n```\n", [(BARE, 2)]),
        ("One\n\nTwo\n\n- [[A]] <!-- nearnote-ignore link-only-bullet -->\n- [[B]]", []),
        ("<!-- nearnote-ignore link-only-bullet -->\n- [[A]]\n- [[B]]\n", []),
        ("- [[A]]\n- [[B]] <!-- nearnote-ignore link-only-bullet -->\n", [(BULLET, 0)]),
    ],
)  # fmt: skip
def test_ignore_comments(text: str, expected: list[tuple[str, int]]) -> None:
    assert found(text) == expected


def test_a_list_s_finding_leaves_out_its_ignored_items() -> None:
    text = "- [[A]]\n- [[B]] <!-- nearnote-ignore link-only-bullet -->\n- [[C]]\n"
    (finding,) = lint(parse(Source.of(text), "Stem"), VaultContext(lambda link: link.target))
    assert "2 lines" in finding.message
    assert len(finding.fixes[0].edits) == 2


def test_severities() -> None:
    note = parse(Source.of("Text.\n\nMore.\n\n- [[A]]\n\n## B\n\n## C\nText.\n"), "Stem")
    loud = lint(note, severities={BARE: Severity.ERROR, BULLET: Severity.OFF})
    assert [(each.rule, each.severity) for each in loud] == [(BARE, Severity.ERROR)]
    assert [each.severity for each in lint(note)] == [Severity.HINT, Severity.INFORMATION]


def test_every_rule_has_its_place_in_the_documentation() -> None:
    page = Path(__file__).parents[3] / "server/nearnote/FINDINGS.md"
    headings = {line[3:] for line in page.read_text().splitlines() if line.startswith("## ")}
    assert RULES.keys() <= headings


def test_links_are_asked_once_an_item() -> None:
    asked: list[str] = []

    def excerpt_of(link: Link) -> str:
        asked.append(link.target)
        return "Words."

    text = "Text.\n\nMore.\n\nAnd more.\n\n- [[A]]\n- [[B]]\n"
    lint(parse(Source.of(text), "Stem"), VaultContext(excerpt_of))
    assert asked == ["A", "B"]

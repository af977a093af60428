"""Fixes: what they write, and that they change nothing else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nearnote.base.source import Source
from nearnote.markdown.chunks.chunk import is_content_free
from nearnote.markdown.elements import BlockKind
from nearnote.markdown.lint import VaultContext, lint
from nearnote.markdown.lint.excerpt_text import described, escaped
from nearnote.markdown.parse import parse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nearnote.markdown.finding import Edit, Fix
    from nearnote.markdown.note import Note

NASTY = "A *note* about `x_y` & [[z]] #tag <b> $5 | a\\b — see https://x.y/z_w ^id"
AROUND = VaultContext(lambda link: f"{link.target} {NASTY}" if link.target != "Missing" else "")


def read(text: str) -> Note:
    return parse(Source.of(text), "Stem")


def applied(text: str, edits: Sequence[Edit]) -> str:
    """The text after a fix, which must be in order and free of overlaps."""
    data, done, parts = text.encode(), 0, []
    for edit in edits:
        assert done <= edit.span.start <= edit.span.end
        parts += [data[done : edit.span.start], edit.text.encode()]
        done = edit.span.end
    return b"".join([*parts, data[done:]]).decode()


def fix(text: str, title: str, around: VaultContext = AROUND) -> str | None:
    """The text after the first finding's fix of that title."""
    finding = lint(read(text), around)[0]
    chosen = [each for each in finding.fixes if each.title.startswith(title)]
    return applied(text, chosen[0].edits) if chosen else None


# -- bare-heading ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\n\n## E\n\n## F\n\nb\n", "a\n\n## F\n\nb\n"),
        ("a\n## E\n## F\nb\n", "a\n\n## F\nb\n"),
        ("a\n## E\n\n## F\nb\n", "a\n\n## F\nb\n"),
        ("a\n\n## E\n## F\nb\n", "a\n\n## F\nb\n"),
        ("## E\n\n## F\n\nb\n", "## F\n\nb\n"),
        ("---\nid: 1\n---\n\n## E\n\n## F\nb\n", "---\nid: 1\n---\n\n## F\nb\n"),
        ("a\n## E\nF\n===\nb\n", "a\n\nF\n===\nb\n"),
        ("a\n\nE\n---\n\n## F\nb\n", "a\n\n## F\nb\n"),
        ("a\n## E\n\n---\n## F\nb\n", "a\n\n---\n## F\nb\n"),  # not a setext heading
        ("a\n## E\n---\n## F\nb\n", "a\n\n---\n## F\nb\n"),
        ("a\r\n\r\n## E\r\n\r\n## F\r\nb\r\n", "a\r\n\r\n## F\r\nb\r\n"),
        ("a\r\r## E\r\r## F\rb", "a\r\r## F\rb"),
    ],
)
def test_remove(text: str, expected: str) -> None:
    assert fix(text, "Remove") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\n\n## E\n\n## F\n\nb\n", "a\n\n## E: F\n\nb\n"),
        ("a\n\n## **E** [[x]] ##\n\n## F ^id\n\nb\n", "a\n\n## **E** [[x]]: F ^id\n\nb\n"),
        ("a\n\nE\n---\n\nF\n---\nb\n", "a\n\nE: F\n---\nb\n"),
        ("a\n\n## E\n<!-- c -->\n\n## F\nb\n", "a\n\n<!-- c -->\n\n## E: F\nb\n"),
        ("a\n\n## E\n\n# F\nb\n", None),  # belongs to what stands above
        ("a\n\n## E\n\n##\nb\n", None),
        ("a\n\n##\n\n## F\nb\n", None),
        ("a\n\n## E `\n\n## F `\nb\n", None),  # would become code
        ("a\n\n## E\\\n\n## F\nb\n", None),
        ("a\n\n## (E)\n\nF\n---\nb\n", None),  # would become a list
    ],
)
def test_merge(text: str, expected: str | None) -> None:
    assert fix(text, "Merge") == expected


# -- link-only-bullet ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ("- [[A]]", "- [[A]] — First \\*words\\*."),
        ("- part_of [[A]] #tag ^id", "- part_of [[A]] — First \\*words\\*. #tag ^id"),
        ("* **[[A|x]]**", "* **[[A|x]]** — First \\*words\\*."),
        ("- ([[B]])", "- ([[B]]) — Second."),
        ("> - [[B]]", "> - [[B]] — Second."),
        ("- [[B]]  ", "- [[B]] — Second.  "),
        ("- [[A]], [[B]]", "- [[A]], [[B]] — First \\*words\\*.; Second."),
        ("- [[C]]", None),
    ],
)
def test_describe(item: str, expected: str | None) -> None:
    around = VaultContext(lambda link: {"A": "First *words*.", "B": "Second."}.get(link.target, ""))
    text = f"One.\n\nTwo.\n\n{item}\n\nThree.\n"
    assert fix(text, "Describe the link", around) == (
        expected and f"One.\n\nTwo.\n\n{expected}\n\nThree.\n"
    )


def test_describe_all() -> None:
    text = "One.\n\nTwo.\n\nThree.\n\n- [[A]]\n- [[Missing]]\n- [[B]]\n"
    around = VaultContext(lambda link: "" if link.target == "Missing" else f"About {link.target}.")
    assert fix(text, "Describe 2", around) == (
        "One.\n\nTwo.\n\nThree.\n\n- [[A]] — About A.\n- [[Missing]]\n- [[B]] — About B.\n"
    )


def test_a_relation_stays_one() -> None:
    text = "One.\n\nTwo.\n\n- part_of [[A]]\n"
    relation = read(fix(text, "Describe the link") or "").relations[0]
    assert relation.type == "part_of"
    assert relation.context.startswith("A A *note* about")


@pytest.mark.parametrize(
    ("excerpts", "expected"),
    [
        ([], ""),
        (["", " — "], ""),
        (["Two\nlines  here"], "Two lines here"),
        (["One.", "One."], "One."),
        (["word " * 40], "word " * 9 + "word…"),
        (["x" * 300], "x" * 79 + "…"),
        (["one two, (three four five six seven eight", "y " * 60], None),
    ],
)
def test_described(excerpts: list[str], expected: str | None) -> None:
    text = described(excerpts)
    assert len(text) <= 125
    assert expected is None or text == expected


@settings(deadline=None)  # The machine may be busy.
@given(st.text("ab_*`[]<>#^&;%=~$|\\!():/ 1é-.", max_size=40))
def test_escaped_text_reads_as_it_was(text: str) -> None:
    said = " ".join(text.split())
    if not re.search(r"[a-z1é]", said) or re.search(r"\w+://|\w:/", said):
        return  # A bare URL is an address wherever it stands, and no part of a note's text.
    note = read(f"- [[T]] — {escaped(said)}\n")
    assert note.blocks[0].text == f"T — {said}"
    assert len(note.links) == 1
    assert not note.tags
    assert not note.block_ids


# -- any note --------------------------------------------------------------------------------

LINES = [
    *("# One", "## Two", "## Two ^h", "### Three ###", "##", "Set\n===", "Set\n---", "## `a"),
    *(
        "Words.",
        "- [[A]]",
        "- [[A]] ^id",
        "- part_of [[B]]",
        "  - [[C]]",
        "- [[D]], [[E]]",
        "- item",
    ),
    *("- [ ] [[T]]", "> - [[A]]", "> ## Q", "-", "* [[S]] #t", "", "", "", "---"),
    *(
        "```\n## c\n- [[A]]\n```",
        "<!-- c -->",
        "| a |\n|---|",
        "    code",
        "[^1]: note",
        "![](i.png)",
    ),
    *(
        "  text",
        "10. [[N]]",
        "<!-- nearnote-ignore bare-heading -->",
        "<div>",
        "\n[r]: http://x.y\n",
    ),
]
texts = st.tuples(
    st.sampled_from(["", "\ufeff", "---\ntitle: T\n---\n", "---\na: b: c\n---\n"]),
    st.lists(st.sampled_from(LINES), min_size=1, max_size=14).map("\n".join),
    st.sampled_from(["", "\n"]),
    st.sampled_from(["\n", "\r\n"]),
).map(lambda parts: "".join(parts[:3]).replace("\n", parts[3]))


def headings(note: Note) -> list[str]:
    return [section.heading.text for section in note.sections if section.heading]


def said(note: Note) -> list[tuple[BlockKind, str]]:
    return [
        (block.kind, block.text) for block in note.blocks if block.kind is not BlockKind.COMMENT
    ]


def silent(note: Note) -> int:
    return sum(is_content_free(block) for block in note.blocks)


def check_fix(text: str, note: Note, rule: str, fix: Fix) -> None:
    """One fix of one finding: the finding goes, and all the rest stays."""
    after = applied(text, fix.edits)
    fixed = read(after)
    assert after.count("\r\n") == after.count("\n") or "\r" not in text
    if fix.title.startswith("Describe"):
        assert silent(fixed) < silent(note)
        old, new = said(note), said(fixed)
        assert len(old) == len(new)
        for (kind, before), (kind_after, now) in zip(old, new, strict=True):
            assert kind is kind_after
            assert now == before or " — " in now
        assert headings(fixed) == headings(note)
        assert len(fixed.links) == len(note.links)
        assert len(fixed.block_ids) == len(note.block_ids)
        return
    count = sum(each.rule == rule for each in lint(note, AROUND))
    assert sum(each.rule == rule for each in lint(fixed, AROUND)) < count, after
    assert said(fixed) == said(note), after
    left = len(headings(note)) - len(headings(fixed))
    assert left == (0 if fix.title.startswith("Ignore") else 1), after
    if fix.title.startswith("Merge"):
        assert sorted(re.findall(r"\w+", " ".join(headings(fixed)))) == sorted(
            re.findall(r"\w+", " ".join(headings(note)))
        )


@settings(deadline=None)  # The machine may be busy.
@given(texts)
def test_every_fix_mends_its_finding_and_nothing_else(text: str) -> None:
    note = read(text)
    for finding in lint(note, AROUND):
        assert finding.span.end <= len(note.source.data)
        assert sum(each.preferred for each in finding.fixes) <= 1
        for each in finding.fixes:
            check_fix(text, note, finding.rule, each)


@settings(deadline=None)  # The machine may be busy.
@given(texts)
def test_all_preferred_fixes_at_once_are_one_edit(text: str) -> None:
    note = after = read(text)
    # What one round leaves may be mended by a next one: a heading that was refused a fix because
    # of the bare one above it, say. There is an end to it.
    for _ in range(len(note.sections) + 1):
        edits = preferred(after)
        if not edits:
            break
        after = read(applied(after.source.text, edits))
    assert not preferred(after)
    assert silent(after) <= silent(note)
    assert len(after.links) >= len(note.links) - sum(link_in_heading(note))


def preferred(note: Note) -> list[Edit]:
    found = [
        edit
        for finding in lint(note, AROUND)
        for fix in finding.fixes
        if fix.preferred and finding.rule == "bare-heading"
        for edit in fix.edits
    ]
    return sorted(found, key=lambda edit: edit.span)


def link_in_heading(note: Note) -> list[bool]:
    return [
        any(s.heading and s.heading.span.covers(link.span) for s in note.sections)
        for link in note.links
    ]

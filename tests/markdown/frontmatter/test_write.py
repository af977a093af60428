"""Values of a frontmatter are written as its format has them, and nothing else changes."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from nearnote.base.source import Source, Span
from nearnote.markdown.finding import Edit
from nearnote.markdown.frontmatter import block
from nearnote.markdown.frontmatter.write import UnwritableError, value_edits


def place(source: Source, old: str) -> Span:
    """Where the title, an alias, a tag or a link's target is written."""
    front = block.read(source)
    if old == "title":
        assert front.title_span is not None
        return front.title_span
    spans = dict(zip(front.aliases, front.alias_spans, strict=True))
    spans |= {tag.name: tag.span for tag in front.tags}
    return (spans | {link.target: link.target_span for link in front.links})[old]


def written(text: str, old: str, new: str) -> str:
    source = Source.of(text)
    edits = value_edits(source, block.read(source), [Edit(place(source, old), new)])
    for edit in reversed(edits):
        source = source.edit(edit.span, edit.text)
    return source.text


def yaml_of(*lines: str) -> str:
    return "\n".join(["---", *lines, "---", "body"])


# (lines, what is renamed, to what) -> lines
YAML = [
    (["title: Breadcrumbs", "aliases: [Bread]"], "Bread", "Loaf",
     ["title: Breadcrumbs", "aliases: [Loaf]"]),
    (["title: Bread"], "title", "Bread: a story", ['title: "Bread: a story"']),
    (["title: Bread # note"], "title", "Loaf", ["title: Loaf # note"]),
    (["title: 'Bread' # note"], "title", "Al's", ["title: 'Al''s' # note"]),
    (["title: 'A & B'"], "title", "Zed", ["title: 'Zed'"]),
    (['title: "Bread"'], "title", 'The "big" \\', ['title: "The \\"big\\" \\\\"']),
    (["title: >-", "  Bread", "  and butter", "x: 1"], "title", "# Loaf: x",
     ["title: >-", "  # Loaf: x", "x: 1"]),
    (["title: |", "   Bread", "", "x: 1"], "title", "Loaf", ["title: |", "   Loaf", "", "x: 1"]),
    (["title: Bread", "  and butter"], "title", "Loaf", ["title: Loaf"]),
    (["title: 2024"], "title", "2025", ['title: "2025"']),
    (["title: Bread"], "title", "a\u2028b", ['title: "a\\u2028b"']),
    (["aliases: [Bread, 'Big', \"q\"]"], "Bread", "Loaf, big",
     ["aliases: [\"Loaf, big\", 'Big', \"q\"]"]),
    (["aliases: [Bread, 'Big', \"q\"]"], "Big", "Loaf, big",
     ["aliases: [Bread, 'Loaf, big', \"q\"]"]),
    (["aliases:", "  - Bread # x", "  - y"], "Bread", "- z",
     ["aliases:", '  - "- z" # x', "  - y"]),
    (["aliases:", "- {a: b}", "- y"], "y", "{z}", ["aliases:", "- {a: b}", '- "{z}"']),
    (["aliases: Bread, Cake"], "Cake", "Pie", ["aliases: Bread, Pie"]),
    (["aliases: Bread, Cake"], "Bread", "Loaf, big", ['aliases: ["Loaf, big", "Cake"]']),
    (["alias: Bread"], "Bread", "Loaf, big", ['alias: ["Loaf, big"]']),
    (["tags: [a, b]"], "a", "yes", ['tags: ["yes", b]']),
    (["tags: [a, b]"], "a", "#x", ['tags: ["#x", b]']),
    (["tags: [a, b]"], "a", "1e3", ['tags: ["1e3", b]']),
    (["tags: [a, b]"], "a", "0o7", ['tags: ["0o7", b]']),
    (["tags:", "- a", "- b"], "b", "null", ["tags:", "- a", '- "null"']),
    (["tags: a"], "a", "on", ['tags: "on"']),
    (["tags: a b"], "b", "no", ["tags: a no"]),
    (['up: "[[P]]"'], "P", 'A "q" b', ['up: "[[A \\"q\\" b]]"']),
    (["up: '[[P]]'"], "P", "Al's", ["up: '[[Al''s]]'"]),
    (["up: [[P]]"], "P", "Q", ["up: [[Q]]"]),
    (["up: [[P]]"], "P", "Q: r", ['up: "[[Q: r]]"']),
    (["up: [[P]]"], "P", "Q, r", ['up: "[[Q, r]]"']),
    (["up: [[P]]"], "P", "&q", ['up: "[[&q]]"']),
    (["up: [[P]]"], "P", "'q'", ["up: \"[['q']]\""]),
    (["up: [[P]]"], "P", "!q", ['up: "[[!q]]"']),
    (["up: [[P]]", "x: 1"], "P", '"q"', ['up: "[[\\"q\\"]]"', "x: 1"]),
    (["aliases: [a, b]"], "a", "a\tc", ['aliases: ["a\\tc", b]']),
    (["title: a"], "title", "a\tc", ['title: "a\\tc"']),
    (["up: see [[P]] now"], "P", "Q: r", ['up: "see [[Q: r]] now"']),
    (["up: &a '[[P]]'", "down: *a"], "P", "Q", ["up: &a '[[Q]]'", "down: *a"]),
    (['up: "a\\', '  b [[P\\u0061r]] x"'], "Par", "Q", ['up: "a\\', '  b [[Q]] x"']),
    (["title: a: b", "x: [y"], "title", "Plain words", ["title: Plain words", "x: [y"]),
    (["title: a", "x: {{y}}"], "title", "b: c", ['title: "b: c"', "x: {{y}}"]),
    (["title: a", "d: 2024-13-45", "e: !odd z"], "title", "b: c",
     ['title: "b: c"', "d: 2024-13-45", "e: !odd z"]),
    (["aliases: [é, '𝒳']", "z: 1"], "𝒳", "y", ["aliases: [é, 'y']", "z: 1"]),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "old", "new", "expected"), YAML)
def test_yaml(lines: list[str], old: str, new: str, expected: list[str]) -> None:
    assert written(yaml_of(*lines), old, new) == yaml_of(*expected)
    windows = written(yaml_of(*lines).replace("\n", "\r\n"), old, new)
    assert windows == yaml_of(*expected).replace("\n", "\r\n")


OTHERS = [
    ('+++\ntitle = "B"\n+++\n', "title", 'a "b" \\', '+++\ntitle = "a \\"b\\" \\\\"\n+++\n'),
    ("+++\naliases = ['a', 'b']\n+++\n", "b", "c", "+++\naliases = ['a', 'c']\n+++\n"),
    ("+++\naliases = ['a', 'b']\n+++\n", "b", "it's", "+++\naliases = ['a', \"it's\"]\n+++\n"),
    ('{"up": ["[[P]]"], "n": 1}\n', "P", 'a"b', '{"up": ["[[a\\"b]]"], "n": 1}\n'),
]


@pytest.mark.parametrize(("text", "old", "new", "expected"), OTHERS)
def test_toml_and_json(text: str, old: str, new: str, expected: str) -> None:
    assert written(text, old, new) == expected


UNWRITABLE = [
    (["title: a: b", "x: [y"], "title", "c: d", "has to be mended first"),
    (["title: a: b", "x: [y"], "title", "#c", "has to be mended first"),
]


@pytest.mark.parametrize(("lines", "old", "new", "why"), UNWRITABLE)
def test_what_cannot_be_checked_is_not_written(
    lines: list[str], old: str, new: str, why: str
) -> None:
    with pytest.raises(UnwritableError, match=why):
        written(yaml_of(*lines), old, new)


NAMES = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"], exclude_characters="\ufeff"),
    min_size=1,
    max_size=12,
).filter(lambda name: name == " ".join(name.split()))
STYLES = st.sampled_from(["{}", "'{}'", '"{}"', ">-\n  {}", "|-\n  {}", "{} # comment", "&a {}"])


@given(NAMES, STYLES)
def test_a_title_says_what_it_shall_and_all_else_stays(name: str, style: str) -> None:
    lines = ["before: [1, 'two', {x: ~}] # keep", "title: " + style.format("Old"), "after: yes"]
    text = written(yaml_of(*lines), "title", name)
    head, old, tail = yaml_of(*lines).partition("Old")
    del old
    assert text.startswith(head[: head.rindex("title: ") + 7])
    assert text.endswith(tail[tail.index("\nafter") :])
    after = yaml.safe_load(text.removeprefix("---\n").removesuffix("---\nbody"))
    assert after == {"before": [1, "two", {"x": None}], "title": name, "after": True}
    assert block.read(Source.of(text)).title == name


@given(
    NAMES, st.sampled_from(["[{}, 'x']", "['{}', x]", '["{}", x]', "\n- {}\n- x", "\n- '{}'\n- x"])
)
def test_so_does_an_alias(name: str, style: str) -> None:
    text = yaml_of("aliases: " + style.format("Old"), "title: Older")
    front = block.read(Source.of(written(text, "Old", name)))
    assert (front.title, front.problem) == ("Older", None)
    assert set(front.aliases) == {name, "x"}

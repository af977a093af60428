"""The block at the top of a note, in three formats, with all that people write into it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nearnote.base.source import Source
from nearnote.markdown.frontmatter import block

if TYPE_CHECKING:
    from nearnote.markdown.note import Frontmatter


def read(text: str) -> Frontmatter:
    return block.read(Source.of(text))


def yaml(*lines: str) -> str:
    return "\n".join(["---", *lines, "---", "body"])


# text -> (format, what the block spans)
BLOCKS = [
    ("---\na: b\n---\nbody", ("yaml", "---\na: b\n---\n")),
    ("---\na: b\n...\nbody", ("yaml", "---\na: b\n...\n")),
    ("--- \na: b\n---\t\nbody", ("yaml", "--- \na: b\n---\t\n")),
    ("---\na: b\n---", ("yaml", "---\na: b\n---")),
    ("---\n---\nbody", ("yaml", "---\n---\n")),
    ("---\r\na: b\r\n---\r\nbody", ("yaml", "---\r\na: b\r\n---\r\n")),
    ("---\ra: b\r---\rbody", ("yaml", "---\ra: b\r---\r")),
    ("---\na: b\n---\nbody\n\n---\nc: d\n---\n", ("yaml", "---\na: b\n---\n")),
    ("---\na: |\n  x\n  ---\n---\n", ("yaml", "---\na: |\n  x\n  ---\n---\n")),
    ("+++\na = 'b'\n+++\nbody", ("toml", "+++\na = 'b'\n+++\n")),
    ('{"a": "b"}\nbody', ("json", '{"a": "b"}\n')),
    ('{\n"a": {"b": [1]}\n}\r\nbody', ("json", '{\n"a": {"b": [1]}\n}\r\n')),
    ("", ("", "")),
    ("body", ("", "")),
    ("---\nACME\n---\n", ("", "")),
    ("---\n- a\n- b\n---\n", ("", "")),
    ("---\n# Heading\n---\n", ("", "")),
    ("----\na: b\n----\n", ("", "")),
    ("\n---\na: b\n---\n", ("", "")),
    (" ---\na: b\n---\n", ("", "")),
    ("---\n\nA rule above\n\nand [below it\n\n---\n", ("", "")),
    ("---\n", ("", "")),
    ("+++\nplus\n+++\n", ("", "")),
    ("{a}\nbody", ("", "")),
    ('{"a": 1} body', ("", "")),
    ("{{template}}\n", ("", "")),
    ("{}\n", ("", "")),
]


@pytest.mark.parametrize(("text", "expected"), BLOCKS)
def test_only_a_mapping_is_a_block(text: str, expected: tuple[str, str]) -> None:
    source = Source.of(text)
    front = block.read(source)
    assert (front.format, source.slice(front.span)) == expected
    assert front.problem is None


def test_a_byte_order_mark_stays_in_front() -> None:
    with_block, without = read("\ufeff---\ntitle: é\n---\nbody"), read("\ufeffbody")
    assert (with_block.span.start, with_block.title) == (3, "é")
    assert (without.span.start, without.span.end) == (3, 3)


TITLES = [
    ("title: Plain words", "Plain words"),
    ("title: 'It''s'", "It's"),
    ('title: "A \\"b\\" \\u00e9"', 'A "b" é'),
    ("title: 2024-01-01", "2024-01-01"),
    ("title: 007", "007"),
    ("title: 1.50", "1.50"),
    ("title: yes", "yes"),
    ("title: Ünï 😀 # comment", "Ünï 😀"),
    ("title: >\n  folded\n  words", "folded words"),
    ("TITLE: x", "x"),
    ("title: [[A]]", "A"),
    ("title: {{title}}", "{{title}}"),
    ("title: a\0b", "a b"),
    ("title:", ""),
    ("title: null", ""),
    ("title: ~", ""),
    ("title: ' '", ""),
    ("nested:\n  title: x", ""),
]


@pytest.mark.parametrize(("line", "title"), TITLES)
def test_title(line: str, title: str) -> None:
    front = read(yaml(line))
    assert (front.title, front.problem) == (title, None)
    assert (front.title_span is None) == (not title)


WRITTEN_TITLES = [
    (yaml("é: é", "title: 'a b' # c"), "'a b'"),
    (yaml("title: a b  "), "a b"),
    (yaml("title: a: b"), "a: b"),
    ("+++\n[x]\ntitle = 'n'\n+++\n", None),
    ('+++\ntitle = "a \\"b\\"" # c\n+++\n', '"a \\"b\\""'),
    ('{"x": {"title": "n"}, "title": "t"}\n', '"t"'),
]


@pytest.mark.parametrize(("text", "written"), WRITTEN_TITLES)
def test_the_place_of_the_title(text: str, written: str | None) -> None:
    source = Source.of(text)
    span = block.read(source).title_span
    assert (source.slice(span) if span else None) == written


# text -> (names, what their spans cover)
TAGS = [
    (yaml("tags: a"), ["a"], ["a"]),
    (yaml("tags: a, b c,d"), ["a", "b c", "d"], ["a", "b c", "d"]),
    (yaml("tags: a b"), ["a", "b"], ["a", "b"]),
    (yaml("tags: [a, 'b', \"#c/d\", ü]"), ["a", "b", "c/d", "ü"], ["a", "b", "#c/d", "ü"]),
    (yaml("tags:", "  - a", "  - '#b'"), ["a", "b"], ["a", "#b"]),
    (yaml("tags:", "- 2024", "- 1.0", "- 2024-01-01"), *[["2024", "1.0", "2024-01-01"]] * 2),
    (yaml("tag: a", "tags: [b, null, ~, c]"), ["b", "c", "a"], ["b", "c", "a"]),
    (yaml("tags: '#a #b'"), ["a", "b"], ["#a", "#b"]),
    (yaml("tags: 5"), ["5"], ["5"]),
    (yaml("tags: null"), [], []),
    (yaml("tags:"), [], []),
    (yaml("tags: []"), [], []),
    (yaml("tags: {a: b}"), [], []),
    (yaml("tags:", "  - a: b", "  - c"), ["c"], ["c"]),
    ("+++\nx = 'a'\ntags = ['a', \"b\"]\n+++\n", ["a", "b"], ["a", "b"]),
    ("+++\ntags = [\n  # no 'x'\n  'a',\n  'é',\n]\n+++\n", ["a", "é"], ["a", "é"]),
    ('{"tags": ["a", "b"], "title": "c"}\n', ["a", "b"], ["a", "b"]),
    (yaml("tags: [a, b]", "x: y: z"), ["a", "b"], ["a", "b"]),
    (yaml("tags:", "  - a", "  - '#b'", "x: y: z"), ["a", "b"], ["a", "#b"]),
]


@pytest.mark.parametrize(("text", "names", "written"), TAGS)
def test_tags(text: str, names: list[str], written: list[str]) -> None:
    source = Source.of(text)
    tags = block.read(source).tags
    assert [tag.name for tag in tags] == names
    assert [source.slice(tag.span) for tag in tags] == written


ALIASES = [
    ("aliases: a", ("a",)),
    ("aliases: a b, c", ("a b", "c")),
    ("aliases: [a, 'b, c', [[D]], 7]", ("a", "b, c", "D", "7")),
    ("aliases:\n  - a\n  - a\n  -\n  - b", ("a", "b")),
    ("alias: x\naliases: y", ("y", "x")),
    ("aliases:", ()),
    ("aliases: null", ()),
]


@pytest.mark.parametrize(("line", "expected"), ALIASES)
def test_aliases(line: str, expected: tuple[str, ...]) -> None:
    assert read(yaml(line)).aliases == expected


def test_other_keys() -> None:
    front = read(yaml("desc: a", "permalink: b/c", "embed: no"))
    assert (front.description, front.permalink, front.embed) == ("a", "b/c", False)
    front = read(yaml("description: b", "desc: a", "embed: true"))
    assert (front.description, front.permalink, front.embed) == ("b", "", True)
    assert not read("+++\nembed = false\n+++\n").embed
    assert not read('{"embed": false}\n').embed


# text -> (title, tags, the line of the problem, a word of its message)
BROKEN = [
    (yaml("title: a: b", "tags: [x]"), "a: b", ["x"], "title: a: b", "needs quotes"),
    (yaml("tags: x", "title: *a*"), "*a*", ["x"], "title: *a*", "needs quotes"),
    (yaml("title: a", "x: {{d}} {{t}}"), "a", [], "x: {{d}} {{t}}", "neither a key"),
    (yaml("title: a", "\tx: y"), "a", [], "\tx: y", ""),
    (yaml("title: a", "x: 'y"), "a", [], "x: 'y", "not closed"),
    (yaml("title: a", "x: [y"), "a", [], "x: [y", ""),
    (yaml("title: @a", "tags: x"), "@a", ["x"], "title: @a", "without quotes"),
    (yaml("title: 'a'", "up: [[A]], [[B]]"), "a", [], "up: [[A]], [[B]]", ""),
    (yaml("title: a", "no colon", "tags: x"), "a", ["x"], "tags: x", ""),
    ("+++\ntitle = 'a'\nx = \n+++\n", "", [], "x = ", "TOML"),
    ("---\ntitle: a\ntags: x\n\nbody\n", "a", ["x"], "---", "not closed"),
    ("---\ntitle: a\n\nbody\n\n---\n\nmore\n", "a", [], "---", "not closed"),
    ("---\ntitle: a", "a", [], "---", "not closed"),
]


@pytest.mark.parametrize(("text", "title", "tags", "line", "word"), BROKEN)
def test_a_broken_block_keeps_its_plain_lines(
    text: str, title: str, tags: list[str], line: str, word: str
) -> None:
    source = Source.of(text)
    front = block.read(source)
    assert (front.title, [tag.name for tag in front.tags]) == (title, tags)
    assert front.problem
    assert source.slice(front.problem.span) == line
    assert word in front.problem.message
    assert "body" not in source.slice(front.span)


def test_an_unclosed_rule_is_no_block() -> None:
    assert read("---\nNote: this is text\n\nbody\n").problem is None


@pytest.mark.parametrize(
    "inner",
    ["a: " + "[" * 9000, "- " * 9000 + "x", "{" * 9000, "a: &a [*a, *a]", "a: !!python/x y"],
)
def test_hostile_yaml(inner: str) -> None:
    read(yaml("title: x", inner))
    read(yaml(inner))
    assert read("{" + '"a":{' * 9000).format == ""


def test_a_huge_block_is_body() -> None:
    assert read(yaml(*["a: b"] * 30_000)).format == ""

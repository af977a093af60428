"""The structure of a note: its blocks, sections, title and excerpt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nearnote.base.source import Source
from nearnote.markdown.parse import parse

if TYPE_CHECKING:
    from nearnote.markdown.elements import Block
    from nearnote.markdown.note import Note


def read(text: str) -> Note:
    return parse(Source.of(text), "stem")


def kinds(text: str) -> list[str]:
    """The kind of each block and the text at its span, as `kind: text`."""
    note = read(text)
    return [f"{it.kind}: {note.source.slice(it.span)}" for it in note.blocks]


BLOCKS = [
    ("", []),
    ("\n \n", []),
    ("a\nb\n\n  c\n", ["paragraph: a\nb", "paragraph: c"]),
    ("- a\n- b\n", ["item: - a", "item: - b"]),
    ("1. a\n2) b", ["item: 1. a", "item: 2) b"]),
    ("- a\n  more\n\n  second\n", ["item: - a\n  more", "paragraph: second"]),
    ("- a\n  - b\n    - c\n- d", ["item: - a", "item: - b", "item: - c", "item: - d"]),
    ("- \n- a", ["item: -", "item: - a"]),
    ("- - a", ["item: -", "item: - a"]),
    ("- ```\n  x\n  ```\n  y", ["item: -", "code: ```\n  x\n  ```", "paragraph: y"]),
    ("- # a", ["item: -", "paragraph: # a"]),
    ("> a\n> b\n\n> c", ["paragraph: a\n> b", "paragraph: c"]),
    ("> # a", ["paragraph: # a"]),
    ("> - a\n> - b", ["item: - a", "item: - b"]),
    ("```\na\n\n# b\n```\nc", ["code: ```\na\n\n# b\n```", "paragraph: c"]),
    ("```\na\n\n# b\n", ["code: ```\na\n\n# b"]),
    ("    a\n\n    b\n\nc", ["code: a\n\n    b", "paragraph: c"]),
    ("|a|\n|-|\n|b|\n\nc", ["table: |a|\n|-|\n|b|", "paragraph: c"]),
    ("<div>\na\n</div>\n\nb", ["html: <div>\na\n</div>", "paragraph: b"]),
    ("<!-- a\n\n# b -->\nc", ["comment: <!-- a\n\n# b -->", "paragraph: c"]),
    ("<!-- a --> b", ["html: <!-- a --> b"]),
    ("%%\na\n\n# b\n%%\nc", ["comment: %%\na\n\n# b\n%%", "paragraph: c"]),
    ("a\n%% b %%\nc", ["paragraph: a", "comment: %% b %%", "paragraph: c"]),
    ("%% a %% b", ["paragraph: %% a %% b"]),
    ("%%\na\n\n# b", ["paragraph: %%\na"]),
    ("```\n%%\n```\na\n\n%%\n", ["code: ```\n%%\n```", "paragraph: a", "paragraph: %%"]),
    ("a\n\n---\n\n***", ["paragraph: a", "rule: ---", "rule: ***"]),
    ("[^1]: a\n    b\n\n    c\n\nd", ["footnote: [^1]: a\n    b", "footnote: c", "paragraph: d"]),
    ("[a]: b.md\n\nc", ["paragraph: c"]),
    ("a\r\nb\r\n\r\n- c\r\n", ["paragraph: a\r\nb", "item: - c"]),
    ("a\rb\r\r# c\r\rd\r", ["paragraph: a\rb", "paragraph: d"]),
    ("\ufeffa", ["paragraph: a"]),
    ("a\u2028b\x0bc\x0cd\x85e\0f", ["paragraph: a\u2028b\x0bc\x0cd\x85e\0f"]),
]


@pytest.mark.parametrize(("text", "expected"), BLOCKS)
def test_blocks(text: str, expected: list[str]) -> None:
    assert kinds(text) == expected


def nesting(block: Block) -> tuple[int, int, int, int]:
    return block.depth, block.list, block.parent, block.quote


NESTING = [
    ("a", [(0, -1, -1, 0)]),
    ("- a\n  - b\n\n    c\n- d", [(0, 0, -1, 0), (1, 0, 0, 0), (1, 0, 1, 0), (0, 0, -1, 0)]),
    ("- a\n\np\n\n- b", [(0, 0, -1, 0), (0, -1, -1, 0), (0, 1, -1, 0)]),
    ("> a\n> > b\n\nc", [(0, -1, -1, 1), (0, -1, -1, 2), (0, -1, -1, 0)]),
    ("- a\n  > b", [(0, 0, -1, 0), (0, 0, 0, 1)]),
    # The second list is in the second segment: ordinals and parents count on.
    ("- a\n\n# H\n\n- b\n  - c", [(0, 0, -1, 0), (0, 1, -1, 0), (1, 1, 1, 0)]),
]


@pytest.mark.parametrize(("text", "expected"), NESTING)
def test_nesting(text: str, expected: list[tuple[int, int, int, int]]) -> None:
    assert [nesting(block) for block in read(text).blocks] == expected


TASKS = [
    ("- [ ] a", " ", "a"),
    ("- [x] a", "x", "a"),
    ("- [X] a", "X", "a"),
    ("- [/] a", "/", "a"),
    ("- [-] a", "-", "a"),
    ("- [ ]", " ", ""),
    ("1. [ ] a", " ", "a"),
    ("- [] a", None, "[] a"),
    ("- [x](y) a", None, "x a"),
    ("- [1] a", None, "[1] a"),
    ("- \\[x] a", None, "[x] a"),
    ("- [x]a", None, "[x]a"),
    ("a [ ] b", None, "a [ ] b"),
]


@pytest.mark.parametrize(("text", "task", "shown"), TASKS)
def test_tasks(text: str, task: str | None, shown: str) -> None:
    (block,) = read(text).blocks
    assert (block.task, block.text) == (task, shown)


HEADINGS = [
    ("# a", [(1, "a", "# a", "a")]),
    ("  ## a ##  ", [(2, "a", "## a ##", "a")]),
    ("#", [(1, "", "#", "")]),
    ("###### a\n####### b", [(6, "a", "###### a", "a")]),
    ("a\n===\n\nb\n---", [(1, "a", "a\n===", "a"), (2, "b", "b\n---", "b")]),
    ("a\nb\n===", [(1, "a b", "a\nb\n===", "a\nb")]),
    ("## *a* [[T|b]] `c` #d", [(2, "a b c #d", "## *a* [[T|b]] `c` #d", "*a* [[T|b]] `c` #d")]),
    ("## C#", [(2, "C#", "## C#", "C#")]),
    # Pictures beside words are badges; alone they are what the heading says.
    (
        "# a [![b](c.svg)](d) ![e](f)",
        [(1, "a", "# a [![b](c.svg)](d) ![e](f)", "a [![b](c.svg)](d) ![e](f)")],
    ),
    (
        "# ![a ![bcd](c)](d) Hello World",
        [(1, "Hello World", "# ![a ![bcd](c)](d) Hello World", "![a ![bcd](c)](d) Hello World")],
    ),
    (
        "# [![http://x](i)](http://x) Hello World",
        [
            (
                1,
                "Hello World",
                "# [![http://x](i)](http://x) Hello World",
                "[![http://x](i)](http://x) Hello World",
            )
        ],
    ),
    ("# ![a b](c.png)", [(1, "a b", "# ![a b](c.png)", "![a b](c.png)")]),
    ("a\n## b", [(2, "b", "## b", "b")]),
    ("```\n# a\n```\n\n    # b\n\n<!-- \n# c\n-->\n\n> # d\n\n- # e\n\n#f", []),
    ("---\ntitle: x\n# a\n---\n", []),
]


@pytest.mark.parametrize(("text", "expected"), HEADINGS)
def test_headings(text: str, expected: list[tuple[int, str, str, str]]) -> None:
    note = read(text)
    found = [it.heading for it in note.sections if it.heading]
    cut = note.source.slice
    assert [(it.level, it.text, cut(it.span), cut(it.text_span)) for it in found] == expected


def test_sections_nest() -> None:
    text = "pre\n\n# A\n\n## B\n\nb\n\n### C\n\n## D\n\nd\n\n# E\n"
    note = read(text)
    seen = [
        (it.path, note.source.slice(it.span).strip(), text[it.span.start : it.end].strip())
        for it in note.sections
    ]
    assert seen == [
        ((), "pre", text.strip()),
        ((), "# A", "# A\n\n## B\n\nb\n\n### C\n\n## D\n\nd"),
        (("B",), "## B\n\nb", "## B\n\nb\n\n### C"),
        (("B", "C"), "### C", "### C"),
        (("D",), "## D\n\nd", "## D\n\nd"),
        (("E",), "# E", "# E"),
    ]
    assert [[note.blocks[n].text for n in it.blocks] for it in note.sections] == [
        ["pre"], [], ["b"], [], ["d"], []
    ]  # fmt: skip
    assert [block.section for block in note.blocks] == [0, 2, 4]


TITLES = [
    ("---\ntitle: Front\n---\n# Head", "Front", "Front"),
    ("---\ntitle: 'Quoted'\n---\n", "Quoted", "'Quoted'"),
    ("text\n\n## Two\n\n# *One* more", "One more", "*One* more"),
    ("#\n\n# One", "One", "One"),
    ("## Two", "stem", None),
    ("", "stem", None),
    ("---\ntitle:\n---\n# One", "One", "One"),
    ("> # quoted", "stem", None),
]


@pytest.mark.parametrize(("text", "title", "written"), TITLES)
def test_title(text: str, title: str, written: str | None) -> None:
    note = read(text)
    assert note.title == title
    assert (note.source.slice(note.title_span) if note.title_span else None) == written


EXCERPTS = [
    ("---\ndesc: In short.\n---\ntext", "In short."),
    ("---\ndescription: In\n  short.\ndesc: no\n---\ntext", "In short."),
    ("---\ntitle: T\n---\n\n\n\n\n# T\n\nfirst\nline\n\nsecond", "first line"),
    ("---\ntitle: T\n---\n\n**T**\n\nfirst", "first"),
    (
        (
            "# H\n\n![i](i.png)\n\n- [[A]]\n- part_of [[B]]\n\n[[C]] [[D]]\n\n<!-- c -->\n\n"
            "```\ncode\n```\n\n---\n\n%% c %%\n\n#tag\n\n|a|\n|-|\n\nsee [[E|e]]"
        ),
        "see e",
    ),
    ("> [!note] Title\n> body", "Title body"),
    ("- an item", "an item"),
    ("# only\n\n- [[A]]", ""),
    ("word " * 100, "word " * 59 + "word…"),
]


@pytest.mark.parametrize(("text", "expected"), EXCERPTS)
def test_excerpt(text: str, expected: str) -> None:
    assert read(text).excerpt == expected

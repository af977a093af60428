"""Links in the values of a frontmatter, each with the place of its parts."""

from __future__ import annotations

import pytest

from nearnote.base.source import Source
from nearnote.markdown.parse import parse

Told = tuple[str, str, str, str, str, str]


def links(text: str) -> list[Told]:
    """Target, fragment and label of each link, as they are and as they are written."""
    note = parse(Source.of(text), "stem")
    at = note.source.slice
    return [
        (
            it.target,
            it.fragment,
            it.label,
            at(it.target_span),
            at(it.fragment_span),
            at(it.label_span),
        )
        for it in note.links
    ]


def plain(*parts: str) -> Told:
    target, fragment, label = (*parts, "", "")[:3]
    return target, fragment, label, target, fragment, label


LINKS = [
    ('up: "[[P]]"', [plain("P")]),
    ("up: '[[P#So|q]]'", [plain("P", "So", "q")]),
    ("up: [[P]]", [plain("P")]),
    ("up: [[P|q r]]", [plain("P", "", "q r")]),
    ("up:\n  - '[[A]]'\n  - \"[[é]]\"\n  - [[C]]", [plain("A"), plain("é"), plain("C")]),
    ("up: ['[[A]]', \"[[B]]\"]", [plain("A"), plain("B")]),
    ("see: both [[A]] and [[B]]", [plain("A"), plain("B")]),
    ("a:\n  b: '[[deep]]'", [plain("deep")]),
    ("a: |\n  one\n  [[A]]", [plain("A")]),
    ("a: >\n  one\n  [[A]]\n\n  two [[B]]", [plain("A"), plain("B")]),
    ("a: '[t](b.md#c)'", [plain("b.md", "c", "t")]),
    ("a: '![[b.png]]'", [plain("b.png")]),
    ("a: 'it''s [[Al''s]]'", [("Al's", "", "", "Al''s", "", "")]),
    ('a: "x\\ty [[\\"q\\"]]"', [('"q"', "", "", '\\"q\\"', "", "")]),
    ("a: '`[[code]]`'", []),
    ("a: x # [[comment]]", []),
    ("a: [[1, 2], [3]]", []),
    ("a: [[1, 2]]", []),
    ("a: &x '[[A]]'\nb: *x", [plain("A")]),
]


@pytest.mark.parametrize(("yaml", "expected"), LINKS)
def test_yaml(yaml: str, expected: list[Told]) -> None:
    assert links(f"---\n{yaml}\n---\nbody") == expected
    assert (
        links(f"---\r\n{yaml}\r\n---\r\nbody".replace("\r\n", "\n").replace("\n", "\r\n"))
        == expected
    )
    assert links(f"---\n{yaml}\n---\n[[last]]") == [plain("last"), *expected]


def test_toml_and_json() -> None:
    assert links("+++\nup = ['[[A]]', \"[[B]]\"]\n+++\n") == [plain("A"), plain("B")]
    assert links('{"up": {"x": "[[A]]"}}\n') == [plain("A")]

"""A section becomes a note, a note becomes a section: no link changes its meaning."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nearnote.base.note_path import NotePath
from nearnote.base.source import Source
from nearnote.links.change import Change, ChangeError, DeleteNote
from nearnote.links.extract import extract_section, section_at
from nearnote.links.merge import merge_into
from nearnote.links.names import is_internal
from nearnote.links.outline import Outline, find_anchor, find_mark, outline
from nearnote.markdown.parse import parse
from tests.links.test_rename_note import Texts, apply, names_of

if TYPE_CHECKING:
    from nearnote.markdown.note import Note


def read(path: str, text: str) -> Note:
    return parse(Source.of(text), path.rpartition("/")[2].removesuffix(".md"))


def outline_of(path: NotePath, text: str) -> Outline:
    return outline(path, read(path, text))


def extract(texts: Texts, path: str, heading: str, *, dotted: bool = False) -> Texts:
    note = read(path, texts[path])
    at = texts[path].encode().index(heading.encode())
    change = extract_section(names_of(texts), NotePath(path), note, at, outline_of, dotted=dotted)
    return done(texts, change)


def merge(texts: Texts, path: str, target: str) -> Texts:
    notes = read(path, texts[path]), read(target, texts[target])
    change = merge_into(
        names_of(texts), NotePath(path), notes[0], NotePath(target), notes[1], outline_of
    )
    return done(texts, change)


def done(texts: Texts, change: Change) -> Texts:
    after = apply(texts, tuple(step for step in change if not isinstance(step, DeleteNote)))
    for step in change:
        if isinstance(step, DeleteNote):
            del after[step.path]
    return after


EXTRACTED = [
    pytest.param(
        {"a.md": "# A\n\nx\n\n## Two 🐈\n\ny\n\n### Deep\n\nz\n\n## Three\n\nw\n"},
        "## Two",
        {
            "a.md": "# A\n\nx\n\n[[Two 🐈]]\n\n## Three\n\nw\n",
            "Two 🐈.md": "# Two 🐈\n\ny\n\n## Deep\n\nz\n",
        },
        id="levels move up",
    ),
    pytest.param(
        {"f/a.md": "---\ntags: [b, c]\ntitle: A\n---\n\nTwo\n---\r\n\r\ny [q](b.md)\r\n"},
        "Two",
        {
            "f/a.md": "---\ntags: [b, c]\ntitle: A\n---\n\n[[Two]]\r\n",
            "f/Two.md": "---\r\ntags: [b, c]\r\n---\r\n\r\n# Two\r\n\r\ny [q](b.md)\r\n",
        },
        id="tags go along, and so do line ends",
    ),
    pytest.param(
        {
            "a.md": "# A\n\n[[#Two]] [[#A]] [x](#deep)\n\n## Two\n\n[[#Deep]] [[#A|up]] [[#^m]]\n\n"
            "### Deep\n\n[[b]] t ^n\n\n## Last\n\ns ^m\n",
            "b.md": "[[a#Two]] [[a#Deep|d]] [y](a.md#deep) [[a#^n]] [[a]] [[a#Last]] [[a#^m]]\n",
        },
        "## Two",
        {
            "a.md": "# A\n\n[[Two#Two]] [[#A]] [x](Two.md#deep)\n\n[[Two]]\n\n## Last\n\ns ^m\n",
            "b.md": "[[Two#Two]] [[Two#Deep|d]] [y](Two.md#deep) [[Two#^n]] "
            "[[a]] [[a#Last]] [[a#^m]]\n",
            "Two.md": "# Two\n\n[[#Deep]] [[a#A|up]] [[a#^m]]\n\n## Deep\n\n[[b]] t ^n\n",
        },
        id="links follow",
    ),
    pytest.param(
        {"a.md": "# A\n\none[^1] [r]\n\n## Two\n\ntwo[^1] [r]\n\n[^1]: Foot\n\n[r]: b.md\n"},
        "## Two",
        {
            "a.md": "# A\n\none[^1] [r]\n\n[[Two]]\n\n[^1]: Foot\n\n[r]: b.md\n",
            "Two.md": "# Two\n\ntwo[^1] [r]\n\n[^1]: Foot\n\n[r]: b.md\n",
        },
        id="footnotes and references are in both",
    ),
    pytest.param(
        {
            "a.md": "# A\n\n[^1]\n\n## Two\n\ntwo[^1]\n\n## End\n\n"
            "[^1]: Foot [r] [^2]\n\n[^2]: [s]\n\n[r]: b.md\n[s]: c.md\n"
        },
        "## Two",
        {
            "a.md": "# A\n\n[^1]\n\n[[Two]]\n\n## End\n\n"
            "[^1]: Foot [r] [^2]\n\n[^2]: [s]\n\n[r]: b.md\n[s]: c.md\n",
            "Two.md": "# Two\n\ntwo[^1]\n\n[^1]: Foot [r] [^2]\n\n[^2]: [s]\n\n"
            "[r]: b.md\n\n[s]: c.md\n",
        },
        id="what a footnote uses comes along",
    ),
    pytest.param(
        {
            "a.md": "# A\n\n[^1] [r]\n\n## Two\n\n[r] [^1] [s]\n\n[s]: b.md\n\n"
            "[^1]: Foot [r]\n\n[r]: c.md\n\n## End\n\n[s]\n"
        },
        "## Two",
        {
            "a.md": "# A\n\n[^1] [r]\n\n[[Two]]\n\n## End\n\n[s]\n\n[s]: b.md\n\n"
            "[^1]: Foot [r]\n\n[r]: c.md\n",
            "Two.md": "# Two\n\n[r] [^1] [s]\n\n[s]: b.md\n\n[^1]: Foot [r]\n\n[r]: c.md\n",
        },
        id="what a footnote uses stays behind too",
    ),
    pytest.param(
        {"a.md": "# A\n\n## X\n\np\n\n## X\n\nq\n", "b.md": "[1](a.md#x) [2](a.md#x-1)\n"},
        "## X",
        {
            "a.md": "# A\n\n[[X]]\n\n## X\n\nq\n",
            "X.md": "# X\n\np\n",
            "b.md": "[1](X.md#x) [2](a.md#x)\n",
        },
        id="anchors are counted anew",
    ),
    pytest.param(
        {"a.md": "## Sea\n\np\n", "b.md": "---\naliases: [Sea]\n---\n", "c.md": "[[Sea]]\n"},
        "## Sea",
        {"a.md": "[[Sea]]\n", "Sea.md": "# Sea\n\np\n", "c.md": "[[b]]\n"},
        id="a link by an alias keeps its meaning",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("texts", "heading", "expected"), EXTRACTED)
def test_extract(texts: Texts, heading: str, expected: Texts) -> None:
    path = next(path for path in texts if path.endswith("a.md"))
    after = extract(texts, path, heading)
    assert after == {**texts, **expected}


def test_extract_as_dendron_names_notes() -> None:
    after = extract({"x.a.md": "# A\n\n## Two parts\n\ny\n"}, "x.a.md", "## Two", dotted=True)
    assert after == {
        "x.a.md": "# A\n\n[[x.a.two-parts]]\n",
        "x.a.two-parts.md": "# Two parts\n\ny\n",
    }


@pytest.mark.parametrize(
    ("texts", "heading", "sentence"),
    [
        ({"a.md": "# A\n\n## B\n\nx\n", "b.md": ""}, "## B", "There is already a note B.md"),
        ({"a.md": "# A\n\nx\n"}, "x", "There is no section here"),
        ({"a.md": "# A\n\n## ???\n\nx\n"}, "## ???", "no letters that could name a file"),
    ],
)
def test_extract_is_refused(texts: Texts, heading: str, sentence: str) -> None:
    with pytest.raises(ChangeError, match=re.escape(sentence)):
        extract(texts, "a.md", heading)


MERGED = [
    pytest.param(
        {
            "a.md": "---\ntags: [x, y]\n---\n# A\n\np [[b]] [[#In]] [[b#B|q]] ![i](img.png)\n\n"
            "## In\n\nr ^m\n",
            "b.md": "---\ntags: [y]\n---\n# B\n\ns [[a]] [[a#In]] [[a#^m]]\n",
            "f/c.md": "[[a]] [[A|z]] [[a#In]] [w](../a.md#in) ![[a#^m]]\n",
        },
        {
            "b.md": "---\ntags: [y]\n---\n# B\n\ns [[#A]] [[#In]] [[#^m]]\n\n## A\n\n"
            "p [[b]] [[#In]] [[b#B|q]] ![i](img.png)\n\n### In\n\nr ^m\n\n#x\n",
            "f/c.md": "[[b#A]] [[b#A|z]] [[b#In]] [w](../b.md#in) ![[b#^m]]\n",
        },
        id="links follow",
    ),
    pytest.param(
        {"g/a.md": "No title. [x](d.md) [[d]]\n", "b.md": "B\r\n", "g/d.md": "", "d.md": ""},
        {"b.md": "B\r\n\r\n## a\r\n\r\nNo title. [x](g/d.md) [[g/d]]\r\n"},
        id="links from another folder",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("texts", "expected"), MERGED)
def test_merge(texts: Texts, expected: Texts) -> None:
    path = next(path for path in texts if path.endswith("a.md"))
    after = merge(texts, path, "b.md")
    assert after == {**{p: t for p, t in texts.items() if p != path}, **expected}


def test_merge_is_refused_where_names_would_meet() -> None:
    with pytest.raises(ChangeError, match=r"Both notes have a block m; rename it"):
        merge({"a.md": "x ^m\n", "b.md": "y ^m\n"}, "a.md", "b.md")
    with pytest.raises(ChangeError, match="itself"):
        merge({"a.md": "x\n"}, "a.md", "a.md")


# -- any vault -------------------------------------------------------------------------------

HEADS = st.sampled_from(["One", "Two", "two!", "Drei ä"])
PATHS = ("a.md", "b.md", "f/c.md")


@st.composite
def workspace(draw: st.DrawFn) -> Texts:
    """Notes whose paragraphs have numbers and whose links have labels, each only once."""
    number = iter(range(1000))
    heads = {path: draw(st.lists(HEADS, max_size=4)) for path in PATHS}
    texts = {}
    for path in PATHS:
        parts = [f"p{next(number)}p"]
        for head in heads[path]:
            level = draw(st.integers(1, 3))
            parts.append(f"{'#' * level} {head}\n\np{next(number)}p ^m{next(number)}m")
        for other in draw(st.lists(st.sampled_from(PATHS), max_size=4)):
            name = other.removesuffix(".md").rpartition("/")[2]
            head = draw(st.sampled_from(["", *heads[other], *(h.lower() for h in heads[other])]))
            head = f"#{head}" if head else ""
            target = "" if head and other == path and draw(st.booleans()) else name
            link = f"[[{target}{head}|L{next(number)}L]]"
            parts.insert(draw(st.integers(1, len(parts))), link)
        texts[path] = "\n\n".join(parts) + "\n"
    return texts


def meanings(texts: Texts) -> dict[str, str | None]:
    """What each link means, by its label: a note, or the paragraph below a heading."""
    names = names_of(texts)
    found: dict[str, str | None] = {}
    for path, note in names.outlines.items():
        for link in note.links:
            if not is_internal(link) or not link.label:
                continue
            target = names.resolve(link, path).note
            meant: str | None = target
            if target is not None and link.fragment:
                there = names.outlines[target]
                anchor = find_anchor(there, link.fragment)
                mark = find_mark(there, link.fragment.lstrip("^"))
                assert mark is None or anchor is None
                if anchor is not None:
                    rest = texts[target].encode()[anchor.span.end :].decode()
                    below = re.search(r"p\d+p", rest)
                    meant = below[0] if below else target
            found[link.label] = meant
    return found


@settings(deadline=None, max_examples=60)
@given(workspace(), st.data())
def test_no_extraction_changes_what_a_link_means(texts: Texts, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(PATHS))
    note = read(path, texts[path])
    offset = data.draw(st.integers(0, len(texts[path].encode())))
    section = section_at(note, offset)
    if section is None or section.heading is None:
        return
    try:
        after = done(
            texts, extract_section(names_of(texts), NotePath(path), note, offset, outline_of)
        )
    except ChangeError:
        return
    assert meanings(after) == meanings(texts)
    for text in re.findall(r"p\d+p", texts[path]):
        assert sum(text in each for each in after.values()) == 1


@settings(deadline=None, max_examples=60)
@given(workspace())
def test_no_merge_changes_what_a_link_means(texts: Texts) -> None:
    before = meanings(texts)
    after = meanings(merge(texts, "f/c.md", "a.md"))
    first = re.search(r"p\d+p", texts["f/c.md"])
    assert first
    assert after == {label: first[0] if m == "f/c.md" else m for label, m in before.items()}

"""Renames over small vaults: what is written, and that no link changes its meaning."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nearnote.base.note_path import NotePath
from nearnote.base.source import Source
from nearnote.links.change import Change, ChangeError, CreateNote, EditNote, MoveNote
from nearnote.links.names import Names, is_internal
from nearnote.links.outline import find_anchor, outline
from nearnote.links.rename_note import move_notes, rename_note
from nearnote.links.rename_part import rename_heading, rename_mark, rename_tag
from nearnote.markdown.parse import parse

Texts = dict[str, str]


def names_of(texts: Texts) -> Names:
    names = Names()
    for path, text in texts.items():
        stem = path.rpartition("/")[2].removesuffix(".md")
        names.put(outline(NotePath(path), parse(Source.of(text), stem)))
    return names


def apply(texts: Texts, change: Change) -> Texts:
    """What an editor makes of a change."""
    texts = dict(texts)
    moves: Texts = {}
    for step in change:
        match step:
            case EditNote(path, edits):
                data = texts[path].encode()
                for edit in reversed(edits):
                    data = data[: edit.span.start] + edit.text.encode() + data[edit.span.end :]
                texts[path] = data.decode()
            case MoveNote(old, new):
                moves[new] = texts.pop(old)
            case CreateNote(path, text):
                texts[path] = text
    return {**texts, **moves}


def meanings(texts: Texts) -> list[tuple[str, int, str | None, int | None]]:
    """What every link of a vault means: (note, which link of it, target, which heading of it)."""
    names = names_of(texts)
    found = []
    for path, note in names.outlines.items():
        for number, link in enumerate(note.links):
            if not is_internal(link):
                continue
            target = names.resolve(link, path).note
            anchor = None
            if target is not None and link.fragment:
                there = names.outlines[target]
                meant = find_anchor(there, link.fragment)
                anchor = None if meant is None else there.anchors.index(meant)
            found.append((path, number, target, anchor))
    return sorted(found, key=repr)


@pytest.mark.parametrize(
    ("texts", "old", "new", "expected"),
    [
        (
            {"a.md": "[[b]] ![[b|x]] [y](b.md#h) [[b#h|z]]\n", "b.md": "# h\n"},
            "b.md",
            "c.md",
            {"a.md": "[[c]] ![[c|x]] [y](c.md#h) [[c#h|z]]\n", "c.md": "# h\n"},
        ),
        (  # into a folder with a space: Markdown links follow the path, wikilinks the name
            {"a.md": "[[b]] [y](b.md) [n](./b)\n", "b.md": "[a](a.md) [[a]]\n"},
            "b.md",
            "new folder/b.md",
            {
                "a.md": "[[b]] [y](new%20folder/b.md) [n](./new%20folder/b)\n",
                "new folder/b.md": "[a](../a.md) [[a]]\n",
            },
        ),
        (  # the new name is taken in another folder: the shortest form that is unambiguous
            {"a.md": "[[b]]\n", "b.md": "", "x/c.md": "", "y/z.md": ""},
            "b.md",
            "y/c.md",
            {"a.md": "[[y/c]]\n", "y/c.md": "", "x/c.md": "", "y/z.md": ""},
        ),
        (  # others whose link would now mean the moved note keep theirs
            {"a.md": "[[c]]\n", "b.md": "", "x/c.md": ""},
            "b.md",
            "c.md",
            {"a.md": "[[x/c]]\n", "c.md": "", "x/c.md": ""},
        ),
        (  # links by title or alias do not name the file
            {"a.md": "[[Bee]] [[Buzz]]\n", "b.md": "---\naliases: [Buzz]\n---\n# Bee\n"},
            "b.md",
            "c.md",
            {"a.md": "[[Bee]] [[Buzz]]\n", "c.md": "---\naliases: [Buzz]\n---\n# Bee\n"},
        ),
        (  # in a table the label keeps its backslash
            {"a.md": "| x |\n|---|\n| [[b\\|t]] |\n", "b.md": ""},
            "b.md",
            "bb.md",
            {"a.md": "| x |\n|---|\n| [[bb\\|t]] |\n", "bb.md": ""},
        ),
        (  # Dendron's order
            {"a.md": "[[The topic|topic.old]]\n", "topic.old.md": ""},
            "topic.old.md",
            "topic.new.md",
            {"a.md": "[[The topic|topic.new]]\n", "topic.new.md": ""},
        ),
        (  # what a wikilink cannot spell becomes a Markdown link
            {"a.md": "[[b|t]]\n", "b.md": ""},
            "b.md",
            "c #1.md",
            {"a.md": "[t](c%20%231.md)\n", "c #1.md": ""},
        ),
        (
            {"a.md": "`[[b]]`\n\n    [[b]]\n\n```\n[[b]]\n```\n", "b.md": ""},
            "b.md",
            "c.md",
            {"a.md": "`[[b]]`\n\n    [[b]]\n\n```\n[[b]]\n```\n", "c.md": ""},
        ),
    ],
)
def test_move(texts: Texts, old: str, new: str, expected: Texts) -> None:
    names = names_of(texts)
    assert apply(texts, move_notes(names, {NotePath(old): NotePath(new)})) == expected
    assert names.outlines == names_of(texts).outlines  # asking changes nothing


def test_move_a_folder() -> None:
    texts = {"a.md": "[x](f/b.md) [[c]]\n", "f/b.md": "[[c]] [y](c.md)\n", "f/c.md": ""}
    moves = {NotePath(f"f/{n}.md"): NotePath(f"g/h/{n}.md") for n in "bc"}
    assert apply(texts, move_notes(names_of(texts), moves)) == {
        "a.md": "[x](g/h/b.md) [[c]]\n",
        "g/h/b.md": "[[c]] [y](c.md)\n",
        "g/h/c.md": "",
    }


def test_a_taken_path_is_refused() -> None:
    with pytest.raises(ChangeError, match=r"already a note b\.md"):
        move_notes(names_of({"a.md": "", "b.md": ""}), {NotePath("a.md"): NotePath("b.md")})


def test_rename_title() -> None:
    texts = {"a.md": "[[Bee]] [[b]]\n", "b.md": "# Bee\n\n[[#Bee]]\n"}
    renamed = apply(texts, rename_note(names_of(texts), NotePath("b.md"), title="Wasp"))
    assert renamed["a.md"] == "[[Wasp]] [[b]]\n"
    assert renamed["b.md"].startswith("# Wasp\n")


@pytest.mark.parametrize(
    ("texts", "heading", "new", "expected"),
    [
        (
            {
                "a.md": "[[b#One]] [[b#One|x]] [y](b.md#one)\n",
                "b.md": "# T\n\n## One\n\n[[#One]]\n",
            },
            "One",
            "Number 1!",
            {
                "a.md": "[[b#Number 1!]] [[b#Number 1!|x]] [y](b.md#number-1)\n",
                "b.md": "# T\n\n## Number 1!\n\n[[#Number 1!]]\n",
            },
        ),
        (  # a path of headings; the renamed one is the parent
            {"a.md": "[[b#One#Sub]]\n", "b.md": "# T\n\n## One\n\n### Sub\n"},
            "One",
            "Two",
            {"a.md": "[[b#Two#Sub]]\n", "b.md": "# T\n\n## Two\n\n### Sub\n"},
        ),
        (  # the counted slug of a namesake moves up
            {"a.md": "[y](b.md#one-1)\n", "b.md": "# T\n\n## One\n\n## One\n"},
            "One",
            "Two",
            {"a.md": "[y](b.md#one)\n", "b.md": "# T\n\n## Two\n\n## One\n"},
        ),
        (
            {"b.md": "Title\n=====\n\nSub head\n--------\n\n[[#Sub head]]\n"},
            "Sub head",
            "Under",
            {"b.md": "Title\n=====\n\nUnder\n--------\n\n[[#Under]]\n"},
        ),
    ],
)
def test_rename_heading(texts: Texts, heading: str, new: str, expected: Texts) -> None:
    names = names_of(texts)
    anchor = find_anchor(names.outlines[NotePath("b.md")], heading)
    assert anchor is not None
    assert apply(texts, rename_heading(names, NotePath("b.md"), anchor, new)) == expected
    assert [target for _, _, target, _ in meanings(expected)] == [
        target for _, _, target, _ in meanings(texts)
    ]


def test_rename_mark() -> None:
    texts = {"a.md": "[[b#^old]] [[b#^older]]\n", "b.md": "Text ^old\n\nMore ^older\n\n[[#^old]]\n"}
    assert apply(texts, rename_mark(names_of(texts), NotePath("b.md"), "old", "new-1")) == {
        "a.md": "[[b#^new-1]] [[b#^older]]\n",
        "b.md": "Text ^new-1\n\nMore ^older\n\n[[#^new-1]]\n",
    }
    with pytest.raises(ChangeError, match=r"already a block \^older"):
        rename_mark(names_of(texts), NotePath("b.md"), "old", "older")
    with pytest.raises(ChangeError, match="letters, digits and hyphens"):
        rename_mark(names_of(texts), NotePath("b.md"), "old", "a b")


def test_rename_tag() -> None:
    texts = {
        "a.md": "---\ntags: [food/bread, foodie]\n---\n#food and #food/bread, #foodie `#food`\n",
        "b.md": "---\ntags: Food\n---\n",
    }
    assert apply(texts, rename_tag(names_of(texts), "food", "eat/food")) == {
        "a.md": "---\ntags: [eat/food/bread, foodie]\n---\n"
        "#eat/food and #eat/food/bread, #foodie `#food`\n",
        "b.md": "---\ntags: eat/food\n---\n",
    }
    with pytest.raises(ChangeError, match="A tag is made of"):
        rename_tag(names_of(texts), "food", "two words")


@pytest.mark.parametrize("new", ["1984", "a.", "a!b", "a|b", "a`b", "x-y&z", "19/84"])
def test_a_tag_that_would_be_none_in_running_text(new: str) -> None:
    with pytest.raises(ChangeError, match="not be read as a tag"):
        rename_tag(names_of({"a.md": "#food\n"}), "food", new)
    apply({"a.md": ""}, rename_tag(names_of({"b.md": "x\n"}), "food", new))


STEMS = st.sampled_from(["a", "b", "A", "a b", "c.d", "é"])
FOLDERS = st.sampled_from(["", "f/", "f/g/", "h i/"])
PATHS = st.builds("{}{}.md".format, FOLDERS, STEMS)
LINKS = st.one_of(
    st.builds("[[{}]]".format, STEMS),
    st.builds("[[{}{}|x]]".format, FOLDERS, STEMS),
    st.builds("[[{}#H]]".format, STEMS),
    st.builds("[x](<{}>)".format, PATHS),
    st.builds("[x](../{})".format, st.sampled_from(["a.md", "f/b.md", "c.d.md#h"])),
    st.just("[[#H]]"),
)
NOTE = st.builds(
    lambda title, links: f"{title}\n\n## H\n\n{' and '.join(links)}\n",
    st.sampled_from(["", "# a", "# Title", "---\naliases: [b]\n---"]),
    st.lists(LINKS, max_size=4),
)
VAULT = st.dictionaries(PATHS, NOTE, min_size=1, max_size=6)


@given(VAULT, PATHS, st.data())
def test_no_move_changes_what_a_link_means(texts: Texts, new: str, data: st.DataObject) -> None:
    old = data.draw(st.sampled_from(sorted(texts)))
    if new in texts:
        return
    moved = apply(texts, move_notes(names_of(texts), {NotePath(old): NotePath(new)}))
    renamed = {old: new}
    before = [
        (renamed.get(path, path), number, renamed.get(target or "", target), anchor)
        for path, number, target, anchor in meanings(texts)
    ]
    after = {(path, number): (target, anchor) for path, number, target, anchor in meanings(moved)}
    for path, number, target, anchor in before:
        if target is not None:
            assert after[path, number] == (target, anchor)


@given(STEMS, st.sampled_from(["new", "new one", "f.resh"]), st.sampled_from(["", "f/"]))
def test_there_and_back_restores_every_byte(stem: str, fresh: str, folder: str) -> None:
    # Two things cannot be known on the way back: that a name was spelled in another case, and
    # that a target without spaces used to have some in angle brackets.
    links = (
        f"[[{stem}]] [[f/{stem}|x]] [[{stem}#H]] [[{stem}.md]] [[/f/{stem}]] [[other]]\n"
        f"[x](f/{quote(stem)}.md) [x](./f/{quote(stem)}.md#h) [x](<f/{quote(stem)}.md>)\n"
    )
    note = f"# T\n\n## H\n\n{links}"
    texts = {"home.md": links, "f/near.md": links, f"{folder}{stem}.md": note}
    here, there = NotePath(f"{folder}{stem}.md"), NotePath(f"{folder}{fresh}.md")
    moved = apply(texts, move_notes(names_of(texts), {here: there}))
    assert apply(moved, move_notes(names_of(moved), {there: here})) == texts


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("![[b#two,1:#*]]", "![[b#new-name,1:#*]]"),
        ("![[b#one:#two]]", "![[b#one:#new-name]]"),
        ("![[b#two:#three]]", "![[b#new-name:#three]]"),
        ("![[b#^m:#two]]", "![[b#^m:#new-name]]"),
        ("![[b#One,1]]", "![[b#One,1]]"),
    ],
)
def test_ranges_keep_both_ends(link: str, expected: str) -> None:
    texts = {"a.md": f"{link}\n", "b.md": "# One\n\nx ^m\n\n# Two\n\n# Three\n"}
    names = names_of(texts)
    note = names.outlines[NotePath("b.md")]
    change = rename_heading(names, note.path, note.anchors[1], "New name")
    assert apply(texts, change)["a.md"] == f"{expected}\n"


def test_a_mark_in_a_range_keeps_the_other_end() -> None:
    texts = {"a.md": "![[b#^m:#*]]\n", "b.md": "x ^m\n"}
    change = rename_mark(names_of(texts), NotePath("b.md"), "m", "n")
    assert apply(texts, change) == {"a.md": "![[b#^n:#*]]\n", "b.md": "x ^n\n"}


def test_attachments_that_move_along_and_those_that_stay() -> None:
    texts = {"f/a.md": "![x](p.png) ![y](../q.png) ![[p.png]]\n", "b.md": "![x](f/p.png)\n"}
    names = names_of(texts)
    for file in ("f/p.png", "q.png"):
        names.put_file(file)
    moves = {NotePath("f/a.md"): NotePath("g/h/a.md")}
    change = move_notes(names, moves, {"f/p.png": "g/h/p.png"})
    assert apply(texts, change) == {
        "g/h/a.md": "![x](p.png) ![y](../../q.png) ![[p.png]]\n",
        "b.md": "![x](g/h/p.png)\n",
    }
    assert list(names.files) == ["f/p.png", "q.png"]

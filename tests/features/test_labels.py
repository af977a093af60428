"""Link references and footnotes: their labels are names as others are, and never lose a letter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nearnote.base.note_path import NotePath
from nearnote.base.source import Source
from nearnote.features.completion import complete
from nearnote.features.diagnostics.findings import note_findings
from nearnote.features.navigation import definitions, highlights, references
from nearnote.features.rename import renamable, rename
from nearnote.links.change import ChangeError
from nearnote.links.rename_note import move_notes
from tests.features.test_navigation import cursor, shown
from tests.links.test_rename_note import apply
from tests.vaulted import opened

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = {
    "a.md": "# A\n\n[x][r] [R][] [r] ![p][pic] [*y*][two  words] [![i][pic]][r]\n\n"
    "> [q][in quote]\n\n[r]: b.md\n[two words]: <b.md#two> 'T'\n[pic]: c/cat.png\n"
    "> [In Quote]: b#^mark\n",
    "b.md": "# Bee\n\n## Two\n\nText ^mark\n\n[me][1] and [^1]\n\n[1]: #two\n[^1]: Foot [^note]\n\n"
    "[^note]: End\n",
    "c/cat.png": "png",
    "c/d.md": "[up][b]\n\n[b]: ../b.md\n",
}


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("a.md: [x][‸r]", ["a.md: r"]),
        ("a.md: [x‸][r]", ["b.md: Bee"]),
        ("a.md: [‸R][]", ["a.md: r"]),
        ("a.md: [r‸] ![p]", ["a.md: r"]),
        ("a.md: ![p][p‸ic]", ["a.md: pic"]),
        ("a.md: [*y*][two‸  words]", ["a.md: two words"]),
        ("a.md: [*y‸*][two  words]", ["b.md: Two"]),
        ("a.md: [![i][p‸ic]][r]", ["a.md: pic"]),
        ("a.md: [q][in‸ quote]", ["a.md: In Quote"]),
        ("a.md: [‸r]: b.md", ["a.md: r"]),
        ("a.md: [r]: b‸.md", ["b.md: Bee"]),
        ("a.md: <b.md#t‸wo>", ["b.md: Two"]),
        ("b.md: [me][‸1]", ["b.md: 1"]),
        ("b.md: [m‸e][1]", ["b.md: Two"]),
        ("b.md: Foot [^no‸te]", ["b.md: note"]),
    ],
)
def test_definition(tmp_path: Path, place: str, expected: list[str]) -> None:
    vault = opened(tmp_path, TEXTS)
    assert shown(vault, definitions(vault, *cursor(TEXTS, place))) == expected


@pytest.mark.parametrize(
    ("place", "uses", "lit"),
    [
        (
            "a.md: [x][‸r]",
            ["[x][r]", "[R][]", "[r]", "[![i][pic]][r]"],
            ["r", "R", "r", "r", "r"],
        ),
        ("a.md: [p‸ic]:", ["![p][pic]", "![i][pic]"], ["pic", "pic", "pic"]),
        ("a.md: [two‸ words]:", ["[*y*][two  words]"], ["two  words", "two words"]),
        ("b.md: [me][1‸]", ["[me][1]"], ["1", "1"]),
        ("b.md: and [^‸1]", ["[^1]"], ["1", "1"]),
    ],
)
def test_uses(tmp_path: Path, place: str, uses: list[str], lit: list[str]) -> None:
    vault = opened(tmp_path, TEXTS)
    path, offset = cursor(TEXTS, place)
    found = shown(vault, tuple(references(vault, path, offset)))
    assert [each.partition(": ")[2] for each in found] == uses
    source = vault.source(path)
    assert source is not None
    assert [source.slice(span) for span in highlights(vault, path, offset)] == lit


@pytest.mark.parametrize(
    ("place", "old", "new", "changed"),
    [
        (
            "a.md: [x][‸r]",
            "r",
            "Far",
            {"a.md": "[x][Far] [Far][] [Far] ![p][pic] [*y*][two  words] [![i][pic]][Far]"},
        ),
        ("a.md: [‸x][r]", "r", "s", {"a.md": "[x][s] [s][] [s] ![p]"}),
        ("a.md: [p‸ic]:", "pic", "cat", {"a.md": "![p][cat] [*y*][two  words] [![i][cat]][r]"}),
        ("a.md: [two‸ words]:", "two words", "2", {"a.md": "[*y*][2] ["}),
        ("b.md: [me][‸1]", "1", "one", {"b.md": "[me][one] and [^1]\n\n[one]: #two\n[^1]:"}),
        (
            "b.md: and [^‸1]",
            "1",
            "f",
            {"b.md": "[me][1] and [^f]\n\n[1]: #two\n[^f]: Foot [^note]"},
        ),
        ("b.md: ## T‸wo", "Two", "Three", {"b.md": "[1]: #three\n", "a.md": "<b.md#three> 'T'"}),
        ("a.md: b#^m‸ark", "mark", "sign", {"b.md": "Text ^sign", "a.md": "[In Quote]: b#^sign"}),
        (
            "a.md: [r]: b‸.md",
            "b.md",
            "new.md",
            {
                "a.md": "[x][r] [R][] [r] ![p][pic] [*y*][two  words] [![i][pic]][r]\n\n"
                "> [q][in quote]\n\n[r]: new.md\n[two words]: <new.md#two> 'T'\n[pic]: c/cat.png\n"
                "> [In Quote]: new#^mark\n",
                "c/d.md": "[up][b]\n\n[b]: ../new.md\n",
            },
        ),
    ],
)
def test_rename(tmp_path: Path, place: str, old: str, new: str, changed: dict[str, str]) -> None:
    vault = opened(tmp_path, TEXTS)
    path, offset = cursor(TEXTS, place)
    found = renamable(vault, path, offset)
    assert found is not None
    assert found.name == old
    change = rename(vault, path, offset, new)
    got = apply(TEXTS, change)
    for name, part in changed.items():
        assert part in got[name]
    # There and back restores every byte.
    back = opened(tmp_path / "back", got)
    moved = next((step.new for step in change if hasattr(step, "new")), None)
    if moved:
        assert apply(got, move_notes(back.names, {moved: NotePath("b.md")})) == TEXTS
    elif old != "two words":
        at = got[path].encode().index(new.encode(), max(offset - 40, 0))
        assert apply(got, rename(back, path, at, old)) == {
            **TEXTS,
            "a.md": TEXTS["a.md"].replace("[R][]", "[r][]" if old == "r" else "[R][]"),
        }


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("b.md", "new.md", "[r]: ../new.md"),
        ("c/d.md", "d.md", "[b]: b.md"),
        ("c/d.md", "e/f/d.md", "[b]: ../../b.md"),
    ],
)
def test_a_move_writes_the_definition_alone(
    tmp_path: Path, old: str, new: str, expected: str
) -> None:
    vault = opened(tmp_path, TEXTS)
    got = apply(TEXTS, move_notes(vault.names, {NotePath(old): NotePath(new)}))
    here = "c/d.md" if old == "b.md" else new
    assert got[here] == f"[up][b]\n\n{expected.replace('[r]', '[b]')}\n"


@pytest.mark.parametrize(
    ("text", "new", "sentence"),
    [
        ("[a][‸r]\n\n[r]: b.md\n[s]: c.md\n", "S", "already defines"),
        ("- [‸r] task\n\n[r]: b.md\n", "x", "would not be read as a label"),
        ("[a][‸r]\n\n[r]: b.md\n", "x]y", "would not be read as a label"),
        ("[a][‸r]\n\n[r]: b.md\n", "^x", "would not be read as a label"),
        ("[a][‸r] [a][b]\n\n[r]: b.md\n", "b", "would not be read as a label"),
        ("> [‸r]\n> x\n\n[r]: b.md\n", "!note", "would not be read as a label"),
        ("[‸r] (x)\n\n[r]: b.md\n", "[x]", "would not be read as a label"),
        ("[^‸1]\n\n[^1]: F\n[^2]: G\n", "2", "already defines"),
        ("[^‸1]\n\n[^1]: F\n", "a b", "no blanks"),
        ("[^‸1]\n", "a", "does not define|nothing here"),
    ],
)
def test_what_cannot_be_a_label(tmp_path: Path, text: str, new: str, sentence: str) -> None:
    before, _, after = text.partition("‸")
    vault = opened(tmp_path, {"a.md": before + after, "b.md": "", "c.md": ""})
    with pytest.raises(ChangeError, match=sentence):
        rename(vault, NotePath("a.md"), len(before.encode()), new)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a][‸\n\n[rye]: b.md\n[wheat]: c.md\n", ["rye]", "wheat]"]),
        ("![a][wh‸]\n\n[rye]: b.md\n[wheat]: c.md\n", ["wheat"]),
        ("[*a* b][r‸\n\n[Rye]: b.md\n", ["Rye]"]),
        ("[a][^‸\n\n[rye]: b.md\n", None),
        ("[d]: be‸\n", ["bee.md"]),
        ("> [d]: be‸\n", ["bee.md"]),
        ("[d]: <be‸>\n", ["bee.md"]),
        ("[d]: bee.md#t‸\n", ["two"]),
    ],
)
def test_completion(tmp_path: Path, text: str, expected: list[str] | None) -> None:
    before, _, after = text.partition("‸")
    vault = opened(tmp_path, {"a.md": "", "bee.md": "# Bee\n\n## Two\n"})
    vault.put(NotePath("a.md"), Source.of(before + after), open=True)
    found = complete(vault, NotePath("a.md"), len(before.encode()))
    assert (found and [choice.insert for choice in found.choices]) == expected


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("[a][nosuch] ![a][no2] [no3][] x[i][j] `[a][b]` [a][ok] [ok][no4]\n\n[ok]: b.md\n",
         ["nosuch", "no2", "no3", "no4"]),
        ("# h [*a* b][r]\n\n- [x][y]\n- [ ] [x][z]\n\n| a |\n|--|\n| [a][t] |\n\n> [a][q\n> q]\n",
         ["r", "y", "z", "t"]),
        ("```\n[a][b]\n```\n\n[a] [b] [[b]][b] [^1][x] \\[a][b] %%[a][b]%% <!-- [a][b] -->\n",
         ["x"]),
        ("[a](b)[c] f(x)[i][j] m[i][j][k] [a][]\n\n[a]: b.md\n", []),
    ],
)  # fmt: skip
def test_undefined_labels(tmp_path: Path, text: str, names: list[str]) -> None:
    vault = opened(tmp_path, {"a.md": text, "b.md": "B\n"})
    source = vault.source(NotePath("a.md"))
    assert source is not None
    found = [f for f in note_findings(vault, NotePath("a.md")) if f.rule == "undefined-label"]
    assert [source.slice(finding.span) for finding in found] == names


@pytest.mark.parametrize(
    ("text", "title", "expected"),
    [
        ("[a][nosuch]\n", "Define [nosuch]", "[a][nosuch]\n\n[nosuch]: <>\n"),
        ("[a][bee]", "Define [bee]", "[a][bee]\n\n[bee]: bee.md\n"),
        ("[a][s]\r\n\r\n[r]: x\r\n", "Define [s]", "[a][s]\r\n\r\n[r]: x\r\n[s]: <>\r\n"),
        ("[a][rye2]\n\n[rye]: x\n", "Write [rye]", "[a][rye]\n\n[rye]: x\n"),
        ("[a][s]\n\n```\ncode\n", "Define [s]", "[a][s]\n\n[s]: <>\n\n```\ncode\n"),
        ("- [a][s]\n  - b\n", "Define [s]", "- [a][s]\n  - b\n\n[s]: <>\n"),
        ("# [a][s]", "Define [s]", "# [a][s]\n\n[s]: <>\n"),
    ],
)
def test_the_fixes_of_an_undefined_label(
    tmp_path: Path, text: str, title: str, expected: str
) -> None:
    vault = opened(tmp_path, {"a.md": text, "bee.md": ""})
    path = NotePath("a.md")
    found = [f for f in note_findings(vault, path) if f.rule == "undefined-label"]
    (fix,) = [fix for finding in found for fix in finding.fixes if fix.title == title]
    (edit,) = fix.edits
    mended = Source.of(text).edit(edit.span, edit.text).text
    assert mended == expected
    vault.put(path, Source.of(mended), open=True)
    assert [f for f in note_findings(vault, path) if f.rule == "undefined-label"] == []

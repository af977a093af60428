"""Links that lead nowhere or to several places, and the fixes that mend them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from nearnote.base.note_path import NotePath
from nearnote.features.code_actions.link_targets import with_targets
from nearnote.features.diagnostics.findings import note_findings
from nearnote.markdown.finding import Finding, Severity
from tests.vaulted import HASHING, opened

if TYPE_CHECKING:
    from pathlib import Path

    from nearnote.config import Settings

NOTES = {
    "Bread.md": "---\naliases: [Loaf]\n---\n# Bread\n\n## Rising time\n\nSlow. ^slow\n\n## Flour\n"
    "\n### Kinds\n\nRye.\n\n## Ovens\n\n### Kinds\n\nStone.\n",
    "a/Oven.md": "An oven.\n",
    "b/Oven.md": "Another oven.\n",
    "img/oven.png": "png",
    "f #1/Sp ace.md": "# Space\n",
    "Note.md": "",
}
LINKS = [
    # Links that mean something in one of the many ways in which they may.
    ("[[Bread]] [[bread]] [[Loaf]] [[Bread.md]] [[/Bread]] [[Bread|x]]", []),
    ("[x](Bread.md) [x](./Bread.md) [x](Bread) [x](f%20%231/Sp%20ace.md)", []),
    ("[[Sp ace]] ![[oven.png]] ![x](img/oven.png) [x](<img/oven.png>)", []),
    (
        "[[Bread#Rising time]] [[Bread#rising-time]] [x](Bread.md#rising-time) [[#^own]]\n\nx ^own",
        [],
    ),
    ("[[Bread#^slow]] [[Bread^slow]] ![[Bread#^begin:#^slow]] ![[Bread#rising-time,1:#*]]", []),
    ("![[a/*]] [[Bread#Flour#Kinds]] https://example.org <a@b.org> [x](mailto:a@b.org)", []),
    ("[up](../elsewhere.md) [[dendron://other/some.note]] `[[code]]` [^1]", []),
    ("\n\n```\n[[code]]\n```", []),
    # Links that do not.
    ("[[Nowhere]]", ["unresolved-link: There is no note “Nowhere” in the vault."]),
    ("[x](no/where.md)", ["unresolved-link: There is no note “no/where.md” in the vault."]),
    ("![x](no.png)", ["unresolved-link: There is no file “no.png” in the vault."]),
    ("[x][r]\n\n[r]: no.md", ["unresolved-link: There is no note “no.md” in the vault."]),
    ("[[Oven]]", ["ambiguous-link: “Oven” may mean 2 notes: a/Oven.md, b/Oven.md."]),
    ("[[Bread#Rise]]", ["broken-heading: Bread has no heading “Rise”."]),
    ("![[Bread#rise,1:#*]]", ["broken-heading: Bread has no heading “rise”."]),
    ("[[Bread#^fast]]", ["broken-block-id: Bread has no block ^fast."]),
    ("[[#Nothing]]", ["broken-heading: Note has no heading “Nothing”."]),
    (
        "[[Bread#Kinds]]",
        ["duplicate-heading-target: Bread has 2 headings “Kinds”; the link opens the first one."],
    ),
    ("[[Bread#kinds-1]]", []),
]


def findings(root: Path, text: str, settings: Settings = HASHING) -> list[Finding]:
    path = NotePath("Note.md")
    vault = opened(root, {**NOTES, path: text}, settings)
    note = vault.note(path)
    assert note is not None
    return [with_targets(vault, path, note, each) for each in note_findings(vault, path)]


@pytest.mark.parametrize(("text", "expected"), LINKS)
def test_findings(tmp_path: Path, text: str, expected: list[str]) -> None:
    found = findings(tmp_path, f"Some text. {text}\n\nMore.\n")
    assert [f"{each.rule}: {each.message}" for each in found] == expected


def fixed(text: str, found: Finding, title: str) -> str:
    """The text after the fix whose title begins so."""
    fix = next(fix for fix in found.fixes if fix.title.startswith(title))
    data = text.encode()
    for edit in reversed(fix.edits):
        data = data[: edit.span.start] + edit.text.encode() + data[edit.span.end :]
    return data.decode()


@pytest.mark.parametrize(
    ("text", "title", "expected"),
    [
        ("🐈 [[Oven|x]]", "Link to b/", "🐈 [[b/Oven|x]]"),
        ("🐈 [[Bread#rising-times]]", "Link to the heading", "🐈 [[Bread#rising-time]]"),
        ("🐈 [[Bread#Rising times]]", "Link to the heading", "🐈 [[Bread#Rising time]]"),
        ("![[Bread#risingtimes,1:#*]]", "Link to the heading", "![[Bread#rising-time,1:#*]]"),
        ("🐈 [x](Bread.md#risen-time)", "Link to the heading", "🐈 [x](Bread.md#rising-time)"),
        ("🐈 [[Bread#^slov]]", "Link to ^", "🐈 [[Bread#^slow]]"),
        ("[[Bread#Kinds]]", "Link to the heading “Kinds” under “Ovens”", "[[Bread#kinds-1]]"),
    ],
)
def test_fixes_leave_nothing_to_find(tmp_path: Path, text: str, title: str, expected: str) -> None:
    [found] = findings(tmp_path, text)
    assert fixed(text, found, title) == expected
    assert findings(tmp_path, expected) == []


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("[[New idea]]", "New idea.md"),
        ("[[deep/New]]", "deep/New.md"),
        ("[[new.dotted.name]]", "new.dotted.name.md"),
        ("[x](sub/New.md)", "sub/New.md"),
        ("[x](New%20one.md#part)", "New one.md"),
        ("[[bad|name?]]", "bad.md"),
        ("[[what?]]", None),
        ("[x](sheet.pdf)", None),
        ("![[clip.mp4]]", None),
        ("![x](no.png)", None),
    ],
)
def test_the_note_that_is_created(tmp_path: Path, text: str, path: str | None) -> None:
    [found] = findings(tmp_path, text)
    created = [fix.creates for fix in found.fixes if fix.creates]
    assert [each[0] for each in created] == ([path] if path else [])
    if path:
        title = path.rpartition("/")[2].removesuffix(".md")
        assert created[0][1] == f"# {title}\n"


def test_a_template_is_what_new_notes_begin_with(tmp_path: Path) -> None:
    template = "---\ntags: [new]\n---\n# {{title}}\n\nWhy?\n"
    settings = replace(HASHING, links_template="templates/note")
    vault = opened(tmp_path, {"templates/note.md": template, "N.md": "[[Idea]]\n"}, settings)
    [found] = note_findings(vault, NotePath("N.md"))
    assert found.fixes[0].creates == ("Idea.md", "---\ntags: [new]\n---\n# Idea\n\nWhy?\n")


def test_a_co_server_keeps_its_findings(tmp_path: Path) -> None:
    text = "[[Nowhere]]\n\n## Bare\n\n## Full\n\nText.\n"
    assert [f.rule for f in findings(tmp_path, text)] == ["unresolved-link", "bare-heading"]
    only = replace(HASHING, only="semantic")
    assert [f.rule for f in findings(tmp_path, text, only)] == ["bare-heading"]


def test_severities_are_those_of_the_settings(tmp_path: Path) -> None:
    loud = replace(HASHING, findings_unresolved_link="error")
    [found] = findings(tmp_path, "[[Nowhere]]", loud)
    assert found.severity is Severity.ERROR
    assert findings(tmp_path, "[[Nowhere]]", replace(HASHING, findings_unresolved_link="off")) == []


def test_a_vault_of_dendron_reads_the_label_first(tmp_path: Path) -> None:
    notes = {
        "root.md": "[[hiring|careers]] [[0.37.2|careers#0372]] [[x|careers.how]]\n",
        "careers.md": "# Careers\n\n## 0.37.2\n\nx\n",
        "careers.how.md": "x\n",
    }
    assert note_findings(opened(tmp_path, notes), NotePath("root.md")) == ()


ELSEWHERE = {
    "Bread.md": "# Bread\n\n<a name=\"old\"></a> <h2 id='new'>x</h2>\n\n## Rise {#up}\n\nx\n\n"
    "## Some _it_ text & <kbd>B</kbd>\n\nx\n\n`<a id=code>`\n",
    "sub/README.md": "A page.\n",
    "pics/.gitignore": "*\n",
    "pics/a.png": "png",
}


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("[x](Bread.md#old) [x](Bread.md#new) [x](Bread.md#up) [[Bread#Rise]]", []),
        ("[x](#top) [x](Bread.md#top) [x](Bread.md#L2) [x](Bread.md#L1-L4) [x](Bread.md#L1C2)", []),
        ("[[Bread#Some _it_ text &amp; <kbd>B</kbd>]] [[Bread#Some *it* text & B]]", []),
        ("[x](sub/) [x](.) [x](sub) [x](pics/) ![x](pics/a.png) ![x](pics/a.png?raw=true)", []),
        ("[[^Library/Std]] [[^Library/Std#Part]]", []),
        ("[x](Bread.md#older) [[Bread#Rising]]", ["broken-heading", "broken-heading"]),
        ("[x](Bread.md#L2b) [x](subs/)", ["broken-heading", "unresolved-link"]),
    ],
)
def test_links_that_work_elsewhere(tmp_path: Path, text: str, rules: list[str]) -> None:
    path = NotePath("Note.md")
    vault = opened(tmp_path, {**ELSEWHERE, path: f"Some text. {text}\n"})
    assert sorted(each.rule for each in note_findings(vault, path)) == rules


def test_links_that_the_user_ignores(tmp_path: Path) -> None:
    text = "[[Library/One]] [x](../Library/Two.md) [[Other]] [[Bread#gone]]"
    ignoring = replace(HASHING, findings_ignore_links=("Library/**", "Bread#*"))
    found = findings(tmp_path, text, ignoring)
    assert [each.message for each in found] == ["There is no note “Other” in the vault."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[#Ghost town]]\n", "[[#Ghost town]]\n\n## Ghost town\n"),
        ("[x](#ghost-town)", "[x](#ghost-town)\n\n## Ghost town\n"),
        ("[[#A b]]\r\n", "[[#A b]]\r\n\r\n## A b\r\n"),
        ("[[#Ghost]]\n\n```\nopen", None),
        ("[[#Ghost]]\n\n<!-- open", None),
    ],
)
def test_a_heading_is_added(tmp_path: Path, text: str, expected: str | None) -> None:
    [found] = findings(tmp_path, text)
    titles = [fix.title for fix in found.fixes]
    assert any(title.startswith("Add the heading") for title in titles) == (expected is not None)
    if expected is not None:
        assert fixed(text, found, "Add the heading") == expected
        assert findings(tmp_path, expected.rstrip() + "\n\nText.\n") == []


CODE = {"package.json": "{}", "a.md": "T.\n\n## Bare\n\n## Full\n\n[[Nowhere]]\n"}
LINKED = {f"n{number}.md": "[[a]] [[b]]\n" for number in range(3)}


@pytest.mark.parametrize(
    ("more", "settings", "rules"),
    [
        ({}, HASHING, ["unresolved-link"]),
        ({".obsidian/app.json": "{}"}, HASHING, ["bare-heading", "unresolved-link"]),
        ({".nearnote.toml": ""}, HASHING, ["bare-heading", "unresolved-link"]),
        (LINKED, HASHING, ["bare-heading", "unresolved-link"]),
        (
            {},
            replace(HASHING, chosen=frozenset(["findings_bare_heading"])),
            ["bare-heading", "unresolved-link"],
        ),
    ],
)
def test_a_repository_of_code(
    tmp_path: Path, more: dict[str, str], settings: Settings, rules: list[str]
) -> None:
    vault = opened(tmp_path, {**CODE, **more}, settings)
    assert [each.rule for each in note_findings(vault, NotePath("a.md"))] == rules

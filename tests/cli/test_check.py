"""`nearnote check`: findings as lines for people and CI, and as JSON for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.vaulted import write

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Run, Vault

HEADING = (
    "Search cannot find this heading: nothing stands under it, and a heading is only read "
    "together with its text."
)
NOTES = {
    "b/z.md": "# Z\n\nText with [[nowhere]].\n",
    "a.md": "# A\n\nText.\n\n## Empty\n\n## Full\n\nText.\n",
}
"""A warning in the second of two notes, an information in the first."""


@pytest.fixture
def root(vault: Vault) -> Path:
    """The vault of NOTES."""
    return vault(NOTES)


def test_a_finding_is_a_line_that_editors_and_ci_can_read(run: Run, root: Path) -> None:
    ran = run("check", "--vault", root)
    assert (ran.code, ran.err) == (1, "")
    assert ran.lines == [
        f"a.md:5: information: {HEADING} [bare-heading]",
        "b/z.md:3: warning: There is no note “nowhere” in the vault. [unresolved-link]",
        "2 findings in 2 notes",
    ]


def test_the_members_of_the_json_count_lines_from_0(run: Run, root: Path) -> None:
    ran = run("check", "--vault", root, "--json")
    assert (ran.code, ran.err) == (1, "")
    assert list(ran.json) == ["findings"]
    heading, link = ran.json["findings"]
    assert "Remove the heading" in heading.pop("fixes")
    assert heading == {
        "path": "a.md",
        "line": 4,
        "end_line": 4,
        "rule": "bare-heading",
        "severity": "information",
        "message": HEADING,
    }
    assert (link["path"], link["line"], link["severity"]) == ("b/z.md", 2, "warning")


def test_a_finding_of_several_lines_ends_on_its_last(run: Run, vault: Vault) -> None:
    root = vault(
        {"a.md": "Text.\n\nSetext\n---\n\n## Full\n\n- [[b]]\n- [[c]]\n", "b.md": "", "c.md": ""}
    )
    rows = run("check", "--vault", root, "--json", "--level", "hint").json["findings"]
    assert [(row["rule"], row["line"], row["end_line"]) for row in rows] == [
        ("bare-heading", 2, 3),
        ("link-only-bullet", 7, 7),  # the list's first line stands for all
    ]


@pytest.mark.parametrize(
    ("level", "heading", "link", "expected"),
    [
        ("hint", "information", "warning", ["a.md", "b/z.md"]),
        ("information", "information", "warning", ["a.md", "b/z.md"]),
        ("warning", "information", "warning", ["b/z.md"]),
        ("error", "information", "warning", []),
        ("hint", "hint", "off", ["a.md"]),
        ("information", "hint", "off", []),
        ("error", "error", "warning", ["a.md"]),
    ],
)
def test_only_findings_that_are_loud_enough_make_it_fail(
    run: Run, root: Path, level: str, heading: str, link: str, expected: list[str]
) -> None:
    settings = f'findings.bareHeading = "{heading}"\nfindings.unresolvedLink = "{link}"\n'
    write(root, {".nearnote.toml": settings})
    ran = run("check", "--vault", root, "--json", "--level", level)
    assert [row["path"] for row in ran.json["findings"]] == expected
    assert ran.code == bool(expected)
    text = run("check", "--vault", root, "--level", level)
    assert text.code == ran.code
    assert len(text.lines) == len(expected) + 1


def test_what_is_ignored_is_no_finding(run: Run, root: Path) -> None:
    write(root, {"a.md": "# A\n\nText.\n\n## Empty <!-- nearnote-ignore bare-heading -->\n"})
    write(root, {".nearnote.toml": 'findings.ignore = ["unresolved-link:b/"]\n'})
    ran = run("check", "--vault", root)
    assert (ran.code, ran.out, ran.err) == (0, "0 findings in 2 notes\n", "")


def test_notes_that_are_left_out_are_not_checked(run: Run, root: Path) -> None:
    write(root, {".gitignore": "b/\n"})
    assert "b/z.md" not in run("check", "--vault", root).out
    ran = run("check", "--vault", root, "--json")
    assert [row["path"] for row in ran.json["findings"]] == ["a.md"]


def test_twins_are_told_only_with_meaning(run: Run, vault: Vault, tmp_path: Path) -> None:
    text = "# Oven\n\nA hot stone, wet steam and patience bake good bread on every cold {}.\n"
    root = vault({"a.md": text.format("Saturday"), "b.md": text.format("Saturdays")})
    ran = run("check", "--vault", root)
    assert (ran.code, ran.out) == (0, "0 findings in 2 notes\n")
    assert not (tmp_path / "cache").exists()
    rows = run("check", "--vault", root, "--meaning", "--json").json["findings"]
    assert {row["rule"] for row in rows} == {"near-duplicate-note"}


def test_twins_are_not_told_without_a_model_and_it_is_said(
    run: Run, root: Path, no_model: str
) -> None:
    ran = run("check", "--vault", root, "--meaning")
    assert ran.code == 1
    assert ran.sentence == f"{no_model} Not all near-duplicate notes are told."
    assert ran.lines[-1] == "2 findings in 2 notes"


def test_one_is_not_many(run: Run, vault: Vault) -> None:
    ran = run("check", "--vault", vault({"a.md": "[[nowhere]]\n"}))
    assert ran.lines[-1] == "1 finding in 1 note"


@pytest.mark.usefixtures("no_model")
def test_no_model_is_needed(run: Run, root: Path) -> None:
    ran = run("check", "--vault", root)
    assert (ran.code, ran.err) == (1, "")

"""`nearnote doctor`: what is there, and how to mend what is not; all but the model."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING, Any

import pytest

from nearnote import __version__
from tests.vaulted import write

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Ran, Run, Vault

NAMES = ["version", "settings", "SQLite", "cache", "vault", "model", "language"]


def bad(ran: Ran) -> dict[str, tuple[str, str]]:
    """What was found to be bad, and how to mend it, by its name; of the text."""
    lines = ran.lines
    found = {}
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        if line.startswith("BAD  "):
            name, _, said = line.removeprefix("BAD  ").partition(": ")
            assert after.startswith("       ")
            found[name] = said, after.strip()
        else:
            assert line.startswith(("ok   ", "       "))
    return found


def test_a_line_tells_that_a_thing_is_there(run: Run, kitchen: Path, tmp_path: Path) -> None:
    ran = run("doctor", "--vault", kitchen)
    assert (ran.code, ran.err) == (0, "")
    assert [line.partition(":")[0] for line in ran.lines] == [f"ok   {name}" for name in NAMES]
    for part in (
        f"nearnote {__version__}, Python {platform.python_version()}",
        "settings: all understood",
        f"cache: {tmp_path / 'cache'}, 0 MB",
        f"vault: {kitchen}, 3 notes",
        "model: hashing, 64 dimensions, loaded in ",
    ):
        assert part in ran.out


def test_the_members_of_the_json(run: Run, kitchen: Path) -> None:
    ran = run("doctor", "--vault", kitchen, "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json.keys() == {"version", "checks"}
    assert ran.json["version"] == __version__
    assert [check["name"] for check in ran.json["checks"]] == NAMES
    for check in ran.json["checks"]:
        assert check.keys() == {"name", "ok", "found", "mend"}
        assert check["ok"] is True
        assert check["found"]


def test_the_json_says_what_the_text_says(run: Run, vault: Vault) -> None:
    root = vault({".nearnote.toml": "x = 1\n"})
    text, answer = run("doctor", "--vault", root), run("doctor", "--vault", root, "--json")
    assert (text.code, answer.code) == (1, 1)
    checks: list[dict[str, Any]] = answer.json["checks"]
    assert bad(text) == {
        check["name"]: (check["found"], check["mend"]) for check in checks if not check["ok"]
    }
    assert bad(text).keys() == {"settings", "vault"}


def test_an_empty_vault_is_bad(run: Run, vault: Vault) -> None:
    found, mend = bad(run("doctor", "--vault", vault({})))["vault"]
    assert found.endswith(", 0 notes")
    assert "*.md" in mend
    assert "`exclude`" in mend


def test_notes_that_are_left_out_do_not_count(run: Run, kitchen: Path) -> None:
    write(kitchen, {".gitignore": "sub/\n", ".nearnote.toml": 'exclude = ["oven.md"]\n'})
    write(kitchen, {"photo.png": "", ".hidden.md": ""})
    assert f"ok   vault: {kitchen}, 1 note" in run("doctor", "--vault", kitchen).lines


@pytest.mark.parametrize("name", ["gone", "bread.md"])
def test_a_vault_that_is_no_folder_is_bad_and_the_rest_is_looked_at(
    run: Run, kitchen: Path, name: str
) -> None:
    ran = run("doctor", "--vault", kitchen / name)
    assert (ran.code, ran.err) == (1, "")
    assert bad(ran) == {
        "vault": (f"{kitchen / name} is not a folder", "Give the folder with --vault."),
    }
    assert ran.lines[-1].startswith("ok   model: hashing")


def test_a_home_folder_is_bad(run: Run, kitchen: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(kitchen))
    ran = run("doctor", "--vault", kitchen)
    assert ran.code == 1
    found, mend = bad(ran)["vault"]
    assert found == f"{kitchen} is too wide to be one vault"
    assert ".nearnote.toml" in mend


def test_a_cache_that_cannot_be_written_is_bad(
    run: Run, kitchen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEARNOTE_CACHE_DIR", str(kitchen / "oven.md"))
    ran = run("doctor", "--vault", kitchen)
    assert (ran.code, ran.err) == (1, "")
    found, mend = bad(ran)["cache"]
    assert found.startswith(f"{kitchen / 'oven.md'}: ")
    assert "NEARNOTE_CACHE_DIR" in mend


def test_the_size_of_the_cache_is_told_and_nothing_is_left_in_it(
    run: Run, kitchen: Path, tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / "old").write_bytes(b"x" * 3_000_000)
    assert f"ok   cache: {cache}, 3 MB" in run("doctor", "--vault", kitchen).lines
    assert [file.name for file in cache.iterdir()] == ["old"]


def test_several_settings_are_sentences(run: Run, vault: Vault) -> None:
    root = vault({"a.md": "", ".nearnote.toml": "colour = 1\nsearch.limit = 0\n"})
    found = bad(run("doctor", "--vault", root))["settings"][0]
    assert found == (
        ".nearnote.toml: colour is not a setting of nearnote. "
        ".nearnote.toml: search.limit must be from 1 to 50; it is ignored."
    )


@pytest.mark.parametrize(
    ("text", "variable", "named"),
    [
        ('serch.mode = "text"', "", ["serch.mode", "search.mode"]),
        ("search.limit = 0", "", ["search.limit", "1 to 50"]),
        ("[search", "", [".nearnote.toml", "not valid TOML"]),
        ("", "fuzzy", ["NEARNOTE_SEARCH_MODE", "hybrid, text, vector"]),
    ],
)
def test_settings_that_are_not_understood_are_bad(
    run: Run,
    kitchen: Path,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    variable: str,
    named: list[str],
) -> None:
    write(kitchen, {".nearnote.toml": text})
    monkeypatch.setenv("NEARNOTE_SEARCH_MODE", variable)
    ran = run("doctor", "--vault", kitchen)
    assert (ran.code, ran.err) == (1, "")
    assert bad(ran).keys() == {"settings"}
    for each in named:
        assert each in bad(ran)["settings"][0]


def test_notes_that_renames_leave_alone_are_listed(run: Run, kitchen: Path) -> None:
    (kitchen / "old.md").write_bytes("Größe und Fläche der Küche, naß.\n".encode("latin-1"))
    (kitchen / "mac.md").write_bytes(b"one\rtwo\r")
    ran = run("doctor", "--vault", kitchen, "--json")
    (check,) = [each for each in ran.json["checks"] if each["name"] == "encodings"]
    assert ran.code == 1
    assert check["found"] == (
        "mac.md (it has carriage returns without a line feed), "
        "old.md (it is not UTF-8 but Windows-1252)"
    )
    assert "UTF-8" in check["mend"]

"""`nearnote model`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nearnote.cli import model as command
from nearnote.cli.model import with_model

if TYPE_CHECKING:
    from tests.cli.conftest import Run, Vault


@pytest.mark.parametrize(
    ("toml", "name", "expected"),
    [
        ("", "large", 'model = "large"\n'),
        ('model = "large"\n', None, ""),
        ('# mine\nprovider = "fastembed"\n', "large",
         'model = "large"\n# mine\nprovider = "fastembed"\n'),
        ('a = 1\r\nmodel="x"  # old\r\nb = 2\r\n', "large", 'model = "large"\na = 1\r\nb = 2\r\n'),
        ("[chunk]\nmax = 1\nmodel = 2\n", "large",
         'model = "large"\n[chunk]\nmax = 1\nmodel = 2\n'),
        ("model = 'x'", "multilingual", 'model = "multilingual"\n'),
    ],
)  # fmt: skip
def test_only_the_model_changes(toml: str, name: str | None, expected: str) -> None:
    assert with_model(toml, name) == expected


@pytest.mark.parametrize("toml", ['"model" = "x"\n', "model = '''\nx\n'''\n", "model = \n"])
def test_settings_that_are_unusual_are_left_alone(toml: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        with_model(toml, "large")


def test_models_are_listed(run: Run, vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEARNOTE_PROVIDER", "fastembed")
    there = vault({})
    rows = run("model", "list", "--json", "--vault", str(there)).json
    assert [(row["name"], row["installed"]) for row in rows] == [
        ("default", True), ("large", False), ("multilingual", False),
    ]  # fmt: skip
    assert len(run("model", "--vault", str(there)).lines) == 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("install", "huge"), "huge is none"),
        (("install",), "none was named"),
        (("use", "large"), "run: nearnote model install large"),
        (("use", "huge"), "huge is none"),
    ],
)
def test_what_cannot_be_done_is_told(
    run: Run, vault: Vault, words: tuple[str, ...], said: str
) -> None:
    there = vault({})
    ran = run("model", *words, "--vault", str(there))
    assert ran.code == 2
    assert said in ran.err
    assert not (there / ".nearnote.toml").exists()


def test_a_vault_uses_a_model_and_the_default_again(
    run: Run, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "fault", lambda *_: "")
    there = vault({".nearnote.toml": 'exclude = ["x"]\n'})
    assert run("model", "use", "large", "--vault", str(there)).code == 0
    file = there / ".nearnote.toml"
    assert file.read_text() == 'model = "large"\nexclude = ["x"]\n'
    assert run("model", "use", "default", "--vault", str(there)).code == 0
    assert file.read_text() == 'exclude = ["x"]\n'


def test_a_home_folder_does_not_become_a_vault(
    run: Run, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = vault({})
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(there))
    ran = run("model", "use", "default", "--vault", str(there))
    assert ran.code == 2
    assert "too wide to be one vault" in ran.err
    assert not (there / ".nearnote.toml").exists()


def test_removing_what_is_not_there_is_no(run: Run, vault: Vault) -> None:
    assert run("model", "remove", "large", "--vault", str(vault({}))).code == 1

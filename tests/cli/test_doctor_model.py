"""`nearnote doctor` on the model: whether it is there, knows the language, and ranks right."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from nearnote.embedding.embedder import EmbedderError
from tests.models import Model
from tests.vaulted import write

if TYPE_CHECKING:
    from pathlib import Path

    from nearnote.embedding.embedder import Vectors

    from .conftest import Run


class Contrary(Model):
    """What is near is far: a model that was given the wrong prefixes."""

    def embed_query(self, text: str) -> Vectors:
        return -super().embed_query(text)


def use(monkeypatch: pytest.MonkeyPatch, model: Model) -> Model:
    """The settings ask for this model."""
    monkeypatch.setattr("nearnote.embedding.loader.load", lambda *_: model)
    return model


def test_live_tells_what_comes_out_of_the_model(run: Run, kitchen: Path) -> None:
    ran = run("doctor", "--vault", kitchen, "--live")
    assert (ran.code, ran.err) == (0, "")
    live = ran.lines[-1]
    assert live.startswith("ok   live: 64 dimensions, norms 1.000, 1.000, 1.000; ")
    assert "queries and texts are treated alike" in live


def test_without_live_no_text_is_given_to_the_model(
    run: Run, kitchen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = use(monkeypatch, Model())
    assert run("doctor", "--vault", kitchen).code == 0
    assert model.asked == []


def test_live_gives_the_model_no_text_of_the_vault(
    run: Run, kitchen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = use(monkeypatch, Model(remote=True))
    assert run("doctor", "--vault", kitchen, "--live").code == 0
    assert model.asked
    assert not [text for texts in model.asked for text in texts if "Hot stone" in text]


def test_a_model_that_ranks_wrongly_is_bad(
    run: Run, kitchen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, Contrary())
    ran = run("doctor", "--vault", kitchen, "--live")
    assert (ran.code, ran.err) == (1, "")
    assert ran.lines[-2].startswith("BAD  live: ")
    assert "queries and texts are treated differently" in ran.lines[-2]
    assert "prefixes" in ran.lines[-1]


def test_a_model_that_cannot_be_had_is_bad(run: Run, kitchen: Path, no_model: str) -> None:
    ran = run("doctor", "--vault", kitchen, "--live")
    assert (ran.code, ran.err) == (1, "")
    assert ran.lines[-2:] == [
        f"BAD  model: {no_model}",
        "       Until then nearnote searches by words only.",
    ]


def test_a_model_that_fails_when_it_is_asked_is_bad(
    run: Run, kitchen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, Model()).error = EmbedderError("The server does not answer.")
    ran = run("doctor", "--vault", kitchen, "--live")
    assert (ran.code, ran.err) == (1, "")
    assert "BAD  model: The server does not answer." in ran.lines


@pytest.mark.parametrize(("foreign", "code"), [(True, 1), (False, 0)])
def test_a_language_that_the_model_does_not_know_is_bad(
    run: Run, kitchen: Path, monkeypatch: pytest.MonkeyPatch, foreign: bool, code: int
) -> None:
    words = ["ekmek", "hamuru", "neden", "kabarmaz"]
    write(kitchen, {"ekmek.md": " ".join(words * 50) + "\n"})
    model = use(monkeypatch, Model())
    model.foreign = set(words) if foreign else set()
    ran = run("doctor", "--vault", kitchen, "--json")
    assert (ran.code, ran.err) == (code, "")
    (language,) = (check for check in ran.json["checks"] if check["name"] == "language")
    assert language["ok"] is not foreign
    assert ("multilingual" in language["mend"]) is foreign


def test_a_library_that_is_missing_is_bad(
    run: Run, kitchen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEARNOTE_PROVIDER", "fastembed")
    monkeypatch.setenv("NEARNOTE_MODEL", "BAAI/bge-small-en-v1.5")
    monkeypatch.delenv("NEARNOTE_DIMENSIONS")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setitem(sys.modules, "fastembed", None)
    ran = run("doctor", "--vault", kitchen)
    assert (ran.code, ran.err) == (1, "")
    (line,) = (line for line in ran.lines if line.startswith("BAD"))
    assert line.startswith("BAD  model: ")
    assert "fastembed" in line

"""The model that vaults share: loading, failing, resting, coming back; queries on their way."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

import numpy as np
import pytest

from nearnote.config import Settings
from nearnote.embedding.embedder import Embedder, EmbedderError
from nearnote.embedding.model import MOST_ASKED, MOST_KNOWN, Down, EmbeddingModel, Refused, model_of
from nearnote.embedding.vector_cache import VectorCache
from tests.models import Asides, Clock, Model, model_of_settings

if TYPE_CHECKING:
    from pathlib import Path

PASSING = EmbedderError("The server is busy.", 30.0)
LASTING = EmbedderError("The server refused the key.")


def loaded(
    model: Model, clock: Clock | None = None, asides: Asides | None = None
) -> EmbeddingModel:
    meaning = model_of_settings(model, clock)
    meaning.load()
    meaning._run_in_background = asides or meaning._run_in_background
    return meaning


# -- loading ---------------------------------------------------------------------------------


def test_there_is_no_model_before_the_work_aside_is_done() -> None:
    asides = Asides()
    meaning = model_of_settings(Model())
    assert meaning.waits
    meaning.load(asides)
    assert not meaning.waits
    assert not meaning.ready
    assert meaning.query("anything") is None
    asides.finish()
    assert meaning.ready
    assert meaning.name == "hashing"
    assert meaning.query("anything") is not None


@pytest.mark.parametrize(
    ("error", "reason", "rest"),
    [
        (EmbedderError("Install it."), "Install it.", inf),
        (EmbedderError("Busy.", 30.0), "Busy.", 30.0),
        (RuntimeError("broken wheel"), "The model failed (RuntimeError: broken wheel).", inf),
    ],
)
def test_loading_that_fails(error: Exception, reason: str, rest: float) -> None:
    def load() -> Embedder:
        raise error

    meaning = EmbeddingModel(load, lambda: None, Clock())
    meaning.load()
    assert (meaning.ready, meaning.reason, meaning.rest) == (False, reason, rest)
    assert not meaning.waits
    meaning.retry()
    assert meaning.waits


def test_a_server_that_was_not_up_is_tried_again_when_it_said_so() -> None:
    clock, model, tries = Clock(), Model(remote=True), iter([PASSING, None])

    def load() -> Embedder:
        if error := next(tries):
            raise error
        return model

    meaning = EmbeddingModel(load, lambda: None, clock)
    meaning.load()
    clock.now = 29.0
    assert not meaning.waits
    clock.now = 30.0
    assert meaning.waits
    meaning.load()
    assert (meaning.ready, meaning.reason) == (True, "")


def test_probes_are_embedded_once_and_come_from_the_cache_then(tmp_path: Path) -> None:
    probes = ["beduvan", "vibofas pefadix"]
    found = []
    for _ in range(2):
        model = Model()
        meaning = EmbeddingModel(lambda model=model: model, lambda: VectorCache(tmp_path))  # type: ignore[misc]
        meaning.load(probes=probes)
        found.append((meaning.probes, model.asked))
        meaning.close()
    (first, asked), (second, not_asked) = found
    assert first is not None
    assert second is not None
    assert np.array_equal(first, second)
    assert (asked, not_asked) == ([[probe] for probe in probes], [])


def test_a_disk_that_takes_no_vectors_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    settings = replace(Settings(), provider="hashing", cache_dir=str(tmp_path / "file"))
    meaning = EmbeddingModel.of(settings)
    meaning.load(probes=["beduvan"])
    assert meaning.ready
    assert "file" in meaning.unkept
    meaning = EmbeddingModel.of(replace(settings, cache_dir=str(tmp_path / "cache")))
    meaning.load(probes=["beduvan"])
    assert (meaning.ready, meaning.unkept) == (True, "")


def test_a_model_that_comes_after_the_end_is_not_taken() -> None:
    asides, opened = Asides(), []
    meaning = EmbeddingModel(Model, lambda: opened.append(1))
    meaning.load(asides)
    meaning.close()
    asides.finish()
    assert not meaning.ready
    assert opened == []


def test_a_model_that_may_not_be_downloaded_is_another() -> None:
    assert model_of(Settings(downloads=False)) != model_of(Settings())
    assert model_of(Settings(search_limit=3)) == model_of(Settings())


# -- texts -----------------------------------------------------------------------------------


def test_a_bad_text_is_the_texts_fault_and_a_dead_server_is_not() -> None:
    clock, model = Clock(), Model()
    meaning = loaded(model, clock)
    got: list[object] = []
    model.bad = {"bad": LASTING}
    meaning.embed([b"1", b"2"], ["good", "bad"], got.append)
    assert got == [Refused(passing=False)]
    assert (meaning.reason, meaning.rest) == ("", 0.0)
    model.bad = {"bad": PASSING}
    meaning.embed([b"2"], ["bad"], got.append)
    assert got[1:] == [Refused(passing=True)]
    model.error = PASSING
    meaning.embed([b"1"], ["good"], got.append)
    assert got[2:] == [Down(PASSING)]
    assert (meaning.reason, meaning.rest) == (str(PASSING), 30.0)


def test_the_rest_grows_until_something_works() -> None:
    clock, model = Clock(), Model()
    meaning = loaded(model, clock)
    model.error = PASSING
    rests = []
    for _ in range(7):
        meaning.embed([b"1"], ["text"], lambda _: None)
        rests.append(meaning.rest)
        clock.now += meaning.rest
    assert rests == [30, 60, 120, 240, 480, 600, 600]
    model.error = None
    meaning.embed([b"1"], ["text"], lambda _: None)
    assert (meaning.reason, meaning.rest) == ("", 0.0)
    model.error = PASSING
    meaning.embed([b"1"], ["text"], lambda _: None)
    assert meaning.rest == 30


def test_vectors_that_come_after_the_end_go_nowhere() -> None:
    asides, got = Asides(), []
    meaning = loaded(Model(remote=True), asides=asides)
    meaning.embed([b"1"], ["text"], got.append)
    meaning.close()
    asides.finish()
    assert got == []


# -- queries ---------------------------------------------------------------------------------


def test_a_local_model_answers_at_once_and_is_asked_once() -> None:
    model = Model()
    meaning = loaded(model)
    assert meaning.query("a") is not None
    assert meaning.query("a") is meaning.query("a")
    assert model.asked == [["a"]]


def test_a_remote_model_answers_later() -> None:
    asides, over = Asides(), []
    meaning = loaded(Model(remote=True), asides=asides)
    assert meaning.query("a") is None
    meaning.read("a", lambda: over.append("a"))
    assert (len(asides.waiting), over) == (1, [])  # it is asked once, however many wait
    asides.finish()
    assert over == ["a"]
    assert meaning.query("a") is not None


def test_only_some_queries_are_on_their_way() -> None:
    asides, over = Asides(), []
    meaning = loaded(Model(remote=True), asides=asides)
    for number in range(MOST_ASKED + 3):
        meaning.read(str(number), lambda: over.append(1))
    assert len(asides.waiting) == MOST_ASKED
    assert len(over) == 3  # they have nothing to wait for


def test_only_some_queries_are_remembered() -> None:
    model = Model()
    meaning = loaded(model)
    for number in range(2 * MOST_KNOWN):
        meaning.query(str(number))
    assert len(meaning._known) == MOST_KNOWN
    assert meaning.query(str(2 * MOST_KNOWN - 1)) is not None
    assert len(model.asked) == 2 * MOST_KNOWN


def test_nobody_waits_for_a_model_that_rests() -> None:
    clock, asides, model, over = Clock(), Asides(), Model(remote=True), []
    meaning = loaded(model, clock, asides)
    model.error = PASSING
    meaning.read("a", lambda: over.append("a"))
    asides.finish()
    meaning.read("b", lambda: over.append("b"))
    assert (over, asides.waiting, meaning.reason) == (["a", "b"], [], str(PASSING))
    clock.now, model.error = 30.0, None
    meaning.read("b")
    asides.finish()
    assert meaning.query("b") is not None
    assert meaning.reason == ""


def test_a_query_that_the_model_refuses_is_not_asked_again_and_harms_no_other() -> None:
    model = Model()
    meaning = loaded(model)
    model.error = LASTING
    assert meaning.query("a") is None
    model.error = None
    assert meaning.query("a") is None
    assert meaning.query("b") is not None
    assert model.asked == [["a"], ["b"]]


def test_a_query_that_waits_behind_a_batch_does_not_make_the_model_rest() -> None:
    asides, model = Asides(), Model(remote=True)
    meaning = loaded(model, asides=asides)
    meaning.embed([b"1"], ["text"], lambda _: None)
    meaning.read("a")
    model.error = PASSING
    asides.finish(1)
    assert (meaning.reason, meaning.rest) == ("", 0.0)

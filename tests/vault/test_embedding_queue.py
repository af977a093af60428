"""What waits for a vector: order, batches away, bad texts, a model that is down; true counts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from nearnote.base.note_path import NotePath
from nearnote.base.source import Source
from nearnote.cli.open_vault import open_vault
from nearnote.embedding.embedder import EmbedderError
from nearnote.features.search import search_notes
from nearnote.index.query import Mode
from nearnote.vault.embedding_queue import ATTEMPTS, MOST_AWAY
from nearnote.vault.status import Phase
from nearnote.workspace.workspace import Workspace
from tests.models import Asides, Clock, Model, model_of_settings
from tests.vaulted import HASHING, write

if TYPE_CHECKING:
    from pathlib import Path

    from nearnote.vault.vault import Vault

PASSING = EmbedderError("The server is busy.", 30.0)
LASTING = EmbedderError("The text is too long.")
TREES = ("alder", "birch", "cedar", "dogwood", "elm", "fig")
NOTES = {f"{number}.md": f"{tree}\n" for number, tree in enumerate(TREES)}


class World:
    """A vault with a model that the test rules."""

    def __init__(self, root: Path, model: Model, notes: dict[str, str] = NOTES) -> None:
        write(root, notes)
        self.model, self.clock, self.asides = model, Clock(), Asides()
        self.meaning = model_of_settings(model, self.clock)
        self.workspace = Workspace(lambda _: self.meaning, self.asides)
        assert self.workspace.open(root, replace(HASHING, cache_dir=str(root / ".cache"))) == ""
        (self.vault,) = self.workspace
        self.work()
        while not self.meaning.ready:
            self.asides.finish()  # the model and the probes
        self.model.asked.clear()

    def work(self) -> float | None:
        """All idle work that can be done now; how long the next piece wants to wait."""
        while (wait := self.workspace.idle()) is not None and wait < 1.0:
            pass
        return wait

    def texts(self) -> list[list[str]]:
        """The bodies of all batches that the model was asked for, without the harmless question."""
        return [
            [text.rpartition("\n")[2] for text in batch]
            for batch in self.model.asked
            if batch != ["How long is a vector?"]
        ]

    def counts(self) -> tuple[int, int, int]:
        progress = self.workspace.progress()
        return progress.embedded, progress.failed, self.workspace.status().pending

    @property
    def phase(self) -> Phase:
        return self.workspace.status().phase


def meant(vault: Vault, query: str) -> list[str]:
    """The best note for a query by meaning."""
    return [found.hit.path for found in search_notes(vault, query, Mode.VECTOR).hits][:1]


def test_one_bad_text_does_not_fail_its_neighbours(tmp_path: Path) -> None:
    world = World(tmp_path, Model())
    world.model.bad = {"dogwood": LASTING}
    assert world.work() is None
    assert world.counts() == (5, 1, 1)
    assert world.phase is Phase.READY
    assert [len(batch) for batch in world.texts()] == [6, 1, 1, 1, 1, 1, 1]
    assert world.workspace.status().reason == ""
    world.model.asked.clear()
    world.vault.put(NotePath("new.md"), Source.of("willow\n"))
    assert world.phase is Phase.EMBEDDING
    world.work()
    assert world.texts() == [["willow"]]  # what failed is not tried for ever
    world.vault.remove(NotePath("3.md"))
    world.vault.put(NotePath("new.md"), Source.of("yew\n"))
    world.work()
    assert world.counts() == (7, 0, 0)  # what is gone has not failed


def test_failed_texts_are_tried_again_when_the_user_says_so(tmp_path: Path) -> None:
    world = World(tmp_path, Model())
    world.model.bad = {"dogwood": LASTING}
    world.work()
    world.model.bad = {}
    world.workspace.reindex()
    world.work()
    assert world.counts() == (6, 0, 0)


def test_an_error_that_may_pass_is_tried_some_times(tmp_path: Path) -> None:
    world = World(tmp_path, Model())
    world.model.bad = {"dogwood": PASSING}
    assert world.work() is None
    assert world.counts() == (5, 1, 1)
    assert world.texts().count(["dogwood"]) == ATTEMPTS


@pytest.mark.parametrize(("error", "rest"), [(PASSING, 30.0), (LASTING, None)])
def test_a_model_that_is_down_is_left_in_peace(
    tmp_path: Path, error: EmbedderError, rest: float | None
) -> None:
    world = World(tmp_path, Model())
    world.model.error = error
    assert world.work() == rest
    asked = len(world.model.asked)
    for _ in range(5):
        assert world.workspace.idle() == rest
    assert len(world.model.asked) == asked
    status = world.workspace.status()
    assert (status.phase, status.reason) == (Phase.WORDS_ONLY, str(error))
    assert world.counts() == (0, 0, 6)
    result = world.workspace.search("cedar", None, 5)
    assert (result.mode, result.pending) == (Mode.TEXT, 6)
    assert [found.hit.path for found in result.hits] == ["2.md"]
    world.model.error = None
    world.clock.now = 30.0
    if rest is None:
        world.workspace.reindex()
    assert world.work() is None
    assert world.counts() == (6, 0, 0)
    assert world.phase is Phase.READY


def remote(tmp_path: Path, notes: dict[str, str] = NOTES) -> World:
    return World(tmp_path, Model(remote=True), notes)


def test_a_note_that_changes_while_its_batch_is_away(tmp_path: Path) -> None:
    world = remote(tmp_path)
    assert world.work() is None
    world.vault.put(NotePath("0.md"), Source.of("other words\n"))
    world.vault.remove(NotePath("1.md"))
    world.work()
    assert len(world.asides.waiting) == 2  # what is away is not asked again, what is new is
    world.asides.finish()
    assert world.workspace.status().pending == 1
    world.asides.finish()
    assert world.texts()[1:] == [["other words"]]
    assert world.work() is None
    assert world.workspace.status().pending == 0
    assert world.phase is Phase.READY
    world.workspace.read("other words", Mode.VECTOR, lambda: None)
    world.asides.finish()
    assert meant(world.vault, "other words") == ["0.md"]


def test_a_vault_that_is_closed_while_its_batch_is_away(tmp_path: Path) -> None:
    world = remote(tmp_path)
    world.work()
    world.workspace.close(tmp_path)
    world.asides.finish()
    assert world.workspace.idle() is None
    assert world.workspace.status().chunks == 0
    world = remote(tmp_path)
    world.work()
    world.workspace.shut()
    world.asides.finish()
    assert world.workspace.status().pending == 6


def test_a_remote_model_has_only_some_batches(tmp_path: Path) -> None:
    notes = {f"{number}.md": "word " * 150 + f"{number}\n" for number in range(200)}
    world = remote(tmp_path, notes)
    assert world.work() is None
    assert len(world.asides.waiting) == MOST_AWAY
    assert world.phase is Phase.EMBEDDING
    while world.asides.waiting:
        world.asides.finish()
        world.work()
        assert len(world.asides.waiting) <= MOST_AWAY
    assert world.counts()[1:] == (0, 0)
    texts = [text for batch in world.model.asked for text in batch]
    assert len(set(texts)) == len(texts)


def test_words_answer_while_the_model_reads_the_query(tmp_path: Path) -> None:
    world = remote(tmp_path)
    world.work()
    world.asides.finish()
    world.work()
    over: list[str] = []
    world.workspace.read("elm", None, lambda: over.append("read"))
    result = world.workspace.search("elm", None, 5)
    assert (result.mode, [found.hit.path for found in result.hits]) == (Mode.TEXT, ["4.md"])
    assert over == []
    world.asides.finish()
    assert over == ["read"]
    assert world.workspace.search("elm", None, 5).mode is Mode.HYBRID


@pytest.mark.parametrize("query", ["=elm", "", "path:x"])
def test_nothing_is_read_ahead_for_words_alone(tmp_path: Path, query: str) -> None:
    world = remote(tmp_path)
    over: list[str] = []
    world.workspace.read(query, None, lambda: over.append("read"))
    world.workspace.read("elm", Mode.TEXT, lambda: over.append("read"))
    assert over == ["read", "read"]
    assert world.model.asked == []


def test_the_command_line_does_not_wait_for_a_model_that_is_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    monkeypatch.setenv("NEARNOTE_PROVIDER", "hashing")
    model = Model()
    model.error = PASSING
    monkeypatch.setattr("nearnote.embedding.loader.load", lambda *_: model)
    monkeypatch.setenv("NEARNOTE_CACHE_DIR", str(tmp_path / ".cache"))
    write(tmp_path, NOTES)
    opened = open_vault(tmp_path, meaning=True)
    assert opened.workspace.status().phase is Phase.WORDS_ONLY
    assert slept == []
    opened.warn_without_model("Searching by words only.")
    assert capsys.readouterr().err == f"nearnote: {PASSING} Searching by words only.\n"


def test_what_no_model_is_to_read_is_counted(tmp_path: Path) -> None:
    world = World(tmp_path, Model())
    world.work()
    assert world.workspace.progress().skipped == 0
    world.vault.put(
        NotePath("private.md"), Source.of("---\nembed: false\n---\none\n\n# B\n\ntwo\n")
    )
    world.vault.put(NotePath("bare.md"), Source.of(""))  # a title says too little for a vector
    assert world.workspace.progress().skipped == 3
    assert world.workspace.status().pending == 0
    world.vault.put(NotePath("private.md"), Source.of("one\n\n# B\n\ntwo\n"))
    assert world.workspace.progress().skipped == 1
    assert world.workspace.status().pending == 2


def test_copies_of_a_text_that_failed_hide_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nearnote.vault.embedding_queue.WINDOW", 1)
    world = World(tmp_path, Model())
    world.model.bad = {"hawthorn": LASTING}
    world.work()
    for at in range(5):
        world.vault.put(NotePath(f"a{at}.md"), Source.of("---\ntitle: Same\n---\nhawthorn\n"))
    world.vault.put(NotePath("z.md"), Source.of("rowan\n"))
    world.work()
    assert ["rowan"] in world.texts()
    assert world.workspace.status().pending == 5

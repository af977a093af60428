"""A vault in step with a disk and with open buffers."""

from __future__ import annotations

import os
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nearnote.base.note_path import NotePath
from nearnote.base.source import Source
from nearnote.embedding.model import EmbeddingModel
from nearnote.features.chunk_views import chunk_views
from nearnote.features.diagnostics.findings import note_findings
from nearnote.features.preview import link_preview
from nearnote.features.related import related_notes
from nearnote.features.search import search_notes
from nearnote.index.query import Mode
from nearnote.vault.folder import Folder
from nearnote.vault.status import Phase
from nearnote.wire import results
from nearnote.workspace.workspace import Workspace
from tests.vaulted import HASHING, finish, opened, write

if TYPE_CHECKING:
    from nearnote.vault.vault import Vault


def paths(vault: Vault, query: str) -> list[str]:
    """The notes that a query finds, best first."""
    return list(dict.fromkeys(hit.hit.path for hit in search_notes(vault, query).hits))


def rest(vault: Vault) -> None:
    """Do all that waits."""
    while vault.scanning:
        vault.step()
    while vault.embedding_queue.step() is not None:
        pass


def test_an_open_buffer_wins_until_it_is_closed(tmp_path: Path) -> None:
    vault = opened(tmp_path, {"a.md": "alpha\n"})
    path = NotePath("a.md")
    vault.put(path, Source.of("beta\n"), open=True)
    assert paths(vault, "=beta") == ["a.md"]
    write(tmp_path, {"a.md": "gamma\n"})
    vault.changed(["a.md"])
    assert paths(vault, "=gamma") == []
    vault.release(path)
    assert paths(vault, "=gamma") == ["a.md"]
    assert paths(vault, "=beta") == []


def test_an_open_note_outlives_its_file(tmp_path: Path) -> None:
    vault = opened(tmp_path, {"a.md": "alpha\n"})
    vault.put(NotePath("a.md"), Source.of("beta\n"), open=True)
    (tmp_path / "a.md").unlink()
    vault.changed(["a.md"])
    assert paths(vault, "=beta") == ["a.md"]
    vault.release(NotePath("a.md"))
    assert paths(vault, "=beta") == []


def test_changes_by_others(tmp_path: Path) -> None:
    vault = opened(tmp_path, {"a.md": "alpha\n", "f/b.md": "beta\n", "f/g/c.md": "gamma\n"})
    shutil.move(tmp_path / "f", tmp_path / "h")
    vault.changed(["f", "h"])
    rest(vault)
    assert paths(vault, "=beta") == ["h/b.md"]
    assert vault.embedding_queue.progress.embedded == 3  # a moved text is not embedded again
    write(tmp_path, {".gitignore": "h/\n"})
    vault.changed([".gitignore"])
    rest(vault)
    assert paths(vault, "=gamma") == []
    (tmp_path / ".gitignore").unlink()
    vault.changed([".gitignore"])
    rest(vault)
    assert paths(vault, "=gamma") == ["h/g/c.md"]


def test_rename_keeps_the_buffer_and_the_vectors(tmp_path: Path) -> None:
    vault = opened(tmp_path, {"a.md": "# T\n\nalpha\n", "b.md": "[[a]]\n"})
    vault.put(NotePath("a.md"), Source.of("# T\n\nbeta\n"), open=True)
    rest(vault)
    before = vault.embedding_queue.progress.embedded
    shutil.move(tmp_path / "a.md", tmp_path / "c.md")
    vault.rename(NotePath("a.md"), NotePath("c.md"))
    rest(vault)
    assert paths(vault, "=beta") == ["c.md"]
    assert vault.note(NotePath("a.md")) is None
    assert vault.embedding_queue.progress.embedded == before


def test_a_note_is_one_however_its_name_is_normalised(tmp_path: Path) -> None:
    name = "Caf\u00e9.md"
    vault = opened(tmp_path, {name: "alpha\n"})
    path = vault.path_of(tmp_path / "Cafe\u0301.md")
    assert path == name
    vault.put(path, Source.of("beta\n"), open=True)
    assert paths(vault, "=beta") == [name]
    assert paths(vault, "=alpha") == []
    assert vault.path_of(tmp_path / "new.md") == "new.md"


def test_hits_are_at_the_line_that_matches(tmp_path: Path) -> None:
    text = "---\ntitle: T\n---\n\n# H\n\none two\nthree **four** five\n\n- [fact] six [[x|seven]]\n"
    vault = opened(tmp_path, {"a.md": text})
    for query, line in (("=four", 7), ("=one", 6), ("=seven", 9)):
        hit = search_notes(vault, query).hits[0].hit
        assert (hit.line, hit.text) == (line, text.split("\n")[line])


def test_oversized_notes_are_for_words_only(tmp_path: Path) -> None:
    small = replace(HASHING, max_note_bytes=1000)
    text = "# Big\n\nbegin\n\n" + "filler text\n" * 200
    vault = opened(tmp_path, {"a.md": text, "b.md": "small\n"}, small)
    assert paths(vault, "=begin") == ["a.md"]
    assert [hit.hit.path for hit in search_notes(vault, "small begin", Mode.VECTOR).hits] == [
        "b.md"
    ]
    assert [finding.rule for finding in note_findings(vault, NotePath("a.md"))] == [
        "oversized-note"
    ]
    vault.put(NotePath("a.md"), Source.of("# Small now\n"), open=True)
    assert note_findings(vault, NotePath("a.md")) == ()


def test_related_marks_or_hides_what_is_linked(tmp_path: Path) -> None:
    texts = {
        "a.md": "# A\n\nsoil spade garden water\n\n[[b]]\n",
        "b.md": "# B\n\nsoil spade garden sun\n",
        "c.md": "# C\n\nsoil spade garden rake\n",
    }
    vault = opened(tmp_path, texts)
    related = related_notes(vault, NotePath("a.md"), texts["a.md"].index("spade"))
    assert {found.hit.path: found.hit.linked for found in related.hits} == {
        "b.md": True,
        "c.md": False,
    }
    vault.settings = replace(vault.settings, related_linked="hide")
    related = related_notes(vault, NotePath("a.md"), texts["a.md"].index("spade"))
    assert [found.hit.path for found in related.hits] == ["c.md"]
    assert results.related(related, 0)["hits"][0]["linked"] is False


def test_hiding_linked_notes_leaves_room_for_those_behind_them(tmp_path: Path) -> None:
    """The nearest three are linked; a list of one still shows the fourth."""
    texts = {f"{name}.md": f"# {name}\n\nsoil spade garden water\n" for name in "bcd"}
    texts["a.md"] = "# A\n\nsoil spade garden water\n\n[[b]] [[c]] [[d]]\n"
    texts["e.md"] = "# E\n\nsoil spade rake\n"
    vault = opened(tmp_path, texts)
    vault.settings = replace(vault.settings, related_linked="hide")
    related = related_notes(vault, NotePath("a.md"), texts["a.md"].index("spade"), 1)
    assert [found.hit.path for found in related.hits] == ["e.md"]


def test_chunk_views_show_what_is_not_seen(tmp_path: Path) -> None:
    vault = opened(tmp_path, {"a.md": "# A\n\nText.\n\n## B\n\n- [[x]]\n"})
    views = chunk_views(vault, NotePath("a.md"))
    assert [(view.line, view.content_free) for view in views] == [(2, False), (6, True)]
    assert [view.line for view in chunk_views(vault, NotePath("a.md"), 6)] == [6]


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("[[b]]", ("b.md", 0, "Bee", "", "# Bee\n\nFirst.\n\n## Two\n\nSecond. ^mark")),
        ("[[b#Two]]", ("b.md", 4, "Bee", "Two", "Second. ^mark")),
        ("[[b#^mark]]", ("b.md", 6, "Bee", "", "Second. ^mark")),
        ("[[b#Nowhere]]", ("b.md", 0, "Bee", "", "# Bee\n\nFirst.\n\n## Two\n\nSecond. ^mark")),
        ("[[nowhere]]", None),
        ("[x](https://example.org)", None),
    ],
)
def test_preview(tmp_path: Path, link: str, expected: tuple[object, ...] | None) -> None:
    texts = {"a.md": link, "b.md": "# Bee\n\nFirst.\n\n## Two\n\nSecond. ^mark\n"}
    vault = opened(tmp_path, texts)
    note = vault.note(NotePath("a.md"))
    assert note is not None
    found = link_preview(vault, NotePath("a.md"), note.links[0])
    got = found and (found.path, found.line, found.title, found.heading, found.text)
    assert got == expected


def test_status(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "alpha\n", "b.md": "---\nembed: false\n---\nbeta\n"})
    workspace = Workspace(
        lambda settings: EmbeddingModel.of(replace(settings, cache_dir=str(tmp_path)))
    )
    assert workspace.open(tmp_path, HASHING) == ""
    assert workspace.status().phase is Phase.SCANNING
    (vault,) = workspace
    rest(vault)
    assert workspace.status().phase is Phase.EMBEDDING
    finish(workspace)
    status = workspace.status()
    assert (status.phase, status.notes, status.chunks, status.pending) == (Phase.READY, 2, 2, 0)


def test_without_a_model_words_go_on(tmp_path: Path) -> None:
    settings = replace(HASHING, provider="fastembed", model_path=str(tmp_path / "none"))
    vault = opened(tmp_path, {"a.md": "alpha\n"}, settings)
    assert paths(vault, "alpha") == ["a.md"]
    assert vault.status().phase is Phase.WORDS_ONLY
    assert vault.status().reason


def test_two_folders_answer_together(tmp_path: Path) -> None:
    workspace = Workspace(EmbeddingModel.of)
    for name in ("one", "two"):
        write(tmp_path / name, {"a.md": f"alpha {name}\n"})
        assert workspace.open(tmp_path / name, replace(HASHING, cache_dir=str(tmp_path))) == ""
    finish(workspace)
    result = workspace.search("=alpha", None, 10)
    assert {found.root for found in result.hits} == {tmp_path / "one", tmp_path / "two"}
    owner = workspace.owner(tmp_path / "two" / "new.md")
    assert owner is not None
    assert (owner[0].root, owner[1]) == (tmp_path / "two", "new.md")
    assert workspace.owner(tmp_path / "new.md") is None
    assert len({id(vault.model) for vault in workspace}) == 1


# -- the invariant ---------------------------------------------------------------------------

NAMES = st.sampled_from(["a.md", "b.md", "f/a.md", "f/c.md"])
TEXTS = st.sampled_from(
    ["", "one two", "# T\n\none\n\n## U\n\ntwo three", "- [k] one\n- [k] two", "[[a]] three", "one"]
)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("write"), NAMES, TEXTS),
        st.tuples(st.just("delete"), NAMES, st.just("")),
        st.tuples(st.just("edit"), NAMES, TEXTS),
        st.tuples(st.just("close"), NAMES, st.just("")),
        st.tuples(st.just("move"), NAMES, NAMES),
        st.tuples(st.just("rest"), NAMES, st.just("")),
    ),
    max_size=12,
)
QUESTIONS = ("=one", "one two", "?three", "tag:x", "")


def answers(vault: Vault) -> list[object]:
    """All that can be asked of a vault, without the times of edits."""
    found: list[object] = [sorted(vault.names.outlines.items())]
    for question in QUESTIONS[:3]:
        found.append([found.hit for found in search_notes(vault, question).hits])
    for path in sorted(vault.names.outlines):
        found.append(related_notes(vault, path).hits)
    return found


@settings(max_examples=60, deadline=None)
@given(STEPS)
def test_any_history_equals_a_fresh_start(steps: list[tuple[str, str, str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "vault")
        root.mkdir()
        chosen = replace(HASHING, cache_dir=folder)
        workspace = Workspace(EmbeddingModel.of)
        workspace.open(root, chosen)
        (vault,) = workspace
        buffers: dict[str, str] = {}
        for act, name, text in steps:
            path, file = NotePath(name), root / name
            match act:
                case "write":
                    write(root, {name: text})
                    vault.changed([name])
                case "delete" if file.exists():
                    file.unlink()
                    vault.changed([name])
                case "edit":
                    buffers[name] = text
                    vault.put(path, Source.of(text), open=True)
                case "close" if name in buffers:
                    del buffers[name]
                    vault.release(path)
                case "move" if file.exists() and name != text and text not in buffers:
                    write(root, {text: ""})
                    os.replace(file, root / text)
                    if name in buffers:
                        buffers[text] = buffers.pop(name)
                    vault.rename(path, NotePath(text))
                case "rest":
                    finish(workspace)
        finish(workspace)
        fresh = Workspace(EmbeddingModel.of)
        fresh.open(root, chosen)
        (other,) = fresh
        for name, text in buffers.items():
            other.put(NotePath(name), Source.of(text), open=True)
        finish(fresh)
        assert answers(vault) == answers(other)
        workspace.shut()
        fresh.shut()


def test_a_vault_that_is_deleted_and_put_back(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    texts = {"a.md": "# A\nfirst", "f/b.md": "# B\nsecond"}
    vault = opened(root, texts)
    (root / "f/c.png").write_bytes(b"png")
    vault.changed({"f/c.png"})
    root.rename(tmp_path / "away")
    vault.changed({"."})
    assert (list(vault.names.outlines), list(vault.names.files)) == ([], [])
    (tmp_path / "away").rename(root)
    vault.changed({"."})
    while vault.scanning:
        vault.step()
    assert sorted(vault.names.outlines) == ["a.md", "f/b.md"]
    assert list(vault.names.files) == ["f/c.png"]


def test_many_deleted_notes_are_looked_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = opened(tmp_path, {f"f/{number}.md": f"# {number}\ntext" for number in range(50)})
    asked = []
    known = Folder.known.fget
    assert known is not None
    monkeypatch.setattr(Folder, "known", property(lambda self: asked.append(1) or known(self)))
    gone = sorted(tmp_path.glob("f/1*.md"))
    for file in gone:
        file.unlink()
    vault.changed({f"f/{file.name}" for file in gone})
    assert len(vault.names.outlines) == 50 - len(gone)
    assert len(asked) == 1

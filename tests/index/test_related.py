"""Which notes are near, and that nothing is shown when none is."""

from __future__ import annotations

import numpy as np
import pytest

from nearnote.base.note_path import NotePath
from nearnote.index.analyzer import path_words
from nearnote.index.index import Index
from nearnote.index.related import related
from nearnote.index.related_signals import mention, mentioned_by, nearness_of_paths
from tests.index.making import chunks_of, entry_of, give_vectors, index_of

KITCHEN = index_of(
    (entry_of("starter.md", "Sourdough starter"), "feed flour water\n\nsmell of apples"),
    (entry_of("rye.md", "Rye"), "flour water feed\n\nblack tin"),
    (entry_of("levain.md", "Levain"), "feed flour water\n\nwe call the sourdough starter so"),
    (entry_of("bike.md", "Bicycle"), "chain oil gears"),
    *((entry_of(f"tour{at}.md", "Tour"), f"along river {at}") for at in range(9)),
    (entry_of("empty.md", "Empty"), ""),
)


def near(path: str, hashes: frozenset[bytes] | None = None) -> list[str]:
    return [hit.path for hit in related(KITCHEN, NotePath(path), hashes)]


def test_never_the_note_itself_and_one_hit_a_note() -> None:
    found = near("starter.md")
    assert found[:2] == ["levain.md", "rye.md"]  # the first names it
    assert "starter.md" not in found
    assert len(found) == len(set(found))


def test_of_one_line() -> None:
    lines = chunks_of("Rye", "flour water feed\n\nblack tin")
    assert near("rye.md", frozenset({lines[0].hash}))[:2] == ["starter.md", "levain.md"]


@pytest.mark.parametrize("path", ["empty.md", "unknown.md"])
def test_where_nothing_can_be_near(path: str) -> None:
    assert near(path) == []
    assert near("rye.md", frozenset({b"unknown"})) == []


def test_all_lines_are_the_whole_note() -> None:
    chunks = chunks_of("Sourdough starter", "feed flour water\n\nsmell of apples")
    index = index_of(
        (entry_of("a.md", "Apples"), "smell of apples"), (entry_of("b.md", "B"), "feed flour water")
    )
    passage = chunks_of("Sourdough starter", "smell")[0]._replace(passage=True)
    index.put(entry_of("starter.md", "Sourdough starter"), (*chunks, passage))
    give_vectors(index)
    path = NotePath("starter.md")
    assert related(index, path) == related(index, path, {chunk.hash for chunk in chunks})
    assert related(index, path) != related(index, path, {chunks[0].hash})


def test_linked_notes_are_marked() -> None:
    linked = frozenset({NotePath("rye.md")})
    hits = related(KITCHEN, NotePath("starter.md"), linked=linked)
    assert {hit.path: hit.linked for hit in hits}["rye.md"] is True
    assert {hit.path: hit.linked for hit in hits}["levain.md"] is False
    assert related(KITCHEN, NotePath("starter.md"), limit=1)[0].path == "levain.md"
    assert related(KITCHEN, NotePath("starter.md"), limit=0) == []


def test_under_its_new_name_a_note_is_still_itself() -> None:
    index = index_of((entry_of("a.md", "A"), "flour water"), (entry_of("b.md", "B"), "flour"))
    index.move(NotePath("a.md"), NotePath("c.md"))
    assert [hit.path for hit in related(index, NotePath("c.md"))] == ["b.md"]
    assert [hit.path for hit in related(index, NotePath("b.md"))] == ["c.md"]
    assert related(index, NotePath("a.md")) == []


def test_chance_is_not_near() -> None:
    """Vectors that have nothing to do with each other: some are nearest, none is near."""
    numbers = np.random.default_rng(3)

    def unit(count: int) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
        found = numbers.normal(size=(count, 64)).astype(np.float32)
        return found / np.linalg.norm(found, axis=1, keepdims=True)

    index = Index()
    index.use_model("chance", 64, unit(24))
    with index.together():
        for at in range(400):
            index.put(entry_of(f"{at}.md", f"{at}"), chunks_of(f"{at}", f"text {at}"))
    waiting = index.pending(1000)
    vectors = unit(len(waiting))
    vectors[1] = vectors[0] + 0.2 * vectors[1]
    vectors[1] /= np.linalg.norm(vectors[1])
    index.set_vectors([chunk_hash for chunk_hash, _ in waiting], vectors)
    one, other = (NotePath(text.split("\n")[0] + ".md") for _, text in waiting[:2])
    assert next(hit.path for hit in related(index, one)) == other
    shown = [len(related(index, NotePath(f"{at}.md"), limit=50)) for at in range(60)]
    assert np.mean(shown) < 2


def test_mentions_weigh_rare_words_more() -> None:
    said = mentioned_by(KITCHEN, "Sourdough starter")
    number = KITCHEN.number_of(NotePath("levain.md"))
    assert said[number] == pytest.approx(1.0)
    assert mention(KITCHEN, "Sourdough starter", {"sourdough", "starter"}) == pytest.approx(1.0)
    assert 0.0 < mention(KITCHEN, "Levain flour", {"flour"}) < 0.5
    assert mention(KITCHEN, "Sourdough starter", {"oven"}) == 0.0
    assert mention(KITCHEN, "", {"oven"}) == 0.0


def test_a_title_that_is_everywhere_is_no_sign() -> None:
    said = [(entry_of(f"{at}.md", f"N{at}"), f"An overview of thing {at}.") for at in range(40)]
    rare = (entry_of("r.md", "R"), "It was wetty.")
    index = index_of(*said, rare)
    common, special = mentioned_by(index, "Overview"), mentioned_by(index, "Wetty")
    number = index.number_of(NotePath("r.md"))
    assert number is not None
    assert special[number] == pytest.approx(1.0)
    assert common.max() < 0.1
    assert mention(index, "Overview", {"overview"}) < 0.1
    assert mention(index, "Wetty", {"wetty"}) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("one", "other", "least", "most"),
    [
        ("bread/rye.md", "bread/rye.md", 0.99, 1.01),
        ("bread/rye.md", "bread/oats.md", 0.1, 0.6),
        ("bread/rye.md", "cakes/brioche.md", 0.0, 0.0),
        ("daily/2024-01-02.md", "2024-01-02.md", 0.0, 0.0),  # numbers bind no notes
    ],
)
def test_paths(one: str, other: str, least: float, most: float) -> None:
    paths = ["bread/rye.md", "bread/oats.md", "cakes/brioche.md", "daily/2024-01-02.md", "a.md"]
    index = index_of(*((entry_of(path, path), "text") for path in [*paths, "2024-01-02.md"]))
    near = nearness_of_paths(path_words(one), path_words(other), index.path_words, index.note_count)
    assert least <= near <= most

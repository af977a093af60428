"""The index is a function of the texts it holds, not of the way they came in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from nearnote.base.note_path import NotePath
from nearnote.index.index import Index
from nearnote.index.query import Mode, parse
from nearnote.index.related import related
from nearnote.index.search import search
from tests.index.making import DIMENSIONS, chunks_of, embed, entry_of, give_vectors

if TYPE_CHECKING:
    from nearnote.index.search import Hit

PATHS = st.sampled_from([NotePath(path) for path in ("a.md", "b.md", "x/c.md", "x/d.md")])
WORDS = ["rye", "wheat", "oven", "proof", "salt", "the"]
TEXT = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join), max_size=5
).map("\n\n".join)


@dataclass(frozen=True)
class Put:
    path: NotePath
    title: str
    text: str
    open: bool
    embed: bool


@dataclass(frozen=True)
class Remove:
    path: NotePath


@dataclass(frozen=True)
class Move:
    old: NotePath
    new: NotePath


@dataclass(frozen=True)
class Embed:
    count: int


PUT = st.builds(
    Put, PATHS, st.sampled_from(["Rye", "Oven spring"]), TEXT, st.booleans(), st.booleans()
)
STEP = (
    PUT
    | PUT
    | st.builds(Remove, PATHS)
    | st.builds(Move, PATHS, PATHS)
    | st.builds(Embed, st.integers(1, 6))
)
QUERIES = ["rye oven", "the", '"rye wheat"', "salt NOT rye", "sal*", "path:x/", "oven path:x/"]


def answers(index: Index) -> list[list[Hit]]:
    asked = [
        search(index, query, mode, 50, embed(query.text or "-"))
        for query in map(parse, QUERIES)
        for mode in Mode
    ]
    return asked + [related(index, NotePath(path)) for path in ("a.md", "x/c.md")]


@settings(deadline=None, max_examples=150)
@given(st.lists(STEP, max_size=12))
def test_any_history_equals_a_fresh_start(steps: list[Put | Remove | Move | Embed]) -> None:
    lived = Index()
    lived.use_model("test", DIMENSIONS)
    last: dict[NotePath, Put] = {}
    for step in steps:
        match step:
            case Put():
                last[step.path] = step
                lived.put(
                    entry_of(step.path, step.title, open=step.open),
                    chunks_of(step.title, step.text, embed=step.embed),
                )
            case Remove():
                last.pop(step.path, None)
                lived.remove(step.path)
            case Move() if step.old in last and step.old != step.new:
                last[step.new] = last.pop(step.old)
                lived.move(step.old, step.new)
            case Move():
                lived.move(step.old, step.new)
            case Embed():
                give_vectors(lived, step.count)
    fresh = Index()
    fresh.use_model("test", DIMENSIONS)
    with fresh.together():
        for path, put in reversed(last.items()):
            entry = entry_of(path, put.title, open=put.open)
            fresh.put(entry, chunks_of(put.title, put.text, embed=put.embed))
    assert sorted(text for _, text in lived.pending(99)) == sorted(
        text for _, text in fresh.pending(99) if text in dict(map(reversed, lived.pending(99)))
    )
    give_vectors(lived)
    give_vectors(fresh)
    assert (lived.note_count, lived.chunk_count, lived.pending_count) == (
        fresh.note_count,
        fresh.chunk_count,
        0,
    )
    assert answers(lived) == answers(fresh)


def test_a_vector_goes_with_the_last_text_that_it_is_of() -> None:
    index = Index()
    index.use_model("test", DIMENSIONS)
    same = chunks_of("Same", "one text")
    index.put(entry_of("a.md", "Same"), same)
    index.put(entry_of("b.md", "Same"), same)
    assert len(index.pending(9)) == 1
    give_vectors(index)
    assert index.pending_count == 0
    index.remove(NotePath("a.md"))
    vector = embed(same[0].model_text)
    assert [hit.path for hit in search(index, parse("one"), Mode.VECTOR, 9, vector)] == ["b.md"]
    index.remove(NotePath("b.md"))
    assert search(index, parse("one"), Mode.VECTOR, 9, vector) == []
    # Its number is given out again, and nothing of the old text comes with it.
    index.put(entry_of("c.md", "Other"), chunks_of("Other", "another text"))
    assert search(index, parse("one"), Mode.VECTOR, 9, vector) == []
    assert index.vectors.space.size == 0

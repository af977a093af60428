"""The table of chunks against a plain model of what it should know."""

from __future__ import annotations

from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from nearnote.index.chunk_table import HAS_ONE, WANTS_NONE, ChunkTable

TEXTS = st.sampled_from(["T\none", "T\ntwo", "Ş\nüç", "T"])
STEPS = st.lists(
    st.tuples(st.just("add"), st.integers(0, 3), TEXTS)
    | st.tuples(st.just("drop"), st.integers(0, 9), st.none())
    | st.tuples(
        st.just("turn"), st.integers(0, 9), st.sampled_from([0, 1, 3, HAS_ONE, WANTS_NONE])
    ),
    max_size=40,
)


def digest(text: str) -> bytes:
    return sha256(text.encode()).digest()


@given(STEPS)
def test_it_knows_what_was_put_into_it(steps: list[tuple[str, int, object]]) -> None:
    table = ChunkTable()
    known: dict[int, tuple[int, str, int]] = {}  # note, text, turn
    for what, number, value in steps:
        if what == "add":
            text = str(value)
            body = text.partition("\n")[2]
            chunk = table.add(number, text, body, digest(text))
            assert chunk > 0
            assert chunk not in known
            known[chunk] = (number, text, WANTS_NONE)
        elif known:
            chunk = sorted(known)[number % len(known)]
            if what == "drop":
                table.drop(chunk)
                del known[chunk]
            else:
                assert isinstance(value, int)
                table.set_turn(chunk, value)
                known[chunk] = (*known[chunk][:2], value)
    assert len(table) == len(known)
    assert {n: note for n, note in enumerate(table.note_of.tolist()) if note >= 0} == {
        chunk: note for chunk, (note, _, _) in known.items()
    }
    for chunk, (_, text, turn) in known.items():
        assert table.bodies([chunk]) == [text.partition("\n")[2]]
        assert table.characters[chunk] == len(text)
        assert table.waits(chunk) == (turn >= 0)
        same = {other for other, (_, its, _) in known.items() if its == text}
        assert set(table.with_hash(digest(text))) == same
    waiting = sorted((turn, chunk) for chunk, (_, _, turn) in known.items() if turn >= 0)
    assert table.waiting == len(waiting)
    assert table.unwanted == sum(turn == WANTS_NONE for _, _, turn in known.values())
    texts = [known[chunk][1] for _, chunk in waiting]
    assert table.first(99) == [(digest(text), text) for text in dict.fromkeys(texts)]
    for limit in (0, 1, 2):
        each = list(dict.fromkeys(texts))[:limit]
        assert table.first(limit) == [(digest(text), text) for text in each]


def test_it_grows() -> None:
    table = ChunkTable()
    numbers = [table.add(note, f"T\n{note}", str(note), digest(str(note))) for note in range(3000)]
    assert numbers == list(range(1, 3001))
    assert table.note_of.tolist() == [-1, *range(3000)]
    assert table.bodies([1, 3000]) == ["0", "2999"]


def test_a_text_counts_once_however_many_chunks_have_it() -> None:
    table = ChunkTable()
    for text in ("T\none", "T\none", "T\none", "T\ntwo"):
        table.set_turn(table.add(0, text, text[2:], digest(text)), 0)
    assert [text for _, text in table.first(2)] == ["T\none", "T\ntwo"]

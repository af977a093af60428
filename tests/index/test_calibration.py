"""Chances: between 0 and 1, in order, higher for more evidence, and few hits for no answer."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nearnote.index.calibration import Evidence, chances, related_chance, shown
from nearnote.index.hit import Parts

SHARES = st.floats(0, 1)
PARTS = st.builds(Parts, words=SHARES, meaning=st.floats(-1, 1), name=SHARES, rank=SHARES)
RANKED = st.lists(st.tuples(st.integers(0, 3), PARTS), max_size=8).map(
    lambda found: sorted(found, key=lambda each: -each[1].rank)
)
KINDS = st.sampled_from(Evidence)


@given(RANKED, KINDS)
def test_chances_fall_from_1_to_0(ranked: list[tuple[int, Parts]], kind: Evidence) -> None:
    found = chances(ranked, kind)
    assert len(found) == len(ranked)
    assert all(0 <= chance <= 1 for chance in found)
    assert found == sorted(found, reverse=True)


@given(PARTS, KINDS)
def test_more_evidence_is_never_less_likely(parts: Parts, kind: Evidence) -> None:
    (before,) = chances([(0, parts)], kind)
    for better in (
        parts._replace(words=1.0),
        parts._replace(meaning=parts.meaning + 0.5),
        parts._replace(name=1.0),
    ):
        (after,) = chances([(0, better)], kind)
        assert after >= before - 1e-9


def test_the_clear_first_is_likelier_than_one_of_equals() -> None:
    strong, weak = Parts(0.3, 0.2, 0, 0.4), Parts(0.1, 0.0, 0, 0.1)
    for kind in Evidence:
        assert (
            chances([(0, strong), (1, weak)], kind)[0]
            > chances([(0, strong), (1, strong)], kind)[0]
        )


def test_another_place_of_the_same_note_is_no_rival() -> None:
    strong = Parts(0.3, 0.2, 0, 0.4)
    assert (
        chances([(0, strong), (0, strong)], Evidence.BOTH)[0]
        == chances([(0, strong)], Evidence.BOTH)[0]
    )


def test_a_name_is_sure() -> None:
    assert chances([(0, Parts(name=1.0, rank=1.0))], Evidence.BOTH)[0] > 0.95


def test_a_question_without_answer_shows_two_notes() -> None:
    chance, answer = Parts(0.1, 0.0, 0, 0.05), Parts(0.8, 0.3, 0, 0.5)
    none = [(note, chance) for note in (0, 0, 1, 2, 2, 3)]
    assert shown(none, Evidence.BOTH) == 3
    assert shown(none, Evidence.WORDS) == 6
    assert shown([(9, answer), *none], Evidence.BOTH) == 7
    assert shown([(9, chance._replace(name=0.1)), *none], Evidence.BOTH) == 7
    assert shown([], Evidence.BOTH) == 0


def test_related_notes_have_a_chance_too() -> None:
    assert 0 < related_chance(0.0) < related_chance(0.6) < related_chance(1.4) < 1

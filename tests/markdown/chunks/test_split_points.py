"""Where long texts are cut."""

from __future__ import annotations

from itertools import pairwise

import apsw.unicode
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nearnote.markdown.chunks.packing import pack, place
from nearnote.markdown.chunks.split_points import grapheme_bound, is_glued, lines, prose

# Pieces of text that are easily torn, besides plain words.
CLUSTERS = [
    *("a", "b", " ", ". ", "\n", "\r\n", "word ", "Longer sentence here. "),
    *("é", "e\u0301", "क्षि", "ก็", "น้ำ", "今日は", "。", "「そう。」", "한", "\u1112\u1161\u11ab"),
    *("👩\u200d👩\u200d👧", "👍🏽", "🇹🇷", "🇩🇪", "❤️", "🏴\U000e0067\U000e0062\U000e007f"),
]
texts = st.lists(st.sampled_from(CLUSTERS), max_size=80).map("".join)


def bounds(text: str) -> set[int]:
    """The grapheme bounds by SQLite's own tables."""
    found, at = {0}, 0
    while at < len(text):
        at = apsw.unicode.grapheme_next_break(text, at)
        found.add(at)
    return found


@settings(deadline=None)  # The machine may be busy.
@given(texts)
def test_what_unicode_glues_is_glued(text: str) -> None:
    free = {at for at in range(len(text) + 1) if not is_glued(text, at)}
    assert free <= bounds(text)


@pytest.mark.parametrize("cluster", [each for each in CLUSTERS if len(each) > 1])
def test_a_cluster_is_never_torn_where_it_stands_among_letters(cluster: str) -> None:
    text = f"x{cluster}x"
    assert {at for at in range(1, len(text)) if not is_glued(text, at)} <= bounds(text)


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("abc", 2, 2),
        ("e\u0301x", 1, 2),  # no bound before: the next one
        ("ae\u0301x", 2, 1),
        ("🇹🇷🇩🇪", 3, 2),
        ("a👩‍👩‍👧", 4, 1),
        ("\r\n", 1, 2),
    ],
)
def test_grapheme_bound(text: str, at: int, expected: int) -> None:
    assert grapheme_bound(text, at) == expected


@settings(deadline=None)  # The machine may be busy.
@given(texts, st.integers(12, 60), st.integers(0, 20))
def test_prose_loses_nothing_and_keeps_its_limit(text: str, limit: int, overlap: int) -> None:
    cuts = prose(text, limit, overlap)
    free = bounds(text)
    done = 0
    for start, end in cuts:
        assert start <= done < end, "a gap, or no progress"
        assert done - start <= overlap
        # A cluster is kept whole even where it is longer than the limit.
        assert end - start <= limit or not (free & set(range(start + 1, start + limit + 1)))
        assert {start, end} <= free
        done = end
    assert done == len(text)


@settings(deadline=None)  # The machine may be busy.
@given(st.lists(st.text("ab \t{}", max_size=30), max_size=40), st.integers(5, 60))
def test_lines_are_cut_between_lines(rows: list[str], limit: int) -> None:
    text = "\n".join(rows)
    cuts = lines(text, limit)
    assert "".join(text[start:end] for start, end in cuts) == text
    for start, end in cuts:
        assert end - start <= limit
        whole = text[:start].rpartition("\n")[2] + text[start:].partition("\n")[0]
        assert start == 0 or text[start - 1] == "\n" or len(whole) + 1 > limit


@pytest.mark.parametrize(
    ("text", "limit", "overlap", "expected"),
    [
        ("", 10, 2, []),
        ("One. Two.", 20, 5, ["One. Two."]),
        ("One two three. Four five six.", 20, 0, ["One two three. ", "Four five six."]),
        ("He said “no.” Then he left.", 20, 0, ["He said “no.” ", "Then he left."]),
        ("no stops in here at all", 12, 0, ["no stops in ", "here at all"]),
        ("今日は晴れ。明日は雨。", 7, 0, ["今日は晴れ。", "明日は雨。"]),
        ("สวัสดีครับผม", 6, 0, ["สวัสดี", "ครับผม"]),
        ("x" * 25, 10, 0, ["x" * 10, "x" * 10, "x" * 5]),
    ],
)
def test_prose(text: str, limit: int, overlap: int, expected: list[str]) -> None:
    assert [text[start:end] for start, end in prose(text, limit, overlap)] == expected


def test_parts_of_prose_repeat_whole_words() -> None:
    text = " ".join(f"word{number}" for number in range(200))
    cuts = prose(text, 300, 60)
    overlaps = [end - start for (_, end), (start, _) in pairwise(cuts)]
    assert all(40 <= overlap <= 60 for overlap in overlaps)
    assert all(text[start:].startswith("word") for start, _ in cuts)


def test_code_is_cut_where_its_structure_allows() -> None:
    function = "def one():\n    a = 1\n    return a\n\n"
    cuts = lines(function * 4, 90)
    assert all((function * 4)[start:].startswith("def") for start, _ in cuts)


def test_dots_without_end_take_no_time() -> None:
    assert prose("." * 200_000, 900, 120)[-1][1] == 200_000


# -- packing ---------------------------------------------------------------------------------

units = st.lists(st.text("abcdefgh", min_size=1, max_size=20), max_size=60)


def groups_of(run: list[str], limit: int, gap: int = 0) -> list[range]:
    return pack([*map(len, run)], [*map(place, run)], limit, gap)


@settings(deadline=None)  # The machine may be busy.
@given(units, st.integers(20, 80))
def test_groups_are_a_partition_within_the_limit(run: list[str], limit: int) -> None:
    groups = groups_of(run, limit, gap=1)
    assert [index for group in groups for index in group] == list(range(len(run)))
    for group in groups:
        assert len("\n".join(run[index] for index in group)) <= limit


def test_cuts_prefer_a_low_rank() -> None:
    run = ["x" * 10] * 12
    places = [*map(place, run, [1] * 6 + [0] + [1] * 5)]
    assert [group.start for group in pack([10] * 12, places, 70)] == [0, 6]


def changed_groups(before: list[str], after: list[str]) -> int:
    old, new = (
        {tuple(run[index] for index in group) for group in groups_of(run, 900, 1)}
        for run in (before, after)
    )
    return len(new - old)


def test_an_edit_changes_one_group_nearly_always() -> None:
    run = [f"{number * 7919 % 1000} is the number of line {number}" for number in range(400)]
    longer = [
        changed_groups(run, [*run[:at], run[at] + " or so", *run[at + 1 :]])
        for at in range(0, 400, 5)
    ]
    inserted = [
        changed_groups(run, [*run[:at], f"new line {at} here", *run[at:]])
        for at in range(0, 400, 5)
    ]
    removed = [changed_groups(run, [*run[:at], *run[at + 1 :]]) for at in range(0, 400, 5)]
    assert sum(count == 1 for count in longer) >= 68
    for counts in (longer, inserted, removed):
        assert sum(counts) / len(counts) < 2

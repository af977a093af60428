"""A short round of `tests/bench/fuzz.py`, so that it goes on to run."""

from __future__ import annotations

from tests.bench.fuzzing.edits import fuzz_edits
from tests.bench.fuzzing.kills import fuzz_kills
from tests.bench.fuzzing.soak import fuzz_soak


def test_edits_leave_the_text_that_the_editor_has() -> None:
    assert fuzz_edits(600) == []


def test_a_kill_loses_nothing() -> None:
    assert fuzz_kills(2) == []


def test_work_leaves_nothing_behind() -> None:
    assert fuzz_soak(2.0) == []

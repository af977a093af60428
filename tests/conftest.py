"""For all tests: the garbage collector as the server sets it."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from hypothesis import settings

SHARED = Path(__file__).parents[2] / "shared" / "eval"

# `pytest tests/properties --hypothesis-profile=long` looks for what CI's 300 vaults do not show.
settings.register_profile("full", max_examples=300, deadline=None)
settings.register_profile("long", max_examples=20_000, deadline=None)

# A machine that is busy with other things is no fault of the code.
settings.register_profile("calm", deadline=None)
settings.load_profile("calm")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A fresh clone has no evaluation data beside it; CI has, and there nothing is skipped."""
    if not SHARED.is_dir() and "CI" not in os.environ:
        absent = pytest.mark.skip(reason=f"the evaluation data is not at {SHARED}")
        for item in items:
            if item.get_closest_marker("shared"):
                item.add_marker(absent)


def pytest_collection_finish() -> None:
    """Leave what was imported and collected out of every later search for garbage.

    A sixth of the suite's time went into finding none.
    """
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)

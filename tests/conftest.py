"""For all tests: the garbage collector as the server sets it."""

from __future__ import annotations

import gc

from hypothesis import settings

# `pytest tests/properties --hypothesis-profile=long` looks for what CI's 300 vaults do not show.
settings.register_profile("long", max_examples=20_000, deadline=None)


def pytest_collection_finish() -> None:
    """Leave what was imported and collected out of every later search for garbage.

    A sixth of the suite's time went into finding none.
    """
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)

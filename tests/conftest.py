"""For all tests: the garbage collector as the server sets it."""

from __future__ import annotations

import gc


def pytest_collection_finish() -> None:
    """Leave what was imported and collected out of every later search for garbage.

    A sixth of the suite's time went into finding none.
    """
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)

"""Nothing that a note contains makes an answer slow; `tests/bench/hostile.py` has all shapes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bench.hostile import SHAPES, slowest
from tests.properties.door import door, quiet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.properties.door import Door

# Each of these was quadratic once: seconds at this size, where the machine's own noise is less.
ONCE_SLOW = [
    *("base64", "[", "(", "|", "_a", "1", "://", "🍞", "\u200b", "ticks of all lengths"),
    *("equal headings", "headings", "setext", "links to headings", "links to blocks"),
    *("frontmatter aliases", "broken links", "items of links"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    root = tmp_path_factory.mktemp("hostile")
    (root / "other.md").write_text("# Other\n\nBread rises slowly when it is cold.\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NEARNOTE_PROVIDER", "hashing")
        patch.setenv("NEARNOTE_CACHE_DIR", str(root / "cache"))
        with quiet() as loop, door(loop, root, "utf-16") as opened:
            yield opened


@pytest.mark.parametrize("shape", ONCE_SLOW)
def test_no_answer_waits_for_a_shape(server: Door, shape: str) -> None:
    spent, method = slowest(server, SHAPES[shape], 20_000)
    assert spent < 1500, f"{method} took {spent:.0f} ms"

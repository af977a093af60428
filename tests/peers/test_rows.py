"""What the suites of other tools pin down, for what our README claims: each row agrees or says why.

A row is (peers, request, vault, expected), written here in our own words and with our own notes; a
fifth part says why nearnote differs on purpose, and then `expected` is what nearnote answers. The
peers are VS Code's Markdown language service, marksman, markdown-oxide, iwe, zk, Foam and
basic-memory (bm). See `asking.py` for the notation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.peers.asking import ask
from tests.peers.rows import (
    completion,
    definition,
    findings,
    links,
    moves,
    references,
    rename,
    slugs,
    structure,
    tags,
)
from tests.properties.door import quiet

if TYPE_CHECKING:
    from collections.abc import Iterator

FEATURES = (
    completion,
    definition,
    findings,
    links,
    moves,
    references,
    rename,
    slugs,
    structure,
    tags,
)
FAULT = "fault: "  # how the fifth part begins while a row waits for its fault to be mended
ROWS = [
    pytest.param(
        *row[1:4],
        id=f"{feature.__name__.rpartition('.')[2]}-{number}",
        marks=[pytest.mark.xfail(strict=False)] * row[-1].startswith(FAULT),
    )
    for feature in FEATURES
    for number, row in enumerate(feature.ROWS)
]


@pytest.fixture(scope="module")
def loop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as patch:
        # Without a model: what is offered by meaning depends on how far the vectors are.
        patch.setenv("NEARNOTE_MODEL_PATH", "/no/such/folder")
        patch.setenv("NEARNOTE_CACHE_DIR", str(tmp_path_factory.getbasetemp() / "cache"))
        with quiet() as made:
            yield made


@pytest.mark.parametrize(("request_", "vault", "expected"), ROWS)
def test_row(loop: Any, request_: str, vault: str, expected: str) -> None:
    assert ask(loop, request_, vault) == expected


def test_the_table_is_as_long_as_promised() -> None:
    rows = [row for feature in FEATURES for row in feature.ROWS]
    assert len(rows) >= 250
    assert len({row[1:3] for row in rows}) == len(rows)

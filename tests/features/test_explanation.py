"""Why two notes are near, over small texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nearnote.base.note_path import NotePath
from nearnote.features.explanation import explain
from nearnote.features.related import related_notes
from nearnote.wire import results
from tests.vaulted import opened

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = {
    "a.md": "# A\n\nthe starter sleeps\nfeed the leaven on Fridays\n",
    "b.md": "# B\n\nthe oven is hot\nleaven wants flour\n",
    **{f"n{n}.md": f"the note number {n}\n" for n in range(50)},
}


@pytest.mark.parametrize(
    ("own", "other", "expected"),
    [
        (
            {2: "the starter sleeps", 3: "feed the leaven on Fridays"},
            {2: "the oven is hot", 3: "leaven wants flour"},
            (3, 3, ("leaven",)),
        ),
        ({2: "the starter"}, {5: "the oven"}, (2, 5, ())),  # a word that all notes have
        ({2: "", 3: "starter"}, {4: "***", 5: "oven"}, (3, 5, ())),
        ({2: ""}, {4: "oven"}, None),
    ],
)
def test_why(
    tmp_path: Path,
    own: dict[int, str],
    other: dict[int, str],
    expected: tuple[int, int, tuple[str, ...]] | None,
) -> None:
    index = opened(tmp_path, TEXTS).index
    found = explain(index, own, other)
    assert (found and (found.line, found.other_line, found.words)) == expected


def test_related_hits_say_why(tmp_path: Path) -> None:
    texts = {
        "a.md": "# A\n\nsoil spade garden water\nfeed the leaven\n",
        "b.md": "# B\n\nsoil spade garden sun\nthe leaven again\n",
    }
    vault = opened(tmp_path, texts)
    related = results.related(
        related_notes(vault, NotePath("a.md"), texts["a.md"].index("spade")), 0
    )
    (hit,) = related["hits"]
    assert (hit["line"], hit["text"]) == (2, "soil spade garden sun")
    assert hit["why"] == {
        "line": 2,
        "text": "soil spade garden water",
        "words": ["garden", "soil", "spade"],
    }

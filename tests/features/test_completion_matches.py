"""Typed letters in many names: the same notes as when each name is looked at, best first."""

from __future__ import annotations

from heapq import nsmallest

from hypothesis import given
from hypothesis import strategies as st

from nearnote.base.note_path import NotePath
from nearnote.base.source import Source
from nearnote.features import completion
from nearnote.features.completion import MAX_CHOICES, letters
from nearnote.links.names import Names, own_names
from nearnote.links.outline import outline
from nearnote.markdown.parse import parse

TITLES = st.lists(st.sampled_from(["Rye", "A rye", "Brye", "Oats", "rye rye", "Ry"]), max_size=130)


@given(TITLES, st.sampled_from(["r", "ry", "rye", "a r", "zz"]))
def test_the_best_are_those_of_a_look_at_all(titles: list[str], typed: str) -> None:
    names = Names()
    for number, title in enumerate(titles):
        note = parse(Source.of(f"# {title}\n"), f"n{number}")
        names.put(outline(NotePath(f"n{number:03}.md"), note))
    all_matched = {
        path: how
        for path, known in names.outlines.items()
        if (how := max(letters(typed, name) for name in own_names(known)))
    }

    def best(matched: dict[NotePath, completion.Letters]) -> list[tuple[int, NotePath]]:
        return nsmallest(MAX_CHOICES, ((-how, path) for path, how in matched.items()))

    assert best(completion._matched(names, typed)) == best(all_matched)

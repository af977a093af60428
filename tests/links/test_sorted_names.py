"""The sorted names against a plain set of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nearnote.base.note_path import NotePath
from nearnote.links.sorted_names import FEW, SortedNames

NAMES = st.text("ab", min_size=0, max_size=3)
PATHS = st.sampled_from([NotePath("a.md"), NotePath("b.md")])
STEPS = st.lists(
    st.tuples(st.booleans(), st.sets(st.tuples(NAMES, PATHS), max_size=4), st.booleans())
)


@given(STEPS, NAMES)
def test_it_knows_what_was_put_into_it(
    steps: list[tuple[bool, set[tuple[str, NotePath]], bool]], letters: str
) -> None:
    names, known = SortedNames(), set[tuple[str, NotePath]]()
    for adds, entries, asks in steps:
        if adds:
            names.add(entries - known)
            known |= entries
        else:
            names.remove(entries & known)
            known -= entries
        if asks:
            assert names.containing("") == sorted(known)
    assert list(names.starting(letters)) == sorted(
        each for each in known if each[0].startswith(letters)
    )
    assert names.containing(letters) == sorted(each for each in known if letters in each[0])


def test_many_at_once() -> None:
    names = SortedNames()
    many = [(f"n{number % 7}", NotePath(f"{number}.md")) for number in range(4 * FEW)]
    names.add(many)
    assert names.containing("n") == sorted(many)
    names.remove(many[: 2 * FEW])
    names.add(many[:1])
    assert names.containing("n") == sorted([many[0], *many[2 * FEW :]])

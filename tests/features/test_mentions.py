"""Where a link can be put: wherever that is said, one is made of it and nothing else changes."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from nearnote.base.source import Source
from nearnote.features.mentions import plain, words
from nearnote.markdown.parse import parse

PIECES = st.sampled_from([
    "word ", "🐈 ", "`code` ", "``a ` b`` ", "[[link]] ", "[[a|b]] ", "[x](y.md) ", "![x](y.png) ",
    "#tag ", "*em* ", "**st** ", "==m== ", "$a b$ ", "%%note%% ", "<b>h</b> ", "<!-- c --> ",
    "[^1] ", "https://a.org/b ", "a@b.org ", "\\* ", "&amp; ", "\n", "\n\n", "\r\n- ", "\n> ",
    "\n# head\n", "\n```\ncode\n```\n", "\n| a | b |\n| - | - |\n| c | d |\n", "- [x] ", "[t] ",
    "\n- part_of [[T]] (why)\n", "(par) ", "^id\n", "[", "]", "`", "_a_b ", "\n    ind\n",
])  # fmt: skip


def links(text: Source) -> list[tuple[str, str, str]]:
    return sorted((link.kind, link.target, link.label) for link in parse(text, "n").links)


@settings(deadline=None)
@given(st.lists(PIECES, max_size=12).map("".join), st.integers(0, 30))
def test_a_link_can_be_put_where_a_word_is_plain(text: str, number: int) -> None:
    source = Source.of(text)
    note = parse(source, "n")
    spots = [
        word for block in note.blocks for span in plain(note, block) for word in words(note, span)
    ]
    if not spots:
        return
    spot = spots[number % len(spots)]
    label = source.slice(spot)
    after = source.edit(spot, f"[[Target|{label}]]")
    assert links(after) == sorted([*links(source), ("wiki", "Target", label)])

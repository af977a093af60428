"""Which notes a query calls by name."""

from __future__ import annotations

import pytest

from nearnote.index.naming import named
from nearnote.index.query import Mode, parse
from nearnote.index.search import search
from tests.index.making import embed, entry_of, index_of

TALKATIVE = "Configuration of a client: configuration, client, client, configuration.\n\n" * 9
VAULT = index_of(
    (entry_of("log.md", "Log"), TALKATIVE),
    (entry_of("Configuration.md", "Configuration"), "Where options are."),
    (entry_of("dev/dev.design.client.md", "The client's side"), "Its parts."),
    (entry_of("a.md", "Client"), "Who asks."),
    (entry_of("b.md", "Editors", aliases=("VS Code", "Visual Studio Code")), "Two of them."),
    (entry_of("3.1.md", "3.1."), "Setting out."),
    (entry_of("1.3.md", "1.3. Other"), "All else: 3.1."),
    (entry_of("c.md", "C"), "A language."),
    (entry_of("cpp.md", "C++"), "Another language."),
    (entry_of("my_long-note.md", "Élan vital"), "A force."),
    (entry_of("rooms/kitchen.md", "Upstairs"), "Where the oven is."),
    (entry_of("rooms/İstanbul.md", "Şehir"), "A town."),
    (entry_of("jp.md", "東京都"), "A capital."),
)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Configuration", "Configuration.md"),
        ("configuration", "Configuration.md"),
        ("config", "Configuration.md"),
        ("Confguration", "Configuration.md"),
        ("client", "a.md"),
        ("dev.design.client", "dev/dev.design.client.md"),
        ("dev/dev.design.client", "dev/dev.design.client.md"),
        ("design.client", "dev/dev.design.client.md"),
        ("the clients side", "dev/dev.design.client.md"),
        ("vs code", "b.md"),
        ("vscode", ""),
        ("visual studio", "b.md"),
        ("3.1.", "3.1.md"),
        ("3.1", "3.1.md"),
        ("1.3", "1.3.md"),
        ("C", "c.md"),
        ("c++", "cpp.md"),
        ("my long note", "my_long-note.md"),
        ("elan vital", "my_long-note.md"),
        ("kitchen", "rooms/kitchen.md"),
        ("rooms/kitchen", "rooms/kitchen.md"),
        ("istanbul", "rooms/İstanbul.md"),
        ("東京", "jp.md"),
        ("where options are kept", ""),
        ("zzzzzz", ""),
        ("++", ""),
        ("", ""),
    ],
)
def test_the_note_that_is_named(text: str, first: str) -> None:
    found = named(VAULT, text)
    best = max(found, key=lambda note: (found[note], note), default=None)
    assert ("" if best is None else VAULT.stored(best).entry.path) == first
    assert all(0 < sure <= 1 for sure in found.values())
    if first:
        for mode in (Mode.TEXT, Mode.HYBRID):
            hits = search(VAULT, parse(text), mode, 10, embed(text))
            assert hits[0].path == first
            assert hits[0].line == 0


def test_a_name_does_not_break_a_condition() -> None:
    assert search(VAULT, parse("client path:dev"), Mode.TEXT)[0].path == "dev/dev.design.client.md"
    assert all(hit.path != "a.md" for hit in search(VAULT, parse("client path:dev"), Mode.TEXT))


def test_meaning_alone_asks_for_no_name() -> None:
    alone = search(VAULT, parse("?client"), Mode.VECTOR, 10, embed("client"))
    assert all(hit.found_by == (Mode.VECTOR,) for hit in alone)

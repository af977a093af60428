"""Notes that a query calls by name: navigation, in the words of information retrieval.

Who types "Configuration" and has a note of that title wants that note, however often others say
the word. A name is a title, an alias, a file's name, or the end of a path. That a query is one
counts more than all else that notes say; that it begins one counts by how much of it is typed.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from nearnote.index import analyzer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from nearnote.index.entries import NoteEntry
    from nearnote.index.index import Index

SAME, BEGUN, MISTYPED = 0.95, 0.6, 0.5
"""How surely a note is meant whose name is typed but for case, accents and the characters between
words; of whose name all is typed that there is; and whose name was typed with one mistake."""
TITLE, TAIL = 0.99, 0.8
"""How surely a title tells the note beside a file's name, which no two notes of a folder share, and
how surely the last parts of a dotted name do: `client` of `dev.client`."""
LEAST = 2
"""Letters that are enough to begin a name."""
ALIKE, LONG = 0.85, 5
"""The share of letters in common that is a mistake in typing, in names of so many letters."""
SPELLED = 3
"""First letters of a mistyped name that are right."""
MOST = 500
"""Notes whose names are compared. More of them share a beginning that tells nothing."""


def named(index: Index, text: str) -> dict[int, float]:
    """The notes that a text names, and how surely each is meant, above 0 to 1."""
    typed = text.strip().casefold()
    key = _key(typed)
    words = [word for word, _ in analyzer.sought(typed)]
    if not key or not words:
        return {}
    found = {}
    for note in _beginning(index, " ".join(words)):
        names = _names(index.stored(note).entry)
        if sure := max(sure * _likeness(name, typed, key) for name, sure in names):
            found[note] = sure
    if not found and len(key) >= LONG and _unknown(index, words):
        return _mistyped(index, key, words[0])
    return found


def _key(name: str) -> str:
    """A name without case, accents and all that is between words."""
    return "".join(map(analyzer.fold, analyzer.split(name)))


def _names(entry: NoteEntry) -> Iterator[tuple[str, float]]:
    """What a note is called, and how surely each names it."""
    yield entry.title, TITLE
    for alias in entry.aliases:
        yield alias, TITLE
    path = entry.path.rpartition(".")[0]
    yield path, 1.0
    while "/" in path:
        path = path.partition("/")[2]
        yield path, 1.0
    while "." in path.strip("."):
        path = path.partition(".")[2]
        yield path, TAIL


def _likeness(name: str, typed: str, key: str) -> float:
    folded = name.casefold().strip()
    if folded == typed:
        return 1.0
    of_name = _key(folded)
    if of_name == key:
        return SAME
    if len(key) >= LEAST and of_name.startswith(key):
        return BEGUN * len(key) / len(of_name)
    return 0.0


def _beginning(index: Index, words: str) -> Iterable[int]:
    """The notes that may be called so: the words, the last perhaps in part, stand in a name."""
    notes: dict[int, None] = {}
    for phrase in (f'"{words}"', f'"{words}" *'):
        chunks = index.postings.chunks_with(f"^ {phrase}")  # at the start, where titles are
        notes.update(dict.fromkeys(index.note_of[chunks[index.table.leads[chunks]]].tolist()))
        named = index.postings.names_with(f"{{aliases path}} : {phrase}")
        notes.update(dict.fromkeys(named.tolist()))
    return list(notes)[:MOST]


def _unknown(index: Index, words: Iterable[str]) -> bool:
    """Whether no note says one of the words."""
    return any(not index.postings.frequency(word) for word in words)


def _mistyped(index: Index, key: str, first: str) -> dict[int, float]:
    """The notes whose names are nearly the key."""
    matcher = SequenceMatcher(b=key, autojunk=False)
    found: dict[int, float] = {}
    for note in _beginning(index, first[:SPELLED]):
        for name, sure in _names(index.stored(note).entry):
            matcher.set_seq1(_key(name))
            if matcher.real_quick_ratio() >= ALIKE and (alike := matcher.ratio()) >= ALIKE:
                found[note] = max(MISTYPED * alike * sure, found.get(note, 0.0))
    return found

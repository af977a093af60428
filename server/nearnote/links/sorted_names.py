"""The names of all notes in order, so that typed letters find them without folding each anew."""

from __future__ import annotations

from bisect import bisect_left, insort
from itertools import islice, takewhile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from nearnote.base.note_path import NotePath

    Entry = tuple[str, NotePath]

FEW = 64
"""So many new names are put where they belong; more are sorted in together."""


class SortedNames:
    """Folded names and the notes that have them."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._new: list[Entry] = []
        self._gone: set[Entry] = set()

    def add(self, entries: Iterable[Entry]) -> None:
        """Learn names that are not known."""
        for entry in entries:
            if entry in self._gone:
                self._gone.remove(entry)
            else:
                self._new.append(entry)

    def remove(self, entries: Iterable[Entry]) -> None:
        """Forget names that are known; they are taken out together when somebody asks."""
        self._gone.update(entries)

    def _settled(self) -> list[Entry]:
        if len(self._new) > FEW:
            self._entries += self._new
            self._entries.sort()
        else:
            for entry in self._new:
                insort(self._entries, entry)
        self._new.clear()
        if len(self._gone) > FEW:
            self._entries = [entry for entry in self._entries if entry not in self._gone]
        else:
            for entry in self._gone:
                del self._entries[bisect_left(self._entries, entry)]
        self._gone.clear()
        return self._entries

    def starting(self, letters: str) -> Iterator[Entry]:
        """The names that begin with these folded letters, in order."""
        entries = self._settled()
        rest = islice(entries, bisect_left(entries, (letters,)), None)
        return takewhile(lambda entry: entry[0].startswith(letters), rest)

    def containing(self, letters: str) -> list[Entry]:
        """The names with these folded letters anywhere, in order."""
        return [entry for entry in self._settled() if letters in entry[0]]

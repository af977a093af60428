"""The words of chunks and the names of notes in FTS5 tables, by their numbers.

What is stored are terms of our own making (`words`), so that FTS5 need only split at spaces. The
only user of apsw.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

import apsw
import numpy as np

from nearnote.index import analyzer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from contextlib import AbstractContextManager

    from numpy.typing import NDArray

    Numbers = NDArray[np.int32]
    Lengths = NDArray[np.float32]

_SCHEMA = """
CREATE VIRTUAL TABLE words USING fts5(
    text, tokenize = 'ascii', prefix = 4, content = '', contentless_delete = 1
);
CREATE VIRTUAL TABLE occurrences USING fts5vocab(words, instance);
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, row);
CREATE VIRTUAL TABLE names USING fts5(
    aliases, tags, path, tokenize = 'ascii', content = '', contentless_delete = 1
);
"""
_MOST_LISTS = 512


def versions() -> str:
    """What words are kept in, for people who look for a fault."""
    return apsw.sqlite_lib_version()


class Postings:
    """Which chunks have which terms, and which notes have them in their names."""

    def __init__(self) -> None:
        self._db = apsw.Connection(":memory:")
        self._db.execute(_SCHEMA)
        self._lengths = np.zeros(1024, np.int32)  # chunk -> number of terms
        self._length = 0
        self._count = 0
        self._lists: dict[tuple[str, ...], Numbers] = {}
        self._frequencies: dict[str, int] = {}

    def together(self) -> AbstractContextManager[object]:
        """Makes many changes one transaction.

        Inside of one there is no other: FTS5 writes all it has at each savepoint.
        """
        return nullcontext() if self._db.in_transaction else self._db

    def put(self, texts: Iterable[tuple[int, str]]) -> None:
        """Add the texts of chunks whose numbers are free."""
        rows = []
        for chunk, text in texts:
            terms = analyzer.terms(text)
            rows.append((chunk, " ".join(terms)))
            self._set_length(chunk, len(terms))
        self._count += len(rows)
        self._forget()
        self._db.executemany("INSERT INTO words(rowid, text) VALUES (?, ?)", rows)

    def drop(self, chunks: Sequence[int]) -> None:
        """Take the words of chunks away."""
        self._count -= len(chunks)
        for chunk in chunks:
            self._set_length(chunk, 0)
        self._forget()
        self._db.executemany("DELETE FROM words WHERE rowid = ?", [(chunk,) for chunk in chunks])

    def _forget(self) -> None:
        """What was remembered is not so any more."""
        self._lists.clear()
        self._frequencies.clear()

    def _set_length(self, chunk: int, length: int) -> None:
        while chunk >= len(self._lengths):
            self._lengths = np.concatenate([self._lengths, np.zeros_like(self._lengths)])
        self._length += length - int(self._lengths[chunk])
        self._lengths[chunk] = length

    def put_names(self, note: int, names: Sequence[str]) -> None:
        """Give a note its aliases, tags and path, in this order; nothing takes them away."""
        self._lists.clear()
        self._db.execute("DELETE FROM names WHERE rowid = ?", (note,))
        if names:
            self._db.execute(
                "INSERT INTO names(rowid, aliases, tags, path) VALUES (?, ?, ?, ?)",
                (note, *(" ".join(analyzer.terms(name)) for name in names)),
            )

    def relative_lengths(self, chunks: Numbers) -> Lengths:
        """How many terms chunks have, 1 being the mean.

        float32 (chunks,): the length over its mean in BM25's normalisation.
        """
        mean = max(self._length, 1) / max(self._count, 1)
        return (self._lengths[chunks] / mean).astype(np.float32)

    def occurrences(self, term: str) -> Numbers:
        """The chunks that have a term, each as often as it has it.

        How often a chunk comes is the term frequency of BM25.
        """
        return self._list("SELECT group_concat(doc) FROM occurrences WHERE term = ?", term)

    def frequency(self, term: str) -> int:
        """How many chunks have a term. Remembered, since FTS5 counts them each time.

        The document frequency of information retrieval.
        """
        if term not in self._frequencies:
            sql = "SELECT doc FROM vocabulary WHERE term = ?"
            self._frequencies[term] = self._db.execute(sql, (term,)).get or 0
        return self._frequencies[term]

    def chunks_with(self, expression: str) -> Numbers:
        """The chunks that fulfil an FTS5 expression."""
        return self._list("SELECT group_concat(rowid) FROM words WHERE words MATCH ?", expression)

    def names_with(self, expression: str) -> Numbers:
        """The notes that fulfil an FTS5 expression over `aliases`, `tags` and `path`."""
        return self._list("SELECT group_concat(rowid) FROM names WHERE names MATCH ?", expression)

    def _list(self, sql: str, *bindings: str) -> Numbers:
        """Numbers of rows. Remembered until the next change, since a query is typed in steps."""
        asked = (sql, *bindings)
        if asked not in self._lists:
            if len(self._lists) == _MOST_LISTS:
                self._lists.clear()
            # One long string is made and read in C, ten times faster than rows in Python.
            found = self._db.execute(sql, bindings).get
            self._lists[asked] = np.fromstring(found or "", np.int32, sep=",")
        return self._lists[asked]

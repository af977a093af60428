"""Hits of a vault at the lines that answer, and the notes that were edited last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.config.table import MAX_HITS
from nearnote.features.results import Found, SearchResult
from nearnote.index import search as ranked
from nearnote.index.excerpt import best_line, forms
from nearnote.index.lexical import rarities
from nearnote.index.query import Mode
from nearnote.index.query import parse as parse_query

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from nearnote.base.note_path import NotePath
    from nearnote.base.source import Source
    from nearnote.index.query import Term
    from nearnote.index.search import Hit
    from nearnote.vault.vault import Vault


def search_notes(
    vault: Vault, text: str, mode: Mode | None = None, limit: int = MAX_HITS
) -> SearchResult:
    """The notes that a search box's text finds; an empty box lists the notes last edited."""
    query = parse_query(text)
    asked = query.mode or mode or Mode(vault.settings.search_mode)
    vector, trust = None, 0.0
    if asked is not Mode.TEXT and query.text:
        vector = vault.model.query(query.text)
        trust = vault.language.trust(query.text)
        if asked is Mode.HYBRID and (vector is None or not trust):
            asked = Mode.TEXT
    hits = ranked.search(vault.index, query, asked, limit, vector, trust)
    return SearchResult(
        asked,
        vault.index.pending_count,
        tuple(Found(vault.root, hit) for hit in _at_lines(vault, hits, query.terms)),
    )


def _at_lines(vault: Vault, hits: Iterable[Hit], asked: Iterable[Term]) -> Iterator[Hit]:
    """Each hit at the line of its chunk that says most of the query, with this line as its text.

    The index knows the chunk's words without its lines, which move with every edit above them.
    """
    wanted = forms(rarities(vault.index, asked))
    sources: dict[NotePath, Source | None] = {}
    for hit in hits:
        if hit.path not in sources:
            sources[hit.path] = vault.source(hit.path)
        source = sources[hit.path]
        if source is None:
            yield hit
            continue
        lines = source.lines(hit.line, hit.end_line)
        if lines:
            at = best_line(lines, wanted)
            yield hit._replace(line=hit.line + at, text=lines[at].strip() or hit.text)
        else:  # the file was cut short a moment ago
            yield hit._replace(line=source.line_count - 1)


def latest_notes(vault: Vault, limit: int) -> Iterator[Found]:
    """The notes that were edited last, the latest first."""
    hits = ranked.search(vault.index, parse_query(""), Mode.TEXT, limit)
    return (Found(vault.root, hit) for hit in hits)

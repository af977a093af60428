"""Notes that share a name or their text with others, and notes that nothing is tied to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nearnote.base.source import Span
from nearnote.index import analyzer
from nearnote.links.names import is_internal
from nearnote.markdown.finding import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nearnote.base.note_path import NotePath
    from nearnote.markdown.note import Note
    from nearnote.vault.vault import Vault

ALIKE = 0.95
"""Mean cosine of the chunks of two notes, each with its best partner, from which on we tell."""
_NEIGHBOURS = 12
_CANDIDATES = 3
SAME_WORDS = 0.7
"""The share of words that two notes have in common where a model's word is not enough."""
_MOST_CHUNKS = 60
"""A longer note is no copy that somebody forgot, and would cost too much to compare."""


def duplicate_aliases(vault: Vault, path: NotePath, note: Note) -> Iterator[Finding]:
    """Aliases by which a link could mean another note as well."""
    for alias, span in zip(note.front.aliases, note.front.alias_spans, strict=True):
        others = [other for other in vault.names.named(alias) if other != path]
        if others:
            message = f"The alias “{alias}” is also a name of {', '.join(others[:3])}."
            yield Finding("duplicate-alias", Severity.INFORMATION, message, span)


def unusual_encoding(vault: Vault, path: NotePath, note: Note) -> Iterator[Finding]:
    """The note, when its file is not what editors and nearnote read alike."""
    if odd := vault.oddness(path):
        reason = odd[0].upper() + odd[1:]
        message = f"{reason}. No rename changes the links in this note while it is closed."
        yield Finding("unusual-encoding", Severity.WARNING, message, _head(note))


def orphan(vault: Vault, path: NotePath, note: Note) -> Iterator[Finding]:
    """The note, when no link leads from it or to it."""
    linked = any(is_internal(link) and vault.resolve(link, path).candidates for link in note.links)
    if not linked and next(vault.names.backlinks(path), None) is None:
        message = "No link leads from this note to another one, or from another one to it."
        yield Finding("orphan-note", Severity.HINT, message, _head(note))


def near_duplicate(vault: Vault, path: NotePath, note: Note) -> Iterator[Finding]:
    """The note whose text means the same, chunk by chunk; by stored vectors alone.

    Looking for it grows with the vault, so while a chunk waits for its vector, which is after each
    keystroke, the last answer stands.
    """
    if _waits(vault, path):
        vault.has_deferred_findings = True
    else:
        twin = _twin(vault, path)
        believed = twin is not None and _is_believed(vault, note, twin)
        vault.near_duplicates[path] = twin if believed else None
    found = vault.near_duplicates.get(path)
    if found in vault.names.outlines:
        message = f"This note says what {found} says."
        yield Finding("near-duplicate-note", Severity.INFORMATION, message, _head(note))


def _waits(vault: Vault, path: NotePath) -> bool:
    """Whether a chunk of the note has no vector yet."""
    number = vault.index.number_of(path)
    if number is None:
        return False
    stored = vault.index.stored(number)
    at = zip(stored.chunks, stored.places, strict=True)
    return any(place.embed and chunk not in vault.index.vectors for chunk, place in at)


def _is_believed(vault: Vault, note: Note, twin: NotePath) -> bool:
    """Whether two notes that a model calls alike are; one that cannot read them needs a witness."""
    text = note.source.slice(Span(note.front.span.end, len(note.source.data)))
    if vault.language.knows(text):
        return True
    other = vault.note(twin)
    if other is None:
        return False
    theirs = set(analyzer.terms(other.source.slice(Span(0, len(other.source.data)))))
    own = set(analyzer.terms(text))
    return len(own & theirs) >= SAME_WORDS * max(len(own | theirs), 1)


def _twin(vault: Vault, path: NotePath) -> NotePath | None:
    index = vault.index
    number = index.number_of(path)
    if number is None:
        return None
    own = index.vectors.among(np.array(index.chunks_of(number), np.int32))
    if not 0 < len(own) <= _MOST_CHUNKS:
        return None
    here = index.vectors.get(own)
    mean = here.mean(axis=0)
    mean /= max(float(np.linalg.norm(mean)), 1e-9)
    near, _ = index.vectors.nearest(mean, _NEIGHBOURS + len(own))
    best: tuple[float, NotePath] | None = None
    others = dict.fromkeys(index.note_of[near].tolist())
    others.pop(number, None)
    for other in list(others)[:_CANDIDATES]:
        theirs = index.vectors.among(np.array(index.chunks_of(other), np.int32))
        if not len(own) / 2 <= len(theirs) <= 2 * len(own):
            continue
        cosines = here @ index.vectors.get(theirs).T
        likeness = float(min(cosines.max(axis=1).mean(), cosines.max(axis=0).mean()))
        if likeness >= ALIKE and (best is None or likeness > best[0]):
            best = likeness, index.stored(other).entry.path
    return None if best is None else best[1]


def _head(note: Note) -> Span:
    return note.title_span or note.source.line_span(note.source.line_of(note.front.span.end))

"""The words of a text that say the title of a note best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.features.mentions import plain, words
from nearnote.index.analyzer import terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nearnote.markdown.elements import Block
    from nearnote.markdown.note import Note
    from nearnote.vault.vault import Vault

LEAST = 0.5
"""The share of a title's rarity that a phrase must have."""
_SHARED = 4
"""Letters that the forms of a word share at least."""


def phrase(vault: Vault, note: Note, blocks: Sequence[Block], title: str) -> Span | None:
    """The shortest run of plain words with the most of a title's rare ones; None when it has few.

    Between two of the title's words at most one other may stand.
    """
    from nearnote.index.lexical import rarity_of  # brings numpy, which `initialize` must not

    index = vault.index
    weights = {
        term: rarity_of(index, index.postings.frequency(term))
        for term in dict.fromkeys(terms(title))
    }
    total = sum(weights.values())
    best: tuple[float, int] = (LEAST * total, 0)
    found: Span | None = None
    for block in blocks:
        for free in plain(note, block):
            spans = words(note, free)
            said = [_said(note.source.slice(span), weights) for span in spans]
            for start, first in enumerate(said):
                if not first:
                    continue
                end, terms_here = _run(said, start)
                score = sum(weights[term] for term in terms_here)
                if score > 0 and (score, start - end) > best:
                    best = score, start - end
                    found = Span(spans[start].start, spans[end].end)
    return found


def _run(said: Sequence[str], start: int) -> tuple[int, set[str]]:
    """The last word of the run that begins at `start`, and the terms in it, each once."""
    have, end = {said[start]}, start
    for at in range(start + 1, len(said)):
        if at - end > 2:
            break
        if said[at] and said[at] not in have:
            have.add(said[at])
            end = at
    return end, have


def _said(word: str, wanted: dict[str, float]) -> str:
    """The term of the title of which the word is a form; "" when there is none."""
    for term in terms(word):
        if term in wanted:
            return term
        for other in wanted:
            if _are_forms(*sorted((term, other), key=len)):
                return other
    return ""


def _are_forms(shorter: str, longer: str) -> bool:
    """Whether two words may be forms of one: `bed` and `beds`, `raising` and `raised`."""
    if longer.startswith(shorter):
        return len(shorter) >= 3 and len(longer) <= len(shorter) + 2
    stem = max(len(shorter) - 2, _SHARED)
    return shorter[:stem] == longer[:stem] and len(longer) <= len(shorter) + 2

"""From scores that rank to the chance that a hit is what was asked.

A perfect answer to a question ranks with .3 and one shared word with .6: such numbers tell a
reader nothing. Platt's scaling (a logistic regression; Platt 1999) makes chances of them, one for
each kind of evidence. Its features are comparable between models, since nearness is counted from
what null queries find by chance. The coefficients were fitted on even ids of labelled queries,
with questions that the notes do not answer among them; RANKING.md has the errors on odd ones.
"""

from __future__ import annotations

from enum import Enum
from math import exp, sqrt
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from nearnote.index.hit import Parts


class _Curve(NamedTuple):
    """Coefficients of the log-odds."""

    constant: float
    meaning: float = 0.0
    words: float = 0.0
    power: float = 0.0  # of words to the power that ranks
    ahead: float = 0.0  # of the root of how far before all other notes it ranks
    behind: float = 0.0  # of the root of how far behind the best of them

    def chance(self, parts: Parts, lead: float) -> float:
        """The logistic of the log-odds (Platt 1999); `lead` is in units of rank, below 0 behind."""
        odds = self.constant + self.meaning * parts.meaning
        odds += self.words * parts.words + self.power * parts.words**_POWER
        odds += self.ahead * sqrt(min(max(lead, 0.0), _FAR))
        odds += self.behind * sqrt(min(max(-lead, 0.0), _FAR))
        return 1.0 / (1.0 + exp(-odds))


class Evidence(Enum):
    """What a search goes by: how likely a hit is, and how likely its evidence alone makes it."""

    BOTH = (
        _Curve(-2.44, meaning=6.3, power=14.57, ahead=7.5, behind=-9.93),
        _Curve(-1.54, meaning=9.39, power=12.11),
    )
    WORDS = (
        _Curve(-3.86, words=6.41, power=4.99, ahead=7.22, behind=-6.24),
        _Curve(-5.16, words=19.54, power=-7.38),
    )
    MEANING = (
        _Curve(-1.96, meaning=4.57, ahead=8.1, behind=-6.87),
        _Curve(-0.57, meaning=7.31),
    )


_POWER = 2.25
"""Of the share of words, when the curves were fitted."""
_FAR = 0.3
"""A lead in rank that is as good as any larger one."""
_NAMED = 0.97
"""The chance of a note whose name was typed as it is written: some names are those of two."""
_ANSWERED = 0.25
"""Below this chance of the best evidence a question has no answer here: two hits are shown for
what it is worth. Of questions about other things nine in ten are below, of answered ones none."""
_UNANSWERED = 2
_RELATED = (4.68, 5.22)


def chances(ranked: Sequence[tuple[Hashable, Parts]], evidence: Evidence) -> list[float]:
    """The chance of each hit, given as (note, parts) and best first; none is above one before it.

    What else was found counts: the clear first of many is likelier than one of ten equals.

    Platt's scaling (Platt 1999), then a running minimum so that chances fall with the rank. One
    number from 0 to 1 for each hit; their expected calibration error (Naeini et al. 2015) is in
    RANKING.md.
    """
    curve, _ = evidence.value
    best: dict[Hashable, float] = {}
    for note, parts in ranked:
        best[note] = max(best.get(note, 0.0), parts.rank)
    found: list[float] = []
    for note, parts in ranked:
        others = max((rank for other, rank in best.items() if other != note), default=0.0)
        chance = curve.chance(parts, parts.rank - others)
        chance = max(chance, _NAMED * parts.name)
        found.append(min(chance, found[-1] if found else 1.0))
    return found


def related_chance(rank: float) -> float:
    """The chance that a note with this rank among related ones is one that the other links to.

    Fitted on links that were taken out of their notes: a lower bound, since not every note that
    belongs to another is linked.

    Platt's scaling (Platt 1999) of one number: the logistic σ(b · rank − a).
    """
    return 1.0 / (1.0 + exp(_RELATED[0] - _RELATED[1] * rank))


def shown(ranked: Sequence[tuple[Hashable, Parts]], evidence: Evidence) -> int:
    """How many of the hits are worth to be shown: all, or the first few of a question that the
    notes do not answer. What was asked by words alone is answered by words.
    """
    _, alone = evidence.value
    if evidence is Evidence.WORDS or any(
        parts.name > 0.0 or alone.chance(parts, 0.0) >= _ANSWERED for _, parts in ranked
    ):
        return len(ranked)
    notes = list(dict.fromkeys(note for note, _ in ranked))[:_UNANSWERED]
    return next((at for at, (note, _) in enumerate(ranked) if note not in notes), len(ranked))

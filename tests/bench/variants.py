"""What is left out or done in another way, one at a time, to learn what each part is worth."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import numpy as np

from nearnote.index.fusion import Ranking

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nearnote.index.lexical import Mask, Scores
    from nearnote.index.semantic import Nearness


@dataclass(frozen=True, slots=True)
class Variant:
    """Settings and parts of the product that differ; `anew` when notes must be read again."""

    name: str
    patches: Mapping[str, object] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    anew: bool = False

    def applied(self) -> ExitStack:
        """The product with this variant, inside of a with statement."""
        stack = ExitStack()
        for name, value in self.patches.items():
            stack.enter_context(patch(f"nearnote.{name}", value))
        return stack


def _chunks(name: str, **settings: int) -> Variant:
    named = {f"chunk_{key}_characters": value for key, value in settings.items()}
    return Variant(name, settings=named, anew=True)


def _fused(name: str, words: float, power: float) -> Variant:
    return Variant(name, {"index.fusion.WORDS": words, "index.fusion.POWER": power})


def _title_only(title: str, *_: object) -> str:
    return title


def _nothing(*_: object) -> str:
    return ""


def _no_names(_: object) -> tuple[str, str, str]:
    return "", "", ""


def _no_floor(*_: object) -> float:
    return 0.0


def _by_best_hit(share: Scores, meant: Nearness, weight: float) -> Ranking:
    """The larger of both scores and .3 of the smaller, words as a share of their best hit."""
    words = share / max(float(share.max(initial=0.0)), 1e-9)
    both = np.maximum(weight * meant.cosines, words)
    both = both + 0.3 * np.minimum(weight * meant.cosines, words)
    return _found((both / 1.3).astype(np.float32), share > 0.0, meant.near)


def _by_ranks(share: Scores, meant: Nearness, _: float) -> Ranking:
    """Reciprocal rank fusion."""
    scores = np.zeros_like(share)
    for leg in (share, meant.cosines * meant.near):
        order = np.argsort(-leg, kind="stable")[: np.count_nonzero(leg)]
        scores[order] += 30.0 / (60 + np.arange(len(order)))
    return _found(scores, share > 0.0, meant.near)


def _found(scores: Scores, by_words: Mask, by_meaning: Mask) -> Ranking:
    chunks = np.flatnonzero(by_words | by_meaning).astype(np.int32)
    none = np.zeros(len(chunks), np.float32)
    found = by_words[chunks], by_meaning[chunks]
    return Ranking(chunks, scores[chunks], *found, none, none, none)


AS_IT_IS = Variant("as it is")

_CRUMBS = "markdown.chunks.chunk._crumbs"
_FLOOR = "index.anisotropy.AnisotropyCorrection.floor"
_TRUST = "vault.language_trust.Language.trust"
_WEIGHT = "embedding.providers.multilingual.MultilingualEmbedder.weight"

VARIANTS = (
    AS_IT_IS,
    _chunks("chunks of 450", max=450),
    _chunks("chunks of 1,500", max=1500),
    _chunks("no passages", passage=0),
    _chunks("passages of 300", passage=300),
    _chunks("passages of 500", passage=500),
    Variant(
        "model reads the title, no headings",
        {_CRUMBS: _title_only},
        anew=True,
    ),
    Variant("model reads no title, no headings", {_CRUMBS: _nothing}, anew=True),
    Variant("aliases, tags and path not read", {"index.index._names": _no_names}, anew=True),
    Variant("words only as written", {"index.lexical.SAME_START": 0.0}),
    Variant("queries not turned", {"index.anisotropy.QUERY": 0.0}, anew=True),
    Variant("queries turned three times as far", {"index.anisotropy.QUERY": 3.0}, anew=True),
    Variant("short texts not held back", {"index.semantic.SHORT": 0.0}),
    Variant("a note's first text as any other", {"index.semantic.LEAD": 0.0}),
    Variant("rare words as rare as they are", {"index.lexical.EMPHASIS": 1.0}),
    Variant("rare words squared", {"index.lexical.EMPHASIS": 2.0}),
    Variant(
        "no floor",
        {_FLOOR: _no_floor, "index.fusion.ENOUGH": 0.0},
    ),
    Variant("the floor without the few nearest", {"index.semantic.FEW": 0}),
    Variant("a query's language not asked", {_TRUST: lambda *_: 1.0}),
    _fused("words: 0.5 f", 0.5, 1.0),
    _fused("words: 1.0 f²", 1.0, 2.0),
    _fused("words: 1.0 f^2.5", 1.0, 2.5),
    _fused("words: 1.5 f^2.5", 1.5, 2.5),
    _fused("words: 2.2 f^2.5", 2.2, 2.5),
    _fused("words: 2.0 f³", 2.0, 3.0),
    Variant("words as a share of their best hit", {"index.fusion.fused": _by_best_hit}),
    Variant("reciprocal ranks, k = 60", {"index.fusion.fused": _by_ranks}),
)

_AS_BEFORE = {"index.fusion.WORDS": 1.5, "index.fusion.POWER": 2.5}

RARE = (
    AS_IT_IS,
    Variant("rare words as rare as they are", {"index.lexical.EMPHASIS": 1.0}),
    Variant("rare words squared", {"index.lexical.EMPHASIS": 2.0}),
    Variant("k1 = 0.6", {"index.lexical.SATURATION": 0.6}),
    Variant("words: 1.5 f^2.5", _AS_BEFORE),
    Variant(
        "all three",
        {"index.lexical.EMPHASIS": 1.0, "index.lexical.SATURATION": 0.6, **_AS_BEFORE},
    ),
)

MULTILINGUAL = (
    AS_IT_IS,
    *(
        Variant(
            f"weight {weight}",
            {_WEIGHT: weight},
        )
        for weight in (0.1, 0.5, 1.0)
    ),
)

RELATED = (
    AS_IT_IS,
    Variant("notes turned as little as queries", {"index.anisotropy.NOTE": 1.0}),
    Variant("notes not turned", {"index.anisotropy.NOTE": 0.0}),
    Variant("mentions not counted", {"index.related.MENTION": 0.0}),
    Variant("places not counted", {"index.related.PLACE": 0.0}),
    Variant("meaning alone", {"index.related.MENTION": 0.0, "index.related.PLACE": 0.0}),
)

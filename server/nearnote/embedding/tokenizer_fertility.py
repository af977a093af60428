"""Whether a model knows the language of a text, told by its tokenizer alone.

A tokenizer keeps the words of the languages that it was made for in one piece and cuts others
into many. An English model puts texts of an unknown language anywhere, so that its
opinion must lose its weight there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokenizers import Tokenizer


@dataclass(frozen=True, slots=True)
class Spelling:
    """Into how many pieces a tokenizer cuts how many words; no words when it cannot tell."""

    pieces: float = 0.0
    words: int = 0

    def __add__(self, other: Spelling) -> Spelling:
        return Spelling(self.pieces + other.pieces, self.words + other.words)

    def ratio(self, expected: float) -> float:
        """Pieces a word, which few words pull only a little away from what was expected.

        Fertility (Rust et al. 2021), smoothed by a prior of `_WEIGHT` words (additive smoothing).
        """
        return (self.pieces + _WEIGHT * expected) / (self.words + _WEIGHT)


USUAL = 1.2
"""Pieces a word of a language that a vocabulary was made for."""

# MiniLM's vocabulary cuts English paragraphs (XQuAD) into 1.0 to 1.4 pieces a word, Turkish into
# 2.2 to 3.4, German and Spanish into about 1.8.
_KNOWN, _UNKNOWN = 1.6, 2.0
# So many pieces a word more than around it has a query of another language. In an English vault
# 98 % of English questions (XQuAD) have less than the one, 92 % of Turkish ones more than the
# other, and two rare English words lie between them.
_SAME, _OTHER = 0.3, 0.5
# So many words of what was expected are mixed in: names in a short query look like a language.
_WEIGHT = 6
# Multilingual vocabularies have 120,000 entries and more, those of one language 20,000 to 60,000.
_MULTILINGUAL = 100_000
# A word that the vocabulary cannot spell counts as this many pieces.
_UNSPELLABLE = 4
_UNKNOWN_WORD = ("[UNK]", "<unk>")

# Ideographs count one by one, and long runs as several words, for some scripts have no spaces to
# part them; a word goes on over its combining marks.
_WORD = re.compile(
    r"[\u3400-\u9fff]|[^\W\d_][^\s\d_!-/:-@\[-`{-~\u2000-\u206f\u3000-\u303f\u3400-\u9fff]{0,15}"
)
_CAMEL = re.compile(r"(?<=[a-z])[A-Z]")


def fertility_trust(ratio: float) -> float:
    """From 0, a foreign language, to 1, a language of the model, by pieces a word.

    Fertility is the mean number of subword pieces a word (Rust et al. 2021, "How Good is Your
    Tokenizer?"). A linear ramp between the two bounds that XQuAD gave; no unit.
    """
    return _share(_UNKNOWN - ratio, _UNKNOWN - _KNOWN)


def belonging(ratio: float, around: float) -> float:
    """From 0, another language than that of the texts around, to 1, the same or a known one.

    Compares two fertilities, in pieces a word: the text's and that of the texts around.
    """
    return _share(around + _OTHER - ratio, _OTHER - _SAME)


def _share(part: float, whole: float) -> float:
    return min(max(part / whole, 0.0), 1.0)


def spelling(tokenizer: Tokenizer, text: str) -> Spelling:
    """How the tokenizer spells the words of a text; one for many languages tells nothing."""
    if tokenizer.get_vocab_size() > _MULTILINGUAL:
        return Spelling()
    encoding = tokenizer.encode(text, add_special_tokens=False)
    tokens = list(zip(encoding.tokens, encoding.offsets, strict=True))
    end = max((stop for _, (_, stop) in tokens), default=0)  # the tokenizer may have cut the text
    words = [match.span() for match in _WORD.finditer(text, 0, end)]
    pieces = 0.0
    index = 0
    for token, (start, stop) in tokens:
        while index < len(words) and words[index][1] <= start:
            index += 1
        met = index
        while met < len(words) and words[met][0] < stop:
            met += 1
        met -= index
        pieces += _UNSPELLABLE * met if token in _UNKNOWN_WORD else bool(met)
    return Spelling(pieces, len(words) + len(_CAMEL.findall(text, 0, end)))

"""Whether a model knows the language of a text, told by its tokenizer alone.

A tokenizer keeps the words of the languages that it was made for in one piece and cuts others
into many. An English model puts texts of an unknown language anywhere, so that its
opinion must lose its weight there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokenizers import Tokenizer

# Multilingual vocabularies have 120,000 entries and more, those of one language 20,000 to 60,000.
_MULTILINGUAL = 100_000
# Pieces a word: MiniLM's vocabulary cuts English questions (XQuAD) into 1.0 to 1.4, Turkish into
# 2.0 to 4.0, German and Spanish into about 1.8.
_KNOWN, _UNKNOWN = 1.45, 1.95
# What a text is taken for before it has shown words: two words of good English. It keeps one odd
# name in a short query from looking like a language.
_PRIOR_WORDS, _PRIOR_PIECES = 2, 2.4
# A word that the vocabulary cannot spell counts as this many pieces.
_UNSPELLABLE = 4
_UNKNOWN_WORD = ("[UNK]", "<unk>")

# Ideographs count one by one, for there are no spaces to part words; a word of another script
# goes on over its combining marks.
_WORD = re.compile(
    r"[\u3400-\u9fff]|[^\W\d_][^\s\d_!-/:-@\[-`{-~\u2000-\u206f\u3000-\u303f\u3400-\u9fff]*"
)


def fluency(tokenizer: Tokenizer, text: str) -> float:
    """From 0, a foreign language, to 1, a language of the model; texts without words give 1."""
    if tokenizer.get_vocab_size() > _MULTILINGUAL:
        return 1.0
    encoding = tokenizer.encode(text, add_special_tokens=False)
    tokens = list(zip(encoding.tokens, encoding.offsets, strict=True))
    end = max((stop for _, (_, stop) in tokens), default=0)  # the tokenizer may have cut the text
    words = [match.span() for match in _WORD.finditer(text, 0, end)]
    pieces = 0.0
    index = 0
    for token, (start, stop) in tokens:
        while index < len(words) and words[index][1] <= start:
            index += 1
        if index < len(words) and words[index][0] < stop:
            pieces += _UNSPELLABLE if token in _UNKNOWN_WORD else 1
    ratio = (pieces + _PRIOR_PIECES) / (len(words) + _PRIOR_WORDS)
    part = min(max((_UNKNOWN - ratio) / (_UNKNOWN - _KNOWN), 0.0), 1.0)
    return part * part * (3 - 2 * part)

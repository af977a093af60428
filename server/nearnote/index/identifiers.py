"""Tokens that are more than a word: `DEC-0054`, `10.0.0.1:8080`, `C++`, `__init__`, `foo.bar()`.

The index knows words without what stands between and around them. Where somebody has typed such a
token, the chunks that have its words in this order are read, and those that have it as it was
typed say more of the query than all others. Where none has it, the characters were punctuation.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from nearnote.index import analyzer

if TYPE_CHECKING:
    from nearnote.index.index import Index, Numbers

MOST = 2_000
"""Chunks that are read for one token; words that are in more of them stand for themselves."""

_AROUND = "\"'“”‘’«»,;!?…"
"""What surrounds a token in a sentence and is hardly a part of it; so is a full stop at its end."""

_PLAIN = re.compile(r"[^\W_]+|[^\W\d_]+(?:[-'’][^\W\d_]+)+")
"""One word, or several of letters that a hyphen or an apostrophe joins, as many are written."""


def token_of(text: str) -> str:
    """A typed token without the sentence's punctuation; "" where it is a plain word or nothing."""
    token = text.lstrip(_AROUND).rstrip(_AROUND + ".:")
    return token if analyzer.split(token) and not _PLAIN.fullmatch(token) else ""


def literally(index: Index, token: str, chunks: Numbers) -> Numbers:
    """Those of the chunks that have a token as it was typed, but for case, in text or headings."""
    if len(chunks) > MOST:
        return chunks[:0]
    pattern = _pattern(token)
    bodies = index.table.bodies(chunks.tolist())
    found = [
        bool(pattern.search(body) or pattern.search(_heading(index, chunk)))
        for chunk, body in zip(chunks.tolist(), bodies, strict=True)
    ]
    return chunks[np.array(found, np.bool_)]


def _heading(index: Index, chunk: int) -> str:
    stored = index.stored(int(index.note_of[chunk]))
    return "\n".join(stored.places[stored.chunks.index(chunk)].heading)


def _pattern(token: str) -> re.Pattern[str]:
    """The token where it is not a part of a longer word or number: 0.1 is not in 0.10 or 1.0.1."""
    before = r"(?<!\w)(?<!\d\.)" if token[0].isalnum() or token[0] == "_" else ""
    after = r"(?!\w)(?!\.\d)" if token[-1].isalnum() or token[-1] == "_" else ""
    return re.compile(before + re.escape(token) + after, re.IGNORECASE)

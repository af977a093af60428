"""From text to terms: the one reading of words that the index and every query share.

A term is what FTS5 stores: lower case, no diacritics, one width, one normal form. All the
costly work is done once per distinct word, because a vault repeats its words.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class _Separators(dict[int, str]):
    """Translation table, filled on demand: what is not part of a word becomes a space."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        kind = unicodedata.category(char)
        if kind[0] in "LNM" or kind == "Pc":
            found = char
        elif kind == "Cf":
            found = ""  # Soft hyphens and joiners are not seen, so they are not typed.
        else:
            # An emoji or another pictograph is a word of its own; people tag with them.
            found = f" {char} " if kind == "So" else " "
        self[code] = found
        return found


_SEPARATORS = _Separators()

# Marks that are spelling variants in their scripts: Latin, Greek and Cyrillic accents, Hebrew
# points, Arabic vowels. The vowel signs of Indic and South-East Asian scripts are letters.
_ACCENTS = re.compile(
    "[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06ed\u0640\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]+"
)
# Letters that Unicode does not take apart but people type without their stroke. Dotless i joins
# dotted i: who folds I to i, as every case folding outside of Turkish does, must fold ı as well.
_LETTERS = str.maketrans(
    {"ı": "i", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe"}
    | {"ى": "ي", "ة": "ه", "ک": "ك", "ی": "ي", "ς": "σ"}
)
_JUNK = re.compile(r"[^\w\u0900-\u1cff\u2600-\U0001ffff\u302a-\u309a]|_")

# Scripts written without spaces between words, and Korean, whose words end in particles: their
# terms are pairs of neighbours.
_UNSEGMENTED = re.compile(
    "([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]+)"
)
# The parts of a compound: HTMLParser, parseHtml, snake_case, utf8.
_PARTS = re.compile(r"[A-ZÀ-ÖØ-Þ]+(?![a-zß-öø-ÿ])|[A-ZÀ-ÖØ-Þ]?[a-zß-öø-ÿ]+|\d+|[^\W\d_]+")

_REMEMBERED = 1 << 16
MAX_TERM = 64  # A longer "word" is a base64 blob or a URL's token: its start is enough.


def split(text: str) -> list[str]:
    """The words of a text as written, without punctuation."""
    return text.translate(_SEPARATORS).split()


def fold(word: str) -> str:
    """A word without case, width, accents and normal form."""
    if word.isascii():
        return word.lower().replace("_", "")
    word = unicodedata.normalize("NFKD", word)
    word = _ACCENTS.sub("", word).casefold().translate(_LETTERS)
    word = _JUNK.sub("", unicodedata.normalize("NFKD", word))
    return unicodedata.normalize("NFC", _ACCENTS.sub("", word))


# The Arabic article, which is written on to its noun, with what may stand before it.
_ARTICLE = re.compile("[وفبك]?(?:ال|لل)(?=\\w{3})")


def terms_of(word: str) -> tuple[str, ...]:
    """The terms under which one word as written is indexed; the whole word comes first.

    A compound has its parts as well (`parseHtml`: parsehtml, parse, html). A run without spaces
    (`東京都`) gives its pairs and its last character: 東京, 京都, 都.
    """
    if word.isascii():
        # By far the most words are plain, so these take no detour.
        return (word.lower()[:MAX_TERM],) if _is_plain(word) else _terms_of(word)
    word = unicodedata.normalize("NFC", word)
    return tuple(_pairs(fold(word))) if _UNSEGMENTED.search(word) else _terms_of(word)


def _is_plain(word: str) -> bool:
    """Whether a word is no compound: neither `parseHtml` nor `utf8`."""
    return word.isalpha() and (word.islower() or word.istitle() or word.isupper())


def _terms_of(word: str) -> tuple[str, ...]:
    """Those of a word that stands between spaces."""
    whole = fold(word)[:MAX_TERM]
    if not whole:
        return ()
    if whole.isascii():
        if _is_plain(word):
            return (whole,)
    elif article := _ARTICLE.match(whole):
        return (whole, whole[article.end() :])
    parts = [fold(part)[:MAX_TERM] for part in _PARTS.findall(word)]
    parts = [part for part in parts if part != whole and (len(part) > 1 or part.isdigit())]
    return (whole, *parts)


def _pairs(run: str) -> list[str]:
    found: list[str] = []
    for piece in _UNSEGMENTED.split(run):
        if _UNSEGMENTED.match(piece):
            found += (piece[at : at + 2] for at in range(len(piece)))
        elif piece:
            found.append(piece)
    return found


class _Known(dict[str, tuple[str, ...]]):
    """The terms of words, each found once: nearly every word of a text was met before."""

    def __missing__(self, word: str) -> tuple[str, ...]:
        found = terms_of(word)
        if len(word) <= MAX_TERM:
            if len(self) >= _REMEMBERED:
                self.clear()
            self[word] = found
        return found


_KNOWN = _Known()


def terms(text: str) -> list[str]:
    """All terms of a text in its order, as the index stores them."""
    return list(chain.from_iterable(map(_KNOWN.__getitem__, split(text))))


def fold_name(name: str) -> str:
    """A tag or path in the form in which two spellings of it are the same."""
    return unicodedata.normalize("NFC", name).casefold()


def sought(text: str) -> Iterator[tuple[str, bool]]:
    """The terms to look up for a text, and whether each may be the start of a longer one.

    Every character of a run without spaces starts a pair, so a lone one is looked up as a start,
    and the last one of a run is in its last pair already.
    """
    for word in split(text):
        before = ""
        for term in terms_of(word):
            lone = len(term) == 1 and _UNSEGMENTED.match(term) is not None
            if not (lone and len(before) == 2 and before.endswith(term)):
                yield term, lone
            before = term


PIECE = 4


def piece(term: str) -> str:
    """The start that the forms of a word share, in any language; "" for one that is too short."""
    return term[:PIECE] if len(term) >= PIECE else ""


def path_words(path: str) -> frozenset[str]:
    """The words of folders and file; without numbers, which all daily notes share."""
    return frozenset(term for term in terms(path.rpartition(".")[0]) if not term.isdigit())

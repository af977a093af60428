"""Where a text that is too long may be cut: at sentences, words, lines, and never inside what a
reader sees as one character.

Cuts are half-open (start, end) pairs of character offsets in the text.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

from nearnote.markdown.chunks.packing import Place, pack, place

Cut = tuple[int, int]

# Full stops of scripts with spaces count when a space follows them or their closing quote; those of
# scripts without spaces count at once. Look-behinds keep this linear on "........" and the like.
_SENTENCE_BOUND = re.compile(
    r"""(?<=[.!?…۔؟।॥])\s+
      | (?<=[.!?…]["'”’»)\]])\s+
      | (?<=[.!?…]["'”’»)\]]["'”’»)\]])\s+
      | (?<=[。！？｡])(?![。！？｡」』”’）〕\s])
      | (?<=[。！？｡][」』”’）〕])(?![」』”’）〕\s])
      | (?<=[。！？｡])\s+""",
    re.VERBOSE,
)
_ZWJ = "\u200d"
# What Unicode glues to the character before it although it is no combining mark: both joiners,
# Thai and Lao AM, half-width voicing marks, skin tones and the letters of flag tags.
_GLUED = re.compile(
    "[\u200c\u200d\u0e33\u0eb3\uff9e\uff9f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]"
)
_HANGUL = re.compile(
    "[\u1100-\u115f\ua960-\ua97c][\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb\uac00-\ud7a3]"
    "|[\u1160-\u11ff\ud7b0-\ud7fb\uac00-\ud7a3][\u1160-\u11ff\ud7b0-\ud7fb]"
)
_VIRAMA = 9  # the combining class of the sign that joins two consonants of an Indic script


def prose(text: str, limit: int, overlap: int) -> list[Cut]:
    """Cut running text into parts of at most `limit` characters, best at the ends of sentences.

    Each part but the first begins with the last words of the one before it, about `overlap`
    characters, so that a thought that crosses a cut is whole on one side.
    """
    overlap = min(overlap, limit // 2)
    room = max(limit - overlap, 1)
    bounds = [0]
    for end in (*(bound.end() for bound in _SENTENCE_BOUND.finditer(text)), len(text)):
        while end - bounds[-1] > room:
            bounds.append(_word_bound(text, bounds[-1], bounds[-1] + room))
        if end > bounds[-1]:
            bounds.append(end)
    sentences = [text[start:end] for start, end in pairwise(bounds)]
    cuts = []
    for group in pack([*map(len, sentences)], [*map(place, sentences)], room):
        start, end = bounds[group.start], bounds[group.stop]
        cuts.append((_overlap_start(text, start, overlap), end))
    return cuts


def lines(text: str, limit: int) -> list[Cut]:
    """Cut code or a table into parts of at most `limit` characters, only between lines.

    Cuts prefer a line after a blank one, then the line that is indented least. A single line
    above the limit is cut as prose is: what follows would be lost otherwise.
    """
    bounds, places = _rows(text)
    sizes = [end - start for start, end in pairwise(bounds)]
    cuts: list[Cut] = []
    for group in pack(sizes, places, limit):
        start, end = bounds[group.start], bounds[group.stop]
        if len(group) == 1 and end - start > limit:
            inner = prose(text[start:end], limit, 0)
            cuts.extend((start + a, start + b) for a, b in inner)
        else:
            cuts.append((start, end))
    return cuts


@lru_cache(8)  # A long text is cut twice in a row: into chunks and into passages.
def _rows(text: str) -> tuple[list[int], list[Place]]:
    """Where the lines of a text begin, and its end; and how good each line is to cut before."""
    bounds = [0, *(match.end() for match in re.finditer("\n", text))]
    if bounds[-1] < len(text):
        bounds.append(len(text))
    rows = [text[start:end] for start, end in pairwise(bounds)]
    return bounds, [*map(place, rows, _line_ranks(rows))]


def grapheme_bound(text: str, at: int, low: int = 0) -> int:
    """The last bound between characters in (low, at], as readers see them, else the next one."""
    bound = at
    while bound > low and is_glued(text, bound):
        bound -= 1
    if bound > low:
        return bound
    while at < len(text) and is_glued(text, at):
        at += 1
    return at


def is_glued(text: str, at: int) -> bool:
    """Whether a cut at `at` would tear what a reader sees as one character."""
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if before.isascii() and after.isascii():
        return before == "\r" and after == "\n"
    if unicodedata.category(after).startswith("M") or _GLUED.match(after):
        return not before.isspace()
    if before == _ZWJ or _HANGUL.match(before + after):
        return True
    if unicodedata.combining(before) == _VIRAMA:
        return after.isalpha()
    return _is_regional(after) and _regional_run(text, at) % 2 == 1


def _line_ranks(rows: list[str]) -> list[int]:
    """How bad it is to cut before each line."""
    ranks = []
    after_blank = False
    for row in rows:
        text = row.strip()
        indent = len(row) - len(row.lstrip())
        ranks.append(0 if after_blank and text else 1 + indent)
        after_blank = not text
    return ranks


def _word_bound(text: str, start: int, at: int) -> int:
    """The last word's start in the second half of [start, at], else a bound between characters."""
    middle = start + (at - start) // 2
    for bound in range(min(at, len(text) - 1), middle, -1):
        if text[bound - 1].isspace() and not text[bound].isspace():
            return bound
    return grapheme_bound(text, at, start)


def _overlap_start(text: str, start: int, overlap: int) -> int:
    """Where the part that begins at `start` begins when it repeats the words before it."""
    low = max(start - overlap, 0)
    if start == 0 or low == start:
        return start
    for at in range(max(low, 1), start):
        if text[at - 1].isspace() and not text[at].isspace():
            return at
        if at - low > overlap // 2:
            break
    while low < start and is_glued(text, low):
        low += 1
    return low


def _is_regional(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _regional_run(text: str, at: int) -> int:
    """How many regional indicators stand directly before `at`: two of them make a flag."""
    start = at
    while start > 0 and _is_regional(text[start - 1]):
        start -= 1
    return at - start

"""What a note's excerpt looks like when it is written into another note."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from nearnote.markdown.chunks.split_points import grapheme_bound

if TYPE_CHECKING:
    from collections.abc import Iterable

_WORDS = 10  # in one line
_FEWEST = 4  # for each of many links
_LONGEST = 80  # characters, where words are long or not parted by spaces

_ADDRESS = re.compile(r"\b[\w.+-]+://\S+")
_SPECIAL = re.compile(
    r"""[\\`*\[\]<~$|]            # marks wherever they stand
      | (?<![^\W_])_|_(?![^\W_])  # an underscore that is not inside a word
      | (?<![^\W_])\#(?=\S)       # a tag
      | \^(?=[\w-]+$)             # a block id
      | &(?=\#?\w+;)              # an entity
      | %(?=%)|=(?==)             # Obsidian's comments and highlights
    """,
    re.VERBOSE,
)


def described(excerpts: Iterable[str]) -> str:
    """One line of Markdown that says what the excerpts say; empty when none has a word."""
    # An address says nothing, and would be a link of its own where it is written.
    texts = [" ".join(_ADDRESS.sub("", excerpt).split()) for excerpt in excerpts]
    texts = [text for text in texts if any(character.isalnum() for character in text)]
    most = max(_WORDS // max(len(texts), 1), _FEWEST)
    return "; ".join(escaped(first_words(text, most)) for text in dict.fromkeys(texts))


def first_words(text: str, most: int) -> str:
    """The first words of a text; an ellipsis says that there is more."""
    words = text.split(" ", most)
    head = " ".join(words[:most])
    if len(words) > most:
        head = head.rstrip(" ,;:.–—-(") + "…"
    return shortened(head, _LONGEST)


def shortened(text: str, longest: int) -> str:
    """The first words of a text; an ellipsis says that there is more."""
    if len(text) <= longest:
        return text
    cut = text.rfind(" ", longest // 2, longest)
    head = text[:cut] if cut > 0 else text[: grapheme_bound(text, longest - 1)]
    return head.rstrip(" ,;:.–—-(") + "…"


def escaped(text: str) -> str:
    """Markdown that reads as `text`, letter by letter, inside of a line."""
    return _SPECIAL.sub(r"\\\g<0>", text)

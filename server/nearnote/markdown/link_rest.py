"""What is left of a link after the cursor: the part that a choice covers, and how it is closed."""

from __future__ import annotations

import re
from typing import NamedTuple

# A destination as it can stand without angle brackets.
DESTINATION = r"(?:\\.|[^\s()<>#\\]|\((?:\\.|[^\s()\\])*+\))*+"
_PLAIN = re.compile(DESTINATION)
_ANGLED = re.compile(r"[^<>#\n]*")
_FRAGMENT = re.compile(r"(?:\\.|[^\s()<>\\])*")
_ANGLED_FRAGMENT = re.compile(r"[^<>\n]*")
_CLOSED = re.compile(
    r"""(?:\#[^\s()]*)?(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*\)""", re.VERBOSE
)
_WIKI = re.compile(r"([^\[\]\n]*)\]\]")
_NEXT_CELL = re.compile(r"(?<!\\)\|")
_LABEL = re.compile(r"([^\[\]\n]*)\]")
_LEFT_OF_BAR = re.compile(r"\\$")


class Rest(NamedTuple):
    """How many characters after the cursor a choice covers, and what it ends with.

    `labelled` tells whether the link goes on with a label or a fragment of its own.
    """

    length: int
    close: str
    labelled: bool = False


def wiki_rest(after: str, stops: str, *, in_table: bool) -> Rest:
    """What is left of `[[…` whose part ends at one of `stops`; in a table a bar ends the cell."""
    found = _WIKI.match(after)
    if found is None or (in_table and _NEXT_CELL.search(found[1])):
        return Rest(int(after.startswith("]")), "]]")
    part = re.split(f"[{re.escape(stops)}]", found[1], maxsplit=1)[0]
    more = found[1][len(part) :]
    if more.startswith("|"):
        part = _LEFT_OF_BAR.sub("", part)
    return Rest(len(part), "", "|" in more)


def path_rest(after: str, *, angled: bool, inline: bool, fragment: bool) -> Rest:
    """What is left of a link's destination: `inline` in `(…)`, else after a definition's colon."""
    part = _part(after, angled=angled, fragment=fragment)
    left = after[len(part) :]
    if angled:
        if re.match(r"(?:#[^<>\n]*)?>", left):
            return Rest(len(part), "")
        return Rest(0, ">" + (")" if inline and not after.startswith(")") else ""))
    if not inline:
        return Rest(len(part), "")
    return Rest(len(part), "") if _CLOSED.match(left) else Rest(0, ")")


def _part(after: str, *, angled: bool, fragment: bool) -> str:
    if angled:
        found = (_ANGLED_FRAGMENT if fragment else _ANGLED).match(after)
    else:
        found = (_FRAGMENT if fragment else _PLAIN).match(after)
    return found[0] if found else ""


def label_rest(after: str) -> Rest:
    """What is left of a name in brackets."""
    found = _LABEL.match(after)
    return Rest(len(found[1]), "") if found else Rest(0, "]")


def word_rest(after: str, word: re.Pattern[str]) -> Rest:
    """What is left of a word of these characters, which nothing has to close."""
    found = word.match(after)
    return Rest(found.end() if found else 0, "")

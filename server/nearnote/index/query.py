"""The grammar of every search box: text in, a Query out; no text is an error.

    words            ranked by what they say; none of them is a must
    "a phrase"       must be there, word for word        word*      any word that starts so
    tag:a  path:b/   only notes with tag a (or a/b), only notes below b/ ("quotes" allow spaces)
    AND OR NOT       in capitals, with parentheses; what they join is a must
    =…  ?…           leading mark: by words only, by meaning only

An operator without its operands, a lone parenthesis or quote, and every other character are
read as text or left out, so that a query that is still being typed finds something.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


MAX_LENGTH = 2000
"""In characters. A selected paragraph is a query; no model reads more of it than this."""


class Mode(StrEnum):
    """Which legs a search walks on."""

    HYBRID = "hybrid"
    TEXT = "text"
    VECTOR = "vector"


@dataclass(frozen=True, slots=True)
class Term:
    """Words to find, the last of them as a prefix or not; a phrase wants them side by side."""

    text: str
    prefix: bool = False
    phrase: bool = False


@dataclass(frozen=True, slots=True)
class TagFilter:
    """The note has this tag or one below it."""

    name: str


@dataclass(frozen=True, slots=True)
class Path:
    """The note's path has this text at its start or after a slash."""

    start: str


@dataclass(frozen=True, slots=True)
class And:
    """All of these hold."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """One of these holds."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """This does not hold."""

    part: Condition


Condition = Term | TagFilter | Path | And | Or | Not
"""What a note must be; a Term holds when any text of the note has it."""


@dataclass(frozen=True, slots=True)
class Query:
    """What a person asked for.

    `text` is what an embedding model should read: no operators, filters or excluded words.
    `terms` are what is scored, `must` is what a note has to fulfil to be shown at all. Without
    terms nothing ranks the notes: the answer is those that were edited last.
    """

    text: str = ""
    terms: tuple[Term, ...] = ()
    must: Condition | None = None
    mode: Mode | None = None


def parse(text: str) -> Query:
    """Read a search box. Never raises; what is far too long to be typed is cut."""
    text = unicodedata.normalize("NFC", text[:MAX_LENGTH]).translate(_QUOTES).lstrip()
    mode = {"=": Mode.TEXT, "?": Mode.VECTOR}.get(text[:1])
    tree = _Reader(_balanced(_tokens(text[1:] if mode else text))).any_of()
    asked = tuple(dict.fromkeys(_asked(tree)))
    return Query(" ".join(term.text for term in asked), asked, _must(tree), mode)


# -- from text to tokens ---------------------------------------------------------------------

_TOKEN = re.compile(
    r"""
      (?P<mark>[()])
    | (?P<filter>tag|path):(?:"(?P<quoted>[^"]*)"?|(?P<bare>[^\s()"]*))
    | (?<![^\s(])"(?P<phrase>[^"]*)(?P<closed>"?)
    | (?P<word>[^\s()"]+)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_QUOTES = str.maketrans(dict.fromkeys("“”„«»", '"'))
_MAX_DEPTH = 50  # Nobody nests so deep, and Python's stack is finite.

_Token = str | Term | TagFilter | Path
"""One of `( ) AND OR NOT`, or a leaf of the tree."""


def _tokens(text: str) -> Iterator[_Token]:
    for found in _TOKEN.finditer(text):
        if found["mark"]:
            yield found["mark"]
        elif found["filter"]:
            value = found["quoted"] or found["bare"] or ""
            if found["filter"].lower() == "path" and value.strip("/ "):
                yield Path(value.lstrip("/"))
            elif value.strip("#/ "):
                yield TagFilter(value.strip("#/ "))
        elif word := found["word"]:
            if word in ("AND", "OR", "NOT"):
                yield word
            elif any(map(str.isalnum, word)) and word.endswith("*"):
                yield Term(word.rstrip("*"), prefix=True)
            else:
                yield Term(word)
        elif (phrase := found["phrase"]).strip():
            # A phrase without its closing quote is still being typed: its last word is a start.
            typing = not found["closed"] and not phrase[-1].isspace()
            yield Term(phrase.strip(), prefix=typing, phrase=True)


def _balanced(tokens: Iterator[_Token]) -> list[_Token]:
    """The tokens with each `)` closing a `(`, none too deep, and all closed at the end."""
    kept: list[_Token] = []
    depth = dropped = 0
    for token in tokens:
        if token == "(":
            dropped += depth >= _MAX_DEPTH
            if depth >= _MAX_DEPTH:
                continue
            depth += 1
        elif token == ")":
            if dropped or not depth:
                dropped -= dropped > 0
                continue
            depth -= 1
        kept.append(token)
    return kept + [")"] * depth


# -- from tokens to a tree -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Run:
    """Things side by side, without an operator."""

    parts: tuple[_Tree, ...]


@dataclass(frozen=True, slots=True)
class _Joined:
    """Things that an operator joins: NOT has one part, AND and OR have two or more."""

    operator: str
    parts: tuple[_Tree, ...]


_Tree = Term | TagFilter | Path | _Run | _Joined


class _Reader:
    """Recursive descent; OR binds weakest, then AND, then side by side, then NOT."""

    def __init__(self, tokens: list[_Token]) -> None:
        self.tokens = tokens
        self.at = 0

    def any_of(self) -> _Tree:
        """Runs joined by OR, up to the `)` or the end."""
        return self._joined("OR", lambda: self._joined("AND", self._run))

    def _peek(self) -> _Token | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def _joined(self, operator: str, operand: Callable[[], _Tree]) -> _Tree:
        parts = [operand()]
        while self._peek() == operator:
            self.at += 1
            parts.append(operand())
        # An operator without one of its operands joins nothing.
        parts = [part for part in parts if part != _Run(())]
        if len(parts) < 2:
            return parts[0] if parts else _Run(())
        return _Joined(operator, tuple(parts))

    def _run(self) -> _Tree:
        parts: list[_Tree] = []
        negated = False
        while (token := self._peek()) not in (None, ")", "AND", "OR"):
            self.at += 1
            if token == "NOT":
                negated = not negated
                continue
            part = token if not isinstance(token, str) else self._group()
            if part == _Run(()):
                continue
            parts.append(_Joined("NOT", (part,)) if negated else part)
            negated = False
        return parts[0] if len(parts) == 1 else _Run(tuple(parts))

    def _group(self) -> _Tree:
        tree = self.any_of()
        self.at += 1  # its `)`
        return tree


# -- from the tree to what is asked ----------------------------------------------------------


def _asked(tree: _Tree) -> Iterator[Term]:
    """The terms that are wanted, in order."""
    if isinstance(tree, Term):
        yield tree
    elif isinstance(tree, _Run) or (isinstance(tree, _Joined) and tree.operator != "NOT"):
        for part in tree.parts:
            yield from _asked(part)


def _must(tree: _Tree) -> Condition | None:
    """What a note has to fulfil: all but the plain words that no operator joins."""
    if isinstance(tree, Term) and not tree.phrase:
        return None
    if isinstance(tree, _Run):
        musts = tuple(must for part in tree.parts if (must := _must(part)) is not None)
        return And(musts) if len(musts) > 1 else (musts[0] if musts else None)
    return _condition(tree)


def _condition(tree: _Tree) -> Condition:
    if isinstance(tree, _Run):
        return And(tuple(map(_condition, tree.parts)))
    if isinstance(tree, _Joined):
        parts = tuple(map(_condition, tree.parts))
        if tree.operator == "NOT":
            return Not(parts[0])
        return And(parts) if tree.operator == "AND" else Or(parts)
    return tree

"""Facts in list items: observations, relations and tasks, as basic-memory writes them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from nearnote.markdown.elements import LinkKind

if TYPE_CHECKING:
    from nearnote.markdown.parser.inline_content import Prose

_TASK = re.compile(r"\[([^\d\[\]])\](?=\s|$)")

_CATEGORY = re.compile(r"\[([^\[\]()!^\n][^\[\]()\n]*)\][ \t]+(?=\S)")
# `[12]` cites a source, `[00:11]` is a place in a recording, and one character is a task.
_NO_CATEGORY = re.compile(r"[\d\s:.,–-]*|.", re.DOTALL)
_EMPHASIS = "*_~ \t\n"
_TYPE = re.compile(r"[^\W\d][\w/+-]*")
_QUOTED = re.compile(r"\"([^\"]+)\"|'([^']+)'|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»|`([^`]+)`")
_BETWEEN = re.compile(r"[\s,;&+·|/]*(?:\b(?:and|ve|und|et|y)\b[\s,;&+·|/]*)?")
_WHY = re.compile(r"\s*(?:—|–|--?|:)\s+(?=\S)")


@dataclass(frozen=True, slots=True)
class Fact:
    """An observation's parts as text."""

    category: str
    text: str
    context: str


@dataclass(frozen=True, slots=True)
class Tie:
    """What an item says of its links: their common type, empty for none, and a context."""

    type: str
    context: str


class Item(NamedTuple):
    """A list item's own text, told apart: a task, an observation, relations, or just text."""

    text: str
    substance: str
    task: str | None = None
    observation: Fact | None = None
    relation: Tie | None = None


def read(text: str, substance: str, prose: Prose, task: str | None, bullet: bool) -> Item:
    """Tell what an item is; `bullet` is false for a numbered one, which states no fact."""
    if task is None and prose.bracketed:
        box = _TASK.match(text)
        if box:
            task = box[1]
            text = text[box.end() :].strip()
            substance = _TASK.sub("", substance, count=1).strip()
    if task is not None:
        return Item(text, substance, task)
    fact = observation(text) if bullet and prose.bracketed else None
    if fact:
        return Item(text, substance[substance.find("]") + 1 :].strip(), observation=fact)
    tie = relation(prose)
    return Item(text, tie.context if tie else substance, relation=tie)


def observation(text: str) -> Fact | None:
    """`[category] text #tag (context)` in an item's plain text; None when it is something else."""
    head = _CATEGORY.match(text)
    if not head or _NO_CATEGORY.fullmatch(head[1].strip()):
        return None
    said, context = split_context(_without_marks(text[head.end() :], ()))
    return Fact(head[1].strip(), _without_marks(said, "#"), context)


def relation(prose: Prose) -> Tie | None:
    """`type [[Target]] (context)`, also of several targets; None when it is a sentence."""
    placed = prose.links
    if not placed or any(it.link.kind is not LinkKind.WIKI for it in placed):
        return None
    text = prose.raw
    kind = relation_type(text[: placed[0].start])
    context = relation_context(text[placed[-1].end :])
    between = (text[a.end : b.start] for a, b in pairwise(placed))
    if kind is None or context is None or not all(map(_BETWEEN.fullmatch, between)):
        return None
    return Tie(kind, context)


def relation_type(before: str) -> str | None:
    """The type that an item's text before its first link names, empty for none.

    None means that the text is a sentence rather than a type.
    """
    name = before.strip(_EMPHASIS).removesuffix(":").strip(_EMPHASIS)
    if not name:
        return ""
    quoted = _QUOTED.fullmatch(name)
    if quoted:
        return next(part for part in quoted.groups() if part).strip()
    return name if _TYPE.fullmatch(name) else None


def relation_context(after: str) -> str | None:
    """What an item says after its last link, as `(context)` or `— why`; None for a sentence."""
    after = _without_marks(after, ("#", "^")).rstrip(".,;")
    if not after:
        return ""
    said, context = split_context(after)
    if context and not said:
        return context
    why = _WHY.match(after)
    return after[why.end() :] if why else None


def split_context(text: str) -> tuple[str, str]:
    """`text (context)` as its two parts; parentheses inside the context are balanced."""
    text = text.rstrip()
    if not text.endswith(")"):
        return text, ""
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        depth += (text[at] == ")") - (text[at] == "(")
        if depth == 0:
            inner = text[at + 1 : -1].strip()
            if not inner or (at > 0 and not text[at - 1].isspace()):
                return text, ""  # `f(x)` at the end of a sentence is no context.
            return text[:at].rstrip(), inner
    return text, ""


def _without_marks(text: str, marks: str | tuple[str, ...]) -> str:
    """Text on one line, without the words at its end that start with one of `marks`."""
    words = text.split()
    while words and words[-1].startswith(marks):
        words.pop()
    return " ".join(words)

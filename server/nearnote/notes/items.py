"""Facts in list items: observations, relations and tasks, as basic-memory writes them."""

from __future__ import annotations

import re
from dataclasses import dataclass

TASK = re.compile(r"\[([^\d\[\]])\](?=\s|$)")
"""A task's box at the start of an item; group 1 is its one character."""

_CATEGORY = re.compile(r"\[([^\[\]()!^\n][^\[\]()\n]*)\][ \t]+(?=\S)")
# `[12]` cites a source, `[00:11]` is a place in a recording, and one character is a task.
_NO_CATEGORY = re.compile(r"[\d\s:.,–-]*|.", re.DOTALL)
_EMPHASIS = "*_~ \t"
_TYPE = re.compile(r"[^\W\d][\w/+-]*")
_QUOTED = re.compile(r"\"([^\"]+)\"|'([^']+)'|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»|`([^`]+)`")
_BETWEEN = re.compile(r"[\s,;&+·|/]*(?:\b(?:and|ve|und|et|y)\b[\s,;&+·|/]*)?")
_WHY = re.compile(r"\s*(?:—|–|--?|:)\s+(?=\S)")
_TRAILING_TAGS = re.compile(r"(?:\s+#[^\s#]+)+\s*$")


@dataclass(frozen=True, slots=True)
class Fact:
    """An observation's parts as text."""

    category: str
    text: str
    context: str


def observation(text: str) -> Fact | None:
    """`[category] text #tag (context)` in an item's plain text; None when it is something else."""
    head = _CATEGORY.match(text)
    if not head or _NO_CATEGORY.fullmatch(head[1].strip()):
        return None
    said, context = split_context(" ".join(text[head.end() :].split()))
    said = _TRAILING_TAGS.sub("", " " + said).strip()
    return Fact(head[1].strip(), said, context)


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


def joins_links(between: str) -> bool:
    """Whether the text between two links of an item only lists them."""
    return _BETWEEN.fullmatch(between) is not None


def relation_context(after: str) -> str | None:
    """What an item says after its last link, as `(context)` or `— why`; None for a sentence."""
    after = _TRAILING_TAGS.sub("", " " + " ".join(after.split())).strip().rstrip(".,;")
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

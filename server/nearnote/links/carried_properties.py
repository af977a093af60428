"""The frontmatter of a note that goes into another one: nothing that it says is lost."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from nearnote.base.source import Source, Span
from nearnote.links.carried_text import edited
from nearnote.markdown.finding import Edit
from nearnote.markdown.frontmatter import block

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nearnote.markdown.note import Note

# A key in the first column, bare or quoted.
_KEY = re.compile(
    r"""(?:"([^"\n]*)"|'([^'\n]*)'|([^\s#\-:{}\[\]"'&*!|>%@`,?][^:\n]*?))\s*:(?:\s|$)"""
)
# What the merged text says elsewhere: as a heading, and as tags.
_SAID = ("title", "tags", "tag")
_BOM = "\ufeff".encode()


class Carried(NamedTuple):
    """The edit of the target's frontmatter, and what its text has to say instead."""

    edits: tuple[Edit, ...]
    text: str


def carried_properties(note: Note, target: Note, edits: Iterable[Edit], newline: str) -> Carried:
    """Properties that the target has not go into its frontmatter, others stay as a block of code.

    `edits` are those of the note's links, as they have to be written in the target.
    """
    front = note.front
    if not len(front.span):
        return Carried((), "")
    raw = edited(note.source.data, front.span, edits)
    lines = raw.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff").split("\n")
    inner = [line for line in lines[1:] if line.strip() not in ("---", "...", "+++", ";;;")]
    said = front.format != "yaml" or front.problem is not None
    parts = [] if said else _parts(inner)
    if not parts:
        kept = "\n".join(inner).strip("\n")
        return Carried((), _code(kept, front.format, newline))
    theirs = _keys(target)
    missing = [text for key, text in parts if key not in theirs and key not in _SAID]
    clashing = [text for key, text in parts if key in theirs and key not in _SAID]
    if missing:
        edit = _insertion(target, newline.join("\n".join(missing).split("\n")), newline)
        after = None if edit is None else target.source.edit(edit.span, edit.text)
        if edit is not None and after is not None and block.read(after).problem is None:
            return Carried((edit,), _code("\n".join(clashing), "yaml", newline))
    return Carried((), _code("\n".join([*missing, *clashing]), "yaml", newline))


def _parts(lines: list[str]) -> list[tuple[str, str]]:
    """Each property's key, without case, and its lines; nothing where that cannot be told."""
    found: list[tuple[str, list[str]]] = []
    before: list[str] = []
    for line in lines:
        key = _KEY.match(line)
        if key:
            found.append((next(filter(None, key.groups()), "").casefold(), [*before, line]))
            before = []
        elif found:
            found[-1][1].append(line)
        elif not line.strip() or line.startswith("#"):
            before.append(line)
        else:
            return []
    return [(key, "\n".join(part).rstrip("\n")) for key, part in found]


def _keys(note: Note) -> set[str]:
    text = note.source.slice(note.front.span)
    return {key for key, _ in _parts(text.lstrip("\ufeff").splitlines()[1:])}


def _insertion(target: Note, text: str, newline: str) -> Edit | None:
    """The edit that adds lines to a note's frontmatter; None where it has one of another kind."""
    front, source = target.front, target.source
    if not len(front.span):
        start = len(_BOM) if source.data.startswith(_BOM) else 0
        return Edit(Span(start, start), newline.join(("---", text, "---", "", "")))
    if front.format != "yaml" or front.problem is not None:
        return None
    # The last line of the block is its fence.
    last = source.line_of(max(front.span.end - 1, front.span.start))
    start = source.line_span(last).start
    return Edit(Span(start, start), text + newline)


def _code(text: str, language: str, newline: str) -> str:
    """Properties as a block of code, which no reader takes for the note's own."""
    if not text.strip():
        return ""
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    return newline.join((fence + (language or "yaml"), *text.split("\n"), fence, "", ""))


def source_after(source: Source, edits: Iterable[Edit]) -> Source:
    """A text after edits that do not overlap."""
    return Source.of(edited(source.data, Span(0, len(source.data)), edits))

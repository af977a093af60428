"""Comments by which a note's writer says that a finding is meant to be.

- `<!-- nearnote-ignore bare-heading -->` on the line before, or at the end of the line itself.
- `<!-- nearnote-ignore-file bare-heading -->` anywhere, for the whole note.

Several names may be given; without a name every rule is meant.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.markdown.elements import BlockKind
from nearnote.markdown.finding import Edit, Finding, Fix

if TYPE_CHECKING:
    from collections.abc import Container

    from nearnote.markdown.note import Note

# A comment in backticks shows how to write one.
_COMMENT = re.compile(
    rb"(?<!`)<!--[ \t]*nearnote-ignore(-file)?((?:[ \t,]+[a-z][a-z-]*)*)[ \t]*-->"
)


class _Every:
    """A container of every rule's name."""

    def __contains__(self, name: object) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Ignored:
    """Which rules are ignored where."""

    everywhere: Container[str] = ()
    lines: dict[int, list[Container[str]]] = field(default_factory=dict)

    def covers(self, rule: str, line: int) -> bool:
        """Whether a finding of `rule` at a 0-based line is ignored."""
        return rule in self.everywhere or any(rule in names for names in self.lines.get(line, ()))


def read(note: Note) -> Ignored:
    """The ignore comments of a note."""
    source = note.source
    if b"nearnote-ignore" not in source.data:
        return Ignored()
    everywhere: Container[str] = frozenset()
    lines: dict[int, list[Container[str]]] = {}
    code = [block.span for block in note.blocks if block.kind is BlockKind.CODE]
    for comment in _COMMENT.finditer(source.data, note.front.span.end):
        if any(comment.start() in span for span in code):
            continue
        listed = frozenset(comment[2].decode().replace(",", " ").split())
        names: Container[str] = listed or _Every()
        if comment[1]:
            everywhere = _either(everywhere, names)
        else:
            line = source.line_of(comment.start())
            lines.setdefault(_meant(note, line), []).append(names)
    return Ignored(everywhere, lines)


def fixes(note: Note, finding: Finding) -> tuple[Fix, ...]:
    """The fixes that make `lint` pass over a finding: at its place where a comment can stand
    there, and in the whole note.
    """
    everywhere = Fix(
        f"Ignore {finding.rule} in this note",
        (_at_the_top(note, f"<!-- nearnote-ignore-file {finding.rule} -->"),),
    )
    here = _at_the_line(note, finding.span.start, f"<!-- nearnote-ignore {finding.rule} -->")
    return (Fix(f"Ignore {finding.rule} here", (here,)), everywhere) if here else (everywhere,)


def _either(one: Container[str], other: Container[str]) -> Container[str]:
    if isinstance(one, frozenset) and isinstance(other, frozenset):
        return one | other
    return _Every()


def _meant(note: Note, line: int) -> int:
    """The line that a comment on `line` speaks of: the next with text when it stands alone."""
    source = note.source
    while line + 1 < source.line_count:
        rest = _COMMENT.sub(b"", source.line(line).encode()).decode()
        if rest.strip(" \t>\ufeff"):
            break
        line += 1
    return line


def _at_the_top(note: Note, comment: str) -> Edit:
    """A line of its own where the body begins."""
    newline, at = _newline(note), note.front.span.end
    torn = len(note.front.span) > 0 and note.source.data[at - 1] not in b"\r\n"
    return Edit(Span(at, at), f"{newline if torn else ''}{comment}{newline}")


def _at_the_line(note: Note, offset: int, comment: str) -> Edit | None:
    """A comment before a heading's line, or at the end of an item's first line."""
    source = note.source
    line = source.line_span(source.line_of(offset))
    section = bisect_right(note.sections, offset, key=lambda section: section.span.start) - 1
    heading = note.sections[max(section, 0)].heading
    if heading and heading.span.touches(offset):
        start = max(line.start, note.front.span.end)  # after a BOM
        return Edit(Span(start, start), comment + _newline(note))
    block = bisect_right(note.blocks, offset, key=lambda block: block.span.start) - 1
    if block < 0 or note.blocks[block].kind is not BlockKind.ITEM:
        return None
    first_id = bisect_left(note.block_ids, line.start, key=lambda mark: mark.span.start)
    marks = note.block_ids[first_id : first_id + 1]
    # A block id must stay the last thing in its line.
    end = marks[0].span.start if marks and line.covers(marks[0].span) else line.end
    text = source.data[line.start : end]
    end -= len(text) - len(text.rstrip(b" \t"))
    return Edit(Span(end, end), f" {comment}")


def _newline(note: Note) -> str:
    """The line end that the note uses."""
    first = note.source.line_span(0).end
    end = re.match(rb"\r\n|\n|\r", note.source.data[first : first + 2])
    return end[0].decode() if end else "\n"

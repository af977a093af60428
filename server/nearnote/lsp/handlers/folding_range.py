"""textDocument/foldingRange: what folds in a note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from nearnote.lsp.snapshot import on_note
from nearnote.markdown.elements import BlockKind

if TYPE_CHECKING:
    from nearnote.lsp.session import NearnoteServer
    from nearnote.markdown.note import Note


async def on_folding_range(
    ls: NearnoteServer, params: types.FoldingRangeParams
) -> list[types.FoldingRange] | None:
    """What can be folded: frontmatter, sections, lists, code, comments."""
    return await on_note(ls, params.text_document.uri, lambda seen: folding_ranges(seen.note))


def folding_ranges(note: Note) -> list[types.FoldingRange]:
    """Ranges of whole lines; blank lines at a section's end stay unfolded."""
    source = note.source
    found: dict[tuple[int, int], types.FoldingRange] = {}

    def fold(start: int, end: int, kind: types.FoldingRangeKind | None = None) -> None:
        first, last = source.line_of(start), source.line_of(max(start, end - 1))
        while last > first and not source.line(last).strip():
            last -= 1
        if last > first:
            found.setdefault((first, last), types.FoldingRange(first, last, kind=kind))

    if note.front.format:
        fold(note.front.span.start, note.front.span.end, types.FoldingRangeKind.Region)
    for section in note.sections:
        if section.heading is not None:
            fold(section.heading.span.start, section.end)
    ends = {number: block.span.end for number, block in enumerate(note.blocks)}
    for number in range(len(note.blocks) - 1, -1, -1):
        block = note.blocks[number]
        if block.parent >= 0:
            ends[block.parent] = max(ends[block.parent], ends[number])
    for number, block in enumerate(note.blocks):
        if block.kind in (BlockKind.CODE, BlockKind.TABLE, BlockKind.ITEM):
            fold(block.span.start, ends[number])
        elif block.kind is BlockKind.COMMENT:
            fold(block.span.start, block.span.end, types.FoldingRangeKind.Comment)
    return [found[key] for key in sorted(found)]

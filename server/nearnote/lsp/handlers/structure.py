"""The shape of one note: its outline, what folds, and what a growing selection takes in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from nearnote.base.sanitise import one_line
from nearnote.base.source import Span
from nearnote.lsp.snapshot import on_note
from nearnote.markdown.note import BlockKind

if TYPE_CHECKING:
    from nearnote.lsp.session import NearnoteServer
    from nearnote.lsp.snapshot import Snapshot
    from nearnote.markdown.note import Note


async def on_document_symbol(
    ls: NearnoteServer, params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol] | None:
    """The headings of a note, nested."""
    return await on_note(ls, params.text_document.uri, document_symbols)


def document_symbols(seen: Snapshot) -> list[types.DocumentSymbol]:
    """The tree of headings; a level that is skipped nests all the same."""
    roots: list[types.DocumentSymbol] = []
    above: list[tuple[int, list[types.DocumentSymbol]]] = [(0, roots)]
    for section in seen.note.sections:
        heading = section.heading
        if heading is None:
            continue
        children: list[types.DocumentSymbol] = []
        symbol = types.DocumentSymbol(
            name=one_line(heading.text) or "#" * heading.level,
            kind=types.SymbolKind.String,
            range=seen.range(Span(heading.span.start, max(section.end, heading.span.end))),
            selection_range=seen.range(heading.span),
            children=children,
        )
        while above[-1][0] >= heading.level:
            above.pop()
        above[-1][1].append(symbol)
        above.append((heading.level, children))
    return roots


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


async def on_selection_range(
    ls: NearnoteServer, params: types.SelectionRangeParams
) -> list[types.SelectionRange] | None:
    """What a selection grows to, from each cursor."""
    return await on_note(
        ls,
        params.text_document.uri,
        lambda seen: [selection_range(seen, position) for position in params.positions],
    )


def selection_range(seen: Snapshot, position: types.Position) -> types.SelectionRange:
    """From the link or tag over its block and its sections to the whole note."""
    offset = seen.offset(position)
    spans = {Span(0, len(seen.source.data))}
    note = seen.note
    spans |= {block.span for block in note.blocks} | {tag.span for tag in note.tags}
    for link in note.links:
        spans |= {link.span, link.target_span, link.fragment_span, link.label_span}
        spans.add(link.reference_span)
    for section in note.sections:
        spans |= {section.span, Span(section.span.start, max(section.end, section.span.end))}
    around = sorted((span for span in spans if span.touches(offset)), key=len, reverse=True)
    found: types.SelectionRange | None = None
    last = around[0]
    for span in around:
        if len(span) and last.covers(span):
            found = types.SelectionRange(seen.range(span), found)
            last = span
    return found or types.SelectionRange(types.Range(position, position))

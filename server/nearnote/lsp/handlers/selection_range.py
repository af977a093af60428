"""textDocument/selectionRange: a selection that grows by link, block and section."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from nearnote.base.source import Span
from nearnote.lsp.snapshot import on_note

if TYPE_CHECKING:
    from nearnote.lsp.session import NearnoteServer
    from nearnote.lsp.snapshot import Snapshot


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

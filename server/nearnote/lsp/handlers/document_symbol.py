"""textDocument/documentSymbol: the headings of a note, nested."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from nearnote.base.sanitise import one_line
from nearnote.base.source import Span
from nearnote.lsp.snapshot import on_note

if TYPE_CHECKING:
    from nearnote.lsp.session import NearnoteServer
    from nearnote.lsp.snapshot import Snapshot


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

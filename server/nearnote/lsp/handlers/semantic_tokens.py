"""Semantic tokens of what Markdown highlighters do not know: links, tags and facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from nearnote.base.source import Span
from nearnote.lsp.snapshot import on_note
from nearnote.markdown.elements import LinkKind

if TYPE_CHECKING:
    from nearnote.lsp.session import NearnoteServer
    from nearnote.lsp.snapshot import Snapshot

_LINK, _FRAGMENT, _TAG, _FACT = range(4)  # places in `offers.TOKENS`
_BROKEN = 1  # the modifier's bit: a link that means no note


async def on_semantic_tokens(
    ls: NearnoteServer, params: types.SemanticTokensParams
) -> types.SemanticTokens | None:
    """All tokens of a note."""
    return await on_note(ls, params.text_document.uri, semantic_tokens)


def semantic_tokens(seen: Snapshot) -> types.SemanticTokens:
    """Tokens in order, none over two lines, none over another."""
    found: dict[Span, tuple[int, int]] = {}
    for link in seen.note.links:
        if link.external or link.kind is LinkKind.FOOTNOTE:
            continue
        meant = seen.vault.resolve(link, seen.path)
        broken = 0 if meant.candidates or meant.attachment else _BROKEN
        found[link.reference_span if link.is_use else link.target_span] = (_LINK, broken)
        found[link.fragment_span] = (_FRAGMENT, 0)
    for tag in (*seen.note.front.tags, *seen.note.tags):
        found[tag.span] = (_TAG, 0)
    data = seen.source.data
    for fact in seen.note.observations:
        block = seen.note.blocks[fact.block]
        mark = f"[{fact.category}]".encode()
        at = data.find(mark, block.span.start, block.span.end)
        if at >= 0:
            found[Span(at, at + len(mark))] = (_FACT, 0)
    for tie in seen.note.relations:
        block = seen.note.blocks[tie.block]
        mark = tie.type.encode()
        at = data.find(mark, block.span.start, seen.note.links[tie.link].span.start)
        if mark and at >= 0:
            found[Span(at, at + len(mark))] = (_FACT, 0)
    return types.SemanticTokens(_packed(seen, found))


def _packed(seen: Snapshot, found: dict[Span, tuple[int, int]]) -> list[int]:
    """Five numbers a token, each place counted from the one before."""
    packed: list[int] = []
    line = character = end = 0
    for span in sorted(span for span in found if len(span)):
        at = seen.range(span)
        if span.start < end or at.start.line != at.end.line:
            continue
        end = span.end
        below = at.start.line - line
        right = at.start.character - (0 if below else character)
        kind, modifiers = found[span]
        packed += (below, right, at.end.character - at.start.character, kind, modifiers)
        line, character = at.start.line, at.start.character
    return packed

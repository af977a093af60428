"""textDocument/documentLink: the links of a note that open on a click."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from nearnote.base import uri
from nearnote.base.source import Span
from nearnote.features.navigation import (
    Spot,
    folder_page,
    fragment_spot,
)
from nearnote.features.other_folders import resolve_outside, spot_of
from nearnote.lsp.snapshot import on_note
from nearnote.markdown.elements import LinkKind

if TYPE_CHECKING:
    from nearnote.lsp.session import NearnoteServer
    from nearnote.lsp.snapshot import Snapshot
    from nearnote.markdown.elements import Link


async def on_document_link(
    ls: NearnoteServer, params: types.DocumentLinkParams
) -> list[types.DocumentLink] | None:
    """The links of a note that lead somewhere in the vault."""
    return await on_note(ls, params.text_document.uri, document_links)


def document_links(seen: Snapshot) -> list[types.DocumentLink]:
    """Links to notes open at the heading or block, those to attachments open the file."""
    found = []
    for link in seen.note.links:
        target = _target(seen, link)
        if target is not None:
            span = link.target_span if link.target and not link.is_use else link.span
            if link.fragment:
                span = Span(span.start, max(span.end, link.fragment_span.end))
            found.append(types.DocumentLink(seen.range(span), target))
    return found


def _target(seen: Snapshot, link: Link) -> str | None:
    if link.kind is LinkKind.FOOTNOTE:
        return None
    meant = seen.vault.resolve(link, seen.path)
    if meant.note is not None:
        spot = Spot(meant.note, Span(0, 0))
        if not link.fragment:
            return seen.uri(meant.note)
        spot = fragment_spot(seen.vault, meant.note, link.fragment)
        line = seen.location(spot).range.start.line
        return f"{seen.uri(meant.note)}#L{line + 1}"
    if meant.attachment and seen.vault.root is not None:
        return uri.of_path(seen.vault.root / meant.attachment)
    if not meant.candidates and (page := folder_page(seen.vault, seen.path, link)) is not None:
        return seen.uri(page)
    outside = resolve_outside(seen.workspace, seen.vault, seen.path, link)
    if outside is None:
        return None
    place = seen.location_in(outside[0], spot_of(*outside, link))
    return f"{place.uri}#L{place.range.start.line + 1}" if link.fragment else place.uri

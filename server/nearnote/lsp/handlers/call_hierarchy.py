"""The graph of links as a call hierarchy, so that an editor's own tree walks it."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from lsprotocol import types

from nearnote.base.sanitise import one_line
from nearnote.base.source import Span
from nearnote.features.navigation import MAX_PLACES, Spot
from nearnote.features.subject import Kind, subject
from nearnote.links.names import is_internal
from nearnote.lsp.snapshot import on_note

if TYPE_CHECKING:
    from nearnote.base.note_path import NotePath
    from nearnote.lsp.session import NearnoteServer
    from nearnote.lsp.snapshot import Snapshot


async def on_prepare(
    ls: NearnoteServer, params: types.CallHierarchyPrepareParams
) -> list[types.CallHierarchyItem] | None:
    """The note whose tree is shown: the one that the link under the cursor means, else this one."""

    def prepare(seen: Snapshot) -> list[types.CallHierarchyItem]:
        found = subject(seen.vault, seen.path, seen.offset(params.position))
        named = found.path if found is not None and found.kind is not Kind.TAG else None
        return [_item(seen, named or seen.path)]

    return await on_note(ls, params.text_document.uri, prepare)


async def on_incoming(
    ls: NearnoteServer, params: types.CallHierarchyIncomingCallsParams
) -> list[types.CallHierarchyIncomingCall] | None:
    """The notes that link to a note."""
    return await on_note(ls, params.item.uri, incoming)


def incoming(seen: Snapshot) -> list[types.CallHierarchyIncomingCall]:
    """Backlinks by note, with the places of the links in each."""
    places: defaultdict[NotePath, list[types.Range]] = defaultdict(list)
    for number, (source, link) in enumerate(seen.vault.names.backlinks(seen.path)):
        if number == MAX_PLACES:
            break
        places[source].append(seen.location(Spot(source, link.span)).range)
    return [
        types.CallHierarchyIncomingCall(_item(seen, source), ranges)
        for source, ranges in places.items()
    ]


async def on_outgoing(
    ls: NearnoteServer, params: types.CallHierarchyOutgoingCallsParams
) -> list[types.CallHierarchyOutgoingCall] | None:
    """The notes that a note links to."""
    return await on_note(ls, params.item.uri, outgoing)


def outgoing(seen: Snapshot) -> list[types.CallHierarchyOutgoingCall]:
    """Links by the note that they mean, in the order of the text."""
    places: defaultdict[NotePath, list[types.Range]] = defaultdict(list)
    for link in seen.note.links:
        target = seen.vault.resolve(link, seen.path).note if is_internal(link) else None
        if target is not None and target != seen.path:
            places[target].append(seen.range(link.span))
    return [
        types.CallHierarchyOutgoingCall(_item(seen, target), ranges)
        for target, ranges in places.items()
    ]


def _item(seen: Snapshot, path: NotePath) -> types.CallHierarchyItem:
    known = seen.vault.names.outlines[path]
    place = seen.location(Spot(path, known.title_span or Span(0, 0)))
    return types.CallHierarchyItem(
        name=one_line(known.title or path),
        kind=types.SymbolKind.File,
        uri=place.uri,
        range=place.range,
        selection_range=place.range,
        detail=one_line(path),
    )

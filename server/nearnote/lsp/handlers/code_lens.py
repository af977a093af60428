"""Reference counts above headings, and titles beside links whose target hides them."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from nearnote.base.sanitise import one_line
from nearnote.features.navigation import links_to, references
from nearnote.links.name_match import strip_suffix
from nearnote.links.outline import find_anchor, fold
from nearnote.lsp import convert
from nearnote.lsp.snapshot import on_note
from nearnote.markdown.elements import LinkKind

if TYPE_CHECKING:
    from nearnote.base.source import Span
    from nearnote.links.outline import Outline
    from nearnote.lsp.session import NearnoteServer
    from nearnote.lsp.snapshot import Snapshot
    from nearnote.markdown.elements import Link

MOST_LENSES = 200
MOST_COUNTED = 1000


async def on_code_lens(
    ls: NearnoteServer, params: types.CodeLensParams
) -> list[types.CodeLens] | None:
    """A lens for the title and one for each heading, to be counted when they are seen."""
    return await on_note(ls, params.text_document.uri, code_lenses)


def code_lenses(seen: Snapshot) -> list[types.CodeLens]:
    """Where lenses go, at what is used somewhere; `data` names the note and the place."""
    note = seen.note
    known = seen.vault.names.outlines[seen.path]
    used = {
        _named(known, link) for _, link in islice(links_to(seen.vault, seen.path), MOST_COUNTED)
    }
    spans = [note.title_span] if note.title_span else []
    spans += [
        section.heading.text_span
        for section in note.sections
        if section.heading is not None and section.heading.text_span != note.title_span
    ]
    found = []
    for span in [span for span in spans if span in used][:MOST_LENSES]:
        at = seen.range(span)
        place = {"line": at.start.line, "character": at.start.character}
        found.append(types.CodeLens(at, data={"uri": seen.document.uri, **place}))
    return found


def _named(known: Outline, link: Link) -> Span | None:
    """The title or heading of a note that a link to it names."""
    anchor = find_anchor(known, link.fragment) if link.fragment else None
    return known.title_span if anchor is None else anchor.text_span


async def on_code_lens_resolve(ls: NearnoteServer, lens: types.CodeLens) -> types.CodeLens:
    """Count the references of one heading."""
    data: Any = lens.data
    at = types.Position(data["line"], data["character"])

    def count(seen: Snapshot) -> int:
        uses = references(seen.vault, seen.path, seen.offset(at))
        return sum(1 for _ in islice(uses, MOST_COUNTED))

    number = await on_note(ls, data["uri"], count) or 0
    many = f"{number}+" if number == MOST_COUNTED else str(number)
    title = f"{many} reference{'' if number == 1 else 's'}"
    argument = {"uri": data["uri"], "line": at.line, "character": at.character}
    # A client that knows the command shows the places; others show the title alone.
    lens.command = types.Command(
        title, command="nearnote.showReferences" if number else "", arguments=[argument]
    )
    return lens


async def on_inlay_hint(
    ls: NearnoteServer, params: types.InlayHintParams
) -> list[types.InlayHint] | None:
    """The titles of the notes that links in a range mean by another name."""
    return await on_note(ls, params.text_document.uri, lambda seen: inlay_hints(seen, params.range))


def inlay_hints(seen: Snapshot, marked: types.Range) -> list[types.InlayHint]:
    """A hint for each link that shows neither a label nor the title."""
    wanted = seen.span(marked)
    found = []
    for link in seen.note.links:
        if link.span.end < wanted.start or link.span.start > wanted.end:
            continue
        if link.kind is not LinkKind.WIKI or link.label or not link.target:
            continue
        target = seen.vault.resolve(link, seen.path).note
        title = "" if target is None else seen.vault.names.outlines[target].title
        shown = strip_suffix(link.target.rpartition("/")[2])
        if title and fold(title) != fold(shown):
            end = convert.position(seen.source, link.target_span.end, seen.encoding)
            label = f" {one_line(title)[:60]}"
            found.append(types.InlayHint(end, label, padding_left=True))
    return found

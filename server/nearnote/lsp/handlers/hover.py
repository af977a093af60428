"""textDocument/hover: what a link points at, and the notes that are near the cursor's line."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lsprotocol import types

from nearnote.base.sanitise import one_line
from nearnote.features.other_folders import resolve_outside
from nearnote.features.preview import link_preview, note_preview
from nearnote.features.related import related_notes
from nearnote.lsp import convert
from nearnote.lsp.snapshot import on_note
from nearnote.markdown.quoted import quoted

if TYPE_CHECKING:
    from collections.abc import Callable

    from nearnote.features.results import Found, Preview
    from nearnote.lsp.session import NearnoteServer
    from nearnote.lsp.snapshot import Snapshot

_EXCERPT = 120
"""Characters of an excerpt: one line of a hover window."""


async def on_hover(ls: NearnoteServer, params: types.HoverParams) -> types.Hover | None:
    """Answer in the best format that the client shows."""
    formats = ls.can("text_document.hover.content_format") or []
    page = markdown_page if types.MarkupKind.Markdown in formats else plain_page
    limit = ls.settings.related_limit
    return await on_note(
        ls,
        params.text_document.uri,
        lambda snapshot: hover(snapshot, params.position, limit, page),
    )


def hover(
    snapshot: Snapshot,
    position: types.Position,
    limit: int,
    page: Callable[[Snapshot, Preview | None, tuple[Found, ...]], types.MarkupContent],
) -> types.Hover | None:
    """What is known of a place; None when nothing is near."""
    offset = snapshot.offset(position)
    # The other server shows what a link points at where this one is for meaning only.
    links = () if snapshot.vault.settings.only == "semantic" else snapshot.note.links
    link = next((link for link in links if offset in link.span), None)
    preview = None if link is None else link_preview(snapshot.vault, snapshot.path, link)
    shown = snapshot.vault
    if link is not None and preview is None:
        outside = resolve_outside(snapshot.workspace, shown, snapshot.path, link)
        if outside is not None:
            shown, target = outside
            preview = note_preview(shown, target, link)
    related = related_notes(snapshot.vault, snapshot.path, offset, limit)
    if preview is None and not related.hits:
        return None
    return types.Hover(
        # The preview opens in the folder that its note is in.
        page(replace(snapshot, vault=shown), preview, related.hits),
        snapshot.range(related.span),
    )


def markdown_page(
    snapshot: Snapshot, preview: Preview | None, related: tuple[Found, ...]
) -> types.MarkupContent:
    """The hover in Markdown; the links open at the line."""
    parts = []
    if preview is not None:
        uri = _at(snapshot.uri_of(snapshot.vault.root, preview.path), preview.line)
        name = convert.markdown(_name(preview))
        parts.append(f"[**{name}**]({uri})\n\n{quoted(preview.text)}".strip())
    if related:
        parts.append("\n".join(["**Related notes**", "", *(_item(snapshot, f) for f in related)]))
    return types.MarkupContent(types.MarkupKind.Markdown, "\n\n---\n\n".join(parts))


def _item(snapshot: Snapshot, found: Found) -> str:
    hit = found.hit
    uri = _at(snapshot.uri_of(found.root, hit.path), hit.line)
    name = convert.markdown(convert.headline(hit))
    return f"- [{name}]({uri}) {_score(found)}{_dash(convert.markdown(_excerpt(found)))}"


def plain_page(
    _: Snapshot, preview: Preview | None, related: tuple[Found, ...]
) -> types.MarkupContent:
    """The hover for clients without Markdown."""
    parts = []
    if preview is not None:
        parts.append("\n".join([_name(preview), *map(one_line, preview.text.splitlines())]))
    if related:
        lines = [
            f"- {convert.headline(found.hit)} {_score(found)}{_dash(_excerpt(found))}"
            for found in related
        ]
        parts.append("\n".join(["Related notes", *lines]))
    return types.MarkupContent(types.MarkupKind.PlainText, "\n\n".join(parts))


def _name(preview: Preview) -> str:
    return one_line(" › ".join(part for part in (preview.title, preview.heading) if part))


def _score(found: Found) -> str:
    return f"({found.hit.score:.2f}{', linked' if found.hit.linked else ''})"


def _excerpt(found: Found) -> str:
    text = one_line(found.hit.snippet or found.hit.text)
    return text if len(text) <= _EXCERPT else text[:_EXCERPT].rsplit(" ", 1)[0] + " …"


def _dash(excerpt: str) -> str:
    return f" — {excerpt}" if excerpt else ""


def _at(uri: str, line: int) -> str:
    return f"{uri}#L{line + 1}"

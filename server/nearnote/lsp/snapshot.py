"""What a request sees: one note of one vault as it stood when its turn came."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from lsprotocol import types

from nearnote.base import uri
from nearnote.base.note_path import NotePath
from nearnote.base.source import Source
from nearnote.lsp import convert

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from nearnote.base.source import Encoding, Span
    from nearnote.features.navigation import Spot
    from nearnote.lsp.session import NearnoteServer
    from nearnote.markdown.note import Note
    from nearnote.vault.vault import Vault
    from nearnote.workspace.workspace import Workspace

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A note with what is needed to answer about it in the editor's terms."""

    workspace: Workspace
    vault: Vault
    path: NotePath
    note: Note
    document: types.OptionalVersionedTextDocumentIdentifier
    encoding: Encoding
    uri_of: Callable[[Path | None, NotePath], str]
    versions: Mapping[str, int | None] = field(default_factory=dict)  # of all open documents

    @property
    def source(self) -> Source:
        """The note's text."""
        return self.note.source

    def offset(self, position: types.Position) -> int:
        """The byte offset of an editor's position."""
        return convert.offset(self.source, position, self.encoding)

    def span(self, marked: types.Range) -> Span:
        """The bytes of an editor's range."""
        return convert.span(self.source, marked, self.encoding)

    def range(self, span: Span) -> types.Range:
        """A span for the editor."""
        return convert.range_(self.source, span, self.encoding)

    def uri(self, path: NotePath) -> str:
        """The URI of a note of this vault."""
        return self.document.uri if path == self.path else self.uri_of(self.vault.root, path)

    def location(self, spot: Spot) -> types.Location:
        """A place in a note of this vault."""
        return self.location_in(self.vault, spot)

    def location_in(self, vault: Vault, spot: Spot) -> types.Location:
        """A place in a note of any open folder."""
        here = vault is self.vault
        source = self.source if here and spot.path == self.path else vault.source(spot.path)
        found = convert.range_(source or Source.of(""), spot.span, self.encoding)
        return types.Location(
            self.uri(spot.path) if here else self.uri_of(vault.root, spot.path), found
        )


async def on_note(
    ls: NearnoteServer, uri: str, answer: Callable[[Snapshot], T], *, later: bool = False
) -> T | None:
    """What `answer` says of the note that a URI names; None when no vault has it."""
    document = ls.workspace.opened(uri)
    version = None if document is None else document.version
    versions = {each.uri: each.version for each in ls.workspace.text_documents.values()}

    def job(workspace: Workspace) -> T | None:
        located = locate(workspace, uri)
        if located is None:
            return None
        vault, path = located
        note = vault.note(path)
        if note is None:
            return None
        identifier = types.OptionalVersionedTextDocumentIdentifier(uri, version)
        snapshot = Snapshot(
            workspace, vault, path, note, identifier, ls.workspace.encoding, ls.uri_of, versions
        )
        return answer(snapshot)

    return await ls.submit(job, later=later)


def locate(workspace: Workspace, document_uri: str) -> tuple[Vault, NotePath] | None:
    """The vault and the path of a document; what lies in no folder is known while it is open."""
    file = uri.to_path(document_uri)
    if file is not None and (owned := workspace.owner(file)) is not None:
        return owned
    path = loose_path(document_uri)
    return next(((vault, path) for vault in workspace if path in vault.names.outlines), None)


def loose_path(document_uri: str) -> NotePath:
    """The path of a note that lies in no folder: its file's full path, else (unsaved) its URI."""
    file = uri.to_path(document_uri)
    return NotePath(document_uri if file is None else file.as_posix())

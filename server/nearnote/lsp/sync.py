"""What happens to documents and files in the editor, handed on to the vaults.

Handlers run on the event loop in the order of the messages and only queue a job, so that what
is asked after an edit sees it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nearnote.base import uri
from nearnote.base.note_path import NotePath, with_folders
from nearnote.lsp import publish_diagnostics
from nearnote.lsp.snapshot import locate, loose_path

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from lsprotocol import types

    from nearnote.base.source import Source
    from nearnote.config import Settings
    from nearnote.lsp.documents import NoteDocument
    from nearnote.lsp.session import NearnoteServer
    from nearnote.vault.vault import Vault
    from nearnote.workspace.workspace import Workspace


# -- documents -------------------------------------------------------------------------------


def on_did_open(ls: NearnoteServer, params: types.DidOpenTextDocumentParams) -> None:
    """A buffer wins over the disk from now on."""
    opened = params.text_document.uri
    file = uri.to_path(opened)
    if file is None:
        ls.unsaved.add(opened)
    else:
        ls.files[file] = opened
    take(ls, opened)


def on_did_change(ls: NearnoteServer, params: types.DidChangeTextDocumentParams) -> None:
    """The text is the document's, to which pygls has just applied the edits."""
    take(ls, params.text_document.uri, time.time())


def on_did_close(ls: NearnoteServer, params: types.DidCloseTextDocumentParams) -> None:
    """The disk counts again; a note that lies in no folder is forgotten."""
    closed = params.text_document.uri
    if (file := uri.to_path(closed)) is not None:
        ls.files.pop(file, None)
    ls.unsaved.discard(closed)
    ls.post(lambda workspace: release(workspace, closed))
    if ls.pushes:
        publish_diagnostics.clear(ls, closed)


def take(ls: NearnoteServer, document_uri: str, stamp: float | None = None) -> None:
    """Hand over an open document as it is at this moment."""
    document = ls.workspace.opened(document_uri)
    if document is not None:
        buffer = Buffer.of(document, ls.settings, stamp)
        ls.post(lambda workspace: put(workspace, buffer), subject=document_uri)
        if ls.pushes:
            ls.start(publish_diagnostics.publish(ls, document_uri))


@dataclass(frozen=True, slots=True)
class Buffer:
    """An open document at one moment; `stamp` is its last edit's time, None when never edited."""

    uri: str
    source: Source
    stamp: float | None
    loose: Settings | None  # for a note that lies in no folder; None when it is no note then

    @staticmethod
    def of(document: NoteDocument, settings: Settings, stamp: float | None) -> Buffer:
        """The document as it is now."""
        loose = settings if document.language_id == "markdown" else None
        return Buffer(document.uri, document.note, stamp, loose)


def buffers(ls: NearnoteServer) -> list[Buffer]:
    """All open documents as they are now."""
    opened = [ls.workspace.opened(each) for each in ls.workspace.text_documents]
    return [Buffer.of(document, ls.settings, None) for document in opened if document]


def put_all(workspace: Workspace, buffers: Iterable[Buffer]) -> None:
    """Give each buffer to the vault that it belongs to now."""
    for buffer in buffers:
        put(workspace, buffer)


def put(workspace: Workspace, buffer: Buffer) -> None:
    """Give a buffer to the vault that it belongs to."""
    from nearnote.fs.files import stamp_of

    home = _home(workspace, buffer)
    if home is None:
        return
    vault, path = home
    file = uri.to_path(buffer.uri)
    stamp = stamp_of(file) if buffer.stamp is None and file else buffer.stamp
    vault.put(path, buffer.source, open=True, stamp=stamp)
    loose = loose_path(buffer.uri)
    for other in workspace:  # its folder may have come since it was opened
        if other is not vault and loose in other.names.outlines:
            other.remove(loose)


def _home(workspace: Workspace, buffer: Buffer) -> tuple[Vault, NotePath] | None:
    """The vault that owns a buffer's file; one for those that lie in no folder; None for no note.

    What was never saved will most likely be saved in the first folder: there it is searched, and
    its links mean what they will mean.
    """
    file = uri.to_path(buffer.uri)
    if file is not None and (owned := workspace.owner(file)) is not None:
        return owned
    if buffer.loose is None or (file is not None and _is_below(workspace, file)):
        return None
    folders = [vault for vault in workspace if vault.root is not None]
    if file is None and folders:
        return folders[0], loose_path(buffer.uri)
    if workspace.at(None) is None:
        workspace.open(None, buffer.loose)
    loose = workspace.at(None)
    return None if loose is None else (loose, loose_path(buffer.uri))


def release(workspace: Workspace, document_uri: str) -> None:
    """Take a closed buffer away."""
    located = locate(workspace, document_uri)
    if located is not None:
        vault, path = located
        if path == loose_path(document_uri):
            vault.remove(path)
        else:
            vault.release(path)


def _is_below(workspace: Workspace, file: Path) -> bool:
    """Whether a file lies in a vault that does not take it, because it is ignored or hidden."""
    return any(vault.root is not None and file.is_relative_to(vault.root) for vault in workspace)


def refresh_findings(ls: NearnoteServer) -> None:
    """Have all findings and links shown anew, because something else than a text changed."""
    if ls.pushes:
        for buffer in buffers(ls):
            ls.start(publish_diagnostics.publish(ls, buffer.uri))
    else:
        ls.workspace_diagnostic_refresh(None)
    if ls.can("workspace.semantic_tokens.refresh_support"):
        ls.workspace_semantic_tokens_refresh(None)


# -- files -----------------------------------------------------------------------------------


def on_did_create_files(ls: NearnoteServer, params: types.CreateFilesParams) -> None:
    """Files and folders that the editor made."""
    tell_changed(ls, (file.uri for file in params.files))


def on_did_delete_files(ls: NearnoteServer, params: types.DeleteFilesParams) -> None:
    """Files and folders that the editor deleted."""
    tell_changed(ls, (file.uri for file in params.files))


def on_did_rename_files(ls: NearnoteServer, params: types.RenameFilesParams) -> None:
    """Files and folders that the editor moved."""
    moves = [(uri.to_path(file.old_uri), uri.to_path(file.new_uri)) for file in params.files]

    def job(workspace: Workspace) -> None:
        moved(workspace, [(old, new) for old, new in moves if old and new])

    ls.post(job)
    refresh_findings(ls)


def tell_changed(ls: NearnoteServer, uris: Iterable[str]) -> None:
    """Queue a look at files that came, went or have another text."""
    files = [file for file in map(uri.to_path, uris) if file is not None]
    ls.post(lambda workspace: changed(workspace, files))
    refresh_findings(ls)


def changed(workspace: Workspace, files: Iterable[Path]) -> None:
    """Bring the vaults in step with files that came, went or have another text."""
    from nearnote.fs.files import spelled

    files = tuple(files)
    for vault in workspace:
        if vault.root is not None:
            paths = {spelled(vault.root, file) for file in files} - {None}
            vault.changed(path for path in paths if path)


def moved(workspace: Workspace, moves: Iterable[tuple[Path, Path]]) -> None:
    """Files or folders got other paths; the notes in them keep their vectors."""
    from nearnote.fs.files import spelled

    moves = tuple(moves)
    for vault in workspace:
        if vault.root is None:
            continue
        ends = [(spelled(vault.root, old), spelled(vault.root, new)) for old, new in moves]
        inside = {before: after for before, after in ends if before and after}
        for path in list(vault.names.outlines) if inside else ():
            before = next((each for each in with_folders(path) if each in inside), None)
            if before is not None:
                after = inside[NotePath(before)] + path[len(before) :]
                target = vault.path_of(vault.root / after)
                if target is None:  # it is no note any more, or an ignored one
                    vault.remove(path)
                else:
                    vault.rename(path, target)
        # Attachments move too, and one end may lie in another vault.
        vault.changed({path for pair in ends for path in pair if path})

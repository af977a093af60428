"""A change of several notes as one workspace edit, atomic and bound to versions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from nearnote.base.source import Source
from nearnote.links.change import (
    Change,
    ChangeError,
    CreateNote,
    DeleteNote,
    EditNote,
    LeaveNote,
    MoveNote,
)
from nearnote.links.change import Step as ChangeStep
from nearnote.lsp import convert

if TYPE_CHECKING:
    from nearnote.base.note_path import NotePath
    from nearnote.lsp.session import NearnoteServer
    from nearnote.lsp.snapshot import Snapshot
    from nearnote.markdown.note import Edit

Step = types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile


def is_versioned(ls: NearnoteServer) -> bool:
    """Whether the client takes steps that are bound to versions and may move files.

    Neovim 0.11 only says that it can rename files, which is done in the same steps.
    """
    return bool(
        ls.can("workspace.workspace_edit.document_changes")
        or ls.can("workspace.workspace_edit.resource_operations")
    )


def workspace_edit(snapshot: Snapshot, change: Change, *, versioned: bool) -> types.WorkspaceEdit:
    """A change for the editor; an error where the editor cannot make it whole.

    Raises ChangeError when it cannot be written whole and without harm.
    """
    # It loads the parser, which the answer to `initialize` must not wait for.
    from nearnote.features.prepare_edits import left_alone, prepared

    change = prepared(snapshot.vault, change)
    if sentence := left_alone(change):
        raise ChangeError(sentence)
    return prepared_edit(snapshot, change, versioned=versioned)


def prepared_edit(snapshot: Snapshot, change: Change, *, versioned: bool) -> types.WorkspaceEdit:
    """A change that was prepared, without the notes that are left alone."""
    change = tuple(step for step in change if not isinstance(step, LeaveNote))
    if versioned:
        steps: list[Step] = []
        for step in change:
            steps += _steps(snapshot, step)
        return types.WorkspaceEdit(document_changes=steps)
    if any(not isinstance(step, EditNote) for step in change):
        raise JsonRpcInvalidParams("This editor cannot make or rename files for a server.")
    return types.WorkspaceEdit(
        changes={
            snapshot.uri(step.path): text_edits(snapshot, step.path, step.edits)
            for step in change
            if isinstance(step, EditNote)
        }
    )


def _steps(snapshot: Snapshot, step: ChangeStep) -> list[Step]:
    match step:
        case EditNote(path, edits):
            uri = snapshot.uri(path)
            document = types.OptionalVersionedTextDocumentIdentifier(
                uri, snapshot.versions.get(uri)
            )
            return [types.TextDocumentEdit(document, [*text_edits(snapshot, path, edits)])]
        case MoveNote(old, new):
            return [types.RenameFile(snapshot.uri(old), snapshot.uri_of(snapshot.vault.root, new))]
        case DeleteNote(path):
            return [types.DeleteFile(snapshot.uri(path))]
        case CreateNote(path, text):
            uri = snapshot.uri_of(snapshot.vault.root, path)
            start = types.Position(0, 0)
            insert = types.TextEdit(types.Range(start, start), text)
            document = types.OptionalVersionedTextDocumentIdentifier(uri)
            return [types.CreateFile(uri), types.TextDocumentEdit(document, [insert])]
        case LeaveNote():
            return []


def text_edits(snapshot: Snapshot, path: NotePath, edits: tuple[Edit, ...]) -> list[types.TextEdit]:
    """Edits of one note of the vault in the editor's terms."""
    source = snapshot.source if path == snapshot.path else snapshot.vault.source(path)
    return [
        types.TextEdit(
            convert.range_(source or Source.of(""), edit.span, snapshot.encoding), edit.text
        )
        for edit in edits
    ]

"""A change of several notes as one workspace edit, atomic and bound to versions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from nearnote.base.sanitise import one_line
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
    from collections.abc import Sequence

    from nearnote.base.note_path import NotePath
    from nearnote.lsp.session import NearnoteServer
    from nearnote.lsp.snapshot import Snapshot
    from nearnote.markdown.finding import Edit

Step = types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile


def is_versioned(ls: NearnoteServer) -> bool:
    """Whether the client takes steps that are bound to versions and may move files.

    Neovim 0.11 only says that it can rename files, which is done in the same steps.
    """
    return bool(
        ls.can("workspace.workspace_edit.document_changes")
        or ls.can("workspace.workspace_edit.resource_operations")
    )


def asks_first(ls: NearnoteServer) -> bool:
    """Whether the client can ask the user about some of the edits of a change."""
    support = "workspace.workspace_edit.change_annotation_support"
    return is_versioned(ls) and ls.can(support) is not None


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


def prepared_edit(
    snapshot: Snapshot, change: Change, *, versioned: bool, asks: bool = False
) -> types.WorkspaceEdit:
    """A change that was prepared, without the notes that are left alone."""
    change = tuple(step for step in change if not isinstance(step, LeaveNote))
    if versioned:
        steps: list[Step] = []
        for step in change:
            steps += _steps(snapshot, step, asks=asks)
        return types.WorkspaceEdit(
            document_changes=steps, change_annotations=_annotations(change) if asks else None
        )
    if any(not isinstance(step, EditNote) for step in change):
        raise JsonRpcInvalidParams("This editor cannot make or rename files for a server.")
    return types.WorkspaceEdit(
        changes={
            snapshot.uri(step.path): text_edits(snapshot, step.path, step.edits)
            for step in change
            if isinstance(step, EditNote)
        }
    )


def joined(edits: Sequence[types.WorkspaceEdit]) -> types.WorkspaceEdit:
    """Edits of notes of different folders as one."""
    steps = [step for edit in edits for step in edit.document_changes or ()]
    changes = {uri: made for edit in edits for uri, made in (edit.changes or {}).items()}
    asked = {name: each for edit in edits for name, each in (edit.change_annotations or {}).items()}
    return types.WorkspaceEdit(changes or None, steps or None, asked or None)


def _annotations(change: Change) -> dict[str, types.ChangeAnnotation] | None:
    """What the user is asked, by what the edits in question are marked with."""
    edits = (edit for step in change if isinstance(step, EditNote) for edit in step.edits)
    asked = dict.fromkeys(edit.confirm for edit in edits if edit.confirm)
    return {each: types.ChangeAnnotation(one_line(each), True) for each in asked} or None


def _steps(snapshot: Snapshot, step: ChangeStep, *, asks: bool) -> list[Step]:
    match step:
        case EditNote(path, edits):
            uri = snapshot.uri(path)
            document = types.OptionalVersionedTextDocumentIdentifier(
                uri, snapshot.versions.get(uri)
            )
            written = text_edits(snapshot, path, edits)
            annotated = [
                types.AnnotatedTextEdit(edit.confirm, each.range, each.new_text)
                if asks and edit.confirm
                else each
                for edit, each in zip(edits, written, strict=True)
            ]
            return [types.TextDocumentEdit(document, annotated)]
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

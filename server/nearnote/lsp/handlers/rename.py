"""Renames: of what is under the cursor, and of files that the editor is about to move."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from nearnote.base import uri
from nearnote.base.note_path import NotePath, with_folders
from nearnote.base.sanitise import one_line
from nearnote.features.moves_between_folders import edits_between_folders
from nearnote.features.prepare_edits import left_alone, prepared
from nearnote.features.rename import renamable, rename
from nearnote.features.rename_between_folders import edits_for_renamed_part
from nearnote.links.change import ChangeError, EditNote, MoveNote, edits_of
from nearnote.links.rename_note import move_notes
from nearnote.lsp.snapshot import Snapshot, on_note
from nearnote.lsp.workspace_edit import asks_first, is_versioned, joined, prepared_edit

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from nearnote.links.change import Change
    from nearnote.lsp.session import NearnoteServer
    from nearnote.markdown.finding import Edit
    from nearnote.vault.vault import Vault
    from nearnote.workspace.workspace import Workspace


async def on_prepare_rename(
    ls: NearnoteServer, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder | None:
    """The name that would be renamed, and its range; null where there is none."""

    def prepare(seen: Snapshot) -> types.PrepareRenamePlaceholder | None:
        found = renamable(seen.vault, seen.path, seen.offset(params.position))
        if found is None:
            return None
        return types.PrepareRenamePlaceholder(seen.range(found.span), found.name)

    return await on_note(ls, params.text_document.uri, prepare)


async def on_rename(ls: NearnoteServer, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """One edit that renames the thing under the cursor wherever it is used."""
    versioned, asks = is_versioned(ls), asks_first(ls)

    def change(seen: Snapshot) -> tuple[types.WorkspaceEdit, str]:
        try:
            found = rename(seen.vault, seen.path, seen.offset(params.position), params.new_name)
            moves = {
                (seen.vault, step.old): (seen.vault.root / step.new).as_posix()
                for step in found
                if isinstance(step, MoveNote) and seen.vault.root is not None
            }
            vaults = list(seen.workspace)
            named = renamable(seen.vault, seen.path, seen.offset(params.position))
            edits_outside = list(edits_between_folders(vaults, moves))
            if named is not None and named.path is not None and len(vaults) > 1:
                edits_outside += edits_for_renamed_part(vaults, seen.vault, named.path, found)
            outside = _by_folder(edits_outside)
            edit, sentence = _edit_and_rest(seen, found, versioned=versioned, asks=asks)
            if not outside:
                return edit, sentence
            told = [(edit, sentence)]
            for vault, edits in outside.items():
                if (there := _in_folder(seen, vault, edits)) is not None:
                    told.insert(0, _edit_and_rest(there, edits, versioned=versioned, asks=asks))
            sentences = dict.fromkeys(said for _, said in told if said)
            return joined([made for made, _ in told]), " ".join(sentences)
        except ChangeError as error:
            raise JsonRpcInvalidParams(str(error)) from error

    return _told(ls, await on_note(ls, params.text_document.uri, change))


def _edit_and_rest(
    seen: Snapshot, change: Change, *, versioned: bool, asks: bool
) -> tuple[types.WorkspaceEdit, str]:
    """What the editor is to do, and a sentence on what is left as it is."""
    ready = prepared(seen.vault, change)
    return prepared_edit(seen, ready, versioned=versioned, asks=asks), left_alone(ready)


def _by_folder(
    found: Iterable[tuple[Vault, NotePath, Edit]],
) -> dict[Vault, tuple[EditNote, ...]]:
    """Edits of notes of several folders, by the folder that they are made in."""
    by_vault: dict[Vault, list[tuple[NotePath, Edit]]] = {}
    for vault, path, edit in found:
        by_vault.setdefault(vault, []).append((path, edit))
    return {vault: edits_of(edits) for vault, edits in by_vault.items()}


def _in_folder(seen: Snapshot, vault: Vault, edits: tuple[EditNote, ...]) -> Snapshot | None:
    """The view of the first note that is edited in another folder."""
    path = edits[0].path
    note = vault.note(path)
    if note is None:
        return None
    document = types.OptionalVersionedTextDocumentIdentifier(seen.uri_of(vault.root, path))
    return replace(seen, vault=vault, path=path, note=note, document=document)


def _told(
    ls: NearnoteServer, found: tuple[types.WorkspaceEdit, str] | None
) -> types.WorkspaceEdit | None:
    """The edit, after the user was told of what it leaves as it is."""
    if found is None:
        return None
    edit, sentence = found
    if sentence:
        ls.window_show_message(
            types.ShowMessageParams(types.MessageType.Warning, one_line(f"nearnote: {sentence}"))
        )
    return edit


async def on_will_rename_files(
    ls: NearnoteServer, params: types.RenameFilesParams
) -> types.WorkspaceEdit | None:
    """The edits of links that go with files which the editor is about to move, in all folders."""
    moves = [(uri.to_path(each.old_uri), uri.to_path(each.new_uri)) for each in params.files]
    known = [(old, new) for old, new in moves if old and new]
    versions = {each.uri: each.version for each in ls.workspace.text_documents.values()}
    versioned, asks = is_versioned(ls), asks_first(ls)

    def change(workspace: Workspace) -> tuple[types.WorkspaceEdit, str] | None:
        found = []
        between = _by_folder(edits_between_folders(list(workspace), _moved_notes(workspace, known)))
        for vault in workspace:
            edits = edits_of(
                (step.path, edit)
                for step in (*_edits(vault, known), *between.get(vault, ()))
                for edit in step.edits
            )
            note = vault.note(edits[0].path) if edits else None
            if note is None:
                continue
            path = edits[0].path
            document = types.OptionalVersionedTextDocumentIdentifier(ls.uri_of(vault.root, path))
            seen = Snapshot(
                workspace, vault, path, note, document, ls.workspace.encoding, ls.uri_of, versions
            )
            try:
                found.append(_edit_and_rest(seen, edits, versioned=versioned, asks=asks))
            except ChangeError as error:
                raise JsonRpcInvalidParams(str(error)) from error
        if not found:
            return None
        sentences = dict.fromkeys(sentence for _, sentence in found if sentence)
        return joined([edit for edit, _ in found]), " ".join(sentences)

    return _told(ls, await ls.submit(change))


def _edits(vault: Vault, moves: list[tuple[Path, Path]]) -> tuple[EditNote, ...]:
    try:
        found = move_notes(vault.names, *_moved(vault, moves))
    except ChangeError:
        return ()  # the editor will say itself that the place is taken
    return tuple(step for step in found if isinstance(step, EditNote))


def _moved_notes(
    workspace: Workspace, moves: list[tuple[Path, Path]]
) -> dict[tuple[Vault, NotePath], str]:
    """The full new paths of the notes that move to a place in an open folder."""
    from nearnote.fs.files import is_note, spelled  # `initialize` must not wait for this import

    roots = [vault.root for vault in workspace if vault.root is not None]
    found: dict[tuple[Vault, NotePath], str] = {}
    for old, new in moves if len(roots) > 1 else ():
        inside = [(root, spelled(root, new)) for root in roots]
        to = next(((root / path).as_posix() for root, path in inside if path), None)
        for vault in workspace if to is not None else ():
            before = None if vault.root is None else spelled(vault.root, old)
            for path in vault.names.outlines if before else ():
                after = f"{to}{path[len(before or '') :]}"
                if before in with_folders(path) and is_note(after):
                    found[vault, path] = after
    return found


def _moved(
    vault: Vault, moves: list[tuple[Path, Path]]
) -> tuple[dict[NotePath, NotePath], dict[str, str], dict[str, str]]:
    """The notes and the other files of a vault that move, those in folders too; the folders."""
    from nearnote.fs.files import is_note, spelled  # `initialize` must not wait for this import

    notes: dict[NotePath, NotePath] = {}
    files: dict[str, str] = {}
    if vault.root is None:
        return notes, files, {}
    ends = [(spelled(vault.root, old), spelled(vault.root, new)) for old, new in moves]
    inside = {before: after for before, after in ends if before and after}

    def new_path(path: str) -> str:
        before = next((each for each in with_folders(path) if each in inside), None)
        return "" if before is None else inside[NotePath(before)] + path[len(before) :]

    for path in vault.names.outlines if inside else ():
        if (new := new_path(path)) and (is_note(new) or path not in inside):
            notes[path] = NotePath(new)
    for file in vault.names.files if inside else ():
        if new := new_path(file):
            files[file] = new
    folders: dict[str, str] = {
        old: new for old, new in inside.items() if vault.names.is_folder(old)
    }
    return notes, files, folders

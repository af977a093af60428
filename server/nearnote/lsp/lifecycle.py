"""From `initialize` on: settings, folders, watchers, and the engine that begins to work.

Nothing here imports the vaults before `initialize` is answered: they bring the database, the
parser and the model along.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import fields, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from nearnote.base import uri
from nearnote.config.sources import FILE, configure
from nearnote.lsp import sync
from nearnote.lsp.progress import Reporter

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from nearnote.config import Settings
    from nearnote.lsp.session import NearnoteServer
    from nearnote.workspace.workspace import Workspace

log = logging.getLogger(__name__)

_PATIENCE = 2.0
"""Seconds that a client has to tell its settings; without them the defaults do."""

_LIGHT = ("search_", "related_", "findings_", "features_", "only", "links_template")
"""Settings that are read when they are needed; each of the others wants the vault opened anew."""

_WITH_OUTLINE = ("visual studio code", "code", "vscodium", "cursor", "windsurf")
"""How clients are called that have an outline of Markdown: VS Code and what is made of it."""

_GLOBS = ("**/*.{md,markdown}", f"**/{FILE}", "**/{.gitignore,.ignore}")


# -- the start -------------------------------------------------------------------------------


def on_initialize(ls: NearnoteServer, params: types.InitializeParams) -> None:
    """Take what the answer depends on."""
    workspace = ls.protocol.open_workspace()
    ls.options = params.initialization_options
    ls.settings, _ = configure(None, ls.options)
    client = "" if params.client_info is None else params.client_info.name.casefold()
    ls.has_outline = client.startswith(_WITH_OUTLINE)
    # A client that pulls but cannot be told to pull again, such as Neovim 0.11, would go on showing
    # what was found before all notes were read.
    pulls = ls.can("text_document.diagnostic") is not None
    ls.pushes = not (pulls and ls.can("workspace.diagnostics.refresh_support"))
    for folder in [*(f.uri for f in workspace.folders.values())] or [workspace.root_uri or ""]:
        _spell(ls, folder)


async def on_initialized(ls: NearnoteServer, _: types.InitializedParams) -> None:
    """Begin to work; what the editor sends meanwhile waits in the engine's queue."""
    # What a link means is known when all notes are.
    ls.after = Reporter(ls, scanned=lambda: sync.refresh_findings(ls)).watch
    if ls.can("workspace.configuration"):
        ls.choices = await _ask_settings(ls)
    ls.settings, own = configure(None, ls.chosen)
    opening = partial(_open_all, ls, tuple(ls.folders), ls.chosen)
    try:
        sentences = await asyncio.wrap_future(ls.scheduler.start(opening))
    except Exception as error:
        log.exception("The vaults cannot be opened")
        ls.say(f"it cannot start: {error}", types.MessageType.Error)
        return
    _say(ls, (*own, *sentences))
    await _watch(ls)
    await _register(ls)


def _open_all(ls: NearnoteServer, roots: tuple[Path, ...], chosen: object) -> list[str]:
    from nearnote.embedding.model import EmbeddingModel
    from nearnote.workspace.workspace import Workspace

    def model_of_settings(settings: Settings) -> EmbeddingModel:
        return EmbeddingModel.of(settings, news=lambda: ls.scheduler.submit(lambda: None))

    ls.note_workspace = workspace = Workspace(model_of_settings, ls.scheduler.run_in_background)
    return [sentence for root in roots for sentence in _open(workspace, root, chosen)]


def _open(workspace: Workspace, root: Path, chosen: object) -> list[str]:
    settings, sentences = configure(root, chosen)
    refusal = workspace.open(root, settings)
    return [*sentences, refusal] if refusal else [*sentences]


def _say(ls: NearnoteServer, sentences: Iterable[str]) -> None:
    for sentence in sentences:
        ls.say(sentence)


async def _register(ls: NearnoteServer) -> None:
    """Ask for the events that a client sends only on demand."""
    wanted: list[tuple[str, Any]] = []
    if ls.can("workspace.did_change_watched_files.dynamic_registration"):
        watchers = [types.FileSystemWatcher(glob) for glob in _GLOBS]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        wanted.append((types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options))
    if ls.can("workspace.did_change_configuration.dynamic_registration"):
        wanted.append((types.WORKSPACE_DID_CHANGE_CONFIGURATION, None))
    if wanted:
        registrations = [types.Registration(f"nearnote/{m}", m, options) for m, options in wanted]
        try:
            await ls.client_register_capability_async(types.RegistrationParams(registrations))
        except JsonRpcException as error:
            log.warning("The client does not register %s: %s", wanted, error)


# -- settings --------------------------------------------------------------------------------


async def on_did_change_configuration(
    ls: NearnoteServer, params: types.DidChangeConfigurationParams
) -> None:
    """Take new settings at once; clients that keep them to be asked for send null."""
    if params.settings is None and ls.can("workspace.configuration"):
        ls.choices = await _ask_settings(ls)
    else:
        ls.choices = params.settings
    reconfigure(ls)


def reconfigure(ls: NearnoteServer) -> None:
    """Read all layers again and bring the vaults in step."""
    chosen, roots, buffers = ls.chosen, tuple(ls.folders), sync.buffers(ls)
    ls.settings, own = configure(None, chosen)

    def job(workspace: Workspace) -> list[str]:
        read = [(vault, *configure(vault.root, chosen)) for vault in workspace]
        if any(_is_heavy(vault.settings, settings) for vault, settings, _ in read):
            workspace.shut()
            sentences = _open_all(ls, roots, chosen)
            sync.put_all(ls.note_workspace, buffers)
            return sentences
        for vault, settings, _ in read:
            vault.settings = settings
        return [sentence for _, _, said in read for sentence in said]

    async def finish() -> None:
        _say(ls, (*own, *await asked))
        await _watch(ls)
        sync.refresh_findings(ls)

    # Queued before the next message is read: an edit after the buffers must come after them.
    asked = ls.submit(job)
    ls.start(finish())


def _is_heavy(old: Settings, new: Settings) -> bool:
    light: dict[str, Any] = {
        field.name: getattr(new, field.name)
        for field in fields(new)
        if field.name.startswith(_LIGHT)
    }
    return replace(old, **light) != new


async def _ask_settings(ls: NearnoteServer) -> object:
    section = types.ConfigurationParams([types.ConfigurationItem(section="nearnote")])
    try:
        answer = await asyncio.wait_for(ls.workspace_configuration_async(section), _PATIENCE)
    except (JsonRpcException, TimeoutError) as error:
        log.warning("The client does not tell its settings: %r", error)
        return None
    return answer[0] if answer else None


# -- folders ---------------------------------------------------------------------------------


def on_did_change_workspace_folders(
    ls: NearnoteServer, params: types.DidChangeWorkspaceFoldersParams
) -> None:
    """Open and close vaults; a buffer goes where it now belongs."""
    gone = [uri.to_path(folder.uri) for folder in params.event.removed]
    for root in gone:
        if root is not None:
            ls.folders.pop(root, None)
    added = [_spell(ls, folder.uri) for folder in params.event.added]
    chosen, buffers = ls.chosen, sync.buffers(ls)

    def job(workspace: Workspace) -> list[str]:
        for root in gone:
            if root is not None:
                workspace.close(root)
        sentences = [
            sentence
            for root in added
            if root is not None
            for sentence in _open(workspace, root, chosen)
        ]
        sync.put_all(workspace, buffers)
        return sentences

    async def finish() -> None:
        _say(ls, await asked)
        await _watch(ls)

    asked = ls.submit(job)
    ls.start(finish())


def _spell(ls: NearnoteServer, folder_uri: str) -> Path | None:
    """Remember a folder, and how the client spells it."""
    root = uri.to_path(folder_uri)
    if root is not None:
        ls.folders[root] = folder_uri.rstrip("/")
    return root


# -- changes by other programs ---------------------------------------------------------------


def on_did_change_watched_files(
    ls: NearnoteServer, params: types.DidChangeWatchedFilesParams
) -> None:
    """Files that the client saw change; our own watcher may have told already."""
    uris = [change.uri for change in params.changes]
    if any(each.endswith(f"/{FILE}") for each in uris):
        reconfigure(ls)
    sync.tell_changed(ls, uris)


async def _watch(ls: NearnoteServer) -> None:
    """Follow each folder that is a vault, and no other."""
    roots = await ls.submit(lambda workspace: {vault.root for vault in workspace if vault.root})
    for root in [root for root in ls.watchers if root not in roots]:
        ls.watchers.pop(root).cancel()
    for root in roots - ls.watchers.keys():
        ls.watchers[root] = ls.start(_follow(ls, root))


async def _follow(ls: NearnoteServer, root: Path) -> None:
    from nearnote.fs.watch import follow

    async for paths in follow(root, ls.say):
        if FILE in paths:
            reconfigure(ls)
        ls.post(partial(_changed, root, paths))
        sync.refresh_findings(ls)


def _changed(root: Path, paths: frozenset[str], workspace: Workspace) -> None:
    if vault := workspace.at(root):
        vault.changed(paths)

"""workspace/executeCommand: `nearnote.*`, one JSON object in and one out."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from nearnote.lsp import remote_query
from nearnote.lsp.snapshot import locate, on_note
from nearnote.lsp.workspace_edit import is_versioned, workspace_edit
from nearnote.wire import results

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from pathlib import Path

    from nearnote.features.results import ChunkView
    from nearnote.lsp.session import NearnoteServer
    from nearnote.lsp.snapshot import Snapshot
    from nearnote.wire.results import Json
    from nearnote.workspace.workspace import Workspace

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Argument:
    """A member of a command's object; `shape` is what it must be, in words."""

    name: str
    shape: str
    fits: Callable[[Any], bool]
    needed: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """A command: what answers it and the members that its object may have."""

    name: str
    answer: Callable[..., Awaitable[Json]]
    arguments: tuple[Argument, ...] = ()


async def search(
    ls: NearnoteServer, query: str, mode: str | None = None, limit: int | None = None
) -> Json:
    """Ranked places for a query; without a query the notes edited last."""
    await remote_query.read(ls, query, mode)
    most = limit or ls.settings.search_limit

    def job(workspace: Workspace) -> Json:
        from nearnote.index.query import Mode  # loads the index, which `initialize` must not

        wanted = None if mode is None else Mode(mode)
        return results.search(workspace.search(query, wanted, most), ls.uri_of)

    return await ls.submit(job)


async def related(
    ls: NearnoteServer, uri: str, line: int | None = None, limit: int | None = None
) -> Json:
    """The notes near a line, or near the whole note."""
    most = limit or ls.settings.related_limit

    def job(seen: Snapshot) -> Json:
        from nearnote.features.related import related_notes  # as above

        offset = None if line is None else seen.source.line_span(line).start
        found = related_notes(seen.vault, seen.path, offset, most)
        return results.related(found, seen.vault.status().pending, ls.uri_of)

    return _known(await on_note(ls, uri, job), uri)


async def backlinks(ls: NearnoteServer, uri: str) -> Json:
    """The lines of other notes that link to a note, and those that name it without a link."""

    def job(seen: Snapshot) -> Json:
        from nearnote.features.backlinks import backlinks as lines_naming  # as above

        return results.backlinks(lines_naming(seen.vault, seen.path), seen.vault.root, ls.uri_of)

    return _known(await on_note(ls, uri, job), uri)


async def chunks(ls: NearnoteServer, uri: str, line: int | None = None) -> Json:
    """What the index sees of a note, or of one of its lines."""

    def job(seen: Snapshot) -> tuple[ChunkView, ...]:
        from nearnote.features.chunk_views import chunk_views  # as above

        return chunk_views(seen.vault, seen.path, line)

    return results.chunks(_known(await on_note(ls, uri, job), uri))


async def stats(ls: NearnoteServer) -> Json:
    """The shape of the index."""
    return results.stats(await ls.submit(lambda workspace: workspace.stats()))


async def status(ls: NearnoteServer) -> Json:
    """How far the index is."""
    return results.status(await ls.submit(lambda workspace: workspace.status()))


async def reindex(ls: NearnoteServer, full: bool = False) -> Json:
    """Read the folders anew, with `full` as if for the first time."""

    def job(workspace: Workspace) -> Json:
        workspace.reindex(full=full)
        return results.status(workspace.status())

    return await ls.submit(job)


async def graph(
    ls: NearnoteServer,
    question: str,
    of: str | None = None,
    to: str | None = None,
    limit: int | None = None,
) -> Json:
    """An answer about how the notes of the folder of `of` hang together, else of the first one."""

    def job(workspace: Workspace) -> Json:
        from nearnote.links.graph import LIMIT, GraphError, Question, ask

        found = [None if each is None else locate(workspace, each) for each in (of, to)]
        for uri, located in zip((of, to), found, strict=True):
            if uri is not None and located is None:
                raise JsonRpcInvalidParams(f"{uri} is not a note of an open folder.")
        vault = next((located[0] for located in found if located), next(iter(workspace), None))
        if vault is None or any(located and located[0] is not vault for located in found):
            raise JsonRpcInvalidParams("A question about links is about one open folder.")
        first, second = (located[1] if located else None for located in found)
        try:
            answer = ask(vault.names, Question(question, first, second, limit or LIMIT))
        except GraphError as error:
            raise JsonRpcInvalidParams(str(error)) from error
        folder = "" if vault.root is None else ls.folders.get(vault.root, vault.root.as_uri())
        return {"folder": folder, **answer}

    return await ls.submit(job)


async def note_map(ls: NearnoteServer, of: str | None = None) -> Json:
    """The page that shows the notes of the folder of `of`, else of the first one, by meaning."""
    from nearnote.features.map.build import Gathered, draw, gather  # as above
    from nearnote.wire import map as wire
    from nearnote.wire.map_page import page

    def job(workspace: Workspace) -> tuple[Path | None, str, Gathered] | None:
        located = None if of is None else locate(workspace, of)
        vault = located[0] if located else next(iter(workspace), None)
        if vault is None:
            return None
        return vault.root, vault.model.reason, gather(vault)

    found = await ls.submit(job)
    if found is None:
        raise JsonRpcInvalidParams("There is a map of an open folder only, and none is open.")
    root, reason, gathered = found
    # Placing thousands of notes takes seconds: neither edits nor requests wait for it.
    drawn = await asyncio.to_thread(draw, gathered)
    answer = wire.note_map(
        drawn, "" if root is None else root.name, lambda path: ls.uri_of(root, path)
    )
    return {"page": page(answer), "notes": len(drawn.notes), "reason": reason}


async def mark_block(ls: NearnoteServer, uri: str, line: int, name: str) -> Json:
    """Write the id that a completion gave to a block into the block's own note."""
    from nearnote.features.block_ids import mark_line

    versioned = is_versioned(ls)

    def job(seen: Snapshot) -> types.WorkspaceEdit | None:
        step = mark_line(seen.note, seen.path, line, name)
        return None if step is None else workspace_edit(seen, (step,), versioned=versioned)

    edit = await on_note(ls, uri, job)
    if edit is None:
        return {"applied": False}
    params = types.ApplyWorkspaceEditParams(edit, "Name the block")
    answer = await ls.workspace_apply_edit_async(params)
    return {"applied": answer.applied}


def _known(answer: T | None, uri: str) -> T:
    if answer is None:
        raise JsonRpcInvalidParams(f"{uri} is not a note of an open folder.")
    return answer


def _count(value: Any, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


_URI = Argument("uri", "a URI", lambda value: isinstance(value, str), needed=True)
_LINE = Argument("line", "a line number from 0", lambda value: _count(value, 0))
_LIMIT = Argument("limit", "a number from 1", lambda value: _count(value, 1))
_QUERY = Argument("query", "a text", lambda value: isinstance(value, str), needed=True)
_MODE = Argument("mode", "hybrid, text or vector", ("hybrid", "text", "vector").__contains__)
_QUESTION = Argument(
    "question",
    "one of neighbours, paths, common, communities, bridges, central and orphans",
    lambda value: isinstance(value, str),
    needed=True,
)
_OF = Argument("of", "a note's URI", lambda value: isinstance(value, str))
_TO = Argument("to", "a note's URI", lambda value: isinstance(value, str))
_PLACE = Argument("line", "a line number from 0", lambda value: _count(value, 0), needed=True)
_NAME = Argument("name", "a block id", lambda value: isinstance(value, str), needed=True)
_FULL = Argument("full", "true or false", lambda value: isinstance(value, bool))

COMMANDS = (
    Command("nearnote.search", search, (_QUERY, _MODE, _LIMIT)),
    Command("nearnote.related", related, (_URI, _LINE, _LIMIT)),
    Command("nearnote.backlinks", backlinks, (_URI,)),
    Command("nearnote.chunks", chunks, (_URI, _LINE)),
    Command("nearnote.stats", stats),
    Command("nearnote.status", status),
    Command("nearnote.reindex", reindex, (_FULL,)),
    Command("nearnote.graph", graph, (_QUESTION, _OF, _TO, _LIMIT)),
    Command("nearnote.map", note_map, (_OF,)),
    Command("nearnote.markBlock", mark_block, (_URI, _PLACE, _NAME)),
)


def members(command: Command, given: Sequence[Any]) -> Json:
    """The members of a command's object, checked; JsonRpcInvalidParams says what is wrong.

    Null means unset, no object at all an empty one, and so does an empty list: Lua has one
    kind of empty table.
    """
    found = given[0] if given else {}
    if found is None or found == []:
        found = {}
    if len(given) > 1 or not isinstance(found, dict):
        raise JsonRpcInvalidParams(f"{command.name} takes one object.")
    known = {argument.name: argument for argument in command.arguments}
    values = {name: value for name, value in found.items() if value is not None}
    for name, value in values.items():
        if name not in known:
            names = ", ".join(known) or "none"
            raise JsonRpcInvalidParams(f"{command.name} does not know {name!r}; it takes: {names}.")
        if not known[name].fits(_whole(value)):
            raise JsonRpcInvalidParams(f"{name!r} of {command.name} must be {known[name].shape}.")
    for argument in command.arguments:
        if argument.needed and argument.name not in values:
            raise JsonRpcInvalidParams(f"{command.name} needs {argument.name!r}.")
    return {name: _whole(value) for name, value in values.items()}


def _whole(value: Any) -> Any:
    """Lua has one kind of number: 3.0 is 3."""
    return int(value) if isinstance(value, float) and value.is_integer() else value

"""workspace/executeCommand: `nearnote.*`, one JSON object in and one out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from pygls.exceptions import JsonRpcInvalidParams

from nearnote import report
from nearnote.lsp.snapshot import on_note

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from nearnote.lsp.session import NearnoteServer
    from nearnote.lsp.snapshot import Snapshot
    from nearnote.report import Json
    from nearnote.vaults import Vaults

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
    most = limit or ls.settings.search_limit

    def job(vaults: Vaults) -> Json:
        from nearnote.index.query import Mode  # loads the index, which `initialize` must not

        wanted = None if mode is None else Mode(mode)
        return report.search(vaults.search(query, wanted, most), ls.uri_of)

    return await ls.ask(job)


async def related(
    ls: NearnoteServer, uri: str, line: int | None = None, limit: int | None = None
) -> Json:
    """The notes near a line, or near the whole note."""
    most = limit or ls.settings.related_limit

    def job(seen: Snapshot) -> Json:
        offset = None if line is None else seen.source.line_span(line).start
        found = seen.vault.related(seen.path, offset, most)
        return report.related(found, seen.vault.status().pending, ls.uri_of)

    return _known(await on_note(ls, uri, job), uri)


async def chunks(ls: NearnoteServer, uri: str, line: int | None = None) -> Json:
    """What the index sees of a note, or of one of its lines."""
    views = await on_note(ls, uri, lambda seen: seen.vault.chunk_views(seen.path, line))
    return report.chunks(_known(views, uri))


async def stats(ls: NearnoteServer) -> Json:
    """The shape of the index."""
    return report.stats(await ls.ask(lambda vaults: vaults.stats()))


async def status(ls: NearnoteServer) -> Json:
    """How far the index is."""
    return report.status(await ls.ask(lambda vaults: vaults.status()))


async def reindex(ls: NearnoteServer, full: bool = False) -> Json:
    """Read the folders anew, with `full` as if for the first time."""

    def job(vaults: Vaults) -> Json:
        vaults.reindex(full=full)
        return report.status(vaults.status())

    return await ls.ask(job)


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
_FULL = Argument("full", "true or false", lambda value: isinstance(value, bool))

COMMANDS = (
    Command("nearnote.search", search, (_QUERY, _MODE, _LIMIT)),
    Command("nearnote.related", related, (_URI, _LINE, _LIMIT)),
    Command("nearnote.chunks", chunks, (_URI, _LINE)),
    Command("nearnote.stats", stats),
    Command("nearnote.status", status),
    Command("nearnote.reindex", reindex, (_FULL,)),
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

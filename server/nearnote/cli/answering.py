"""`nearnote search`, `related`, `chunks`, `stats`, `index`: ask a vault and show the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nearnote.cli.command_error import CommandError
from nearnote.cli.console import show
from nearnote.cli.open_vault import open_vault
from nearnote.cli.plural import counted
from nearnote.features.chunk_views import chunk_views
from nearnote.features.related import related_notes
from nearnote.index.query import Mode
from nearnote.wire import results

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable

    from nearnote.cli.open_vault import OpenedVault

WIDTH = 160


def search(args: Namespace) -> int:
    """Ranked places for a query; exit code 1 when there is none."""
    mode = None if args.mode is None else Mode(args.mode)
    opened = open_vault(args.vault, meaning=mode is not Mode.TEXT)
    result = opened.workspace.search(" ".join(args.query), mode, args.limit)
    if result.mode is Mode.VECTOR and not result.hits:
        opened.need_meaning()
    opened.warn_without_model("Searching by words only.")
    answer = results.search(result)
    show(args, answer, _hits(answer["hits"]))
    return 0 if result.hits else 1


def related(args: Namespace) -> int:
    """The notes near a note or near one of its lines; exit code 1 when nothing is near."""
    opened = open_vault(args.vault, meaning=True)
    path, line = opened.place(args.note)
    offset = None if line is None else _offset(opened, path, line)
    found = related_notes(opened.vault, path, offset, args.limit)
    if not found.hits:
        opened.need_meaning()
    opened.warn_without_model("Notes that have no vector yet are not compared.")
    answer = results.related(found, opened.workspace.status().pending)
    show(args, answer, _hits(answer["hits"]))
    return 0 if found.hits else 1


def _offset(opened: OpenedVault, path: Any, line: int) -> int:
    source = opened.vault.source(path)
    if source is None:
        raise CommandError(f"{path} cannot be read.")
    return source.line_span(line).start


def chunks(args: Namespace) -> int:
    """What the index sees of a note."""
    opened = open_vault(args.vault, meaning=False)
    answer = results.chunks(chunk_views(opened.vault, *opened.place(args.note)))
    show(args, answer, _chunks(answer["chunks"]))
    return 0


def stats(args: Namespace) -> int:
    """The shape of the index."""
    opened = open_vault(args.vault, meaning=False)
    answer = results.stats(opened.workspace.stats())
    shown = {name: value for name, value in answer.items() if name != "progress"}
    show(args, answer, (f"{name.replace('_', ' '):>15}  {value}" for name, value in shown.items()))
    return 0


def index(args: Namespace) -> int:
    """Fill the cache of vectors, so that an editor's first start is a warm one."""
    opened = open_vault(args.vault, meaning=True)
    opened.warn_without_model("Searching by words only.")
    status, progress = opened.workspace.status(), opened.workspace.progress()
    answer = {**results.status(status), "progress": results.progress(progress)}
    lines = [f"{counted(status.notes, 'note')}, {counted(status.chunks, 'chunk')}"]
    lines.append(", ".join(f"{count} {what}" for what, count in answer["progress"].items()))
    show(args, answer, lines)
    opened.workspace.shut()
    return 1 if progress.failed or status.reason or opened.vault.model.unkept else 0


def _hits(hits: list[dict[str, Any]]) -> Iterable[str]:
    for hit in hits:
        name = " › ".join([hit["title"], *hit["heading"]])
        marks = "  (linked)" if hit.get("linked") else ""
        yield f"{hit['score']:.2f}  {hit['path']}:{hit['line'] + 1}  {name}{marks}"
        yield f"      {_short(hit['text'])}"


def _short(line: str) -> str:
    """A paragraph may be one line; a list of hits shows its beginning. JSON has all of it."""
    return line if len(line) <= WIDTH else line[:WIDTH].rpartition(" ")[0] + " …"


def _chunks(views: list[dict[str, Any]]) -> Iterable[str]:
    for view in views:
        seen = "not searchable: no words of its own" if view["content_free"] else view["kind"]
        yield f"lines {view['line'] + 1}-{view['end_line'] + 1}  {seen}"
        yield from (f"    {line}" for line in view["model_text"].splitlines())

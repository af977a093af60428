"""What an assistant may ask of a vault: plain functions that give JSON or raise `AskError`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.base.note_path import NotePath
from nearnote.features.diagnostics.findings import note_findings
from nearnote.features.related import related_notes
from nearnote.features.search import latest_notes, search_notes
from nearnote.index.query import Mode
from nearnote.links.graph import GraphError, Question
from nearnote.links.graph import ask as ask_graph
from nearnote.links.outline import find_anchor
from nearnote.wire import results

if TYPE_CHECKING:
    from nearnote.vault.vault import Vault
    from nearnote.wire.results import Json

MOST_CHARACTERS = 50_000
"""A longer text is read in parts, by lines."""
MOST_FINDINGS = 200


class AskError(Exception):
    """The question cannot be answered; the message is one plain sentence."""


def note_named(vault: Vault, name: str) -> NotePath:
    """The note of a path, with or without its suffix, or of a title that only one note has."""
    known = vault.names.outlines
    for path in (name, f"{name}.md"):
        if path in known:
            return NotePath(path)
    titled = [path for path, outline in known.items() if outline.title == name]
    if len(titled) == 1:
        return titled[0]
    if titled:
        raise AskError(f"Several notes have the title {name}: {', '.join(sorted(titled)[:5])}.")
    raise AskError(f"There is no note {name}; search gives the paths of notes.")


def search(vault: Vault, query: str, mode: str, limit: int) -> Json:
    """Ranked places for a query, as in the editor."""
    return results.search(search_notes(vault, query, Mode(mode), limit))


def recent(vault: Vault, limit: int) -> Json:
    """The notes that were edited last."""
    return {"hits": [results.hit(found) for found in latest_notes(vault, limit)]}


def related(vault: Vault, name: str, line: int | None, limit: int) -> Json:
    """The notes near a note or near one of its lines, as in the editor."""
    path = note_named(vault, name)
    source = vault.source(path)
    if source is None:
        raise AskError(f"{path} cannot be read.")
    if line is not None and line >= source.line_count:
        raise AskError(f"Line {line} is past the end of {path}, which has {source.line_count}.")
    offset = None if line is None else source.line_span(line).start
    found = related_notes(vault, path, offset, limit)
    return results.related(found, vault.status().pending)


def read(vault: Vault, name: str, heading: str | None, first: int, last: int | None) -> Json:
    """The text of a note, of one of its sections or of some lines, and where it stands."""
    path = note_named(vault, name)
    source = vault.source(path)
    if source is None:
        raise AskError(f"{path} cannot be read.")
    end = source.line_count - 1 if last is None else min(last, source.line_count - 1)
    if heading is not None:
        note = vault.note(path)
        outline = vault.names.outlines[path] if note is None else vault.outline_of(
            path, source.data.decode("utf-8", "replace")
        )  # fmt: skip
        anchor = find_anchor(outline, heading.lstrip("# "))
        if anchor is None:
            there = ", ".join(each.text for each in outline.anchors[:20]) or "none"
            raise AskError(f"{path} has no heading {heading}; it has: {there}.")
        first = max(first, source.line_of(anchor.span.start))
        end = min(end, source.line_of(max(anchor.span.start, anchor.end - 1)))
    if first > end:
        raise AskError(f"There are no lines {first} to {end} in {path}.")
    text, whole = _fitting(source.lines(first, end))
    if not whole:
        end = first + text.count("\n")
    return {
        "path": path,
        "title": vault.names.outlines[path].title,
        "line": first,
        "end_line": end,
        "lines": source.line_count,
        "whole": whole,
        "text": text,
    }


def _fitting(lines: list[str]) -> tuple[str, bool]:
    """As many lines as may be told at once, at least one, and whether these are all."""
    size = 0
    for number, line in enumerate(lines):
        size += len(line) + 1
        if size > MOST_CHARACTERS:
            return "\n".join(lines[: max(number, 1)])[:MOST_CHARACTERS], False
    return "\n".join(lines), True


def neighbours(vault: Vault, name: str, limit: int) -> Json:
    """The notes that a note links to, and those that link to it."""
    return _graph(vault, Question("neighbours", note_named(vault, name), limit=limit))


def paths(vault: Vault, of: str, to: str, limit: int) -> Json:
    """The shortest ways from one note to another along links."""
    return _graph(
        vault, Question("paths", note_named(vault, of), note_named(vault, to), limit=limit)
    )


def _graph(vault: Vault, question: Question) -> Json:
    try:
        return ask_graph(vault.names, question)
    except GraphError as error:
        raise AskError(str(error)) from error


def check(vault: Vault, name: str | None) -> Json:
    """The findings of a note, or of all."""
    wanted = sorted(vault.names.outlines) if name is None else [note_named(vault, name)]
    found = []
    for path in wanted:
        source = vault.source(path)
        for finding in () if source is None else note_findings(vault, path):
            assert source is not None
            line = source.line_of(finding.span.start)
            found.append(
                {
                    "path": path,
                    "line": line,
                    "rule": finding.rule,
                    "severity": str(finding.severity),
                    "message": finding.message,
                }
            )
    return {"count": len(found), "findings": found[:MOST_FINDINGS]}

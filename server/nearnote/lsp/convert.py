"""Core values and the protocol's values: spans and ranges, hits, findings, edits, Markdown."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from nearnote.base import uri
from nearnote.base.sanitise import one_line
from nearnote.base.source import Place, Span
from nearnote.markdown.chunk import ChunkKind
from nearnote.markdown.finding import Severity

if TYPE_CHECKING:
    from nearnote.base.source import Encoding, Source
    from nearnote.index.search import Hit
    from nearnote.markdown.finding import Finding

_FINDINGS_PAGE = Path(__file__).parents[1] / "FINDINGS.md"

_SYMBOL_KIND = {
    ChunkKind.NOTE: types.SymbolKind.File,
    ChunkKind.SECTION: types.SymbolKind.String,  # as VS Code shows headings
    ChunkKind.OBSERVATION: types.SymbolKind.Property,
    ChunkKind.RELATION: types.SymbolKind.Key,
}
_SEVERITY = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFORMATION: types.DiagnosticSeverity.Information,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}
# What may begin a construct of Markdown inside of a line. `_` does only at a word's edge and `&`
# before an entity: the rest is left alone, for some editors show the backslashes.
_MARKDOWN = re.compile(r"[\\`*\[\]<~]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;)")
_BLOCK_START = re.compile(r"^(?:[#+=>-]|\d+(?=[.)]))")


def position(source: Source, offset: int, encoding: Encoding) -> types.Position:
    """Where a byte offset is for the editor."""
    place = source.place(offset, encoding)
    return types.Position(place.line, place.column)


def range_(source: Source, span: Span, encoding: Encoding) -> types.Range:
    """A span for the editor."""
    return types.Range(position(source, span.start, encoding), position(source, span.end, encoding))


def offset(source: Source, position: types.Position, encoding: Encoding) -> int:
    """The byte offset of an editor's position."""
    return source.offset(Place(position.line, position.character), encoding)


def span(source: Source, marked: types.Range, encoding: Encoding) -> Span:
    """The bytes of an editor's range."""
    start, end = sorted(offset(source, at, encoding) for at in (marked.start, marked.end))
    return Span(start, end)


def headline(hit: Hit) -> str:
    """`Title › Heading › Subheading`."""
    return one_line(" › ".join((hit.title, *hit.heading)))


def symbol(hit: Hit, uri: str) -> types.SymbolInformation:
    """A hit in a list of symbols: a fact is named by its own line, a note by its headings."""
    is_fact = hit.kind in (ChunkKind.OBSERVATION, ChunkKind.RELATION)
    start = types.Position(hit.line, 0)
    return types.SymbolInformation(
        name=(one_line(hit.text) if is_fact else headline(hit)) or one_line(hit.path),
        kind=_SYMBOL_KIND[hit.kind],
        location=types.Location(uri, types.Range(start, start)),
        container_name=one_line(hit.path),
    )


def diagnostic(finding: Finding, source: Source, encoding: Encoding) -> types.Diagnostic:
    """A finding in the editor's list of problems; its code links to what it means."""
    page = f"{uri.of_path(_FINDINGS_PAGE)}#{finding.rule}"
    return types.Diagnostic(
        range=range_(source, finding.span, encoding),
        message=one_line(finding.message),
        severity=_SEVERITY.get(finding.severity, types.DiagnosticSeverity.Information),
        code=finding.rule,
        code_description=types.CodeDescription(page),
        source="nearnote",
    )


def markdown(text: str) -> str:
    """Text from a note as one line of Markdown that shows just this text.

    No HTML, image, link or `command:` of a note gets through to the editor.
    """
    escaped = _MARKDOWN.sub(_escape, one_line(text))
    return _BLOCK_START.sub(lambda start: _escape_start(start[0]), escaped)


def _escape(match: re.Match[str]) -> str:
    return {"&": "&amp;", "<": "&lt;"}.get(match[0], "\\" + match[0])


def _escape_start(mark: str) -> str:
    return f"{mark}\\" if mark.isdecimal() else f"\\{mark}"

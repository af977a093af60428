"""The documents that the editor has open, with the editor's own lines.

pygls splits lines at U+2028 and other places where no editor does, and reads closed documents from
the disk; here a document is a `Source`, and an edit makes the next one.
"""

from __future__ import annotations

import itertools
import logging
from typing import TYPE_CHECKING, cast
from urllib.parse import unquote

from lsprotocol import types
from pygls.workspace import TextDocument, Workspace

from nearnote.base.source import Encoding, Place, Source, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

log = logging.getLogger(__name__)


class NoteDocument(TextDocument):
    """An open document; `note` is its text at this moment."""

    def __init__(
        self,
        uri: str,
        source: str = "",
        version: int | None = None,
        language_id: str | None = None,
        encoding: Encoding = Encoding.UTF16,
    ) -> None:
        super().__init__(uri, source=source, version=version, language_id=language_id)
        self.note = Source.of(source)
        self.encoding = encoding

    @property
    def source(self) -> str:
        """The editor's text, never the disk's."""
        return self.note.text

    @property
    def lines(self) -> tuple[str, ...]:
        """Each line with its line end."""
        bounds = [*self.note.line_starts, len(self.note.data)]
        return tuple(self.note.slice(Span(start, end)) for start, end in itertools.pairwise(bounds))


class NoteWorkspace(Workspace):
    """The documents that the editor has open."""

    @property
    def encoding(self) -> Encoding:
        """The unit of columns that was agreed on."""
        agreed = self.position_encoding
        return Encoding(agreed.value if isinstance(agreed, types.PositionEncodingKind) else agreed)

    def opened(self, doc_uri: str) -> NoteDocument | None:
        """The open document of a URI, however the client quotes it."""
        return cast("NoteDocument | None", self.text_documents.get(unquote(doc_uri)))

    def change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Apply the edits of one message; those of a document that is not open are passed over."""
        document = self.opened(params.text_document.uri)
        if document is None:
            log.warning("The editor changed %s, which it had not opened", params.text_document.uri)
            return
        document.note = edited(document.note, params.content_changes, document.encoding)
        document.version = params.text_document.version

    def _create_text_document(
        self,
        doc_uri: str,
        source: str | None = None,
        version: int | None = None,
        language_id: str | None = None,
    ) -> NoteDocument:
        return NoteDocument(doc_uri, source or "", version, language_id, self.encoding)


def edited(
    source: Source, changes: Sequence[types.TextDocumentContentChangeEvent], encoding: Encoding
) -> Source:
    """A text after edits, each of which speaks of the text that the one before it left.

    A position past an end means that end. Edits that go up through the text, as "replace all"
    sends them by the thousand, do not move each other and are made at once.
    """
    waiting: list[tuple[Span, str]] = []  # from the last to the first
    above = Place(-1, 0)  # what an edit must end before to be made with those that wait
    for change in changes:
        if isinstance(change, types.TextDocumentContentChangeWholeDocument):
            source, waiting, above = Source.of(change.text), [], Place(-1, 0)
            continue
        start, end = sorted(
            Place(at.line, at.character) for at in (change.range.start, change.range.end)
        )
        if waiting and not end < above:
            source, waiting = _spliced(source, waiting), []
        span = Span(source.offset(start, encoding), source.offset(end, encoding))
        waiting.append((span, change.text))
        # Where a position was clamped, an edit before it could mean another place than now.
        above = start if source.place(span.start, encoding) == start else Place(-1, 0)
    return _spliced(source, waiting) if waiting else source


def _spliced(source: Source, edits: Sequence[tuple[Span, str]]) -> Source:
    if len(edits) == 1:
        return source.edit(*edits[0])
    pieces: list[bytes] = []
    at = 0
    for span, text in reversed(edits):
        pieces += source.data[at : span.start], Source.of(text).data
        at = span.end
    return Source.decode(b"".join((*pieces, source.data[at:])))

"""The server's text equals the editor's, whatever is typed, in every encoding."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from nearnote.base.source import Encoding, Source, Span
from nearnote.lsp import documents
from nearnote.lsp.documents import NoteDocument, NoteWorkspace

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

URI = "file:///n/a.md"
ENCODINGS = list(Encoding)
PIECES = [
    "\n", "\r\n", "\r", "\u2028", "\u0085", "\x0b", "\x0c", "a", "- ", "# ", "ç", "…", "漢",
    "🎒", "👩\u200d🚀", "e\u0301", "\ufeff", "\0",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
PLACES = st.tuples(st.integers(0, 8), st.integers(0, 8))
Edits = list[tuple[tuple[int, int], tuple[int, int], str]]
EDITS = st.lists(st.tuples(PLACES, PLACES, TEXTS), max_size=6)


class Editor:
    """A model of an editor: an index is found by walking character by character."""

    def __init__(self, text: str, encoding: Encoding) -> None:
        self.text = text
        self.encoding = encoding

    def replace(self, start: tuple[int, int], end: tuple[int, int], text: str) -> None:
        first, last = sorted((self.index(*start), self.index(*end)))
        self.text = self.text[:first] + text + self.text[last:]

    def index(self, line: int, column: int) -> int:
        ends = [match.span() for match in re.finditer(r"\r\n|\r|\n", self.text)]
        if line > len(ends):
            return len(self.text)
        index = ends[line - 1][1] if line else 0
        stop = ends[line][0] if line < len(ends) else len(self.text)
        while index < stop and column >= (width := self.width(self.text[index])):
            column -= width
            index += 1
        return index

    def width(self, character: str) -> int:
        code = ord(character)
        if self.encoding is Encoding.UTF16:
            return 1 + (code > 0xFFFF)
        if self.encoding is Encoding.UTF8:
            return 1 + (code > 0x7F) + (code > 0x7FF) + (code > 0xFFFF)
        return 1


def partial(
    start: tuple[int, int], end: tuple[int, int], text: str
) -> types.TextDocumentContentChangePartial:
    return types.TextDocumentContentChangePartial(
        range=types.Range(types.Position(*start), types.Position(*end)), text=text
    )


def type_into(
    workspace: NoteWorkspace, changes: Iterable[types.TextDocumentContentChangeEvent]
) -> str:
    identifier = types.VersionedTextDocumentIdentifier(2, URI)
    workspace.change(types.DidChangeTextDocumentParams(identifier, list(changes)))
    return workspace.get_text_document(URI).source


def workspace_with(text: str, encoding: Encoding) -> NoteWorkspace:
    workspace = NoteWorkspace(None, position_encoding=encoding.value)
    workspace.put_text_document(types.TextDocumentItem(URI, "markdown", 1, text))
    return workspace


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=TEXTS, edits=EDITS)
def test_any_edits(encoding: Encoding, text: str, edits: Edits) -> None:
    check(encoding, text, edits)


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=TEXTS, edits=EDITS)
def test_edits_that_go_up_through_the_text(encoding: Encoding, text: str, edits: Edits) -> None:
    """As "replace all" sends them; they are made at once where that is the same."""
    edits.sort(key=lambda edit: max(edit[:2]), reverse=True)
    check(encoding, text, edits)


def check(encoding: Encoding, text: str, edits: Edits) -> None:
    workspace = workspace_with(text, encoding)
    editor = Editor(text, encoding)
    for start, end, new in edits:
        editor.replace(start, end, new)
    assert type_into(workspace, [partial(*edit) for edit in edits]) == editor.text


def test_a_thousand_edits_at_once() -> None:
    """In one pass: a pass for each would take seconds of the loop that reads messages."""
    text = "ç word\n" * 1000
    changes = [partial((line, 2), (line, 6), "🎒") for line in reversed(range(1000))]
    workspace = workspace_with(text, Encoding.UTF16)
    passes: list[int] = []
    real = documents._spliced

    def counting(source: Source, edits: Sequence[tuple[Span, str]]) -> Source:
        passes.append(len(edits))
        return real(source, edits)

    with mock.patch.object(documents, "_spliced", counting):
        assert type_into(workspace, changes) == "ç 🎒\n" * 1000
    assert passes == [1000]


CASES = [
    ("a character after an emoji", "🎒b", (0, 2), (0, 2), "x", "🎒xb"),
    ("the line after U+2028", "a\u2028b\nc", (1, 0), (1, 1), "x", "a\u2028b\nx"),
    ("a lone CR ends a line", "a\rb\rc", (1, 0), (1, 1), "x", "a\rx\rc"),
    ("the LF of a CRLF stays whole", "a\r\nb", (0, 9), (1, 0), "", "ab"),
    ("far past the end", "a\nb", (40, 3), (41, 7), "x", "a\nbx"),
    ("past a line's end", "a\nb", (0, 50), (0, 50), "x", "ax\nb"),
    ("into nothing", "", (0, 0), (0, 0), "x", "x"),
    ("all of it", "a\r\nb\n", (0, 0), (2, 0), "", ""),
    ("ends before it starts", "abc", (0, 2), (0, 1), "x", "axc"),
]


@pytest.mark.parametrize(("start", "end", "new", "text", "expected"), [
    pytest.param(start, end, new, text, expected, id=name)
    for name, text, start, end, new, expected in CASES
])  # fmt: skip
def test_one_edit(
    start: tuple[int, int], end: tuple[int, int], new: str, text: str, expected: str
) -> None:
    assert type_into(workspace_with(text, Encoding.UTF16), [partial(start, end, new)]) == expected


def test_whole_document() -> None:
    change = types.TextDocumentContentChangeWholeDocument("new\u2028text")
    assert type_into(workspace_with("old", Encoding.UTF16), [change]) == "new\u2028text"


def test_lines_are_the_editors() -> None:
    document = NoteDocument(URI, "a\u2028b\r\nc\rd")
    assert document.lines == ("a\u2028b\r\n", "c\r", "d")


def test_half_an_emoji_stays_one_unit() -> None:
    """A client may send a lone surrogate; no later column may move by it."""
    workspace = workspace_with("a\ud83db", Encoding.UTF16)
    assert type_into(workspace, [partial((0, 2), (0, 3), "x")]) == "a\ufffdx"


def test_an_edit_of_a_document_that_is_not_open_is_passed_over() -> None:
    workspace = NoteWorkspace(None)
    identifier = types.VersionedTextDocumentIdentifier(2, URI)
    change = partial((0, 0), (0, 0), "x")
    workspace.change(types.DidChangeTextDocumentParams(identifier, [change]))
    assert workspace.opened(URI) is None


def test_a_document_is_found_however_its_uri_is_quoted() -> None:
    workspace = NoteWorkspace(None)
    workspace.put_text_document(types.TextDocumentItem("file:///c%3A/a%20b.md", "markdown", 1, "x"))
    assert workspace.opened("file:///c:/a b.md") is not None


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_encoding_that_was_agreed_on(encoding: Encoding) -> None:
    kind = types.PositionEncodingKind(encoding.value)
    assert NoteWorkspace(None, position_encoding=kind).encoding is encoding
    assert NoteWorkspace(None, position_encoding=encoding.value).encoding is encoding

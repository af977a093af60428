"""Lines and positions: the only place where bytes meet an editor's columns."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nearnote.base.source import Encoding, Place, Source, Span

LINES = [
    ("", [""]),
    ("a", ["a"]),
    ("a\n", ["a", ""]),
    ("a\r\nb\rc\nd", ["a", "b", "c", "d"]),
    ("a\n\r\n\r", ["a", "", "", ""]),
    ("a\u2028b\u2029c\x85d\x0be\x0cf\x1cg\0h", ["a\u2028b\u2029c\x85d\x0be\x0cf\x1cg\0h"]),
    ("\ufeffa\nb", ["\ufeffa", "b"]),
]


@pytest.mark.parametrize(("text", "lines"), LINES)
def test_lines_end_at_three_ends_only(text: str, lines: list[str]) -> None:
    source = Source.of(text)
    assert [source.line(n) for n in range(source.line_count)] == lines
    for first, last in itertools.product(range(-1, len(lines) + 1), repeat=2):
        wanted = lines[first : last + 1] if first >= 0 else []
        assert source.lines(first, last) == wanted


# place -> byte offset in "aé😀\r\nb\n" and the place that comes back
PLACES = [
    (Encoding.UTF8, (0, 3), 3, (0, 3)),
    (Encoding.UTF8, (0, 2), 1, (0, 1)),  # inside of é
    (Encoding.UTF8, (0, 7), 7, (0, 7)),
    (Encoding.UTF16, (0, 2), 3, (0, 2)),
    (Encoding.UTF16, (0, 3), 3, (0, 2)),  # inside of a surrogate pair
    (Encoding.UTF16, (0, 4), 7, (0, 4)),
    (Encoding.UTF32, (0, 3), 7, (0, 3)),
    (Encoding.UTF32, (0, 99), 7, (0, 3)),  # past the end of the line
    (Encoding.UTF16, (1, 1), 10, (1, 1)),
    (Encoding.UTF16, (2, 0), 11, (2, 0)),
    (Encoding.UTF16, (9, 9), 11, (2, 0)),  # past the end of the text
    (Encoding.UTF16, (-1, 3), 0, (0, 0)),
    (Encoding.UTF16, (0, -3), 0, (0, 0)),
]


@pytest.mark.parametrize(("encoding", "place", "offset", "back"), PLACES)
def test_places(
    encoding: Encoding, place: tuple[int, int], offset: int, back: tuple[int, int]
) -> None:
    source = Source.of("aé😀\r\nb\n")
    assert source.offset(Place(*place), encoding) == offset
    assert source.place(offset, encoding) == Place(*back)


def test_an_offset_inside_of_a_line_end_is_the_end_of_the_line() -> None:
    assert Source.of("ab\r\nc").place(3, Encoding.UTF16) == Place(0, 2)


characters = st.sampled_from([*"ab \n\r\té😀\u2028\0", "\r\n", "e\u0301", "\ufeff"])
texts = st.lists(characters, max_size=30).map("".join)


@given(texts, st.sampled_from(Encoding))
def test_every_character_bound_survives_the_way_to_the_editor_and_back(
    text: str, encoding: Encoding
) -> None:
    source = Source.of(text)
    for n in range(len(text) + 1):
        offset = len(text[:n].encode())
        inside_line_end = text[n - 1 : n + 1] == "\r\n"
        expected = offset - 1 if inside_line_end else offset
        assert source.offset(source.place(offset, encoding), encoding) == expected


@given(texts)
def test_lines_and_their_ends_make_up_the_text(text: str) -> None:
    source = Source.of(text)
    spans = [source.line_span(n) for n in range(source.line_count)]
    assert [span.start for span in spans] == source.line_starts
    between = [source.data[a.end : b.start] for a, b in itertools.pairwise(spans)]
    assert set(between) <= {b"\n", b"\r", b"\r\n"}
    assert all(source.line_of(span.start) == n for n, span in enumerate(spans))


@given(texts, texts, st.data())
def test_an_edit_is_a_splice(text: str, new: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    span = Span(len(text[:start].encode()), len(text[:end].encode()))
    edited = Source.of(text).edit(span, new)
    assert edited == Source.of(text[:start] + new + text[end:])


@given(st.binary())
def test_any_bytes_are_a_text(data: bytes) -> None:
    source = Source.decode(data)
    assert source.text.encode() == source.data


def test_lone_surrogates_keep_their_width() -> None:
    source = Source.of("a\ud800b")
    assert source.text == "a\ufffdb"
    assert source.place(4, Encoding.UTF16) == Place(0, 2)


def test_spans() -> None:
    span = Span(2, 4)
    assert (len(span), 2 in span, 4 in span) == (2, True, False)
    assert (span.touches(4), span.touches(5)) == (True, False)
    assert span.covers(Span(4, 4))
    assert not span.covers(Span(1, 3))
    assert span.shift(3) == Span(5, 7)


def test_a_torn_slice_gives_replacement_characters() -> None:
    assert Source.of("é").slice(Span(0, 1)) == "\ufffd"

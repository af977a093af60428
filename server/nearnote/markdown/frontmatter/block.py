"""The block at the top of a note: where it is, and what nearnote reads of it.

Only a block that is a mapping counts; anything else between two rules is body text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from nearnote.base.source import Span
from nearnote.markdown.elements import Tag
from nearnote.markdown.frontmatter.fields import (
    BrokenBlockError,
    Field,
    Fields,
    Value,
    looks_like_yaml,
    read_json,
    read_lines,
    read_toml,
    read_yaml,
)
from nearnote.markdown.frontmatter.property_links import property_links
from nearnote.markdown.frontmatter.value_spans import Written
from nearnote.markdown.note import Frontmatter, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nearnote.base.source import Source
    from nearnote.markdown.elements import Link
    from nearnote.markdown.parser.link_spans import LinkOrder

_BOM = b"\xef\xbb\xbf"
_OPENING = re.compile(rb"(---|\+\+\+)[ \t]*(?:\r\n|\n|\r)")
_CLOSING = {
    b"---": re.compile(rb"(?<=[\r\n])(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\r|\Z)"),
    b"+++": re.compile(rb"(?<=[\r\n])\+\+\+[ \t]*(?:\r\n|\n|\r|\Z)"),
}
_LINE_END = re.compile(rb"[ \t]*(?:\r\n|\n|\r|\Z)")
_BLANK_LINE = re.compile(rb"(?<=[\r\n])[ \t]*(?:\r\n|\n|\r|\Z)")
_TOML_KEY = re.compile(r"\s*(?:#[^\n]*\s*)*(?:\[|[\w\"'.-]+\s*=)")
_NO = frozenset({"false", "no", "off", "0"})
_READ = frozenset(
    {"title", "aliases", "alias", "tags", "tag", "desc", "description", "permalink", "embed"}
)
_USUAL = _READ | {"id", "date", "created", "updated"}
_WHOLE = re.compile(r"\S(?:.*\S)?", re.DOTALL)
_BETWEEN_COMMAS = re.compile(r"[^,\s](?:[^,]*[^,\s])?")
_WORD = re.compile(r"\S+")
# No person writes a block of this size, and parsers of YAML are slow.
_LONGEST = 100_000


@dataclass(frozen=True, slots=True)
class _Block:
    """A recognised block: its bytes from the opening fence on, and what they say."""

    format: Literal["yaml", "toml", "json"]
    length: int  # bytes with fences and the last line end
    head: int  # bytes before the fields' own text
    text: str
    fields: Fields
    reason: str = ""
    line: int = 0  # of the problem, 0-based in the block


def read(source: Source, order: LinkOrder = "auto") -> Frontmatter:
    """The frontmatter of a note. Never fails: a broken block has a problem."""
    data = source.data
    start = len(_BOM) if data.startswith(_BOM) else 0
    block = _find(data, start)
    if block is None:
        return Frontmatter(Span(start, start))
    fields = block.fields
    aliases: dict[str, Span] = {}
    for alias, span in _names(block, start, "aliases", "alias"):
        aliases.setdefault(alias, span)
    front = Frontmatter(
        Span(start, start + block.length),
        block.format,
        Span(start + block.head, start + block.head + len(block.text.encode())),
        aliases=tuple(aliases),
        alias_spans=tuple(aliases.values()),
        links=tuple(_links(block, start, order)),
        tags=tuple(_tags(block, start, "tags", "tag")),
        permalink=_text(fields, "permalink"),
        embed=_text(fields, "embed").lower() not in _NO,
    )
    title = _first(fields, "title")
    if title and title.text.strip():
        name = " ".join(title.text.split())
        front = replace(front, title=name, title_span=_span(block, start, title.start, title.end))
    for description in (_first(fields, "description"), _first(fields, "desc")):
        if description and description.text.strip():
            text = " ".join(description.text.split())
            span = _span(block, start, description.start, description.end)
            front = replace(front, description=text, description_span=span)
            break
    if block.reason:
        line = source.line_of(start) + block.line
        last = source.line_of(start + block.length)
        span = source.line_span(min(line, last))
        problem = Problem(block.reason, Span(max(span.start, start), max(span.end, start)))
        front = replace(front, problem=problem)
    return front


def _find(data: bytes, start: int) -> _Block | None:
    if data.startswith(b"{", start):
        return _json(data, start)
    opening = _OPENING.match(data, start)
    if not opening:
        return None
    closing = _CLOSING[opening[1]].search(data, opening.end(), opening.end() + _LONGEST)
    if closing:
        head = opening.end() - start
        inner = data[opening.end() : closing.start()].decode()
        found = _toml(inner) if opening[1] == b"+++" else _yaml(inner)
        if isinstance(found, _Block):
            return replace(found, length=closing.end() - start, head=head)
        if found == "body":
            return None
    return _unclosed(data, start, opening.end()) if opening[1] == b"---" else None


@lru_cache(256)
def _yaml(text: str) -> _Block | Literal["body", "unknown"]:
    try:
        fields = read_yaml(text)
    except BrokenBlockError as broken:
        if not looks_like_yaml(text):
            return "unknown"
        reason = (
            f"This frontmatter is not valid YAML, so only its plain lines count: {broken.reason}."
        )
        return _Block("yaml", 0, 0, text, read_lines(text), reason, broken.line + 1)
    return "body" if fields is None else _Block("yaml", 0, 0, text, fields)


@lru_cache(256)
def _toml(text: str) -> _Block | Literal["body"]:
    try:
        return _Block("toml", 0, 0, text, read_toml(text))
    except BrokenBlockError as broken:
        if not _TOML_KEY.match(text):
            return "body"
        reason = f"This frontmatter is not valid TOML, so none of it counts: {broken.reason}."
        return _Block("toml", 0, 0, text, {}, reason, broken.line + 1)


def _json(data: bytes, start: int) -> _Block | None:
    text = data[start : start + _LONGEST].decode(errors="ignore")
    found = read_json(text)
    if not found:
        return None
    fields, end = found
    length = len(text[:end].encode())
    after = _LINE_END.match(data, start + length)
    return _Block("json", after.end() - start, 0, text[:end], fields) if after else None


def _unclosed(data: bytes, start: int, inner: int) -> _Block | None:
    """A block that somebody is still typing: key lines up to the first blank one."""
    blank = _BLANK_LINE.search(data, inner, inner + _LONGEST)
    end = blank.start() if blank else min(len(data), inner + _LONGEST)
    text = data[inner:end].decode(errors="ignore")
    try:
        fields = read_yaml(text)
    except BrokenBlockError:
        return None
    if not fields or _USUAL.isdisjoint(fields):
        return None
    reason = "This frontmatter is not closed: add a line with --- after its last key."
    return _Block("yaml", end - start, inner - start, text, fields, reason)


# -- values ----------------------------------------------------------------------------------


def _first(fields: Fields, key: str) -> Value | None:
    values = fields.get(key, Field(())).values
    return values[0] if values else None


def _text(fields: Fields, key: str) -> str:
    value = _first(fields, key)
    return " ".join(value.text.split()) if value else ""


def _names(block: _Block, start: int, *keys: str) -> Iterator[tuple[str, Span]]:
    """The names of a list or of a text like `a, b`, each with its own place."""
    for key in keys:
        field = block.fields.get(key, Field(()))
        for value in field.values:
            listed = field.listed
            parts = _WHOLE.finditer(value.text) if listed else _BETWEEN_COMMAS.finditer(value.text)
            for part in parts:
                yield " ".join(part[0].split()), _part_span(block, start, value, part.span())


def _tags(block: _Block, start: int, *keys: str) -> Iterator[Tag]:
    """Tags of a list or of a text like `a, b` or `#a #b`, each with its own place."""
    for key in keys:
        field = block.fields.get(key, Field(()))
        for value in field.values:
            between = _BETWEEN_COMMAS if "," in value.text else _WORD
            for part in (_WHOLE if field.listed else between).finditer(value.text):
                name = part[0].lstrip("#").strip()
                if name:
                    yield Tag(name, _part_span(block, start, value, part.span()))


def _links(block: _Block, start: int, order: LinkOrder) -> Iterator[Link]:
    if "[[" in block.text or "](" in block.text:
        for link in property_links(block.text, block.format, order):
            yield replace(link, span=link.span.shift(start + block.head))


def _part_span(block: _Block, start: int, value: Value, part: tuple[int, int]) -> Span:
    """Where a part of a value is written; the whole value when that is unclear."""
    if value.start >= 0:
        raw = block.text[value.start : value.end]
        if found := Written((), value.text, raw, value.start, value.end).span(*part):
            return _span(block, start, found.start, found.end)
    return _span(block, start, value.start, value.end)


def _span(block: _Block, start: int, first: int, last: int) -> Span:
    """Bytes of characters of the block's text; the whole block when the place is unknown."""
    if first < 0:
        return Span(start, start + block.length)
    byte = start + block.head + len(block.text[:first].encode())
    return Span(byte, byte + len(block.text[first:last].encode()))

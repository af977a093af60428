"""The keys of a frontmatter block and their values: from YAML, TOML, JSON or plain lines.

Values stay text (`007`, `2024-01-01`, `yes`), since a title or a tag is text whatever a format
makes of it. Offsets are in characters of the block.
"""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Any

import yaml
from frontmatter.default_handlers import YAMLHandler

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# YAML refuses these, and one of them must not cost a note its title.
UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NOTHING = frozenset({"", "~", "null"})
_LINE = re.compile(r"([^\s:#'\"\[{-][^:\r\n]*?)[ \t]*:(?:[ \t]+([^\r\n]*?))?[ \t]*$")
_ITEM = re.compile(r"[ \t]*-[ \t]+([^\r\n]*?)[ \t]*$")
_HEADING = re.compile(r"#{1,6} ")
_LITERAL = re.compile(
    r"""\#[^\n]*|(?P<quotes>\"{3}|'{3}|[\"'])(?P<quoted>(?:\\.|(?!(?P=quotes)).)*)(?P=quotes)"""
    r"""|(?P<bare>[^\s,\[\]{}\"'#]+)""",
    re.DOTALL,
)
_COMMENT = re.compile(r"[ \t]#.*$")
_PLAIN = {
    "mapping values are not allowed": "a value that has a colon in it needs quotes",
    "cannot start any token": "a value cannot start with this character without quotes, "
    "and lines are indented by spaces, not tabs",
    "alphabetic or numeric": "a value that starts with * or & needs quotes",
    "undefined alias": "a value that starts with * needs quotes",
    "unexpected end of stream": "a quote or bracket is not closed",
    "could not find expected ':'": "a line has no colon after its key",
    "did not find expected key": "this line is neither a key with a value nor part of one",
}
_TOML_LINE = re.compile(r"line (\d+)")
_LINES = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|$)")


@dataclass(frozen=True, slots=True)
class Value:
    """One scalar: its text, and where it is written with its quotes (-1 when that is unknown)."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Field:
    """What a key holds; `listed` tells `[a, b]` from `a, b`."""

    values: tuple[Value, ...]
    listed: bool = False


Fields = dict[str, Field]
"""By key, in lower case."""


class BrokenBlockError(Exception):
    """The block is not what its fences say: a plain reason and the 0-based line in the block."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


def read_yaml(text: str) -> Fields | None:
    """The fields of a YAML mapping; None when it is something else.

    Raises BrokenBlockError.
    """
    text = UNPRINTABLE.sub(" ", text)
    try:
        root = YAMLHandler().load(text, Loader=_Nodes)
    except yaml.YAMLError as error:
        raise BrokenBlockError(*_yaml_problem(text, error)) from error
    except RecursionError as error:
        raise BrokenBlockError("it is nested too deeply", 0) from error
    if root is None:
        return {} if not text.strip() else None
    if not isinstance(root, yaml.MappingNode):
        return None
    fields: Fields = {}
    for key, node in root.value:
        if isinstance(key, yaml.ScalarNode):
            listed = isinstance(node, yaml.SequenceNode)
            fields.setdefault(key.value.lower(), Field(tuple(_scalars(text, node)), listed))
    return fields


def read_toml(text: str) -> Fields:
    """The fields of a TOML table. Raises BrokenBlockError."""
    try:
        table = tomllib.loads(text.replace("\r\n", "\n").replace("\r", "\n"), parse_float=str)
    except tomllib.TOMLDecodeError as error:
        where = _TOML_LINE.search(str(error))
        reason = str(error).split(" (at ")[0]
        raise BrokenBlockError(reason, int(where[1]) - 1 if where else 0) from error
    except (RecursionError, ValueError) as error:
        raise BrokenBlockError("it cannot be read", 0) from error
    return _located(text, table)


def read_json(text: str) -> tuple[Fields, int] | None:
    """The fields of the JSON object that `text` starts with, and its end; else None."""
    decoder = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)
    try:
        value, end = decoder.raw_decode(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict) or not value:
        return None
    return _located(text[:end], value), end


# The keys whose values others may link to or be found by, and what no name begins with or has.
_NAMING = ("alias", "aliases", "tag", "tags")
_TORN = re.compile(r"^[\"'*&!|>%@`]|[\[\]{}]")


def read_lines(text: str) -> Fields:
    """What plain `key: value` lines of a broken block still say."""
    fields: Fields = {}
    key = ""
    at = 0
    for line in _LINES.findall(text):
        end = at + len(line.rstrip("\r\n"))
        entry = _LINE.match(text, at, end)
        item = _ITEM.match(text, at, end)
        if entry:
            key = entry[1].lower()
            if key in fields:
                key = ""
            elif entry[2]:
                fields[key] = _untorn(key, _plain(text, entry.start(2), entry.end(2)))
        elif item and key and (key not in fields or fields[key].listed):
            value = _untorn(key, _plain(text, item.start(1), item.end(1))).values
            before = fields[key].values if key in fields else ()
            fields[key] = Field(before + value, listed=True)
        at += len(line)
    return fields


def _untorn(key: str, field: Field) -> Field:
    """The names that a line gives, without the torn ends of lists, quotes and anchors."""
    if key not in _NAMING:
        return field
    return Field(tuple(it for it in field.values if not _TORN.search(it.text)), field.listed)


def looks_like_yaml(text: str) -> bool:
    """Whether a block that is no valid YAML was meant as some, rather than as body text."""
    lines = [line.rstrip("\r\n") for line in _LINES.findall(text)]
    keys = odd = 0
    blank = False
    for line in lines:
        key = _LINE.match(line) is not None
        keys += key
        strange = not key and line[:1] not in tuple(" \t#]}-")
        if blank and line and (strange or _HEADING.match(line)):
            return False  # A paragraph or a heading: the fence below is a rule of the body.
        odd += strange and bool(line)
        blank = not line.strip()
    return keys > 0 and odd <= max(1, keys // 4)


def _yaml_problem(text: str, error: Any) -> tuple[str, int]:
    """What a YAML error says, for people, and its line."""
    lines = len(_LINES.findall(text.rstrip("\r\n"))) - 1
    marks = [getattr(error, "problem_mark", None), getattr(error, "context_mark", None)]
    found = [mark.line for mark in marks if mark]
    # What is missing at the end of the block is missed where it began.
    line = next((line for line in found if line < lines), max(lines - 1, 0) if found else 0)
    reason = getattr(error, "problem", None) or "it cannot be read"
    return next((plain for jargon, plain in _PLAIN.items() if jargon in reason), reason), line


class _Nodes(getattr(yaml, "CBaseLoader", yaml.BaseLoader)):  # type: ignore[misc]
    """Gives the tree of nodes, which know where they are written, in place of Python values."""

    def construct_document(self, node: Any) -> Any:
        return node


def _scalars(text: str, node: Any, depth: int = 0) -> Iterator[Value]:
    """The scalars of a node; `[[A]]`, a list in a list to YAML, gives its one name."""
    start, end = node.start_mark.index, node.end_mark.index
    if isinstance(node, yaml.ScalarNode):
        plain = node.style is None or node.style == ""
        if not (plain and node.value.lower() in _NOTHING):
            yield Value(node.value, start, start + len(text[start:end].rstrip()))
    elif isinstance(node, yaml.SequenceNode) and depth < 3:
        for inner in node.value:
            yield from _scalars(text, inner, depth + 1)
    elif isinstance(node, yaml.MappingNode) and node.flow_style and text[start : start + 2] == "{{":
        yield Value(text[start:end], start, end)  # A template's `{{title}}`.


def _plain(text: str, start: int, end: int) -> Field:
    """The value written at `start` to `end`, read by eye."""
    raw = text[start:end]
    if raw[0] == "[" and raw[-1] == "]" and not raw.startswith("[["):
        inner = re.compile(r"[^,\[\]]+").finditer(text, start + 1, end - 1)
        found = [_unquoted(text, part.start(), part.end()) for part in inner]
        return Field(tuple(value for value in found if value.text), listed=True)
    if raw[0] not in "\"'":
        comment = _COMMENT.search(raw)
        end = start + comment.start() if comment else end
    value = _unquoted(text, start, end)
    return Field((value,) if value.text.lower() not in _NOTHING else ())


def _unquoted(text: str, start: int, end: int) -> Value:
    raw = text[start:end]
    start += len(raw) - len(raw.lstrip())
    raw = raw.strip()
    quoted = len(raw) > 1 and raw[0] == raw[-1] and raw[0] in "\"'"
    return Value(raw[1:-1] if quoted else raw, start, start + len(raw))


def _located(text: str, table: Mapping[str, object]) -> Fields:
    """Fields of a parsed table, with the places where their values are written."""
    fields: Fields = {}
    for key, value in table.items():
        listed = isinstance(value, list)
        texts = [_written(it) for it in (value if isinstance(value, list) else [value])]
        known = [it for it in texts if it is not None]
        fields.setdefault(key.lower(), Field(tuple(_find(text, key, known)), listed))
    return fields


def _find(text: str, key: str, values: list[str]) -> Iterator[Value]:
    """Each value with the place of its literal after the key that these literals follow."""
    opening = re.compile(rf"(?:^|[{{,\s])[\"']?{re.escape(key)}[\"']?\s*[:=]", re.MULTILINE)
    for begin in opening.finditer(text):
        literals = list(islice(_literals(text, begin.end()), len(values)))
        if all(
            "\\" in it.text or it.text == value for it, value in zip(literals, values, strict=False)
        ):
            for value, it in zip_longest(values, literals):
                yield Value(value, it.start, it.end) if it else Value(value, -1, -1)
            return
    for value in values:
        yield Value(value, -1, -1)


def _literals(text: str, start: int) -> Iterator[Value]:
    for found in _LITERAL.finditer(text, start):
        if found["quotes"] or found["bare"]:
            yield Value(found["quoted"] or found["bare"] or "", found.start(), found.end())


def _written(value: object) -> str | None:
    """A parsed scalar as text; None for nothing and for nested tables and lists."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return None if value is None or isinstance(value, dict | list) else str(value)

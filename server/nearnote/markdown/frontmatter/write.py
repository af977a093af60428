"""Edits of a frontmatter's values: the one place that writes them, as its format has them written.

What is about to be written is parsed and compared with what was there: every value is the same but
the one that is changed, and that one says what it shall say. Comments, order and quotes stay.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.markdown.finding import Edit
from nearnote.markdown.frontmatter.fields import UNPRINTABLE, BrokenBlockError
from nearnote.markdown.frontmatter.values import (
    BARE_LINK,
    TEXT,
    Format,
    Leaf,
    Path,
    leaves,
    written_values,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nearnote.base.source import Source
    from nearnote.markdown.frontmatter.value_spans import Written
    from nearnote.markdown.note import Frontmatter

# A number, a date or a truth value in one or the other version of YAML.
_UNSURE = re.compile(
    r"[-+.]?\d[\da-fox_:.,+\-eTZ ]*|[-+]?\.(?:inf|nan)|y|n|yes|no|on|off|true|false|null|none|~",
    re.IGNORECASE,
)
# A tab, which some parsers refuse, and a bare link whose name is a quote, anchor or tag to YAML.
_MISREAD = re.compile(r"\t|\[\[\s*['\"&*!?@%`|>]")
_HARMLESS = re.compile(r"[^\W\d_][\w ./-]*")
_ALSO_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff]")


class UnwritableError(Exception):
    """A value cannot be written safely; the message says why, as the end of a sentence."""


@dataclass(frozen=True, slots=True)
class _Block:
    """A block's text, its format, and what is in it (None when it is broken)."""

    text: str
    kind: Format
    values: dict[Path, Leaf] | None

    @staticmethod
    def of(text: str, kind: Format) -> _Block:
        try:
            return _Block(text, kind, leaves(text, kind))
        except BrokenBlockError:
            return _Block(text, kind, None)

    def with_(self, value: Written, raw: str) -> _Block:
        """The block with a value written so."""
        return _Block.of(self.text[: value.start] + raw + self.text[value.end :], self.kind)


def value_edits(source: Source, front: Frontmatter, edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """Edits of a note, of which those of a value in its frontmatter write it as its format wants.

    An edit of a value says in plain text what shall stand there. Raises UnwritableError.
    """
    inside = [
        edit for edit in edits if front.span.covers(edit.span) and front.span.start < edit.span.end
    ]
    if not inside or not front.format:
        return tuple(edits)
    if any(edit.span == front.span for edit in inside):
        raise UnwritableError("it is not clear where in the frontmatter that is written")
    written = list(_written(source, front, inside))
    others = [edit for edit in edits if edit not in inside]
    return tuple(sorted([*others, *written], key=lambda edit: edit.span))


def _written(source: Source, front: Frontmatter, edits: Sequence[Edit]) -> Iterator[Edit]:
    text = source.slice(front.text_span)
    block = _Block.of(text, front.format)
    by_value: dict[Written, list[tuple[Span, str]]] = {}
    base = front.text_span.start
    for edit in edits:
        first, last = (
            len(source.slice(Span(base, max(at, base)))) for at in (edit.span.start, edit.span.end)
        )
        span = Span(first, last)
        value = next((it for it in written_values(text, front.format) if _in(span, it)), None)
        if value is not None:
            by_value.setdefault(value, []).append((span, edit.text))
        elif block.values is None and not _HARMLESS.fullmatch(edit.text):
            raise UnwritableError("its frontmatter is not valid, and has to be mended first")
        else:
            yield edit
    for value, changes in by_value.items():
        start = base + len(text[: value.start].encode())
        span = Span(start, start + len(value.raw.encode()))
        yield Edit(span, _rewritten(block, value, changes))


def _in(span: Span, value: Written) -> bool:
    if not len(span):
        return value.start < span.start < value.end
    return value.start <= span.start and span.end <= value.end


def _rewritten(block: _Block, value: Written, changes: list[tuple[Span, str]]) -> str:
    """The value as it is to be written."""
    new, raw = value.value, value.raw
    whole = Span(value.start, value.end)
    listed = _as_list(block, value, changes)
    for span, text in sorted(changes, reverse=True):
        part = (0, len(value.value)) if span == whole else value.part(span)
        if part is None:
            raise UnwritableError("it is not clear where in the frontmatter that is written")
        new = new[: part[0]] + text + new[part[1] :]
        if span == whole:
            raw = _styled(block.kind, value, text)
        else:
            inner = _escaped(block.kind, value.style, text)
            raw = raw[: span.start - value.start] + inner + raw[span.end - value.start :]
    for candidate in [listed] if listed else (raw, *_quoted(block.kind, value, new)):
        if (listed or not _is_unsure(block.kind, value, candidate)) and _says(
            block, block.with_(value, candidate), value, new, as_list=bool(listed)
        ):
            return candidate
    raise UnwritableError("its frontmatter would no longer say the same")


def _says(block: _Block, after: _Block, value: Written, new: str, *, as_list: bool) -> bool:
    """Whether the value, and nothing else, has changed as it shall."""
    if block.values is None or after.values is None:
        return False
    old = {path for path, leaf in block.values.items() if after.values.get(path) != leaf}
    changed = {path for path, leaf in after.values.items() if block.values.get(path) != leaf}
    if not old and not changed:
        return _same(new, value.value)
    # What repeats the value by an alias of YAML changes along.
    if any(block.values[path][1] != value.value for path in old):
        return False
    if as_list:
        return all(it[:-1] == value.path and after.values[it][0] == TEXT for it in changed)
    return (
        changed == old
        and (block.kind != "yaml" or value.path in old)
        and (len(old) == 1 or value.raw.startswith("&"))
        and all(
            after.values[path][0] in (TEXT, BARE_LINK) and _same(after.values[path][1], new)
            for path in changed
        )
    )


def _same(one: str, other: str) -> bool:
    # A literal or folded text ends in line ends that no name has.
    return one.rstrip("\n") == other.rstrip("\n")


def _is_unsure(kind: Format, value: Written, raw: str) -> bool:
    if kind != "yaml" or value.style not in ("", "[") or raw[:1] in ("'", '"'):
        return False
    return bool(_UNSURE.fullmatch(raw) or _MISREAD.search(raw))


def _styled(kind: Format, value: Written, text: str) -> str:
    """A whole value in the style in which the old one is written."""
    style = value.style
    if style in ("|", ">"):
        header, _, rest = value.raw.partition("\n")
        indent = re.match(r"\s*", rest)
        carriage = "\r" if header.endswith("\r") else ""
        return f"{header.rstrip()}{carriage}\n{indent[0] if indent else '  '}{text}"
    if style not in ("'", '"'):
        return text
    return f"{style}{_escaped(kind, style, text)}{style}"


def _quoted(kind: Format, value: Written, text: str) -> Iterator[str]:
    yield _styled(kind, value, text)
    for style in ('"', "'"):
        yield f"{style}{_escaped(kind, style, text)}{style}"


def _escaped(kind: Format, style: str, text: str) -> str:
    """Text as it can stand between these quotes."""
    if style == "'":
        return text.replace("'", "''") if kind == "yaml" else text
    if style != '"':
        return text
    escaped = json.dumps(text, ensure_ascii=False)[1:-1]
    for signs in (_ALSO_ESCAPED, UNPRINTABLE):
        escaped = signs.sub(lambda found: f"\\u{ord(found[0]):04x}", escaped)
    return escaped


def _as_list(block: _Block, value: Written, changes: list[tuple[Span, str]]) -> str:
    """A text like `a, b` as a list, when one of the names gets a comma; else empty."""
    names = {"aliases", "alias"}
    if block.kind != "yaml" or len(value.path) != 1 or str(value.path[0]).lower() not in names:
        return ""
    if not any("," in text for _, text in changes):
        return ""
    whole = Span(value.start, value.end)
    parts = [found.span() for found in re.finditer(r"[^,\s](?:[^,]*[^,\s])?", value.value)]
    places = {value.span(*part): value.value[slice(*part)] for part in parts}
    for span, text in changes:
        places[whole if span == whole else span] = text
    if any(span == whole for span, _ in changes) or len(places) != len(parts):
        places = {whole: changes[-1][1]}
    return "[" + ", ".join(f'"{_escaped("yaml", chr(34), it)}"' for it in places.values()) + "]"

"""One link as written, taken apart: every part of a `Link` with the exact span of its text."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape as unescape_entities
from typing import Literal
from urllib.parse import unquote

from nearnote.base.source import Span
from nearnote.markdown.elements import Link, LinkKind, Parts

LinkOrder = Literal["auto", "auto-label-first", "target-first", "label-first"]
"""Which side of `[[a|b]]` is the target.

`auto` decides link by link, and where neither side looks like a target, for the left one;
`auto-label-first` then decides for the right one.
"""

# `C:` is a drive and `Note: more` a title, so a scheme has two letters and no space after it.
_SCHEME = re.compile(r"(?:[a-z][a-z0-9+.-]+:(?=\S)|//)", re.IGNORECASE)
_WEB = re.compile(r"https?://", re.IGNORECASE)
# What only a target looks like: `dotted.note.name`, `name#heading`, `#heading`, `dendron://a/b`.
# A dotted name has a letter somewhere, or it is a version.
_TARGET_ONLY = re.compile(
    r"(?=[\w.-]*[^\W\d_])[\w-]+(?:\.[\w-]+)+(?:#.*)?|[\w.-]*#(?=[\w-]*[^\W\d])[\w-]+|[a-z]+://\S+(?:#.*)?"
)
_OTHER_VAULT = re.compile(rb"dendron://[^/#]+/")
# `list[[0]]`, `m[[i, 1]]`, `df[["name"]]`: an index of what stands right before it.
_INDEX = re.compile(r"[\d\s:,.+*/-]+|[a-z]|[a-z][\d\s:,+*/-]+|[\"'].*[\"']|:.*")
_INDEXED = re.compile(rb"[A-Za-z0-9_]|[)\]](?=\[\[\d)")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])|(&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|\w{1,32});)")
# The number sign of an entity such as `&#32;` starts no fragment.
_FRAGMENT = re.compile(rb"(?<!&)#")
_BARE_MARK = re.compile(rb"\^(?=[A-Za-z0-9-]+$)")
_ANGLED = re.compile(rb"<((?:\\.|[^<>\\\r\n])*)>")
_SPACE = re.compile(rb"[ \t\r\n]*")
_PLAIN = re.compile(rb"[^\x00-\x20()\\]*")


def unescape(text: str) -> str:
    """Text as Markdown shows it: `\\*` becomes `*`, `&amp;` becomes `&`."""
    if "\\" not in text and "&" not in text:
        return text
    return _ESCAPE.sub(lambda m: m[1] or unescape_entities(m[2]), text)


def is_external(target: str) -> bool:
    """Whether a Markdown link's target has a URL scheme."""
    return _SCHEME.match(target) is not None


def wikilink(data: bytes, span: Span, order: LinkOrder = "auto") -> Link | None:
    """The link in `[[…]]` or `![[…]]` at `span`; None when nobody can mean a link by it."""
    embed = data[span.start : span.start + 1] == b"!"
    inner = Span(span.start + (3 if embed else 2), span.end - 2)
    raw = data[inner.start : inner.end]
    bar = raw.find(b"|")
    label_first = False
    if bar < 0:
        target, label = _trim(data, inner), Span(inner.end, inner.end)
    else:
        # In a table the bar is written `\|`.
        left_end = inner.start + bar - (raw[bar - 1 : bar] == b"\\")
        target = _trim(data, Span(inner.start, left_end))
        label = _trim(data, Span(inner.start + bar + 1, inner.end))
        label_first = _label_first(_text(data, target), _text(data, label), order)
        if label_first:
            target, label = label, target
    vault = _OTHER_VAULT.match(data, target.start, target.end)
    target = Span(vault.end(), target.end) if vault else target
    mark = _BARE_MARK.search(data[target.start : target.end])
    if mark and mark.start() and b"#" not in data[target.start : target.end]:
        at = target.start + mark.start()
        target, fragment = Span(target.start, at), Span(at, target.end)
    else:
        target, fragment = _split(data, target)
    name = _text(data, target)
    if not (name or len(fragment)) or re.search(r"[\[\]\r\n]", name):
        return None
    if (
        bar < 0
        and not embed
        and span.start
        and _INDEX.fullmatch(name)
        and _INDEXED.match(data, span.start - 1)
    ):
        return None
    return Link(
        LinkKind.EMBED if embed else LinkKind.WIKI,
        name,
        _text(data, fragment),
        _text(data, label).replace("\\|", "|"),
        span,
        _parts(span, target, fragment, label),
        external=_WEB.match(name) is not None,
        label_first=label_first,
    )


def inline_link(data: bytes, kind: LinkKind, span: Span, label_end: int, label: str) -> Link:
    """The link in `[label](target#fragment "title")`, whose label's text ends at `label_end`."""
    label_start = span.start + (2 if kind is LinkKind.IMAGE else 1)
    label_end = max(label_end, label_start)
    opening = data.find(b"](", label_end, span.end)
    cursor = span.end - 1 if opening < 0 else opening + 2
    written = _destination(data, cursor, span.end - 1)
    return _to(data, kind, label, span, written, Span(label_start, max(opening, label_start)))


def reference_link(data: bytes, kind: LinkKind, span: Span, text: str, target: str) -> Link:
    """The link in `[text][name]`, `[name][]` or `[name]`, whose target is written elsewhere."""
    start = span.start + (2 if kind is LinkKind.IMAGE else 1)
    if data.endswith(b"[]", start, span.end):
        name = label = Span(start, span.end - 3)
    else:
        # No bare bracket stands in a name, so the last one opens it.
        opening = span.end - 1
        while opening > start and (data[opening] != 0x5B or data[opening - 1] == 0x5C):
            opening -= 1
        name = Span(opening + 1 if opening > start else start, span.end - 1)
        label = Span(start, opening - 1) if opening > start else name
    nowhere = Span(span.end, span.end)
    external = is_external(target)
    path, _, fragment = (target, "", "") if external else target.partition("#")
    return Link(
        kind,
        unquote(path),
        unquote(fragment),
        text,
        span,
        _parts(span, nowhere, nowhere, label, name),
        external,
        reference=_text(data, name),
    )


def definition_link(data: bytes, span: Span) -> Link | None:
    """The link in a reference's definition `[name]: target "title"`; its label is the name."""
    closing = data.find(b"]:", span.start, span.end)
    while closing > 0 and data[closing - 1 : closing] == b"\\":
        closing = data.find(b"]:", closing + 1, span.end)
    if closing < 0:
        return None
    written = _destination(data, closing + 2, span.end)
    label = Span(span.start + 1, closing)
    name = _text(data, label)
    link = _to(data, LinkKind.MARKDOWN, name, span, written, label)
    parts = replace(link.parts, reference=link.parts.label)
    return replace(link, parts=parts, reference=name, defines=True)


def url_link(url: str, span: Span, written: Span) -> Link:
    """The link in a bare or angled URL."""
    end = Span(written.end, written.end)
    parts = _parts(span, written, end, end)
    return Link(LinkKind.MARKDOWN, url, "", "", span, parts, external=True)


def footnote_link(data: bytes, span: Span) -> Link:
    """The link in `[^name]`; its target is the footnote's name."""
    name = Span(span.start + 2, span.end - 1)
    end = Span(name.end, name.end)
    return Link(LinkKind.FOOTNOTE, _text(data, name), "", "", span, _parts(span, name, end, end))


def _to(data: bytes, kind: LinkKind, text: str, span: Span, written: Span, label: Span) -> Link:
    """A Markdown link whose destination is written at `written`."""
    url = unescape(_text(data, written))
    if is_external(url):
        end = Span(written.end, written.end)
        return Link(kind, url, "", text, span, _parts(span, written, end, label), external=True)
    target, fragment = _split(data, written)
    return Link(
        kind,
        unquote(unescape(_text(data, target))),
        unquote(unescape(_text(data, fragment))),
        text,
        span,
        _parts(span, target, fragment, label),
    )


def _parts(
    span: Span, target: Span, fragment: Span, label: Span, name: Span | None = None
) -> Parts:
    """The places of a link's parts, counted from its start."""
    back = -span.start
    reference = None if name is None else name.shift(back)
    return Parts(target.shift(back), fragment.shift(back), label.shift(back), reference)


def _destination(data: bytes, start: int, end: int) -> Span:
    """Where a link's destination is written, without its angle brackets."""
    space = _SPACE.match(data, start, end)
    start = space.end() if space else start
    angled = _ANGLED.match(data, start, end)
    if angled:
        return Span(angled.start(1), angled.end(1))
    plain = _PLAIN.match(data, start, end)
    depth, at = 0, plain.end() if plain else start
    while at < end:
        byte = data[at]
        if byte == 0x5C:  # A backslash takes the next character with it.
            at += 1
        elif byte <= 0x20 or (byte == 0x29 and depth == 0):
            break
        else:
            depth += (byte == 0x28) - (byte == 0x29)
        at += 1
    return Span(start, min(at, end))


def _split(data: bytes, span: Span) -> tuple[Span, Span]:
    """Target and fragment of `target#fragment`; without a fragment the second is empty."""
    mark = _FRAGMENT.search(data, span.start, span.end)
    if not mark:
        return span, Span(span.end, span.end)
    return (
        _trim(data, Span(span.start, mark.start())),
        _trim(data, Span(mark.end(), span.end)),
    )


def _label_first(left: str, right: str, order: LinkOrder) -> bool:
    if order.startswith("auto"):
        left_likeness, right_likeness = _likeness(left), _likeness(right)
        if left_likeness != right_likeness:
            return right_likeness > left_likeness
    return order.endswith("label-first")


def _likeness(text: str) -> int:
    """How much a side of `[[a|b]]` looks like a target and like nothing else."""
    if not _TARGET_ONLY.fullmatch(text):
        return 0
    return 1 + text.count(".") + 2 * text.count("#") + 4 * ("://" in text)


def _trim(data: bytes, span: Span) -> Span:
    """The span without white space at its ends; an empty one keeps its start."""
    raw = data[span.start : span.end]
    start = span.start + len(raw) - len(raw.lstrip())
    return Span(min(start, span.end), max(span.end - len(raw) + len(raw.rstrip()), start))


def _text(data: bytes, span: Span) -> str:
    return data[span.start : span.end].decode("utf-8", errors="replace")

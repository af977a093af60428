"""What pyromark leaves inside running text: tags, bare URLs, comment signs and block ids."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from nearnote.base.source import Span
from nearnote.markdown.elements import Link, LinkKind
from nearnote.markdown.parser.link_spans import unescape

if TYPE_CHECKING:
    from collections.abc import Iterator

# A tag may hold anything but white space and punctuation, so any script and emoji. Its joints
# are `-`, `_`, `/` and, as in Dendron, a dot between words; U+200D joins emoji and stays.
_PUNCTUATION = (
    r"\s\x00-,.:-@\[-^`{-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf"
    r"\u2000-\u200c\u200e-\u206f\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030"
    r"\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\ufffd"
)
# It begins after white space or an opening mark, so the fragment of a URL or `C#` is none, and
# has something besides digits and joints, so `#123` is none.
_TAG = (
    r"(?:(?<![^\s(\[{\"'“‘«,;*_~|>—–])|(?<===))"
    rf"#(?=[\d/_-]*[^\d/_{_PUNCTUATION}-])[^{_PUNCTUATION}]+(?:\.\w[^{_PUNCTUATION}]*)*"
)
_MARKS = re.compile(rf"(?P<url>\bhttps?://[^\s<>]+)|(?P<tag>{_TAG})|(?P<comment>%%)")
_IS_TAG = re.compile(_TAG)
# Nearly all running text has none of these, and most of reading is running text.
may_have_marks = re.compile(r"#|://|%%").search
_BLOCK_ID = re.compile(rb"(?:(?<=[ \t\r\n>|])|^)\^([A-Za-z0-9_-]+)[ \t\r\n|]*$")
_LONGEST_ID = 200

_HTML = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1>|\Z)|<[^<>]*>", re.DOTALL | re.IGNORECASE
)
_SIZE = re.compile(r"\d+(?:x\d+)?")
_MEDIA = re.compile(
    r"\.(?:png|jpe?g|gif|svg|webp|avif|bmp|pdf|mp[34]|m4a|ogg|wav|webm|mov)$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class InlineMark:
    """Something found in running text, by its place in the text."""

    kind: Literal["url", "tag", "comment"]
    text: str  # a tag without its `#`
    start: int
    end: int


def is_tag(text: str) -> bool:
    """Whether a text, with its `#`, is read as one tag in running text."""
    return _IS_TAG.fullmatch(text) is not None


def marks(before: str, text: str) -> Iterator[InlineMark]:
    """Tags, bare URLs and comment signs in a run of text, in order; `before` precedes the run."""
    shift = len(before)
    for found in _MARKS.finditer(before + text, shift):
        start = found.start() - shift
        if found["tag"]:
            name = found["tag"].rstrip("/")
            yield InlineMark("tag", name[1:], start, start + len(name))
        elif found["url"]:
            url = _without_punctuation(found["url"])
            yield InlineMark("url", url, start, start + len(url))
        else:
            yield InlineMark("comment", "%%", start, start + 2)


def block_id(data: bytes, span: Span) -> tuple[str, Span] | None:
    """The id that ends the block at `span`, and where it is written with its `^`."""
    start = max(span.start, span.end - _LONGEST_ID)
    if data.find(b"^", start, span.end) < 0:
        return None
    tail = data[start : span.end]
    found = _BLOCK_ID.search(tail)
    if not found or (found.start() == 0 and start > span.start):
        return None
    return found[1].decode(), Span(start + found.start(), start + found.end(1))


def without_id(text: str, name: str) -> str:
    """A block's text without the id that ends it, in a table without the cells around it."""
    head = text.rstrip(" |\n").removesuffix("^" + name)
    return head.rstrip(" |\n") if len(head) < len(text) else text


def strip_html(html: str) -> str:
    """The text of a piece of HTML, without tags, comments, scripts and styles."""
    text = unescape(_HTML.sub(" ", html))
    lines = (" ".join(line.split()) for line in text.replace("\r", "\n").split("\n"))
    return "\n".join(line for line in lines if line)


def shown(link: Link, label: str) -> str:
    """What a reader sees of a wikilink or an embed; `label` is its label without marks."""
    if link.kind is LinkKind.EMBED and (not link.label or _SIZE.fullmatch(link.label)):
        if _MEDIA.search(link.target):
            return ""
    elif link.label:
        return link.label if link.label_first else label
    fragment = "" if link.fragment.startswith("^") else link.fragment.replace("#", " > ")
    return " > ".join(part for part in (link.target, fragment) if part)


def _without_punctuation(url: str) -> str:
    """A bare URL without what the sentence around it added."""
    end, spare = len(url), url.count(")") - url.count("(")
    while end and url[end - 1] in ".,;:!?'\"*_~)]|":
        if url[end - 1] == ")":
            if spare <= 0:
                break
            spare -= 1
        end -= 1
    return url[:end]

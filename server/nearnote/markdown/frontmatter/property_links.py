"""The links in a block's values: `up: "[[Parent]]"`, and lists of them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.markdown.elements import Link, LinkKind, Parts
from nearnote.markdown.frontmatter.values import written_values
from nearnote.markdown.parser import segment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from nearnote.markdown.frontmatter.value_spans import Written
    from nearnote.markdown.frontmatter.values import Format
    from nearnote.markdown.parser.link_spans import LinkOrder


@lru_cache(64)
def property_links(text: str, kind: Format, order: LinkOrder) -> tuple[Link, ...]:
    """The links in a block, by the bytes of its text; one whose place is unclear is left out."""
    found = (
        link
        for value in written_values(text, kind)
        if "[[" in value.raw or "](" in value.raw
        for link in _links(text, value, order)
    )
    # An alias of YAML says once more what stands at its anchor.
    return tuple(dict.fromkeys(found))


def _links(text: str, value: Written, order: LinkOrder) -> Iterator[Link]:
    data = value.value.encode()

    def place(span: Span) -> Span | None:
        first = len(data[: span.start].decode(errors="replace"))
        last = len(data[: span.end].decode(errors="replace"))
        written = value.span(first, last)
        if written is None:
            return None
        byte = len(text[: written.start].encode())
        return Span(byte, byte + len(text[written.start : written.end].encode()))

    for link in segment.read(data, "", order).links:
        if link.kind is not LinkKind.FOOTNOTE and (placed := _placed(link, place)) is not None:
            yield placed


def _placed(link: Link, place: Callable[[Span], Span | None]) -> Link | None:
    spans = [place(it) for it in (link.span, link.target_span, link.fragment_span, link.label_span)]
    if any(it is None for it in spans):
        return None
    whole, *parts = (it for it in spans if it is not None)
    return Link(
        link.kind,
        link.target,
        link.fragment,
        link.label,
        whole,
        Parts(*(it.shift(-whole.start) for it in parts)),
        link.external,
        link.label_first,
    )

"""A note as a whole: its title, its sections and its excerpt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.markdown.elements import Block, BlockKind, Heading, Section

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nearnote.markdown.note import Frontmatter
    from nearnote.markdown.parser.body import Body

_EXCERPT_LENGTH = 300


def title(front: Frontmatter, headings: Sequence[Heading], stem: str) -> tuple[str, Span | None]:
    """The frontmatter's title, else the first H1, else the stem; and where it is written."""
    if front.title:
        return front.title, front.title_span
    for heading in headings:
        if heading.level == 1 and heading.text:
            return heading.text, heading.text_span
    return stem, None


def sections(body: Body, place: Span, title: str) -> tuple[Section, ...]:
    """The preamble and one section a heading, with their paths and blocks."""
    headings = body.headings
    starts = [*(heading.span.start for heading in headings), place.end]
    firsts = [*body.heading_blocks, body.block_count]
    found = [Section(None, (), Span(place.start, starts[0]), place.end, range(firsts[0]))]
    ends = _ends(headings, place.end)
    around: list[tuple[int, tuple[str, ...]]] = [(0, ())]  # levels and their paths
    for n, heading in enumerate(headings):
        level, text = heading.level, heading.text
        while around[-1][0] >= level:
            around.pop()
        path = around[-1][1]
        # The title heads every path anyway, so an H1 that repeats it is left out.
        if text and not (level == 1 and text == title):
            path = (*path, text)
        around.append((level, path))
        span = Span(starts[n], starts[n + 1])
        found.append(Section(heading, path, span, ends[n], range(firsts[n], firsts[n + 1])))
    return tuple(found)


def _ends(headings: Sequence[Heading], end: int) -> list[int]:
    """For each heading, where the next one of its level or a higher one starts."""
    ends = [end] * len(headings)
    waiting: list[int] = []
    for n, heading in enumerate(headings):
        while waiting and headings[waiting[-1]].level >= heading.level:
            ends[waiting.pop()] = heading.span.start
        waiting.append(n)
    return ends


def excerpt(front: Frontmatter, blocks: Iterable[Block], title: str) -> str:
    """What the note is about in a few words: its description, else its first paragraph."""
    if front.description:
        return _short(front.description)
    for block in blocks:
        if block.kind not in (BlockKind.PARAGRAPH, BlockKind.ITEM) or not block.substance:
            continue
        text = " ".join(block.text.split())
        if text.casefold() != title.casefold():
            return _short(text)
    return ""


def _short(text: str) -> str:
    text = " ".join(text.split())
    if len(text) <= _EXCERPT_LENGTH:
        return text
    head = text[:_EXCERPT_LENGTH]
    return (head[: head.rfind(" ")] if " " in head else head) + "…"

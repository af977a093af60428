"""Uses of references that nothing defines: `[text][nosuch]`, which Markdown shows as it stands."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from nearnote.markdown.elements import BlockKind
from nearnote.markdown.parser import segment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nearnote.base.source import Span
    from nearnote.markdown.elements import Link
    from nearnote.markdown.note import Note

_RAW = (BlockKind.CODE, BlockKind.COMMENT, BlockKind.HTML, BlockKind.RULE)
# A name before `[]` or after `]`. One that begins with `^` is a footnote's.
_NAME = re.compile(
    r"\[(?!\^)((?:\\.|[^\[\]\\\n]){1,999})\](?=\[\])|(?<=\])\[(?!\^)((?:\\.|[^\[\]\\\n]){1,999})\]"
)
# `list[i][j]` in prose is no link.
_GLUED = re.compile(r"[\w\])]$")


def undefined_labels(note: Note) -> Iterator[tuple[str, Span]]:
    """The names that are used but not defined, and where, in no order.

    A block is read once more as if it had the definitions: so no bracket is taken for a link
    that would be none with them.
    """
    if b"][" not in note.source.data:
        return
    defined = frozenset(_key(link.reference) for link in note.links if link.defines)
    spans = [block.span for block in note.blocks if block.kind not in _RAW]
    spans += [section.heading.span for section in note.sections if section.heading]
    for span in spans:
        data = note.source.data[span.start : span.end]
        if b"][" in data:
            for link in _uses(data, defined):
                yield link.reference, link.reference_span.shift(span.start)


@lru_cache(maxsize=256)
def _uses(data: bytes, defined: frozenset[str]) -> tuple[Link, ...]:
    """The uses in a block of names that are not `defined`."""
    names = {
        _key(before or after): before or after for before, after in _NAME.findall(data.decode())
    }
    if names.keys() <= defined:
        return ()
    prefix = "".join(f"\n[{' '.join(name.split())}]: x\n" for name in (*names.values(), *defined))
    return tuple(
        link
        for link in segment.read(data, f"{prefix}\n***\n\n", "auto").links
        if link.is_use
        and _key(link.reference) in names.keys() - defined
        and (link.reference_span != link.label_span or data.endswith(b"[]", 0, link.span.end))
        and not _GLUED.search(
            data[max(link.span.start - 4, 0) : link.span.start].decode(errors="ignore")
        )
    )


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()

"""The units of one section, which are its blocks without their places, made into texts.

- A fact and a unit that is too long stand alone; the others are packed.
- A text longer than a passage is there a second time, in passages: the vector of a long text says
  what it is about and hides its details.
- Units that are content-free lend their words to the text around them and make none of their own.
- What becomes of a section and of each group of units is remembered, so a keystroke costs the
  group that it changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from nearnote.markdown.chunks.block_parts import parts_of
from nearnote.markdown.chunks.packing import pack

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from nearnote.base.source import Span
    from nearnote.markdown.chunk import ChunkKind
    from nearnote.markdown.chunks.packing import Place
    from nearnote.markdown.elements import BlockKind

_REMEMBERED = 4096


class Limits(NamedTuple):
    """How long a text may be, how much of it the next part of a long unit repeats, and how long
    the body of a passage is; 0 makes none.
    """

    max_characters: int = 900
    overlap: int = 120
    passage: int = 400

    @property
    def crumbs(self) -> int:
        """How long the line of headings may be."""
        return self.max_characters // 3

    def room(self, crumbs: str) -> int:
        """What the line of headings leaves for the body of a text."""
        return max(self.max_characters - len(crumbs) - 1, 1)

    @property
    def short(self) -> int:
        """A unit up to this length is never split."""
        longest = self.max_characters - self.crumbs - 1
        return min(longest, self.passage) if self.passage else longest


@dataclass(frozen=True, slots=True, eq=False)
class Unit:
    """What cutting needs to know of a block: all but its place.

    A unit is equal to itself only, which makes it a cheap key of what is remembered of it.
    """

    kind: BlockKind
    text: str  # empty when the block is never read
    place: Place  # for a cut before it
    free: bool  # of content
    fact: ChunkKind | None  # an observation or a relation
    raw: bytes  # the block as written, only for one that may be split


class Text(NamedTuple):
    """A chunk before it has a place: units `first` to `last`, or a part of one."""

    first: int
    last: int
    within: Span | None  # the part, in bytes from the start of its unit
    body: str
    model_text: str
    hash: bytes
    fact: ChunkKind | None = None
    passage: bool = False


@lru_cache(_REMEMBERED)
def cut(crumbs: str, units: tuple[Unit, ...], limits: Limits) -> tuple[tuple[int, int, Text], ...]:
    """The texts below a line of headings, and the first and last unit of each."""
    found = []
    for group in _groups(units, limits.room(crumbs)):
        members = tuple([units[index] for index in group])
        for text in _texts(crumbs, members, limits):
            found.append((group[text.first], group[text.last], text))
    return tuple(found)


def _groups(units: Sequence[Unit], room: int) -> list[list[int]]:
    """The units that make texts together, by their indices."""
    groups: list[list[int]] = []
    run: list[int] = []
    for index, unit in enumerate(units):
        if unit.fact or len(unit.text) > room:
            groups += _packed(units, run, room)
            run = []
            groups.append([index])
        elif unit.text:
            run.append(index)
    return groups + _packed(units, run, room)


def _packed(units: Sequence[Unit], run: list[int], limit: int) -> list[list[int]]:
    """A run of short units in groups that fit."""
    if len(run) < 2:
        return [run] if run else []
    sizes = [len(units[index].text) for index in run]
    groups = pack(sizes, [units[index].place for index in run], limit, gap=1)
    return [run[group.start : group.stop] for group in groups]


@lru_cache(_REMEMBERED)
def _texts(crumbs: str, units: tuple[Unit, ...], limits: Limits) -> tuple[Text, ...]:
    """The texts of one group: all of it or its parts, and their passages."""
    if all(unit.free for unit in units):
        return ()
    whole = list(range(len(units)))
    texts = list(_written(crumbs, units, whole, limits.room(crumbs), limits.overlap))
    if limits.passage and sum(len(unit.text) + 1 for unit in units) > limits.passage + 1:
        passages = [
            text._replace(passage=True)
            for group in _groups(units, limits.passage)
            if not all(units[index].free for index in group)
            for text in _written(crumbs, units, group, limits.passage, limits.passage // 5)
        ]
        if len(passages) > 1:
            texts += passages
    return tuple(texts)


def _written(
    crumbs: str, units: Sequence[Unit], group: list[int], limit: int, overlap: int
) -> Iterator[Text]:
    """A group as one text, or as several where it is a single long unit."""
    first, last = group[0], group[-1]
    unit = units[first]
    bodies: Iterable[tuple[str, Span | None]]
    if first == last and len(unit.text) > limit:
        bodies = parts_of(unit.kind, unit.text, unit.raw, limit, overlap)
    else:
        bodies = [("\n".join([units[index].text for index in group]), None)]
    for body, within in bodies:
        model_text = f"{crumbs}\n{body}" if crumbs else body
        digest = sha256(model_text.encode(errors="replace")).digest()
        yield Text(first, last, within, body, model_text, digest, unit.fact)

"""One leaf of the body while it is read: what a reader sees of it, and its substance."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nearnote.notes.model import BlockKind
    from nearnote.notes.text import Span

_BLANKS = re.compile(r"[ \t]*\n[ \t\n]*")


@dataclass(slots=True)
class OpenLink:
    """A link whose label is being read: where the leaf stood when it began."""

    data: dict[str, object]
    image: bool
    span: Span
    text_mark: int
    label_end: int
    muted: bool


@dataclass(slots=True)
class Leaf:
    """The text of a block or a heading as its inline events come in.

    `text` and `substance` grow in parallel; while `muted` is above zero only `text` does.
    """

    kind: BlockKind
    start: int
    limit: int  # where its container ends; comments are not looked for past it
    block: int = -1  # the place kept for it, -1 when it gets the next one
    content: int = -1  # where its first inline event starts
    end: int = -1
    text: list[str] = field(default_factory=list)
    substance: list[str] = field(default_factory=list)
    muted: int = 0
    task: str | None = None
    plain_start: bool = False  # begins with ordinary text, so `[x]` is as written
    links: list[tuple[int, int, int]] = field(default_factory=list)  # index, text before, after
    comment_end: int = -1  # inline events before this offset are inside %% … %%
    no_comment: bool = False

    def add(self, text: str) -> None:
        """Take in text that is substance unless a link around it only points elsewhere."""
        self.text.append(text)
        if not self.muted:
            self.substance.append(text)

    def show(self, text: str) -> None:
        """Take in text that only points elsewhere."""
        self.text.append(text)


def tidy(parts: list[str]) -> str:
    """Pieces of text as one, its lines without blank space around them."""
    text = "".join(parts)
    return _BLANKS.sub("\n", text).strip() if "\n" in text else text.strip()

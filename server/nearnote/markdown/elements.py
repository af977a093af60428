"""What a note is made of: links, tags, headings, blocks.

Every span is in UTF-8 byte offsets of the note's own `Source`, unless it says otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from nearnote.base.source import Span


class LinkKind(StrEnum):
    """How a link is written."""

    WIKI = "wiki"  # [[T]]
    EMBED = "embed"  # ![[T]]
    MARKDOWN = "markdown"  # [label](target), also reference style and <target.md>
    IMAGE = "image"  # ![alt](target)
    FOOTNOTE = "footnote"  # [^1]


@dataclass(frozen=True, slots=True)
class Parts:
    """Where the parts of a link are written, from the link's own start: so it moves as one."""

    target: Span
    fragment: Span
    label: Span
    reference: Span | None = None  # the name of a reference, where it is used or defined


@dataclass(frozen=True, slots=True)
class Link:
    """One link as written: `target#fragment|label`.

    `target` is decoded (`%20`, `\\|`) and empty for `[[#Heading]]`. `fragment` has no `#`; a
    block reference keeps its `^`. Spans of parts that are not there are empty, at the place
    where they would be written.

    A reference's definition `[name]: target` is a link of its own, after all others, with the
    name as its label. The links that use it have its target, which is written there only: they
    are `is_use`. Both have the name as their `reference`. A footnote's link has the name as its
    target.
    """

    kind: LinkKind
    target: str
    fragment: str
    label: str
    span: Span
    parts: Parts
    external: bool = False  # has a URL scheme: nothing in the vault
    label_first: bool = False  # written [[label|target]]
    reference: str = ""  # the name as written, of a reference and of its definition
    defines: bool = False  # a reference's definition

    @property
    def is_wiki(self) -> bool:
        """Whether it is written in double brackets, and so by a name as well as by a path."""
        return self.kind in (LinkKind.WIKI, LinkKind.EMBED)

    @property
    def is_use(self) -> bool:
        """Whether the target is written elsewhere, in the definition of the reference."""
        return bool(self.reference) and not self.defines

    @property
    def reference_span(self) -> Span:
        """Where the name of the reference is written; empty at the end where there is none."""
        name = self.parts.reference
        return Span(self.span.end, self.span.end) if name is None else name.shift(self.span.start)

    @property
    def target_span(self) -> Span:
        """Where the target is written."""
        return self.parts.target.shift(self.span.start)

    @property
    def fragment_span(self) -> Span:
        """Where the fragment is written, without its `#`."""
        return self.parts.fragment.shift(self.span.start)

    @property
    def label_span(self) -> Span:
        """Where the label is written."""
        return self.parts.label.shift(self.span.start)


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag without its `#`; the span covers the `#` where there is one."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class BlockId:
    """A `^name` mark; `span` covers it with the `^`, `block` is the index of its Block.

    A heading's mark has -1 there, since headings are no blocks.
    """

    name: str
    span: Span
    block: int


@dataclass(frozen=True, slots=True)
class Footnote:
    """A footnote's definition `[^name]: …`; `span` is the whole definition."""

    name: str
    span: Span
    name_span: Span


@dataclass(frozen=True, slots=True)
class Observation:
    """`- [category] text #tag (context)`, one fact of a note."""

    category: str
    text: str
    tags: tuple[str, ...]
    context: str
    block: int  # index in Note.blocks


@dataclass(frozen=True, slots=True)
class Relation:
    """`- type [[Target]] (context)`, one typed link of a note; `type` is empty for a bare link."""

    type: str
    link: int  # index in Note.links
    context: str
    block: int  # index in Note.blocks


class Heading(NamedTuple):
    """A heading line: `span` is the whole line (both lines of a setext heading, no line end).

    A tuple, as a section is, since a keystroke makes one for each heading of the note.
    """

    level: int
    text: str  # as read: no marks, no emphasis, links as their label, no block id
    span: Span
    text_span: Span


class Section(NamedTuple):
    """A heading and its own text up to the next heading of any level.

    `Note.sections[0]` is always the preamble (heading None, after the frontmatter). `end` is
    where the last section nested under this heading ends. `path` is the headings' texts from
    the outermost to this one; the H1 that gave the note its title is left out of it.
    """

    heading: Heading | None
    path: tuple[str, ...]
    span: Span  # heading line to the next heading of any level
    end: int  # to the next heading of the same or a higher level
    blocks: range  # indices in Note.blocks


class BlockKind(StrEnum):
    """What a piece of body text is."""

    PARAGRAPH = "paragraph"
    ITEM = "item"  # a list item's own text, without its nested items
    CODE = "code"  # fenced or indented
    TABLE = "table"
    HTML = "html"
    COMMENT = "comment"  # <!-- … --> or %% … %%
    RULE = "rule"
    FOOTNOTE = "footnote"  # a definition's text


@dataclass(frozen=True, slots=True)
class Block:
    """One leaf of the body, in reading order; headings are no blocks.

    `text` is what a reader and the model see (links as their label, no marks, no URLs, no HTML
    tags, no block ids). `substance` is `text` without everything that only points elsewhere:
    links, images, embeds, tags, a relation's type, an observation's category, the task box, a
    callout's mark. The words of an external link stay, since no note says them. Both are plain
    text; lines of code, tables and paragraphs stay lines.
    """

    kind: BlockKind
    span: Span  # whole lines, from the bullet or first character to the last character
    text: str
    substance: str
    section: int  # index in Note.sections
    depth: int = 0  # nesting of list items, 0 outside of lists and at the outermost level
    list: int = -1  # ordinal of the outermost list in the note, -1 outside of lists
    parent: int = -1  # index of the item that holds this block
    task: str | None = None  # the character in `[ ]`
    quote: int = 0  # depth of block quotes and callouts around it

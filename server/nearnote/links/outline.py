"""What the vault keeps of a note that is not open: its names, its anchors and its links."""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from nearnote.links.html_ids import html_ids

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from nearnote.base.note_path import NotePath
    from nearnote.base.source import Span
    from nearnote.markdown.elements import BlockId, Link, Tag
    from nearnote.markdown.note import Note

_SPACES = re.compile(r"\s+")
_NOT_SLUG = re.compile(r"[^\w\- ]", re.UNICODE)
_MARKUP = re.compile(r"</?[a-zA-Z][^<>]{0,100}>|[*`~=]")
_UNDERSCORE = re.compile(r"(?<![^\W_])_+|_+(?![^\W_])")
_HEADING_ID = re.compile(r"\s*\{[^{}#]{0,100}#[^\s{}]+[^{}]{0,100}\}\s*$")
# Dendron's references to a range of a note: `heading,1`, `heading:#end`, `^begin:#*`.
_LINE = re.compile(r"L(\d{1,9})(?:[,C]\d+)?(?:-L?\d+(?:[,C]\d+)?)?")
_RANGE = re.compile(r"(?:,\d+)?(?::(?:#[^#]*)?)?$")


@lru_cache(maxsize=1 << 14)
def fold(name: str) -> str:
    """A name as it is compared: NFC, without case, runs of white space as one space."""
    return _SPACES.sub(" ", unicodedata.normalize("NFC", name).casefold()).strip()


def label_key(label: str) -> str:
    """The name of a reference as names of references are compared."""
    return " ".join(label.split()).casefold()


def slug(heading: str) -> str:
    """The anchor that GitHub, VS Code and Dendron make of a heading's text."""
    text = unicodedata.normalize("NFC", heading).strip().lower()
    return _NOT_SLUG.sub("", text).replace(" ", "-")


@dataclass(frozen=True, slots=True)
class Anchor:
    """A heading that links can point at; `slug` is unique in its note (`a`, `a-1`, …)."""

    text: str
    level: int
    slug: str
    span: Span  # the heading's line
    text_span: Span
    end: int  # where the section ends, nested ones included


@dataclass(frozen=True, slots=True)
class BlockMark:
    """A block id and the line it names."""

    name: str
    span: Span  # of the `^name`
    block_span: Span


@dataclass(frozen=True)
class Outline:
    """One note seen from the others.

    Its tables are made when they are first asked for: a note of thousands of links to its own
    thousands of headings must not look through all of them for each.
    """

    path: NotePath
    title: str
    title_span: Span | None
    aliases: tuple[str, ...]
    permalink: str
    description: str
    excerpt: str
    tags: tuple[Tag, ...]  # frontmatter's and body's
    anchors: tuple[Anchor, ...]
    marks: tuple[BlockMark, ...]
    links: tuple[Link, ...]
    categories: tuple[str, ...]  # of observations
    relations: tuple[str, ...]  # types of relations
    ids: Mapping[str, Span] = field(default_factory=dict)  # that HTML gives to places

    @cached_property
    def headings(self) -> dict[str, list[int]]:
        """The positions in `anchors` of the headings that are read so, by their folded text."""
        found: dict[str, list[int]] = {}
        for position, anchor in enumerate(self.anchors):
            found.setdefault(fold(anchor.text), []).append(position)
            if "{" in anchor.text:
                found.setdefault(fold(_HEADING_ID.sub("", anchor.text)), []).append(position)
        return found

    @cached_property
    def slugs(self) -> dict[str, Anchor]:
        """The headings by their anchors."""
        return {anchor.slug: anchor for anchor in reversed(self.anchors)}

    @cached_property
    def bare_slugs(self) -> dict[str, Anchor]:
        """The headings by the letters of their anchors alone; the first of two."""
        return {anchor.slug.replace("-", ""): anchor for anchor in reversed(self.anchors)}

    @cached_property
    def marks_by_name(self) -> dict[str, BlockMark]:
        """The block ids by their folded names; the first of two."""
        return {fold(mark.name): mark for mark in reversed(self.marks)}

    @cached_property
    def called(self) -> frozenset[str]:
        """The folded aliases."""
        return frozenset(map(fold, self.aliases))


def outline(path: NotePath, note: Note) -> Outline:
    """The Outline of a parsed note."""
    headings = [
        (section.heading, section.end) for section in note.sections if section.heading is not None
    ]
    slugs = _slugs(heading.text for heading, _ in headings)
    anchors = [
        Anchor(heading.text, heading.level, slug, heading.span, heading.text_span, end)
        for (heading, end), slug in zip(headings, slugs, strict=True)
    ]
    return Outline(
        path=path,
        title=note.title,
        title_span=note.title_span,
        aliases=note.front.aliases,
        permalink=note.front.permalink,
        description=note.front.description,
        excerpt=note.excerpt,
        tags=(*note.front.tags, *note.tags),
        anchors=tuple(anchors),
        marks=tuple(
            BlockMark(mark.name, mark.span, _marked(note, mark)) for mark in note.block_ids
        ),
        links=note.links,
        categories=tuple(dict.fromkeys(fact.category for fact in note.observations)),
        relations=tuple(dict.fromkeys(tie.type for tie in note.relations if tie.type)),
        ids=html_ids(note),
    )


def _marked(note: Note, mark: BlockId) -> Span:
    """What a block id names: its block, or the heading in whose line it stands."""
    if mark.block >= 0:
        return note.blocks[mark.block].span
    headings = (section.heading.span for section in note.sections if section.heading is not None)
    return next((span for span in headings if span.covers(mark.span)), mark.span)


def _slugs(headings: Iterable[str]) -> Iterator[str]:
    """The anchors of a note's headings; those of one text are counted."""
    seen: Counter[str] = Counter()
    for heading in headings:
        base = found = slug(heading)
        while found in seen:  # also by a heading that is called `log-1`
            seen[base] += 1
            found = f"{base}-{seen[base]}"
        seen[found] = 0
        yield found


def renamed_anchor(note: Outline, anchor: Anchor, text: str) -> Outline:
    """The outline after one heading got another text."""
    texts = [text if each is anchor else each.text for each in note.anchors]
    anchors = (
        replace(each, text=new, slug=slug)
        for each, new, slug in zip(note.anchors, texts, _slugs(texts), strict=True)
    )
    return replace(note, anchors=tuple(anchors))


def find_anchor(note: Outline, fragment: str) -> Anchor | None:
    """The heading a fragment means: its text, the end of a `A#B` path of headings, or its slug."""
    start = range_start(fragment)
    spelled = (fragment,) if start == fragment else (fragment, start)
    exact = next(filter(None, (_anchor(note, each) for each in spelled)), None)
    return exact or next(filter(None, (_alike(note, each) for each in spelled)), None)


def anchor_path(note: Outline, fragment: str) -> tuple[Anchor, ...]:
    """The headings that the parts of `A#B` name, the last of which is meant; else just that one."""
    meant = find_anchor(note, fragment)
    if meant is None:
        return ()
    *parents, last = map(fold, range_start(fragment).split("#"))
    if last != fold(meant.text):
        return (meant,)
    above = _parents(note, note.anchors.index(meant), parents)
    return (meant,) if above is None else (*(note.anchors[each] for each in above), meant)


def line_number(fragment: str) -> int | None:
    """The line, counted from 0, of a fragment such as `L10`, `L10-L20` or `L10,5`."""
    found = _LINE.fullmatch(fragment)
    return max(0, int(found[1]) - 1) if found else None


def range_start(fragment: str) -> str:
    """The heading or block with which a range begins; a fragment that is none stays as it is."""
    return _RANGE.sub("", fragment)


def _anchor(note: Outline, fragment: str) -> Anchor | None:
    wanted = [fold(part) for part in fragment.split("#") if part.strip()]
    if not wanted:
        return None
    for position in note.headings.get(wanted[-1], ()):
        if _parents(note, position, wanted[:-1]) is not None:
            return note.anchors[position]
    by_slug = [note.slugs[each] for each in (slug(fragment), fragment) if each in note.slugs]
    return min(by_slug, key=lambda anchor: anchor.span, default=None)


def _alike(note: Outline, fragment: str) -> Anchor | None:
    """Obsidian drops the characters of a heading that mean something in a link, and keeps its
    marks and entities.
    """
    read = _UNDERSCORE.sub("", _MARKUP.sub("", html.unescape(fragment)))
    for text in (fragment, read):
        bare = slug(text).replace("-", "")
        if bare in note.bare_slugs:
            return note.bare_slugs[bare] if bare else None
    return None


def _parents(note: Outline, position: int, parents: list[str]) -> list[int] | None:
    """The positions of the headings of these texts above one, from the outermost inwards."""
    found: list[int] = []
    level = note.anchors[position].level
    for parent in reversed(parents):
        while position >= 0 and (
            note.anchors[position].level >= level or fold(note.anchors[position].text) != parent
        ):
            position -= 1
        if position < 0:
            return None
        level = note.anchors[position].level
        found.insert(0, position)
    return found


def find_mark(note: Outline, name: str) -> BlockMark | None:
    """The block that `^name` means; `name` is without its caret and compared without case."""
    return note.marks_by_name.get(fold(range_start(name)))

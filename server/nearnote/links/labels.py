"""Labels of link references and footnotes: where a note defines and uses one, and its rename."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.links.carried_text import edited
from nearnote.links.change import ChangeError
from nearnote.links.outline import label_key
from nearnote.markdown.elements import LinkKind
from nearnote.markdown.finding import Edit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from nearnote.markdown.elements import Link
    from nearnote.markdown.note import Note

_BRACKETED = re.compile(r"\[((?:\\.|[^\[\]\\\n]){1,999})\]")


@dataclass(frozen=True, slots=True)
class Label:
    """A name that a note gives to a link's target, or to a footnote, for itself alone."""

    key: str  # as names are compared
    footnote: bool


def label(name: str, *, footnote: bool = False) -> Label:
    """The label that is written `name`."""
    return Label(label_key(name), footnote)


def labels(note: Note) -> set[Label]:
    """The labels that a note defines."""
    footnotes = {label(footnote.name, footnote=True) for footnote in note.footnotes}
    return footnotes | {label(link.reference) for link in note.links if link.defines}


def definition(note: Note, wanted: Label) -> Span | None:
    """Where the name of a label is written in its definition; of two the first one counts."""
    if wanted.footnote:
        found = (each.name_span for each in note.footnotes if label_key(each.name) == wanted.key)
    else:
        found = (
            link.reference_span
            for link in note.links
            if link.defines and label_key(link.reference) == wanted.key
        )
    return next(found, None)


def uses(note: Note, wanted: Label) -> Iterator[tuple[Link, Span]]:
    """The links that use a label, and where its name is written in them."""
    for link in note.links:
        if wanted.footnote and link.kind is LinkKind.FOOTNOTE:
            if label_key(link.target) == wanted.key:
                yield link, link.target_span
        elif link.is_use and not wanted.footnote and label_key(link.reference) == wanted.key:
            yield link, link.reference_span


def name_spans(note: Note, wanted: Label) -> list[Span]:
    """Every place where the name of a label is written, in the order of the text."""
    spans = {span for _, span in uses(note, wanted)}
    if wanted.footnote:
        spans |= {each.name_span for each in note.footnotes if label_key(each.name) == wanted.key}
    elif (defined := definition(note, wanted)) is not None:
        spans.add(defined)
    return sorted(spans)


def rename_label(
    note: Note, old: Label, new: str, parsed: Callable[[str], Note]
) -> tuple[Edit, ...]:
    """The edits that give a label another name wherever its note writes it. Raises ChangeError.

    `parsed` reads a text as the note: a name that would be read as something else, such as
    `x` in `- [x]`, is refused.
    """
    wanted = label(new, footnote=old.footnote)
    spans = name_spans(note, old)
    if wanted != old and wanted in labels(note):
        raise ChangeError(f"The note already defines [{'^' if old.footnote else ''}{new}].")
    edits = tuple(Edit(span, new) for span in spans)
    data = note.source.data
    after = parsed(edited(data, Span(0, len(data)), edits))
    if old.footnote and re.search(r"\s", new):
        raise ChangeError("A footnote's name has no blanks.")
    same = (len(name_spans(after, wanted)), len(after.links), len(after.footnotes))
    callout = new.startswith("!")  # `> [!x]` is no use of a label to most readers
    if callout or same != (len(spans), len(note.links), len(note.footnotes)):
        raise ChangeError(f"“{new}” would not be read as a label there.")
    return edits


def set_apart(note: Note, other: Note) -> list[Edit]:
    """The edits that rename what labels of a note would mean something else in the other's text.

    What a reader sees stays: `[name]` becomes `[name][new]`.
    """
    written = {*_bracketed(note), *_bracketed(other)}
    edits: list[Edit] = []
    ours = sorted(labels(note), key=lambda each: (each.footnote, each.key))
    for old in ours:
        sign = "^" if old.footnote else ""
        if old in labels(other) or sign + old.key in _bracketed(other):
            new = _free(old.key, sign, written)
            written.add(sign + new)
            edits += _relabelled(note, old, new)
    return edits


def _relabelled(note: Note, old: Label, new: str) -> Iterator[Edit]:
    data = note.source.data
    for link, span in uses(note, old):
        if old.footnote or link.reference_span != link.label_span:
            yield Edit(span, new)
        elif data.endswith(b"[]", link.span.start, link.span.end):
            yield Edit(Span(link.span.end - 1, link.span.end - 1), new)
        else:
            yield Edit(Span(link.span.end, link.span.end), f"[{new}]")
    defined = definition(note, old)
    if defined is not None:
        yield Edit(defined, new)


def _free(key: str, sign: str, written: set[str]) -> str:
    """A name like this one that is written nowhere."""
    numbers = count(int(key) + 1 if key.isdecimal() else 2)
    names = (str(number) if key.isdecimal() else f"{key}-{number}" for number in numbers)
    return next(name for name in names if sign + name not in written)


def _bracketed(note: Note) -> set[str]:
    """Everything in a note that stands in brackets and so may be a label's name."""
    return {label_key(found) for found in _BRACKETED.findall(note.source.text)}

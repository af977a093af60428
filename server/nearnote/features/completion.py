"""What may come next at the cursor: notes ranked by letters and by meaning, and their parts.

Notes are ranked by the letters that were typed and by how near they are to the paragraph that
is being written; where no name has the letters, by what the typed words mean.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.features.block_ids import is_markable, mark, name_of
from nearnote.features.related import notes_near_text
from nearnote.features.search import search_notes
from nearnote.index.query import Mode
from nearnote.links.name_match import strip_suffix
from nearnote.links.outline import fold
from nearnote.links.write_link import markdown_target, wiki_target
from nearnote.markdown.cursor_context import Cursor, Writing, cursor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from nearnote.base.note_path import NotePath
    from nearnote.links.change import EditNote
    from nearnote.links.outline import Outline
    from nearnote.markdown.note import Note
    from nearnote.vault.vault import Vault

MAX_CHOICES = 50
FEW = 5
"""Below so many names with the typed letters, the meaning of the letters is searched as well."""


class ChoiceKind(StrEnum):
    """What is offered."""

    NOTE = "note"
    ALIAS = "alias"
    HEADING = "heading"
    BLOCK = "block"
    FILE = "file"
    TAG = "tag"
    LABEL = "label"
    CATEGORY = "category"
    RELATION = "relation"


@dataclass(frozen=True, slots=True)
class Choice:
    """One offer: `insert` replaces the cursor's span; `also` is a change of the target note."""

    kind: ChoiceKind
    label: str
    insert: str
    detail: str = ""
    path: NotePath | None = None
    line: int = 0
    also: EditNote | None = None


@dataclass(frozen=True, slots=True)
class Completion:
    """Choices, best first; `incomplete` when other ones would come with more letters."""

    span: Span
    typed: str
    choices: tuple[Choice, ...]
    incomplete: bool


def complete(vault: Vault, path: NotePath, offset: int) -> Completion | None:
    """What may come next at a byte offset of a note; None where nothing is being named."""
    note = vault.note(path)
    at = None if note is None else cursor(note, offset)
    if note is None or at is None:
        return None
    found = list(_choices(vault, path, note, at))
    # Notes are ranked anew by every letter, so their list is never the whole answer.
    ranked = at.writing in (Writing.NOTE, Writing.PATH)
    typed = note.source.slice(at.span)
    return Completion(
        at.span, typed, tuple(found[:MAX_CHOICES]), ranked or len(found) > MAX_CHOICES
    )


def _choices(vault: Vault, path: NotePath, note: Note, at: Cursor) -> Iterable[Choice]:
    names = vault.names
    match at.writing:
        case Writing.NOTE:
            return _notes(vault, path, note, at, _wiki_insert(vault, path, at))
        case Writing.PATH:
            return _paths(vault, path, note, at)
        case Writing.HEADING | Writing.PATH_HEADING:
            return _headings(vault, path, at)
        case Writing.BLOCK:
            return _blocks(vault, path, at)
        case Writing.TAG | Writing.FRONT_TAG:
            return _words(names.tags, at, ChoiceKind.TAG)
        case Writing.LABEL:
            return _labels(note, at)
        case Writing.CATEGORY:
            return _words(names.categories, at, ChoiceKind.CATEGORY, "" if at.closed else "] ")
        case Writing.RELATION:
            return _words(names.relations, at, ChoiceKind.RELATION, " [[")


# -- notes -----------------------------------------------------------------------------------


class Letters(IntEnum):
    """How well typed letters match a name."""

    NONE = 0
    INSIDE = 1
    WORD = 2  # at the start of one of its words
    START = 3


def letters(typed: str, name: str) -> Letters:
    """How the folded `typed` matches a name; nothing typed matches all names alike."""
    name = fold(name)
    if name.startswith(typed):
        return Letters.START
    if typed not in name:
        return Letters.NONE
    return Letters.WORD if re.search(rf"(?<![^\W_]){re.escape(typed)}", name) else Letters.INSIDE


def _notes(
    vault: Vault,
    path: NotePath,
    note: Note,
    at: Cursor,
    insert: Callable[[Outline, str], str | None],
) -> Iterator[Choice]:
    near = notes_near_text(vault, _paragraph(note, at))
    typed = fold(at.typed.rpartition("/")[2])
    ranked: list[tuple[int, float, NotePath, str]] = []
    for other in vault.names.outlines.values() if typed else map(vault.names.outlines.get, near):
        if other is None or other.path == path:
            continue
        name, how = _best_name(other, typed)
        if how:
            ranked.append((-how if typed else 0, -near.get(other.path, 0.0), other.path, name))
    ranked.sort()
    offered = {chosen for _, _, chosen, _ in ranked}
    for _, _, chosen, name in ranked[:MAX_CHOICES]:
        yield from _note(vault.names.outlines[chosen], name, insert)
    if len(ranked) < FEW and (typed or not near):
        for found in search_notes(vault, at.typed, Mode.HYBRID, MAX_CHOICES).hits:
            if found.hit.path not in offered and found.hit.path != path:
                offered.add(found.hit.path)
                yield from _note(vault.names.outlines[found.hit.path], "", insert)


def _best_name(note: Outline, typed: str) -> tuple[str, Letters]:
    """The name of a note that the letters match best; the title goes first among equals."""
    stem = strip_suffix(note.path.rpartition("/")[2])
    names = (note.title, stem, *note.aliases)
    return max(((name, letters(typed, name)) for name in names), key=lambda pair: pair[1])


def _note(
    note: Outline, name: str, insert: Callable[[Outline, str], str | None]
) -> Iterator[Choice]:
    alias = name if name in note.aliases else ""
    text = insert(note, alias)
    if text is not None:
        kind = ChoiceKind.ALIAS if alias else ChoiceKind.NOTE
        detail = f"{note.title} – {note.path}" if alias else note.path
        yield Choice(kind, alias or note.title, text, detail, note.path)


def _wiki_insert(vault: Vault, path: NotePath, at: Cursor) -> Callable[[Outline, str], str | None]:
    def insert(note: Outline, alias: str) -> str | None:
        target = wiki_target(vault.names, note.path, path)
        if target is None:
            return None
        label = f"|{alias}" if alias and not set(alias) & set("[]|") else ""
        return f"{target}{label}" + ("" if at.closed else "]]")

    return insert


def _paths(vault: Vault, path: NotePath, note: Note, at: Cursor) -> Iterator[Choice]:
    close = "" if at.closed else ")"

    def insert(other: Outline, _: str) -> str:
        return markdown_target(other.path, path) + close

    yield from _notes(vault, path, note, at, insert)
    typed = fold(at.typed.rpartition("/")[2])
    for file in vault.names.files:
        if typed and letters(typed, file.rpartition("/")[2]):
            target = markdown_target(file, path) + close
            yield Choice(ChoiceKind.FILE, file.rpartition("/")[2], target, file)


def _paragraph(note: Note, at: Cursor) -> str:
    """The text around the cursor without the link that is being typed."""
    source = note.source
    block = next((block for block in note.blocks if block.span.touches(at.span.start)), None)
    span = block.span if block else source.line_span(source.line_of(at.span.start))
    before = source.slice(Span(span.start, at.span.start)).rstrip("[!")
    after = source.slice(Span(at.span.end, max(span.end, at.span.end))).removeprefix("]]")
    section = note.sections[block.section] if block else None
    heads = (note.title, *(section.path if section else ()))
    return f"{' > '.join(heads)}\n{before}{after}".strip()


# -- parts of notes --------------------------------------------------------------------------


def _target(vault: Vault, path: NotePath, at: Cursor) -> NotePath | None:
    if not at.target:
        return path
    by_path = at.writing is Writing.PATH_HEADING
    return vault.names.resolve_name(at.target.strip(), path, by_path=by_path).note


def _headings(vault: Vault, path: NotePath, at: Cursor) -> Iterator[Choice]:
    target = _target(vault, path, at)
    if target is None:
        return
    close = "" if at.closed else ("]]" if at.writing is Writing.HEADING else ")")
    typed = fold(at.typed)
    for anchor in vault.names.outlines[target].anchors:
        if letters(typed, anchor.text):
            plain = "".join(char for char in anchor.text if char not in "[]|#^")
            text = anchor.slug if at.writing is Writing.PATH_HEADING else plain
            marks = "#" * anchor.level
            yield Choice(ChoiceKind.HEADING, anchor.text, text + close, marks, target)


def _blocks(vault: Vault, path: NotePath, at: Cursor) -> Iterator[Choice]:
    """Blocks of the target: those with an id, then those that would get one."""
    target = _target(vault, path, at)
    note = None if target is None else vault.note(target)
    if target is None or note is None:
        return
    close = "" if at.closed else "]]"
    typed = fold(at.typed)
    marked = {mark.block: mark.name for mark in note.block_ids}
    new: list[Choice] = []
    for number, block in enumerate(note.blocks):
        line = note.source.line_of(block.span.start)
        text = " ".join(block.text.split())
        if target == path and block.span.touches(at.span.start):
            continue  # what is being written
        if number in marked:
            name = marked[number]
            insert = at.prefix + name + close
            if letters(typed, name) or letters(typed, text):
                yield Choice(ChoiceKind.BLOCK, f"^{name}", insert, text, target, line)
        elif is_markable(block) and letters(typed, text):
            name = name_of(block)
            also = mark(target, block, name)
            insert = at.prefix + name + close
            new.append(Choice(ChoiceKind.BLOCK, text, insert, "new id", target, line, also))
    yield from new


def _labels(note: Note, at: Cursor) -> Iterator[Choice]:
    """The references that the note defines."""
    typed = fold(at.typed)
    for link in note.links:
        if link.defines and letters(typed, link.reference):
            insert = link.reference + ("" if at.closed else "]")
            yield Choice(ChoiceKind.LABEL, link.reference, insert, link.target)


def _words(
    used: Mapping[str, int], at: Cursor, kind: ChoiceKind, close: str = ""
) -> Iterator[Choice]:
    """Words in use that have the typed letters, the most used first."""
    typed = fold(at.typed)
    found = [
        (-int(how), -count, word)
        for word, count in used.items()
        # What is just being typed is no use of the word.
        if (word, count) != (at.typed, 1) and (how := letters(typed, word))
    ]
    for _, count, word in sorted(found):
        yield Choice(kind, word, word + close, f"used {-count} times")

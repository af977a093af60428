"""What may come next at the cursor: notes ranked by letters and by meaning, and their parts.

Notes are ranked by the letters that were typed and by how near they are to the paragraph that
is being written; where no name has the letters, by what the typed words mean.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from heapq import nsmallest
from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import unquote

from nearnote.base.source import Span
from nearnote.features.block_ids import is_markable, mark, name_of
from nearnote.features.related import notes_near_text
from nearnote.features.search import search_notes
from nearnote.index.query import Mode
from nearnote.links.name_match import strip_suffix
from nearnote.links.outline import find_anchor, fold
from nearnote.links.write_link import markdown_target, wiki_target
from nearnote.markdown.cursor_context import Cursor, Writing, cursor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from nearnote.base.note_path import NotePath
    from nearnote.links.change import EditNote
    from nearnote.links.names import Names
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
    choices = (_quoted(choice, at.quote) for choice in _choices(vault, path, note, at))
    found = list(dict.fromkeys(choices))
    # Notes are ranked anew by every letter, so their list is never the whole answer.
    ranked = at.writing in (Writing.NOTE, Writing.PATH)
    typed = note.source.slice(Span(at.span.start, offset))
    return Completion(
        at.span, typed, tuple(found[:MAX_CHOICES]), ranked or len(found) > MAX_CHOICES
    )


def _quoted(choice: Choice, quote: str) -> Choice:
    """A choice as it can stand between the quotes of a property's value."""
    if not quote:
        return choice
    if quote == "'":
        return replace(choice, insert=choice.insert.replace("'", "''"))
    return replace(choice, insert=choice.insert.replace("\\", "\\\\").replace('"', '\\"'))


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
            return _words(names.categories, at, ChoiceKind.CATEGORY)
        case Writing.RELATION:
            return _words(names.relations, at, ChoiceKind.RELATION)


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
    typed = fold((unquote(at.typed) if at.writing is Writing.PATH else at.typed).rpartition("/")[2])
    matched = _matched(vault.names, typed) if typed else dict.fromkeys(near, Letters.NONE)
    matched.pop(path, None)
    ranked = nsmallest(
        MAX_CHOICES,
        ((-how, -near.get(other, 0.0), other) for other, how in matched.items()),
    )
    offered = {chosen for _, _, chosen in ranked}
    for _, _, chosen in ranked:
        known = vault.names.outlines[chosen]
        yield from _note(known, _best_name(known, typed), insert)
    if len(ranked) < FEW and (typed or not near):
        for found in search_notes(vault, at.typed, Mode.HYBRID, MAX_CHOICES).hits:
            if found.hit.path not in offered and found.hit.path != path:
                offered.add(found.hit.path)
                yield from _note(vault.names.outlines[found.hit.path], "", insert)


def _matched(names: Names, typed: str) -> dict[NotePath, Letters]:
    """How well each note's best name has the letters; where enough names begin with them, the
    others are not looked at, since none of them would be shown.
    """
    matched = dict.fromkeys((path for _, path in names.in_order.starting(typed)), Letters.START)
    if len(matched) <= MAX_CHOICES:  # one of them may be the note that is written
        at_word = re.compile(rf"(?<![^\W_]){re.escape(typed)}").search
        for name, path in names.in_order.containing(typed):
            known = matched.get(path)
            if known is None or (known is Letters.INSIDE and at_word(name)):
                matched[path] = Letters.WORD if at_word(name) else Letters.INSIDE
    return matched


def _best_name(note: Outline, typed: str) -> str:
    """The name of a note that the letters match best; the title goes first among equals."""
    stem = strip_suffix(note.path.rpartition("/")[2])
    names = (note.title, stem, *note.aliases)
    return max(names, key=lambda name: letters(typed, name))


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
    bar = "\\|" if at.in_table else "|"

    def insert(note: Outline, alias: str) -> str | None:
        target = wiki_target(vault.names, note.path, path)
        if target is None:
            return None
        if alias and not at.labelled and not set(alias) & set("[]|"):
            target = f"{alias}{bar}{target}" if vault.label_first else f"{target}{bar}{alias}"
        return target + at.close

    return insert


def _paths(vault: Vault, path: NotePath, note: Note, at: Cursor) -> Iterator[Choice]:
    """Notes and files by their paths, in the style of what was typed: `/…`, `./…`, `../…`."""
    start = _folder(path, unquote(at.typed).rpartition("/")[0], at)

    def written(other: str) -> str:
        rooted = at.typed.startswith("/")
        target = markdown_target(other, path, rooted=rooted)
        if at.typed.startswith("./") and not target.startswith("../"):
            target = "./" + target
        plain = unquote(target)
        return (plain if at.angled and not set(plain) & set("<>#%") else target) + at.close

    def insert(other: Outline, _: str) -> str | None:
        return written(other.path) if other.path.startswith(start) else None

    typed = fold(unquote(at.typed).rpartition("/")[2])
    if not at.image:
        yield from _notes(vault, path, note, at, insert)
    if "/" in at.typed and not typed:
        # What was typed names a folder: all that is in it, whatever it is about.
        inside = sorted(other for other in vault.names.outlines if other.startswith(start))
        for other in inside[:MAX_CHOICES]:
            yield from _note(vault.names.outlines[other], "", insert)
    found = (file for file in vault.names.files if file.startswith(start))
    named = ((file.rpartition("/")[2], file) for file in found)
    for name, file in islice((pair for pair in named if letters(typed, pair[0])), MAX_CHOICES):
        yield Choice(ChoiceKind.FILE, name, written(file), file)
    if at.image:
        yield from _notes(vault, path, note, at, insert)


def _folder(path: NotePath, typed: str, at: Cursor) -> str:
    """The folder, with a `/`, in which everything lies that what was typed may still name."""
    if at.typed.startswith("/"):
        folder = typed.strip("/")
    else:
        folder = posixpath.normpath(posixpath.join(posixpath.dirname(path), typed or "."))
        # Without a folder a name may lie anywhere.
        folder = "" if "/" not in at.typed else folder
    return "" if folder in ("", ".") else f"{folder}/"


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
    target = unquote(at.target) if by_path else at.target.strip()
    return vault.names.resolve_name(target, path, by_path=by_path).note


def _headings(vault: Vault, path: NotePath, at: Cursor) -> Iterator[Choice]:
    """The headings of the target, each spelled so that it is the one that is meant."""
    target = _target(vault, path, at)
    if target is None:
        return
    known = vault.names.outlines[target]
    above, mark, last = at.typed.rpartition("#")
    found: list[tuple[int, Choice]] = []
    for number, anchor in enumerate(known.anchors):
        if not letters(fold(last), anchor.text):
            continue
        plain = "".join(char for char in anchor.text if char not in "[]|#^")
        spelled = [above + mark + plain, plain, *_below(known, number, plain), anchor.slug]
        if at.writing is Writing.PATH_HEADING:
            spelled = [anchor.slug]
        for rank, text in enumerate(spelled):
            if find_anchor(known, text) is anchor:
                marks = "#" * anchor.level
                choice = Choice(ChoiceKind.HEADING, anchor.text, text + at.close, marks, target)
                # Below a heading that was written before, its own ones go first.
                found.append((rank if above else 0, choice))
                break
    found.sort(key=lambda pair: pair[0])
    yield from (choice for _, choice in found)


def _below(known: Outline, number: int, plain: str) -> Iterator[str]:
    """A heading spelled with the one above it."""
    level = known.anchors[number].level
    above = (each for each in reversed(known.anchors[:number]) if each.level < level)
    for each in islice(above, 1):
        yield f"{each.text}#{plain}"


def _blocks(vault: Vault, path: NotePath, at: Cursor) -> Iterator[Choice]:
    """Blocks of the target: those with an id, then those that would get one."""
    target = _target(vault, path, at)
    note = None if target is None else vault.note(target)
    if target is None or note is None:
        return
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
            insert = at.prefix + name + at.close
            if letters(typed, name) or letters(typed, text):
                yield Choice(ChoiceKind.BLOCK, f"^{name}", insert, text, target, line)
        elif is_markable(block) and letters(typed, text):
            name = name_of(block)
            also = mark(target, block, name)
            insert = at.prefix + name + at.close
            new.append(Choice(ChoiceKind.BLOCK, text, insert, "new id", target, line, also))
    yield from new


def _labels(note: Note, at: Cursor) -> Iterator[Choice]:
    """The references that the note defines."""
    typed = fold(at.typed)
    for link in note.links:
        if link.defines and letters(typed, link.reference):
            yield Choice(ChoiceKind.LABEL, link.reference, link.reference + at.close, link.target)


def _words(used: Mapping[str, int], at: Cursor, kind: ChoiceKind) -> Iterator[Choice]:
    """Words in use that have the typed letters, the most used first."""
    typed = fold(at.typed)
    found = [
        (-int(how), -count, word)
        for word, count in used.items()
        # What is just being typed is no use of the word.
        if (word, count) != (at.typed, 1) and (how := letters(typed, word))
    ]
    for _, count, word in sorted(found):
        yield Choice(kind, word, word + at.close, f"used {-count} times")

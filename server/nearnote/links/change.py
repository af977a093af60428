"""A change of several notes at once, as values; the editor applies it, nearnote writes nothing."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nearnote.base.note_path import NotePath
    from nearnote.markdown.finding import Edit


@dataclass(frozen=True, slots=True)
class EditNote:
    """Edits of one note, in order and without overlap."""

    path: NotePath
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class MoveNote:
    """A note's file gets another path; edits name it by the path it has at their turn."""

    old: NotePath
    new: NotePath


@dataclass(frozen=True, slots=True)
class CreateNote:
    """A new note with this text; nothing that exists is overwritten."""

    path: NotePath
    text: str


@dataclass(frozen=True, slots=True)
class DeleteNote:
    """A note's file goes away."""

    path: NotePath


@dataclass(frozen=True, slots=True)
class LeaveNote:
    """A note whose links should follow and are left as they are; `reason` ends a sentence."""

    path: NotePath
    reason: str


Step = EditNote | MoveNote | CreateNote | DeleteNote | LeaveNote
Change = tuple[Step, ...]
"""Steps in the order in which they are to be applied."""


class ChangeError(Exception):
    """The change cannot be made; the message is one plain sentence for the user."""


def edits_of(pairs: Iterable[tuple[NotePath, Edit]]) -> tuple[EditNote, ...]:
    """Edits grouped by note; doubles of one place are one, and notes are in path order."""
    by_note: defaultdict[NotePath, dict[Edit, None]] = defaultdict(dict)
    for path, edit in pairs:
        by_note[path][edit] = None
    return tuple(
        EditNote(path, tuple(sorted(by_note[path], key=lambda edit: edit.span)))
        for path in sorted(by_note)
    )


def together(*changes: Change) -> Change:
    """Several changes of the same state of the notes as one; edits come before moves."""
    steps = [step for change in changes for step in change]
    changed = [step for step in steps if isinstance(step, EditNote)]
    edits = [(step.path, edit) for step in changed for edit in step.edits]
    return (*edits_of(edits), *(step for step in steps if not isinstance(step, EditNote)))

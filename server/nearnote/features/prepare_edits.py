"""The last look at a change before it goes to an editor: what must not be written, and how."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from nearnote.links.change import Change, ChangeError, EditNote, LeaveNote, Step
from nearnote.markdown.frontmatter import block
from nearnote.markdown.frontmatter.write import UnwritableError, value_edits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nearnote.base.note_path import NotePath
    from nearnote.vault.vault import Vault

_NAMED = 5


def prepared(vault: Vault, change: Change) -> Change:
    """The change with values of frontmatters written as their format wants them.

    Notes in which an editor would make the edits at other places are left as they are.

    Raises ChangeError when one of them cannot be written without harm.
    """
    return tuple(_steps(vault, change))


def left_alone(change: Change) -> str:
    """A sentence on the notes that a change leaves as they are; empty when there are none."""
    left = [step for step in change if isinstance(step, LeaveNote)]
    if not left:
        return ""
    named = ", ".join(f"{step.path} ({step.reason})" for step in left[:_NAMED])
    more = f" and {len(left) - _NAMED} more" if len(left) > _NAMED else ""
    return f"Left as they were, with their links: {named}{more}. Open them to change them."


def _untouchable(vault: Vault, path: NotePath) -> str:
    return "" if vault.is_open(path) else vault.oddness(path)


def _steps(vault: Vault, change: Change) -> Iterator[Step]:
    for step in change:
        if isinstance(step, EditNote) and (reason := _untouchable(vault, step.path)):
            yield LeaveNote(step.path, reason)
            continue
        source = vault.source(step.path) if isinstance(step, EditNote) else None
        if not isinstance(step, EditNote) or source is None:
            yield step
            continue
        try:
            yield replace(step, edits=value_edits(source, block.read(source), step.edits))
        except UnwritableError as error:
            raise ChangeError(f"{step.path} cannot be edited: {error}.") from error

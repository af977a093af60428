"""The last look at a change before it goes to an editor: what must not be written, and how."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from nearnote.links.change import Change, ChangeError, EditNote, Step
from nearnote.markdown.frontmatter import block
from nearnote.markdown.frontmatter.write import UnwritableError, value_edits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nearnote.vault.vault import Vault


def prepared(vault: Vault, change: Change) -> Change:
    """The change with values of frontmatters written as their format wants them.

    Raises ChangeError when one of them cannot be written without harm.
    """
    return tuple(_steps(vault, change))


def _steps(vault: Vault, change: Change) -> Iterator[Step]:
    for step in change:
        source = vault.source(step.path) if isinstance(step, EditNote) else None
        if not isinstance(step, EditNote) or source is None:
            yield step
            continue
        try:
            yield replace(step, edits=value_edits(source, block.read(source), step.edits))
        except UnwritableError as error:
            raise ChangeError(f"{step.path} cannot be edited: {error}.") from error

"""What a rule is, and what it may ask about the rest of the vault."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from nearnote.markdown.elements import Link
    from nearnote.markdown.finding import Finding, Severity
    from nearnote.markdown.note import Note


def _nothing(link: Link) -> str:  # noqa: ARG001
    return ""


@dataclass(frozen=True, slots=True)
class VaultContext:
    """What one note cannot know of itself; the defaults are those of a note that stands alone."""

    excerpt_of: Callable[[Link], str] = _nothing
    """Plain text that says what a link's target is about; empty when there is none."""
    read_up_to: int | None = None
    """Bytes that were read of a note that is too large; None when it was read whole."""
    vault_checks: Mapping[str, Callable[[], Iterable[Finding]]] = field(default_factory=dict)
    """What only the vault can tell of the note, by the rule's name."""
    path: str = ""
    """The note's place in the vault."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of finding; `check` yields them with their fixes, in any order.

    The severity that `check` gives is replaced by the one in the settings, and fixes that write an
    ignore comment are added to its own: a rule knows of neither.
    """

    name: str
    severity: Severity  # when the settings say nothing
    summary: str
    check: Callable[[Note, VaultContext], Iterable[Finding]]
    semantic: bool = True  # False: left to another Markdown server when the user wants that


ALONE = VaultContext()

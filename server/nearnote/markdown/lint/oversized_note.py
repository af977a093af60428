"""oversized-note: a note above `maxNoteBytes`, read for words only and not to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.markdown.finding import Finding, Severity
from nearnote.markdown.lint.rule import Rule, VaultContext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nearnote.markdown.note import Note

_NAME = "oversized-note"


def check(note: Note, context: VaultContext) -> Iterator[Finding]:
    """What the vault says of a note that it did not read whole."""
    if context.read_up_to is not None:
        message = (
            f"Search knows only the first {context.read_up_to:,} bytes of this note, and those by "
            "words only: the note is larger than the setting nearnote.maxNoteBytes allows."
        )
        yield Finding(_NAME, RULE.severity, message, note.source.line_span(0))


RULE = Rule(_NAME, Severity.INFORMATION, "A note too large to be read whole.", check)

"""unlinked-mention: the name of another note stands in plain text and is no link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.notes.model import Edit, Finding, Fix, Severity
from nearnote.writing.mentioning import linked_from, mentions
from nearnote.writing.spelling import link_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nearnote.notes.model import Note, NotePath
    from nearnote.vault import Vault


def unlinked(vault: Vault, path: NotePath, note: Note) -> Iterator[Finding]:
    """The first mention of each note that this one does not link to."""
    told = set(linked_from(vault, path))
    for mention in mentions(vault.names, path, note):
        if mention.path in told:
            continue
        told.add(mention.path)
        written = note.source.slice(mention.span)
        title = vault.names.outlines[mention.path].title
        message = f"“{written}” is a name of the note {mention.path}."
        link = link_text(vault, mention.path, path, written)
        fix = Fix(f"Link it to “{title}”", (Edit(mention.span, link),))
        yield Finding("unlinked-mention", Severity.HINT, message, mention.span, (fix,))

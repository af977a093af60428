"""unlinked-mention: the name of another note stands in plain text and is no link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.features.link_text import link_text
from nearnote.features.mentions import linked_from, mentions
from nearnote.markdown.finding import Edit, Finding, Fix, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nearnote.base.note_path import NotePath
    from nearnote.markdown.note import Note
    from nearnote.vault.vault import Vault


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

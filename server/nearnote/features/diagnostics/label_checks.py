"""undefined-label: a reference whose name the note defines nowhere."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from nearnote.base.source import Span
from nearnote.links.outline import label_key
from nearnote.links.write_link import markdown_target
from nearnote.markdown.elements import BlockKind
from nearnote.markdown.finding import Edit, Finding, Fix, Severity
from nearnote.markdown.parser.undefined_labels import undefined_labels

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nearnote.base.note_path import NotePath
    from nearnote.markdown.note import Note
    from nearnote.vault.vault import Vault

_RAW = (BlockKind.CODE, BlockKind.COMMENT, BlockKind.HTML)
_LONGEST = 200
"""Letters of a name above which it is compared with no other: that costs their product."""


def undefined(vault: Vault, path: NotePath, note: Note) -> Iterator[Finding]:
    """The undefined names, with fixes that define them or that write one which is defined."""
    defined = {label_key(link.reference): link.reference for link in note.links if link.defines}
    for name, span in undefined_labels(note):
        alike = difflib.get_close_matches(label_key(name)[:_LONGEST], defined, 2)
        fixes = [Fix(f"Write [{defined[each]}]", (Edit(span, defined[each]),)) for each in alike]
        fixes.append(Fix(f"Define [{name}]", (_definition(vault, path, note, name),)))
        message = f"The note does not define [{name}]."
        yield Finding("undefined-label", Severity.WARNING, message, span, tuple(fixes))


def _definition(vault: Vault, path: NotePath, note: Note, name: str) -> Edit:
    """A definition at the end, of the note of that name, else of a target that is left open."""
    named = vault.names.resolve_name(name, path).note
    target = "<>" if named is None else markdown_target(named, path)
    data = note.source.data
    newline = "\r\n" if b"\r\n" in data else "\n"
    text = f"[{name}]: {target}"
    last = note.blocks[-1] if note.blocks else None
    if last and last.kind in _RAW and last.span.end >= len(data.rstrip()):  # may be open to the end
        start = note.source.line_span(note.source.line_of(last.span.start)).start
        return Edit(Span(start, start), f"{text}{newline * 2}")
    end = len(data.rstrip())
    follows = any(link.defines and link.span.end == end for link in note.links)
    return Edit(
        Span(end, end), newline * (1 if follows else 2) + text + ("" if data[end:] else newline)
    )

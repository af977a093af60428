"""What only the vault can tell of a note: a function for each rule of `notes/lint/of_vault.py`.

Each is called only when its rule is on.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from nearnote.writing.checks import links, mentions, notes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from nearnote.notes.model import Finding, Note, NotePath
    from nearnote.vault import Vault


def told(vault: Vault, path: NotePath, note: Note) -> Mapping[str, Callable[[], Iterable[Finding]]]:
    """What the vault tells of a note, by the rule's name; nothing while notes are still read."""
    if vault.scanning:
        return {}
    return {
        "unresolved-link": partial(links.unresolved, vault, path, note),
        "ambiguous-link": partial(links.ambiguous, vault, path, note),
        "broken-heading": partial(links.broken_headings, vault, path, note),
        "broken-block-id": partial(links.broken_block_ids, vault, path, note),
        "duplicate-heading-target": partial(links.duplicate_headings, vault, path, note),
        "duplicate-alias": partial(notes.duplicate_aliases, vault, path, note),
        "orphan-note": partial(notes.orphan, vault, path, note),
        "near-duplicate-note": partial(notes.near_duplicate, vault, path, note),
        "unlinked-mention": partial(mentions.unlinked, vault, path, note),
    }

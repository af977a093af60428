"""What only the vault can tell of a note: a function for each rule of `notes/lint/of_vault.py`.

Each is called only when its rule is on.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from nearnote.features.diagnostics import label_checks, link_checks, mention_checks, note_checks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from nearnote.base.note_path import NotePath
    from nearnote.markdown.finding import Finding
    from nearnote.markdown.note import Note
    from nearnote.vault.vault import Vault


def vault_checks(
    vault: Vault, path: NotePath, note: Note, vaults: Iterable[Vault] = ()
) -> Mapping[str, Callable[[], Iterable[Finding]]]:
    """What the vault tells of a note, by the rule's name; nothing while notes are still read."""
    if vault.scanning:
        return {}
    return {
        "unusual-encoding": partial(note_checks.unusual_encoding, vault, path, note),
        "unresolved-link": partial(link_checks.unresolved, vault, path, note, vaults),
        "undefined-label": partial(label_checks.undefined, vault, path, note),
        "ambiguous-link": partial(link_checks.ambiguous, vault, path, note),
        "broken-heading": partial(link_checks.broken_headings, vault, path, note),
        "broken-block-id": partial(link_checks.broken_block_ids, vault, path, note),
        "duplicate-heading-target": partial(link_checks.duplicate_headings, vault, path, note),
        "duplicate-alias": partial(note_checks.duplicate_aliases, vault, path, note),
        "orphan-note": partial(note_checks.orphan, vault, path, note),
        "near-duplicate-note": partial(note_checks.near_duplicate, vault, path, note),
        "unlinked-mention": partial(mention_checks.unlinked, vault, path, note),
    }

"""How this vault writes a new link: which side of `[[a|b]]` is the target here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.links.write_link import wiki_link

if TYPE_CHECKING:
    from nearnote.base.note_path import NotePath
    from nearnote.vault.vault import Vault


def link_text(vault: Vault, path: NotePath, source: NotePath, label: str = "") -> str:
    """A whole link in the note `source` to `path`, shown as `label`."""
    return wiki_link(vault.names, path, source, label, label_first=vault.label_first)

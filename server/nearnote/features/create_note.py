"""The note that a link to nothing asks for: its path, and the text that it begins with."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from nearnote.base.note_path import NotePath
from nearnote.links.name_match import SUFFIXES, strip_suffix
from nearnote.links.names import written_target
from nearnote.markdown.elements import LinkKind

if TYPE_CHECKING:
    from nearnote.markdown.elements import Link
    from nearnote.vault.vault import Vault

_NOT_IN_FILES = set('<>:"|?*\\\0')


def note_for(vault: Vault, source: NotePath, link: Link) -> tuple[NotePath, str] | None:
    """Path and text of the note that a link of `source` names; None where it can name none.

    A wikilink names a note beside its own, or with a folder one from the vault's root.
    """
    target = written_target(link).strip()
    name = target.rstrip("/").rpartition("/")[2]
    if link.kind is LinkKind.IMAGE or not name or set(target) & _NOT_IN_FILES or "//" in target:
        return None
    markdown = link.kind is LinkKind.MARKDOWN
    _, dot, suffix = name.rpartition(".")
    is_file = bool(dot) and suffix.isalnum() and len(suffix) <= 5 and not _is_note(name)
    if is_file and (markdown or link.kind is LinkKind.EMBED):
        return None
    folder = posixpath.dirname(source)
    if target.startswith("/") or ("/" in target and not markdown):
        folder = ""
    path = posixpath.normpath(posixpath.join(folder, target.lstrip("/")))
    if path.startswith("..") or not strip_suffix(name).strip(". "):
        return None
    path = NotePath(path if _is_note(path) else f"{path}.md")
    if path in vault.names.outlines:
        return None
    return path, beginning(vault, strip_suffix(name))


def beginning(vault: Vault, title: str) -> str:
    """The text of a new note: that of the vault's template, else its title."""
    template = vault.settings.links_template
    wanted = template and vault.names.resolve_name(template, NotePath("")).note
    source = vault.source(wanted) if wanted else None
    if source is None:
        return f"# {title}\n"
    return source.text.replace("{{title}}", title)


def _is_note(name: str) -> bool:
    return name.lower().endswith(SUFFIXES)

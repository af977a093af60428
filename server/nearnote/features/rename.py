"""Giving the thing under the cursor another name, wherever it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.base.note_path import NotePath
from nearnote.base.source import Span
from nearnote.features.subject import Kind, Subject, subject
from nearnote.links.change import Change, ChangeError, together
from nearnote.links.name_match import Match, strip_suffix
from nearnote.links.outline import find_anchor, fold
from nearnote.links.rename_note import rename_note
from nearnote.links.rename_part import rename_heading, rename_mark, rename_tag

if TYPE_CHECKING:
    from nearnote.links.names import Names
    from nearnote.links.outline import Outline
    from nearnote.vault.vault import Vault


def renamable(vault: Vault, path: NotePath, offset: int) -> Subject | None:
    """What would be renamed at a byte offset; None where nothing can be."""
    found = subject(vault, path, offset)
    if found is None or found.kind is Kind.FOOTNOTE:
        return None
    return found if found.kind is Kind.TAG or found.path is not None else None


def rename(vault: Vault, path: NotePath, offset: int, new: str) -> Change:
    """The change that gives the thing under the cursor another name. Raises ChangeError."""
    new = new.strip()
    found = subject(vault, path, offset)
    if found is None:
        raise ChangeError("There is nothing here that can be renamed.")
    if not new or "\n" in new or "\r" in new:
        raise ChangeError("A name is one line of text.")
    names = vault.names
    if found.kind is Kind.TAG:
        return rename_tag(names, found.name, new)
    if found.kind is Kind.FOOTNOTE:
        raise ChangeError("Footnotes cannot be renamed.")
    if found.path is None:
        raise ChangeError(f"There is no note {found.name}.")
    known = names.outlines[found.path]
    if found.kind is Kind.BLOCK:
        return rename_mark(names, found.path, found.name, new.lstrip("^"))
    if found.kind is Kind.HEADING:
        anchor = find_anchor(known, found.name)
        if anchor is None:
            raise ChangeError(f"{known.title} has no heading {found.name}.")
        if anchor.text_span == known.title_span:
            return _rename_title(names, known, new)
        return rename_heading(names, found.path, anchor, new)
    return _rename_note(vault, found, known, new, path)


def _rename_title(names: Names, known: Outline, new: str, to: NotePath | None = None) -> Change:
    """Rename a title, and the links to it where it is a heading."""
    change = rename_note(names, known.path, to=to, title=new)
    anchor = next((each for each in known.anchors if each.text_span == known.title_span), None)
    if anchor is None:
        return change
    return together(change, rename_heading(names, known.path, anchor, new))


def _rename_note(vault: Vault, found: Subject, known: Outline, new: str, here: NotePath) -> Change:
    """Rename what the name under the cursor is: the title, an alias, or the file."""
    names = vault.names
    match = Match.TITLE if found.link is None else names.resolve(found.link, here).match
    if match is Match.ALIAS:
        return rename_note(names, known.path, alias=_alias(vault, known.path, found.name, new))
    same = fold(known.title) == fold(_stem(known.path))
    if match is Match.TITLE and not same:
        return _rename_title(names, known, new)
    to = _beside(known.path, new)
    if not same or known.title_span is None:
        return rename_note(names, known.path, to=to)
    # A file that is named like its title keeps being so.
    return _rename_title(names, known, strip_suffix(new.rpartition("/")[2]), to)


def _alias(vault: Vault, path: NotePath, old: str, new: str) -> tuple[str, str, Span]:
    """The alias as the note spells it, the new one, and where it is written."""
    note = vault.note(path)
    for alias in () if note is None else note.front.aliases:
        if note is not None and fold(alias) == fold(old):
            front = note.front.span
            at = note.source.data.find(alias.encode(), front.start, front.end)
            if at >= 0:
                return alias, new, Span(at, at + len(alias.encode()))
    raise ChangeError(f"The alias {old} is not written in one piece; rename it by hand.")


def _stem(path: NotePath) -> str:
    return strip_suffix(path.rpartition("/")[2])


def _beside(path: NotePath, new: str) -> NotePath:
    """The path of a note with another name; a name with a folder in it is from the root."""
    if set(new) & set('<>:"|?*\\\0') or new.endswith(("/", ".")):
        raise ChangeError("A file's name has none of < > : \" | ? * \\ in it and ends in a letter.")
    suffix = path[len(strip_suffix(path)) :]
    name = strip_suffix(new) + suffix
    folder = path.rpartition("/")[0]
    return NotePath(name.lstrip("/") if "/" in new else f"{folder}/{name}" if folder else name)

"""Giving the thing under the cursor another name, wherever it is used."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from nearnote.base.source import Source
from nearnote.features.new_path import file_name_fault, new_path
from nearnote.features.subject import Kind, Subject, label_subject, subject
from nearnote.links import labels
from nearnote.links.change import Change, ChangeError, EditNote, together
from nearnote.links.name_match import Match, strip_suffix
from nearnote.links.outline import fold
from nearnote.links.rename_note import rename_note
from nearnote.links.rename_part import rename_heading, rename_mark, rename_tag

if TYPE_CHECKING:
    from nearnote.base.note_path import NotePath
    from nearnote.base.source import Span
    from nearnote.links.outline import Anchor, Outline
    from nearnote.vault.vault import Vault


def renamable(vault: Vault, path: NotePath, offset: int) -> Subject | None:
    """What would be renamed at a byte offset; None where nothing can be."""
    found = _subject(vault, path, offset)
    if found is None or (found.kind is not Kind.TAG and found.path is None):
        return None
    if found.kind is Kind.HEADING:
        # What is answered is written in the place of the heading, whose marks must not be lost.
        return None if found.anchor is None else replace(found, name=_raw_heading(vault, found))
    return found


def _subject(vault: Vault, path: NotePath, offset: int) -> Subject | None:
    """What the cursor is on; for a reference its label, also on its text."""
    found = subject(vault, path, offset)
    if found is not None and found.link is not None and found.link.is_use:
        return label_subject(path, found.link)
    return found


def _raw_heading(vault: Vault, found: Subject) -> str:
    source = None if found.path is None else vault.source(found.path)
    if source is None or found.anchor is None:
        return found.name
    return " ".join(source.slice(found.anchor.text_span).split())


def rename(vault: Vault, path: NotePath, offset: int, new: str) -> Change:
    """The change that gives the thing under the cursor another name. Raises ChangeError."""
    found = _subject(vault, path, offset)
    change = _rename(vault, path, found, new.strip())
    # A name that cannot be written where it stands must not be written where it is used.
    for step in change:
        if found is not None and isinstance(step, EditNote) and step.path == found.path:
            odd = "" if vault.is_open(step.path) else vault.oddness(step.path)
            if odd:
                raise ChangeError(f"Open {step.path} to rename this: {odd}.")
    return change


def _rename(vault: Vault, path: NotePath, found: Subject | None, new: str) -> Change:
    if found is None:
        raise ChangeError("There is nothing here that can be renamed.")
    if not new or "\n" in new or "\r" in new:
        raise ChangeError("A name is one line of text.")
    names = vault.names
    if found.kind is Kind.TAG:
        return rename_tag(names, found.name, new)
    if found.kind in (Kind.LABEL, Kind.FOOTNOTE):
        return _rename_label(vault, path, found, new)
    if found.path is None:
        raise ChangeError(f"There is no note {found.name}.")
    known = names.outlines[found.path]
    if found.kind is Kind.BLOCK:
        return rename_mark(names, found.path, found.name, new.lstrip("^"))
    if found.kind is Kind.HEADING:
        if found.anchor is None:
            raise ChangeError(f"{known.title} has no heading {found.name}.")
        if found.anchor.text_span == known.title_span:
            return _rename_title(vault, known, new)
        return _rename_heading(vault, known, found.anchor, new)
    return _rename_note(vault, found, known, new, path)


def _rename_label(vault: Vault, path: NotePath, found: Subject, new: str) -> Change:
    note = vault.note(path)
    label = labels.label(found.name, footnote=found.kind is Kind.FOOTNOTE)
    if note is None or labels.definition(note, label) is None:
        raise ChangeError(f"The note does not define {found.name}.")
    edits = labels.rename_label(note, label, new, lambda text: vault.parsed(path, Source.of(text)))
    return (EditNote(path, edits),)


def _rename_heading(vault: Vault, known: Outline, anchor: Anchor, new: str) -> Change:
    """Rename a heading and the links to it, as the note will be read then. Raises ChangeError."""
    source = vault.source(known.path)
    text = "" if source is None else source.edit(anchor.text_span, new).text
    after = vault.outline_of(known.path, text)
    levels = [each.level for each in known.anchors]
    at = known.anchors.index(anchor)
    if levels != [each.level for each in after.anchors] or not after.anchors[at].text:
        raise ChangeError(f"“{new}” would not be read as a heading there.")
    return rename_heading(vault.names, known.path, anchor, new, after)


def _rename_title(vault: Vault, known: Outline, new: str, to: NotePath | None = None) -> Change:
    """Rename a title, and the links to it where it is a heading."""
    anchor = next((each for each in known.anchors if each.text_span == known.title_span), None)
    headings = () if anchor is None else _rename_heading(vault, known, anchor, new)
    return together(rename_note(vault.names, known.path, to=to, title=new), headings)


def _rename_note(vault: Vault, found: Subject, known: Outline, new: str, here: NotePath) -> Change:
    """Rename what the name under the cursor is: the title, an alias, or the file."""
    names = vault.names
    match = found.match if found.link is None else names.resolve(found.link, here).match
    if match is Match.ALIAS:
        return rename_note(names, known.path, alias=_alias(vault, known.path, found.name, new))
    same = fold(known.title) == fold(_stem(known.path))
    if match is Match.TITLE and not same:
        return _rename_title(vault, known, new)
    named_alike = same and known.title_span is not None
    if found.link is None and ("/" in new or file_name_fault(new)):
        # What was offered is a title, which may be what no file can be called.
        return _rename_title(vault, known, new)
    to = new_path(vault, known.path, new, found.link, here)
    if not named_alike:
        return rename_note(names, known.path, to=to)
    # A file that is named like its title keeps being so.
    return _rename_title(vault, known, strip_suffix(new.rpartition("/")[2]), to)


def _alias(vault: Vault, path: NotePath, old: str, new: str) -> tuple[str, str, Span]:
    """The alias as the note spells it, the new one, and where it is written."""
    note = vault.note(path)
    if note is not None:
        for alias, span in zip(note.front.aliases, note.front.alias_spans, strict=True):
            if fold(alias) == fold(old):
                return alias, new, span
    raise ChangeError(f"There is no alias {old}.")


def _stem(path: NotePath) -> str:
    return strip_suffix(path.rpartition("/")[2])

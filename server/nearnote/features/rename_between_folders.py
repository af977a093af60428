"""What is written anew in other folders when a heading or the title of a note is renamed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.features.other_folders import backlinks_from_outside
from nearnote.links.change import Change, EditNote
from nearnote.links.name_match import strip_suffix
from nearnote.links.outline import fold
from nearnote.links.rename_part import renamed_fragment
from nearnote.links.write_link import write_fragment, write_target

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nearnote.base.note_path import NotePath
    from nearnote.links.outline import Outline
    from nearnote.markdown.finding import Edit
    from nearnote.vault.vault import Vault


def edits_for_renamed_part(
    vaults: Sequence[Vault], vault: Vault, path: NotePath, change: Change
) -> Iterator[tuple[Vault, NotePath, Edit]]:
    """Edits of the links of other folders to a note whose heading or title `change` renames."""
    step = next((each for each in change if isinstance(each, EditNote) and each.path == path), None)
    source, note = vault.source(path), vault.names.outlines.get(path)
    if step is None or source is None or note is None:
        return
    for edit in reversed(step.edits):
        source = source.edit(edit.span, edit.text)
    after = vault.outline_of(path, source.text)
    if len(after.anchors) != len(note.anchors):
        return
    pairs = zip(note.anchors, after.anchors, strict=True)
    renamed = next((old for old, new in pairs if old.text != new.text), None)
    title = _new_title(vaults, note, after)
    for other, place, link in backlinks_from_outside(vaults, vault, path):
        edits: tuple[Edit, ...] = ()
        if renamed is not None and link.fragment:
            edits = write_fragment(link, renamed_fragment(note, after, link, renamed))
        if title and link.is_wiki and fold(link.target) == fold(note.title):
            edits += write_target(link, title)
        for edit in edits:
            yield other, place, edit


def _new_title(vaults: Sequence[Vault], note: Outline, after: Outline) -> str:
    """The title by which links may call the note from now on; empty where they keep their name."""
    stem = strip_suffix(note.path.rpartition("/")[2])
    if after.title == note.title or fold(note.title) == fold(stem):
        return ""
    free = not any(vault.names.named(after.title) for vault in vaults)
    return after.title if free and not set(after.title) & set("[]|#^/") else ""

"""What is written anew in other folders, and between folders, when the file of a note moves.

Links inside a folder are the matter of `links/rename_note.py`; none is edited by both.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from nearnote.base.note_path import NotePath
from nearnote.features.other_folders import backlinks_from_outside
from nearnote.links.name_match import strip_suffix
from nearnote.links.names import is_internal
from nearnote.links.outline import fold
from nearnote.links.write_link import path_edit, write_target

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from nearnote.markdown.elements import Link
    from nearnote.markdown.finding import Edit
    from nearnote.vault.vault import Vault

Moved = tuple["Vault", NotePath]


def edits_between_folders(
    vaults: Sequence[Vault], moves: Mapping[Moved, str]
) -> Iterator[tuple[Vault, NotePath, Edit]]:
    """Edits by the paths before the move; `moves` are the full new paths of notes.

    The links of notes that move as well are left to their own folder, unless they leave it.
    """
    for (vault, path), new in moves.items():
        for other, source, link in backlinks_from_outside(vaults, vault, path):
            if (other, source) not in moves:
                for edit in _followed(vaults, other, source, link, path, new):
                    yield other, source, edit
        if vault.root is not None and not new.startswith(vault.root.as_posix() + "/"):
            yield from _left(vault, path, new, moves)


def _followed(
    vaults: Sequence[Vault], vault: Vault, source: NotePath, link: Link, path: NotePath, new: str
) -> tuple[Edit, ...]:
    """The edit of a link into another folder, to the new place of the note or its new name."""
    if not link.is_wiki:
        return _pointed(link, new, _full(vault, source))
    old_stem, stem = _stem(path), _stem(new)
    by_file = fold(strip_suffix(link.target)) == fold(old_stem)
    if not by_file or old_stem == stem or set(stem) & set("[]|#^"):
        return ()
    if any(each.names.named(stem) for each in vaults):
        return ()  # the new name would mean more than one note
    return write_target(link, stem + link.target[len(strip_suffix(link.target)) :])


def _left(
    vault: Vault, path: NotePath, new: str, moves: Mapping[Moved, str]
) -> Iterator[tuple[Vault, NotePath, Edit]]:
    """The Markdown links from and to a note that leaves its folder for another."""
    for source, link in vault.names.backlinks(path):
        if (vault, source) not in moves and not link.is_wiki:
            for edit in _pointed(link, new, _full(vault, source)):
                yield vault, source, edit
    for link in vault.names.outlines[path].links:
        if link.is_wiki or not is_internal(link) or not link.target:
            continue
        meant = vault.resolve(link, path)
        if meant.note is not None:
            target = moves.get((vault, meant.note), _full(vault, meant.note))
        elif meant.attachment:
            target = _full(vault, meant.attachment)
        else:
            target = posixpath.normpath(posixpath.join(_full(vault, path), "..", link.target))
        for edit in _pointed(link, target, new):
            yield vault, path, edit


def _pointed(link: Link, target: str, source: str) -> tuple[Edit, ...]:
    """The edit that makes a relative Markdown link in the file `source` lead to another file."""
    if link.target.startswith("/"):
        return ()
    suffixed = link.target.lower().endswith((".md", ".markdown"))
    edits = path_edit(link, target if suffixed else strip_suffix(target), NotePath(source))
    return tuple(edit for edit in edits if edit.text != link.target)


def _full(vault: Vault, path: str) -> str:
    return path if vault.root is None else (vault.root / path).as_posix()


def _stem(path: str) -> str:
    return strip_suffix(path.rpartition("/")[2])

"""Where a note goes when its name was answered with another one."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from nearnote.base.note_path import NotePath
from nearnote.links.change import ChangeError
from nearnote.links.name_match import strip_suffix

if TYPE_CHECKING:
    from nearnote.markdown.elements import Link
    from nearnote.vault.vault import Vault

_NOT_IN_FILES = re.compile(r'[<>:"|?*\\\x00-\x1f\x7f]')
# Names that Windows keeps for devices, with any suffix.
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)
_LONGEST = 255
"""Bytes of a name that file systems take."""


def new_path(
    vault: Vault, path: NotePath, new: str, link: Link | None = None, here: NotePath | None = None
) -> NotePath:
    """The path of the note `path` that is called `new` from now on. Raises ChangeError.

    The answer is read as the name that was offered: as the target of a link in the note `here`, in
    the same folder as that one, or as a file's name beside the old one. A folder before a name
    that had none is one below the vault's root.
    """
    offered = "" if link is None else link.target
    suffix = path[len(strip_suffix(path)) :]
    if new.startswith("/") and not offered.startswith("/"):
        raise ChangeError(f"{new} leads out of the vault.")
    base = _base(path, new, link, here)
    wanted = posixpath.normpath(posixpath.join(base, strip_suffix(new.lstrip("/")) + suffix))
    if wanted.startswith("../"):
        raise ChangeError(f"{new} leads out of the vault.")
    fault = file_name_fault(strip_suffix(new)) or next(
        filter(None, map(file_name_fault, wanted.split("/"))), ""
    )
    if fault:
        raise ChangeError(fault)
    found = NotePath(wanted)
    if vault.root is not None and found != path:
        _check_place(vault, path, found)
    return found


def file_name_fault(name: str) -> str:
    """Why no file can be called so, as a sentence; empty when one can."""
    last = name.rpartition("/")[2]
    if _NOT_IN_FILES.search(last) or not last or last.endswith((".", " ")):
        return "A file's name has none of < > : \" | ? * \\ in it and ends in a letter."
    if _DEVICES.fullmatch(last):
        return f"Windows takes no file that is called {last}."
    if len(last.encode()) > _LONGEST - len(".markdown"):
        return f"A file's name is no longer than {_LONGEST} bytes."
    return ""


def _base(path: NotePath, new: str, link: Link | None, here: NotePath | None) -> str:
    """The folder from which the answer is read."""
    folder = posixpath.dirname(path)
    # A name alone, in the place of a wikilink's, leaves the note where it is.
    if link is None or here is None or (link.is_wiki and "/" not in new):
        return folder
    if link.target.startswith("/"):
        return ""
    offered = strip_suffix(link.target)
    for base in (posixpath.dirname(here), strip_suffix(path).removesuffix(offered).rstrip("/")):
        if posixpath.normpath(posixpath.join(base, offered)) == strip_suffix(path) and (
            "/" in offered or not link.is_wiki
        ):
            return base
    return "" if "/" in new and not new.startswith(".") else folder


def _check_place(vault: Vault, path: NotePath, found: NotePath) -> None:
    if not vault.folder.takes(found):
        raise ChangeError(f"{found} is in a place that nearnote leaves out.")
    above = [found[:at] for at, char in enumerate(found) if char == "/"]
    if any(each in vault.names.outlines for each in above):
        raise ChangeError(f"{found} would be inside of a note.")
    if vault.folder.exists(found) and found.casefold() != path.casefold():
        kind = "note" if found in vault.names.outlines else "file"
        raise ChangeError(f"There is already a {kind} {found}.")

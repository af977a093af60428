"""One vault's files: which are its notes, how they are spelled, and what was read of them when."""

from __future__ import annotations

import unicodedata
from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING

from nearnote.base.note_path import NotePath
from nearnote.fs.files import (
    OVERSIZED_BYTES,
    Contents,
    Walk,
    is_dendron,
    is_note,
    read,
    spelled,
    status_of,
)
from nearnote.fs.folder_kind import is_marked_as_notes, looks_like_code

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator
    from pathlib import Path

    from nearnote.config import Settings
    from nearnote.fs.files import Entry

RECENT_BYTES = 6_000_000
"""How much text is remembered of the notes that were shown last."""


class Folder:
    """The disk's side of a Vault; `root` None is the place of notes that lie in no folder."""

    def __init__(self, root: Path | None, settings: Settings) -> None:
        self.root = root
        self._limit = settings.max_note_bytes
        self._walk = (
            None
            if root is None
            else Walk(root, settings.exclude, anywhere=settings.symlinks == "anywhere")
        )
        self.is_dendron = root is not None and is_dendron(root)
        self.may_be_code = (
            root is not None and looks_like_code(root) and not is_marked_as_notes(root)
        )
        self._stamps: dict[NotePath, tuple[float, int]] = {}
        self._ignores_case = root is not None and _ignores_case(root)
        self._recent: OrderedDict[NotePath, tuple[os.stat_result, Contents]] = OrderedDict()
        self._recent_bytes = 0
        self._spelled: dict[str, NotePath] = {}  # by what the file system takes for the same name

    def path_of(self, file: Path) -> NotePath | None:
        """The vault's name for a file, spelled as on the disk; None when it is not its note."""
        if self.root is None or self._walk is None or not is_note(file.name):
            return None
        path = spelled(self.root, file)
        if path is None or not self._walk.takes(path):
            return None
        # Editors send names in another normal form, or in another case, than the disk has.
        return self._spelled.get(self._same(path), path)

    def takes(self, path: str) -> bool:
        """Whether a path belongs to the vault."""
        return self._walk is not None and self._walk.takes(path)

    def is_folder(self, path: str) -> bool:
        """Whether there is a folder at a path."""
        return self.root is not None and (self.root / path).is_dir()

    def exists(self, path: str) -> bool:
        """Whether there is anything at a path."""
        return self.root is not None and (self.root / path).exists()

    def leave_out(self, inner: frozenset[str]) -> bool:
        """Leave these folders to vaults of their own; False when they were left out already."""
        if self._walk is None or self._walk.inner == inner:
            return False
        self._walk.inner = inner
        return True

    def entries(self) -> Iterator[Entry]:
        """All files, by ignore files as they are now."""
        if self._walk is None:
            return iter(())
        self._walk.forget()
        return self._walk.entries()

    @property
    def links_out(self) -> int:
        """How many symbolic links were left out since they lead out of the vault."""
        return 0 if self._walk is None else self._walk.links_out

    def read(self, path: NotePath) -> Contents | None:
        """A note's text, its beginning when it is oversized; None when it is gone."""
        contents = None if self.root is None else read(self.root / path, self._limit)
        if contents is None or contents.whole:
            return contents
        return replace(contents, source=contents.source.head(OVERSIZED_BYTES))

    def recent(self, path: NotePath) -> Contents | None:
        """As `read`, but remembered while the file stays as it is: a list of hits that is shown at
        each letter asks for the same notes again and again.
        """
        status = None if self.root is None else status_of(f"{self.root}/{path}")
        known = self._recent.pop(path, None)
        if known is not None:
            self._recent_bytes -= known[1].size
        if status is None:
            return None
        if known is None or _moment(known[0]) != _moment(status):
            contents = self.read(path)
            if contents is None:
                return None
            known = status, contents
        self._recent[path] = known
        self._recent_bytes += known[1].size
        while self._recent_bytes > RECENT_BYTES:
            _, (_, oldest) = self._recent.popitem(last=False)
            self._recent_bytes -= oldest.size
        return known[1]

    # -- what was read -------------------------------------------------------------------

    @property
    def known(self) -> list[NotePath]:
        """The notes that were read from the disk."""
        return list(self._stamps)

    def is_news(self, entry: Entry) -> bool:
        """Whether a file is another one than was read, by its time and size."""
        return self._stamps.get(NotePath(entry.path)) != (entry.stamp, entry.size)

    def remember(self, path: NotePath, contents: Contents) -> None:
        """A note was read."""
        self._stamps[path] = (contents.stamp, contents.size)
        self._spelled[self._same(path)] = path

    def forget(self, path: NotePath) -> None:
        """A note is no longer known."""
        self._stamps.pop(path, None)
        if self._spelled.get(self._same(path)) == path:
            del self._spelled[self._same(path)]

    def _same(self, path: str) -> str:
        path = unicodedata.normalize("NFC", path)
        return path.casefold() if self._ignores_case else path


def _moment(status: os.stat_result) -> tuple[int, int, int]:
    return status.st_mtime_ns, status.st_size, status.st_ino


def _ignores_case(root: Path) -> bool:
    """Whether the file system takes `A` and `a` for the same name, asked of the root's own name."""
    other = root.name.swapcase()
    if other == root.name:
        return False
    try:
        return (root.parent / other).samefile(root)
    except OSError:
        return False

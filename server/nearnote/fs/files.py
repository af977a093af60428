"""The only disk access to notes: which files a vault has, what is in them, when they change."""

from __future__ import annotations

import os
import stat
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from nearnote.base.note_path import NotePath
from nearnote.fs import gitignore
from nearnote.fs.encoding import decoded
from nearnote.fs.links_out import LinksOut

if TYPE_CHECKING:
    import asyncio
    from collections.abc import AsyncIterator, Iterator, Sequence

    import pathspec

    from nearnote.base.source import Source

NOTE_SUFFIXES = (".md", ".markdown")
MARKERS = (".obsidian", ".nearnote.toml", ".git")
OVERSIZED_BYTES = 1_000_000
"""How much is read of a note that is above the size limit of the settings."""
_IGNORE_FILES = (".gitignore", ".ignore")
_HIDDEN_BUT_READ = (*_IGNORE_FILES, ".nearnote.toml")
_STILL_THERE = 2_000
"""Milliseconds after which a quiet folder is asked whether it is still there."""
_SKIPPED_FOLDERS = frozenset({"node_modules", "__pycache__"})


@dataclass(frozen=True, slots=True)
class Entry:
    """A file of the vault as the walk saw it; `stamp` is its mtime in seconds."""

    path: str
    size: int
    stamp: float

    @property
    def is_note(self) -> bool:
        """Whether it is Markdown; everything else is an attachment."""
        return is_note(self.path)


@dataclass(frozen=True, slots=True)
class Contents:
    """What was read of a note; `whole` is False when the size limit cut it.

    `odd` is the end of a sentence that says why editors count its places differently.
    """

    source: Source
    whole: bool
    size: int
    stamp: float
    odd: str = ""


def is_note(path: str) -> bool:
    """Whether a file name is a Markdown note's."""
    return path.lower().endswith(NOTE_SUFFIXES)


def is_dendron(root: Path) -> bool:
    """Whether a folder is a vault of Dendron: notes called `a.b.c.md` around a `root.md`."""
    try:
        names = [name for name in os.listdir(root) if is_note(name)]
    except OSError:
        return False
    return "root.md" in names and any(name.count(".") > 1 for name in names)


def needs_marker(root: Path) -> bool:
    """Whether a root is too wide to be read unasked: the home folder, a drive, or above them.

    Such a root is a vault only when it holds one of `MARKERS`.
    """
    root = root.resolve()
    wide = root == root.parent or root == Path.home() or root in Path.home().parents
    return wide and not any((root / marker).exists() for marker in MARKERS)


class Walk:
    """Which files of a folder are the vault's: the rules of one vault, asked for one path or all.

    Left out are hidden files and folders, `node_modules`, what `.gitignore` and `.ignore` files
    say at their own level, and the `exclude` globs of the settings (gitignore syntax, from the
    root). Ignore files are read when a folder is first asked for, and again after `forget()`.
    Symbolic links that lead out of the vault are left out unless `anywhere`; `links_out` counts
    those that the last full walk met.
    """

    def __init__(self, root: Path, exclude: Sequence[str] = (), *, anywhere: bool = False) -> None:
        self.root = root
        self.links_out = 0
        self._links = LinksOut(root, anywhere=anywhere)
        self.inner: frozenset[str] = frozenset()  # folders in this one that are vaults themselves
        self._exclude = gitignore.spec(exclude)
        self._ignores: dict[str, pathspec.GitIgnoreSpec | None] = {}

    def forget(self) -> None:
        """Read the ignore files anew from now on."""
        self._ignores.clear()

    def entries(self) -> Iterator[Entry]:
        """Every file of the vault in a stable order; unreadable folders are passed over."""
        seen: set[tuple[int, int]] = set()
        self.links_out = 0
        folders, linked = [""], deque[str]()
        while folders or linked:
            # What a link shows once more is known by its own name, so links come last.
            folder = folders.pop() if folders else linked.popleft()
            deeper: list[str] = []
            for entry in self._listing(folder, seen):
                path = f"{folder}{entry.name}"
                try:
                    status = entry.stat()
                except OSError:
                    continue
                if entry.is_symlink() and self._links.leads_out(path):
                    self.links_out += 1
                    continue
                if stat.S_ISDIR(status.st_mode):
                    if not self._ignored(path, entry.name, is_folder=True):
                        (linked if entry.is_symlink() else deeper).append(path + "/")
                elif stat.S_ISREG(status.st_mode) and not self._ignored(path, entry.name):
                    yield Entry(path, status.st_size, status.st_mtime)
            folders.extend(reversed(deeper))

    def _listing(self, folder: str, seen: set[tuple[int, int]]) -> list[os.DirEntry[str]]:
        try:
            status = os.stat(self.root / folder)
            # A folder that was walked already is a symlink's other end, perhaps our own parent.
            if (status.st_dev, status.st_ino) in seen and status.st_ino:
                return []
            seen.add((status.st_dev, status.st_ino))
            with os.scandir(self.root / folder) as listing:
                return sorted(listing, key=lambda entry: entry.name)
        except OSError:
            return []

    def takes(self, path: str) -> bool:
        """Whether one file belongs to the vault; `path` is relative and POSIX."""
        parts = path.split("/")
        for depth in range(1, len(parts)):
            if self._ignored("/".join(parts[:depth]), parts[depth - 1], is_folder=True):
                return False
        return not self._ignored(path, parts[-1]) and not self._links.leads_out(path)

    def _ignored(self, path: str, name: str, *, is_folder: bool = False) -> bool:
        if name.startswith(".") or (is_folder and name in _SKIPPED_FOLDERS):
            return True
        if is_folder and path in self.inner:
            return True
        marked = path + "/" if is_folder else path
        if self._exclude.match_file(marked):
            return True
        # The deepest ignore file with an opinion wins, as in git.
        folder = path
        while folder:
            folder = folder.rpartition("/")[0]
            spec = self._ignore_of(folder)
            if spec is not None:
                verdict = spec.check_file(marked[len(folder) :].lstrip("/")).include
                if verdict is not None:
                    return verdict
        return False

    def _ignore_of(self, folder: str) -> pathspec.GitIgnoreSpec | None:
        if folder not in self._ignores:
            lines: list[str] = []
            for name in _IGNORE_FILES:
                try:
                    text = (self.root / folder / name).read_text("utf-8", errors="replace")
                except OSError:
                    continue
                lines.extend(text.splitlines())
            self._ignores[folder] = gitignore.spec(lines) if lines else None
        return self._ignores[folder]


def read(file: Path, limit: int) -> Contents | None:
    """A note's text, at most `limit` bytes of it; None when it is gone, locked or no file."""
    try:
        status = file.stat()
        if not stat.S_ISREG(status.st_mode):  # opening a named pipe would wait for ever
            return None
        with file.open("rb") as opened:
            data = opened.read(limit + 1)
    except (OSError, ValueError):
        return None
    whole = len(data) <= limit
    if not whole:
        # The cut falls at a line end, so that no character and no word is torn.
        data = data[:limit]
        data = data[: data.rfind(b"\n") + 1] or data
    source, odd = decoded(data)
    return Contents(source, whole, status.st_size, status.st_mtime, odd)


def status_of(file: Path | str) -> os.stat_result | None:
    """What the system says of a file; None when it is not there."""
    try:
        return os.stat(file)
    except (OSError, ValueError):
        return None


def stamp_of(file: Path) -> float:
    """When a file was last written, in seconds; 0 when it is not there."""
    status = status_of(file)
    return 0.0 if status is None else status.st_mtime


class FolderGoneError(OSError):
    """The folder that is watched went away, or another one took its place."""


def may_count(name: str) -> bool:
    """Whether a file or folder of this name may be a part of a vault, or say what is."""
    hidden = name.startswith(".") and name not in _HIDDEN_BUT_READ
    return not hidden and name not in _SKIPPED_FOLDERS


async def watch(root: Path, stop: asyncio.Event) -> AsyncIterator[frozenset[str]]:
    """Sets of paths below `root` (relative, POSIX) that other programs changed.

    Which of them exist, and which are notes, is for the reader to find out. Raises FolderGoneError,
    and OSError when the system cannot watch the folder (no inotify watches left).
    """
    import watchfiles  # the import costs start-up time that `initialize` does not have

    def visible(_: watchfiles.Change, path: str) -> bool:
        try:
            return all(map(may_count, Path(path).relative_to(root).parts))
        except ValueError:
            return False

    watched = _identity(root)
    async for changes in watchfiles.awatch(
        root,
        watch_filter=visible,
        stop_event=stop,
        step=200,
        rust_timeout=_STILL_THERE,
        yield_on_timeout=True,
    ):
        paths = frozenset(Path(path).relative_to(root).as_posix() for _, path in changes)
        if paths:
            yield paths
        # A folder that is deleted is never heard of again, not even when it is back.
        if "." in paths or _identity(root) != watched:
            raise FolderGoneError(f"{root} went away")


def _identity(root: Path) -> tuple[int, int] | None:
    status = status_of(root)
    return None if status is None else (status.st_dev, status.st_ino)


def spelled(root: Path, file: Path) -> NotePath | None:
    """The vault path of a file, None when it lies outside of the root."""
    try:
        return NotePath(file.relative_to(root).as_posix())
    except ValueError:
        pass
    try:
        return NotePath(file.resolve().relative_to(root.resolve()).as_posix())
    except (ValueError, OSError):
        return None

"""One folder of notes: everything that can be asked of it and everything that can happen to it.

A Vault is touched by one thread only. It keeps the index, the names and the open buffers in
step: an open buffer wins over the disk, and what an answer says of a note is what the last
`put` said.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from nearnote.files import Walk, is_note, read, spelled
from nearnote.index.store import Index, NoteEntry
from nearnote.links.names import Names, Resolution
from nearnote.links.outline import outline
from nearnote.notes.chunk import Limits, chunk
from nearnote.notes.model import NotePath
from nearnote.notes.parse import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from nearnote.notes.model import Chunk, Link, Note
    from nearnote.notes.text import Source
    from nearnote.settings import Settings

_OVERSIZED_BYTES = 1_000_000
"""How much is read of a note that is above the size limit of the settings."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A note that is open in an editor, as of its last edit."""

    note: Note
    chunks: tuple[Chunk, ...]


class Vault:
    """One folder of notes; `root` None is the place of notes that lie in no folder."""

    def __init__(self, root: Path | None, settings: Settings) -> None:
        self.root = root
        self.settings = settings
        self.index = Index()
        self.names = Names()
        self.oversized: set[NotePath] = set()
        self._walk = None if root is None else Walk(root, settings.exclude)
        self._opened: dict[NotePath, Opened] = {}
        self._stamps: dict[NotePath, tuple[float, int]] = {}
        self._scan: Iterator[None] | None = None

    # -- what happens to notes -----------------------------------------------------------

    def put(self, path: NotePath, source: Source, *, open: bool = False, stamp: float = 0) -> None:  # noqa: A002
        """Take a note's text; words are searchable when this returns."""
        whole = len(source.data) <= self.settings.max_note_bytes
        if not whole:
            source = source.head(_OVERSIZED_BYTES)
        note = self._parse(path, source)
        chunks = chunk(note, self._limits())
        if open:
            self._opened[path] = Opened(note, chunks)
        (self.oversized.discard if whole else self.oversized.add)(path)
        self.names.put(outline(path, note))
        entry = NoteEntry(
            path=path,
            title=note.title,
            aliases=note.front.aliases,
            tags=tuple(dict.fromkeys(tag.name for tag in (*note.front.tags, *note.tags))),
            description=note.front.description,
            stamp=stamp,
            open=open,
            embed=whole and note.front.embed,
        )
        self.index.put(entry, chunks)

    def remove(self, path: NotePath) -> None:
        """Forget a note, open or not."""
        self._opened.pop(path, None)
        self._stamps.pop(path, None)
        self.oversized.discard(path)
        self.names.remove(path)
        self.index.remove(path)

    def release(self, path: NotePath) -> None:
        """The editor closed the note: from now on the disk says what is in it."""
        self._opened.pop(path, None)
        self._stamps.pop(path, None)
        self._load(path)

    def changed(self, paths: Iterable[str]) -> None:
        """Other programs changed, made or removed these files or folders."""
        if self.root is None or self._walk is None:
            return
        again = False
        for path in sorted(paths):
            name = path.rpartition("/")[2]
            if name in (".gitignore", ".ignore"):
                self._walk.forget()
                again = True
            elif (self.root / path).is_dir():
                again = True
            elif not (self.root / path).exists():
                self._vanished(path)
            elif not self._walk.takes(path):
                continue
            elif is_note(path):
                self._load(NotePath(path))
            else:
                self.names.put_file(path)
        if again:
            self.scan()

    def _vanished(self, path: str) -> None:
        self.names.remove_file(path)
        below = path + "/"
        for known in [known for known in self._stamps if known == path or known.startswith(below)]:
            if known not in self._opened:
                self.remove(known)

    def _load(self, path: NotePath) -> None:
        """Read a note from the disk, unless the editor has it."""
        if path in self._opened:
            return
        contents = None if self.root is None else read(self.root / path, self._read_limit())
        if contents is None:
            self.remove(path)
            return
        self._stamps[path] = (contents.stamp, contents.size)
        self.put(path, contents.source, stamp=contents.stamp)

    def _read_limit(self) -> int:
        return self.settings.max_note_bytes

    # -- the scan ------------------------------------------------------------------------

    def scan(self) -> None:
        """Start to bring the index in step with the folder; `step` does the work."""
        if self._walk is not None:
            self._scan = self._scanning(self._walk)

    @property
    def scanning(self) -> bool:
        """Whether a scan is under way."""
        return self._scan is not None

    def step(self) -> None:
        """Do a small piece of the scan."""
        if self._scan is not None and next(self._scan, self) is self:
            self._scan = None

    def _scanning(self, walk: Walk) -> Iterator[None]:
        seen: set[str] = set()
        for number, entry in enumerate(walk.entries()):
            seen.add(entry.path)
            if not entry.is_note:
                self.names.put_file(entry.path)
            elif self._stamps.get(NotePath(entry.path)) != (entry.stamp, entry.size):
                self._load(NotePath(entry.path))
            if number % 16 == 15:
                yield
        for path in [path for path in self._stamps if path not in seen]:
            if path not in self._opened:
                self.remove(path)

    # -- what is known of notes ----------------------------------------------------------

    def note(self, path: NotePath) -> Note | None:
        """A note as it is now: its buffer, else the disk's text; None when there is none."""
        if path in self._opened:
            return self._opened[path].note
        if path not in self.names.outlines or self.root is None:
            return None
        contents = read(self.root / path, self._read_limit())
        return None if contents is None else self._parse(path, contents.source)

    def chunks(self, path: NotePath) -> tuple[Chunk, ...]:
        """The chunks of a note as it is now."""
        if path in self._opened:
            return self._opened[path].chunks
        note = self.note(path)
        return () if note is None else chunk(note, self._limits())

    def resolve(self, link: Link, path: NotePath) -> Resolution:
        """What a link that stands in the note `path` means."""
        return self.names.resolve(link, path)

    def path_of(self, file: Path) -> NotePath | None:
        """The vault's name for a file; None when the file is not one of its notes."""
        if self.root is None or self._walk is None or not is_note(file.name):
            return None
        path = spelled(self.root, file)
        return path if path is not None and self._walk.takes(path) else None

    def _parse(self, path: NotePath, source: Source) -> Note:
        stem = path.rpartition("/")[2].rpartition(".")[0] or path
        return parse(source, stem, self.settings.links_order)

    def _limits(self) -> Limits:
        return Limits(self.settings.chunk_max_characters, self.settings.chunk_overlap_characters)

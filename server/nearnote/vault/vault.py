"""One folder of notes: everything that can be asked of it and everything that can happen to it.

A Vault is touched by one thread only. It keeps the index, the names and the open buffers in
step: an open buffer wins over the disk, and what an answer says of a note is what the last
`put` said.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from nearnote.base.note_path import NotePath, with_folders
from nearnote.base.source import Source
from nearnote.fs.files import OVERSIZED_BYTES, is_note
from nearnote.index.index import Index, NoteEntry
from nearnote.links.name_match import strip_suffix
from nearnote.links.names import Names, Resolution
from nearnote.links.outline import outline
from nearnote.markdown.chunks.chunk import chunk
from nearnote.markdown.chunks.units import Limits
from nearnote.markdown.parse import parse
from nearnote.vault.embedding_queue import EmbeddingQueue
from nearnote.vault.folder import Folder
from nearnote.vault.language_trust import Language
from nearnote.vault.status import Phase, Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from nearnote.config import Settings
    from nearnote.embedding.model import EmbeddingModel
    from nearnote.links.outline import Outline
    from nearnote.markdown.chunk import Chunk
    from nearnote.markdown.elements import Link
    from nearnote.markdown.note import Note
    from nearnote.markdown.parser.link_spans import LinkOrder

MANY_LINKS = 5
"""So many wikilinks, and one for two notes, say that a repository is one of notes."""


@dataclass(frozen=True, slots=True)
class OpenNote:
    """A note that is open in an editor, as of its last edit."""

    note: Note
    chunks: tuple[Chunk, ...]


class Vault:
    """One folder of notes; `root` None is the place of notes that lie in no folder."""

    def __init__(self, root: Path | None, settings: Settings, model: EmbeddingModel) -> None:
        self.root = root
        self.settings = settings
        self.model = model
        self.index = Index()
        self._names = Names()
        self._renamed: dict[NotePath, Note] = {}
        self.embedding_queue = EmbeddingQueue(self.index, model)
        self.language = Language(self.index, model)
        self.folder = Folder(root, settings)
        self._opened: dict[NotePath, OpenNote] = {}
        self._oversized: set[NotePath] = set()
        self.near_duplicates: dict[NotePath, NotePath | None] = {}  # as last looked for
        self.has_deferred_findings = False  # some are to be asked for again at rest
        self._scan: Iterator[None] | None = None

    @property
    def names(self) -> Names:
        """The names and links of all notes. Those of open notes are read when they are asked for:
        few keystrokes need them, and words must be found after each.
        """
        while self._renamed:
            path, note = self._renamed.popitem()
            self._names.put(outline(path, note))
        return self._names

    # -- what happens to notes -----------------------------------------------------------

    def put(
        self,
        path: NotePath,
        source: Source,
        *,
        open: bool = False,  # noqa: A002
        stamp: float | None = None,
        whole: bool = True,
    ) -> None:
        """Take a note's text; words are searchable when this returns.

        `stamp` is the time of the last edit in seconds, by default now. `whole` is False when the
        text is only the beginning of the note.
        """
        if len(source.data) > self.settings.max_note_bytes:
            source, whole = source.head(OVERSIZED_BYTES), False
        note = self.parsed(path, source)
        chunks = chunk(note, self._limits, words_only=not whole)
        (self._oversized.discard if whole else self._oversized.add)(path)
        if open:
            self._opened[path] = OpenNote(note, chunks)
            self._renamed[path] = note
        else:
            self._renamed.pop(path, None)
            self._names.put(outline(path, note))
        entry = NoteEntry(
            path=path,
            title=note.title,
            aliases=note.front.aliases,
            tags=tuple(dict.fromkeys([*(t.name for t in note.front.tags), *note.body.tag_names])),
            description=note.front.description,
            stamp=time.time() if stamp is None else stamp,
            open=open,
        )
        self.index.put(entry, chunks)
        self.embedding_queue.renew()

    def remove(self, path: NotePath) -> None:
        """Forget a note, open or not."""
        self._opened.pop(path, None)
        self.folder.forget(path)
        self.near_duplicates.pop(path, None)
        self._oversized.discard(path)
        self._renamed.pop(path, None)
        self._names.remove(path)
        self.index.remove(path)

    def rename(self, old: NotePath, new: NotePath) -> None:
        """A note's file got another path; its vectors stay, since its text does."""
        opened = self._opened.pop(old, None)
        self.index.move(old, new)
        self.remove(old)
        if opened is not None:
            self.put(new, opened.note.source, open=True)
        else:
            self._load(new)

    def release(self, path: NotePath) -> None:
        """The editor closed the note: from now on the disk says what is in it."""
        self._opened.pop(path, None)
        self._load(path)

    def changed(self, paths: Iterable[str]) -> None:
        """Other programs changed, made or removed these files or folders."""
        gone: set[str] = set()
        for path in sorted(paths):
            name = path.rpartition("/")[2]
            if name in (".gitignore", ".ignore") or self.folder.is_folder(path):
                self.scan()
            elif not self.folder.exists(path):
                gone.add(path)
            elif self.folder.takes(path):
                if is_note(path):
                    self._load(NotePath(path))
                else:
                    self.names.put_file(path)
        if gone:
            self._vanished(gone)

    def _vanished(self, gone: set[str]) -> None:
        """Forget what is gone, and what was in folders that are; `.` is the vault itself."""
        if "." in gone and not self.folder.exists(""):
            gone = {*gone, *self.folder.known, *self.names.files}
        for file in [file for file in self.names.files if not gone.isdisjoint(with_folders(file))]:
            self.names.remove_file(file)
        with self.index.together():
            for known in self.folder.known:
                if not gone.isdisjoint(with_folders(known)):
                    self._drop(known)

    def _drop(self, path: NotePath) -> None:
        """Forget a note whose file is gone, unless the editor has it."""
        if path not in self._opened:
            self.remove(path)

    def _load(self, path: NotePath) -> None:
        """Read a note from the disk, unless the editor has it."""
        if path in self._opened:
            return
        contents = self.folder.read(path)
        if contents is None:
            self.remove(path)
            return
        self.folder.remember(path, contents)
        self.put(path, contents.source, stamp=contents.stamp, whole=contents.whole)

    # -- idle work -----------------------------------------------------------------------

    def leave_out(self, inner: frozenset[str]) -> None:
        """Leave these folders of this one to vaults of their own."""
        if self.folder.leave_out(inner):
            for path in [path for path in self.names.outlines if not self.folder.takes(path)]:
                self.remove(path)
            self.scan()

    def scan(self) -> None:
        """Start to bring the index in step with the folder; `step` does the work."""
        self._scan = self._scanning()

    @property
    def scanning(self) -> bool:
        """Whether a scan is under way."""
        return self._scan is not None

    def step(self) -> None:
        """Do a small piece of the scan."""
        with self.index.together():
            if self._scan is not None and next(self._scan, self) is self:
                self._scan = None

    def _scanning(self) -> Iterator[None]:
        seen: set[str] = set()
        for number, entry in enumerate(self.folder.entries()):
            seen.add(entry.path)
            if not entry.is_note:
                self.names.put_file(entry.path)
            elif self.folder.is_news(entry):
                self._load(NotePath(entry.path))
            if number % 32 == 31:
                yield
        for path in self.folder.known:
            if path not in seen:
                self._drop(path)

    def reindex(self, *, full: bool = False) -> None:
        """Read the folder again; `full` forgets first all that is known of closed notes."""
        if full:
            for path in [path for path in self.names.outlines if path not in self._opened]:
                self.remove(path)
        self.embedding_queue.forgive()
        self.scan()

    # -- what is known of notes ----------------------------------------------------------

    @property
    def holds_notes(self) -> bool:
        """Whether this is a folder of notes, and not a repository that has Markdown as well."""
        return not self.folder.may_be_code or (
            self.names.wikilinks >= MANY_LINKS and 2 * self.names.wikilinks >= self.index.note_count
        )

    @property
    def _limits(self) -> Limits:
        return Limits(
            self.settings.chunk_max_characters,
            self.settings.chunk_overlap_characters,
            self.settings.chunk_passage_characters,
        )

    @property
    def label_first(self) -> bool:
        """Whether a new link is written `[[label|target]]`."""
        order = self.settings.links_order
        return order == "label-first" or (order == "auto" and self.folder.is_dendron)

    def parsed(self, path: NotePath, source: Source) -> Note:
        """A text read as a note of this path would be."""
        order = cast("LinkOrder", self.settings.links_order)
        if order == "auto" and self.folder.is_dendron:
            order = "auto-label-first"
        return parse(source, strip_suffix(path.rpartition("/")[2]), order)

    def outline_of(self, path: NotePath, text: str) -> Outline:
        """How the others would see a note of this text."""
        return outline(path, self.parsed(path, Source.of(text)))

    def source(self, path: NotePath) -> Source | None:
        """A note's text as it is now: its buffer's, else the disk's."""
        if path in self._opened:
            return self._opened[path].note.source
        if path not in self.names.outlines:
            return None
        contents = self.folder.recent(path)
        return None if contents is None else contents.source

    def note(self, path: NotePath) -> Note | None:
        """A note as it is now; None when there is none."""
        if path in self._opened:
            return self._opened[path].note
        source = self.source(path)
        return None if source is None else self.parsed(path, source)

    def chunks(self, path: NotePath) -> tuple[Chunk, ...]:
        """The chunks of a note as it is now."""
        if path in self._opened:
            return self._opened[path].chunks
        note = self.note(path)
        return () if note is None else chunk(note, self._limits, words_only=self.is_oversized(path))

    def oddness(self, path: NotePath) -> str:
        """Why editors count the places of a note's file differently; empty for nearly all."""
        contents = self.folder.recent(path)
        return "" if contents is None else contents.odd

    def is_open(self, path: NotePath) -> bool:
        """Whether an editor has the note, and says itself where its places are."""
        return path in self._opened

    def resolve(self, link: Link, path: NotePath) -> Resolution:
        """What a link that stands in the note `path` means."""
        return self.names.resolve(link, path)

    def is_oversized(self, path: NotePath) -> bool:
        """Whether only the beginning of the note was read."""
        return path in self._oversized

    def path_of(self, file: Path) -> NotePath | None:
        """The vault's name for a file; None when the file is not one of its notes."""
        return self.folder.path_of(file)

    def status(self) -> Status:
        """How far the vault is."""
        pending = self.index.pending_count
        if self.scanning:
            phase = Phase.SCANNING
        elif self.model.reason:
            phase = Phase.WORDS_ONLY
        elif not self.model.ready or (pending and not self.embedding_queue.done):
            phase = Phase.EMBEDDING
        else:
            phase = Phase.READY
        return Status(
            phase,
            self.index.note_count,
            self.index.chunk_count,
            pending,
            self.model.name,
            self.model.reason or self.model.doing,
            self.model.unkept,
        )

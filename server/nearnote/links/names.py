"""Which note a written link means, and which notes link to a note.

Every note answers to a few names: its path, its title, its aliases, its permalink. They are
kept under the last component of each name, and links under the last component of their
target. So a question about one note looks only at the notes that share a component with it,
and adding, renaming or removing a note invalidates nothing.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NewType

from nearnote.links.name_match import Match, joined, leading_id, matched, nearest, strip_suffix
from nearnote.links.outline import fold, slug
from nearnote.links.sorted_names import SortedNames
from nearnote.markdown.elements import LinkKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from nearnote.base.note_path import NotePath
    from nearnote.links.outline import Outline
    from nearnote.markdown.elements import Link

_MOST_MEANT = 20_000
"""Links whose meaning is kept: those of a few notes that are looked at again and again."""
_LETTERS = re.compile(r"[\W_]")
_DENDRON = "dendron://"  # dendron://vault/name: a link into another vault of the workspace

Key = NewType("Key", str)
"""The folded last component of a name."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a link's target means; `candidates` are the best equally good notes, in path order."""

    candidates: tuple[NotePath, ...] = ()
    match: Match | None = None
    attachment: str = ""  # path of a file in the vault that is no note
    folder: str | None = None  # path of a folder in the vault, "" for its root
    every: bool = False  # written `name.*`: all candidates are meant

    @property
    def note(self) -> NotePath | None:
        """The one note that is meant, None when there is none or more than one."""
        return self.candidates[0] if len(self.candidates) == 1 else None

    @property
    def ambiguous(self) -> bool:
        """Whether two or more notes have the same claim."""
        return len(self.candidates) > 1 and not self.every


def key(name: str) -> Key:
    """What a name or a link's target is kept under."""
    last = name.rstrip("/").rpartition("/")[2]
    # `a.markdown.md` may be written `a.markdown`.
    return Key(fold(strip_suffix(strip_suffix(last))))


def is_internal(link: Link) -> bool:
    """Whether a link can mean something in the vault."""
    return link.kind is not LinkKind.FOOTNOTE and (
        not link.external or link.target.startswith(_DENDRON)
    )


def written_target(link: Link) -> str:
    """The target without the parts that only other tools need."""
    if link.target.startswith(_DENDRON):
        return link.target[len(_DENDRON) :].partition("/")[2]
    return link.target


class Names:
    """The names of all notes of a vault and of its attachments; lives in the Vault's thread."""

    def __init__(self) -> None:
        self.outlines: dict[NotePath, Outline] = {}
        self._named: defaultdict[Key, dict[NotePath, None]] = defaultdict(dict)
        self._linking: defaultdict[Key, dict[NotePath, None]] = defaultdict(dict)
        self._files: defaultdict[Key, dict[str, None]] = defaultdict(dict)
        self._folders: Counter[str] = Counter()  # how many files lie in each
        self.tags: Counter[str] = Counter()
        self.categories: Counter[str] = Counter()
        self.relations: Counter[str] = Counter()
        self._beginnings: Counter[str] = Counter()
        # What links meant since a name last changed: findings, actions and links ask for the same.
        self._meant: dict[tuple[str, NotePath, LinkKind], Resolution] = {}
        self.in_order = SortedNames()
        self.wikilinks = 0  # in all notes

    def put(self, note: Outline) -> None:
        """Learn a note or its new state."""
        self.remove(note.path)
        self._meant.clear()
        self.outlines[note.path] = note
        for name in name_keys(note):
            self._named[name][note.path] = None
        for target in _targets(note):
            self._linking[target][note.path] = None
        self._count(note, 1)
        self.in_order.add({(fold(name), note.path) for name in own_names(note)})

    def _count(self, note: Outline, by: int) -> None:
        """Keep count of the words that notes are marked with, for completion."""
        self.wikilinks += by * sum(link.kind is LinkKind.WIKI for link in note.links)
        tags = dict.fromkeys(tag.name for tag in note.tags)
        for counter, used in (
            (self.tags, tags),
            (self.categories, note.categories),
            (self.relations, note.relations),
            (self._folders, folders_above(note.path)),
            (self._beginnings, [_beginning(name) for name in own_names(note)]),
        ):
            for word in used:
                counter[word] += by
                if not counter[word]:
                    del counter[word]

    def remove(self, path: NotePath) -> None:
        """Forget a note."""
        note = self.outlines.pop(path, None)
        if note is None:
            return
        self._meant.clear()
        self._count(note, -1)
        self.in_order.remove({(fold(name), path) for name in own_names(note)})
        for table, keys in ((self._named, name_keys(note)), (self._linking, _targets(note))):
            for name in keys:
                table[name].pop(path, None)
                if not table[name]:
                    del table[name]

    @property
    def files(self) -> Iterator[str]:
        """The paths of all attachments."""
        return (path for paths in self._files.values() for path in paths)

    def is_folder(self, path: str) -> bool:
        """Whether a path is that of a folder with notes or files in it."""
        return path in self._folders

    def put_file(self, path: str) -> None:
        """Learn an attachment."""
        self._meant.clear()
        if path not in self._files[key(path)]:
            self._folders.update(folders_above(path))
        self._files[key(path)][path] = None

    def remove_file(self, path: str) -> None:
        """Forget an attachment."""
        if path not in self._files.get(key(path), ()):
            return
        self._meant.clear()
        del self._files[key(path)][path]
        for folder in folders_above(path):
            self._folders[folder] -= 1
            if not self._folders[folder]:
                del self._folders[folder]

    def resolve(self, link: Link, source: NotePath) -> Resolution:
        """What the link means when it stands in the note `source`."""
        if not is_internal(link):
            return Resolution()
        asked = (written_target(link), source, link.kind)
        found = self._meant.get(asked)
        if found is None:
            if len(self._meant) >= _MOST_MEANT:
                self._meant.clear()
            found = self._meant[asked] = self._resolve(link, asked[0], source)
        return found

    def _resolve(self, link: Link, target: str, source: NotePath) -> Resolution:
        if not target:
            return Resolution((source,), Match.PATH)
        if target.endswith("*") and link.kind is LinkKind.EMBED:
            return self._resolve_every(target)
        found = self.resolve_name(target, source, by_path=not link.is_wiki)
        if found.candidates:
            return found
        shown = self.resolve_file(target, source)
        return shown if shown.attachment or link.is_wiki else self._resolve_folder(target, source)

    def resolve_name(self, target: str, source: NotePath, *, by_path: bool = False) -> Resolution:
        """What a written name means; `by_path` is the reading of a Markdown link."""
        wanted = joined(target, source)
        if by_path:
            wanted = wanted[:1]  # from the root is a weaker reading here: not all tools have it
        best: Match | None = None
        found: list[NotePath] = []
        for path in self._named.get(key(target), ()):
            match = matched(self.outlines[path], target, wanted)
            if match is None or (by_path and match > Match.NAME):
                continue
            if best is None or match < best:
                best, found = match, [path]
            elif match == best:
                found.append(path)
        return Resolution(nearest(found, source, target), best)

    def named(self, name: str) -> list[NotePath]:
        """The notes whose file, title or alias is called so, in path order."""
        folded = fold(name)
        return sorted(
            path
            for path in self._named.get(key(name), ())
            if _is_called(self.outlines[path], folded)
        )

    def begins(self, word: str) -> bool:
        """Whether the name of a note may begin with a word: what is not, need not be looked up."""
        return _beginning(word) in self._beginnings

    def linking(self, name: Key) -> Iterable[NotePath]:
        """The notes with a link whose target is kept under `name`."""
        return self._linking.get(name, {}).keys()

    def backlinks(self, path: NotePath) -> Iterator[tuple[NotePath, Link]]:
        """Every link to a note from the other notes, in path order."""
        note = self.outlines.get(path)
        if note is None:
            return
        keys = set(name_keys(note))
        sources = {source for name in keys for source in self._linking.get(name, ())}
        for source in sorted(sources - {path}):
            for link in self.outlines[source].links:
                if (
                    is_internal(link)
                    and key(written_target(link)) in keys
                    and self.resolve(link, source).note == path
                ):
                    yield source, link

    def are_linked(self, one: NotePath, other: NotePath) -> bool:
        """Whether either of two notes links to the other."""
        return self._links_to(one, other) or self._links_to(other, one)

    def _links_to(self, source: NotePath, path: NotePath) -> bool:
        here, there = self.outlines.get(source), self.outlines.get(path)
        if here is None or there is None:
            return False
        keys = set(name_keys(there))
        return any(
            is_internal(link)
            and key(written_target(link)) in keys
            and self.resolve(link, source).note == path
            for link in here.links
        )

    def _resolve_every(self, pattern: str) -> Resolution:
        """The notes that Dendron's `![[name.*]]` takes in."""
        start = fold(pattern[:-1])
        found = [path for path in self.outlines if fold(strip_suffix(path)).startswith(start)]
        return Resolution(tuple(sorted(found)), Match.PATH if found else None, every=True)

    def _resolve_folder(self, target: str, source: NotePath) -> Resolution:
        """The folder that a path names; the vault's root is empty."""
        folder = joined(target, source)[0].removeprefix(".")
        known = folder in self._folders or (not folder and bool(self.outlines))
        return Resolution(match=Match.PATH, folder=folder) if known else Resolution()

    def resolve_file(self, target: str, source: NotePath) -> Resolution:
        """The attachment that a written target means."""
        wanted = [fold(path) for path in joined(target, source)]
        ends = "/" + fold(target.lstrip("/"))
        best: tuple[Match, str] | None = None
        for path in self._files.get(key(target), ()):
            folded = fold(path)
            if folded == wanted[0]:
                return Resolution(match=Match.PATH, attachment=path)
            if folded in wanted or folded.endswith(ends):
                best = min(best or (Match.NAME, path), (Match.NAME, path))
        return Resolution() if best is None else Resolution(match=best[0], attachment=best[1])


def folders_above(path: str) -> list[str]:
    """The folders that a file lies in, the outermost first."""
    return [path[:at] for at, char in enumerate(path) if char == "/"]


def own_names(note: Outline) -> tuple[str, ...]:
    """What a reader calls a note: its title, its file's name, its aliases."""
    return (note.title, strip_suffix(note.path.rpartition("/")[2]), *note.aliases)


def _is_called(note: Outline, folded: str) -> bool:
    stem = strip_suffix(note.path.rpartition("/")[2])
    return folded in (fold(note.title), fold(stem)) or folded in note.called


def _beginning(name: str) -> str:
    """The letters with which a name begins, up to its first sign or blank."""
    folded = fold(name)
    return _LETTERS.split(folded, 1)[0] or folded[:1]


def name_keys(note: Outline) -> Iterable[Key]:
    """What the names of a note are kept under."""
    names = [note.path, note.title, *note.aliases, note.permalink]
    names += [slug(note.title), leading_id(note.path)]
    return dict.fromkeys(key(name) for name in names if name)


def _targets(note: Outline) -> Iterable[Key]:
    targets = (written_target(link) for link in note.links if is_internal(link))
    return dict.fromkeys(key(target) for target in targets if target)

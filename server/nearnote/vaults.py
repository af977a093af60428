"""All folders that an editor has open, and the notes that lie in none of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote import shape
from nearnote.answers import Phase, Progress, SearchResult, Status
from nearnote.files import needs_marker
from nearnote.index.query import Mode
from nearnote.meaning import Aside, Meaning, at_once, model_of
from nearnote.vault import Vault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from nearnote.answers import Found, Stats
    from nearnote.notes.model import NotePath
    from nearnote.settings import Settings

NOW, QUIET = 0.0, 0.3
"""Seconds without a job that idle work waits for: a scan none, embedding a pause in typing."""


class Vaults:
    """The vaults of one server, in the order of their paths; touched by one thread only."""

    def __init__(
        self, meaning_of: Callable[[Settings], Meaning] = Meaning.of, aside: Aside = at_once
    ) -> None:
        self._meaning_of = meaning_of
        self._aside = aside
        self._vaults: dict[Path | None, Vault] = {}
        self._paused = False

    def __iter__(self) -> Iterator[Vault]:
        return iter(self._vaults.values())

    def open(self, root: Path | None, settings: Settings) -> str:
        """Add a folder and start to scan it; returns a sentence when it is not taken."""
        if root is not None and needs_marker(root):
            return (
                f"{root} is too wide to be one vault. Open the folder of your notes, or put an "
                "empty .nearnote.toml into this one."
            )
        vault = Vault(root, settings, self._meaning(settings))
        self._vaults[root] = vault
        self._part()
        vault.scan()
        return ""

    def _meaning(self, settings: Settings) -> Meaning:
        """The model that these settings ask for, shared by all vaults that ask for the same."""
        for vault in self:
            if model_of(vault.settings) == model_of(settings):
                return vault.meaning
        return self._meaning_of(settings)

    def close(self, root: Path | None) -> None:
        """Forget a folder."""
        self._vaults.pop(root, None)
        self._part()

    def _part(self) -> None:
        """A note belongs to one vault only, also where one folder lies in another."""
        roots = [vault.root for vault in self if vault.root is not None]
        for vault in self:
            if vault.root is not None:
                vault.leave_out(
                    frozenset(
                        root.relative_to(vault.root).as_posix()
                        for root in roots
                        if root != vault.root and root.is_relative_to(vault.root)
                    )
                )

    def shut(self) -> None:
        """Let go of the models and their caches."""
        for vault in self:
            vault.meaning.close()

    def at(self, root: Path | None) -> Vault | None:
        """The vault of a folder."""
        return self._vaults.get(root)

    def owner(self, file: Path) -> tuple[Vault, NotePath] | None:
        """The vault that a file is a note of, the innermost when folders lie in each other."""
        inner_first = sorted(
            (vault for vault in self if vault.root is not None),
            key=lambda vault: len(vault.root.parts) if vault.root else 0,
            reverse=True,
        )
        for vault in inner_first:
            path = vault.path_of(file)
            if path is not None:
                return vault, path
        return None

    def search(self, text: str, mode: Mode | None, limit: int) -> SearchResult:
        """The best hits of all vaults together; an empty box lists the notes edited last."""
        results = [vault.search(text, mode, limit) for vault in self]
        if not results:
            return SearchResult(mode or Mode.HYBRID, 0, ())
        found: Iterable[Found] = (hit for result in results for hit in result.hits)
        if not text.strip():
            found = self.latest(limit)
        elif len(results) > 1:
            found = sorted(found, key=lambda found: -found.hit.score)
        return SearchResult(
            results[0].mode, sum(result.pending for result in results), tuple(found)[:limit]
        )

    def latest(self, limit: int) -> tuple[Found, ...]:
        """The notes of all vaults that were edited last, the latest first."""
        found = [each for vault in self for each in vault.latest(limit)]
        if len(self._vaults) > 1:
            found.sort(key=lambda found: -self._stamp(found))
        return tuple(found[:limit])

    def _stamp(self, found: Found) -> float:
        index = self._vaults[found.root].index
        number = index.number_of(found.hit.path)
        return 0.0 if number is None else index.stored(number).entry.stamp

    def idle(self) -> float | None:
        """One small piece of work; seconds of quiet before the next, None when all is done."""
        for vault in self:
            if vault.scanning:
                vault.step()
                return NOW
        for vault in self:
            if not vault.meaning.asked:
                vault.meaning.load(self._aside)
                return NOW
            if not self._paused and vault.backlog.step():
                return QUIET
        return None

    def pause(self) -> None:
        """Embed nothing more until `reindex`; words are kept in step all the same."""
        self._paused = True

    def reindex(self, *, full: bool = False) -> None:
        """Read all folders again; `full` forgets first what is known of closed notes."""
        self._paused = False
        for vault in self:
            vault.reindex(full=full)

    def status(self) -> Status:
        """How far all vaults are, as one."""
        parts = [vault.status() for vault in self]
        phases = [part.phase for part in parts]
        phase = next((phase for phase in Phase if phase in phases), Phase.READY)
        return Status(
            phase,
            sum(part.notes for part in parts),
            sum(part.chunks for part in parts),
            sum(part.pending for part in parts),
            next((part.model for part in parts if part.model), ""),
            next((part.reason for part in parts if part.reason), ""),
        )

    def stats(self) -> Stats:
        """The shape of all that is indexed."""
        return shape.stats(self, self.progress())

    def progress(self) -> Progress:
        """What became of the chunks of all vaults."""
        parts = [vault.backlog.progress for vault in self]
        return Progress(
            sum(part.embedded for part in parts),
            sum(part.reused for part in parts),
            sum(part.skipped for part in parts),
            sum(part.failed for part in parts),
        )

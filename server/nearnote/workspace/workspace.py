"""All folders that an editor has open, and the notes that lie in none of them."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from nearnote.config.folders import cache_folder
from nearnote.config.shown_once import first_time
from nearnote.embedding.model import EmbeddingModel, RunInBackground, at_once, model_of
from nearnote.features import stats
from nearnote.features.results import SearchResult
from nearnote.features.search import latest_notes, search_notes
from nearnote.fs.files import needs_marker
from nearnote.index.null_queries import NULL_QUERIES
from nearnote.index.query import Mode, parse
from nearnote.vault.embedding_queue import NOW, QUIET
from nearnote.vault.status import Phase, Progress, Status
from nearnote.vault.vault import Vault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from nearnote.base.note_path import NotePath
    from nearnote.config import Settings
    from nearnote.features.results import Found, Stats


class Workspace:
    """The vaults of one server, in the order of their paths; touched by one thread only."""

    def __init__(
        self,
        model_of_settings: Callable[[Settings], EmbeddingModel] = EmbeddingModel.of,
        run_in_background: RunInBackground = at_once,
    ) -> None:
        self._model_of_settings = model_of_settings
        self._run_in_background = run_in_background
        self._by_root: dict[Path | None, Vault] = {}
        self._paused = False
        self._hinted: set[Path | None] = set()
        self._said: set[str] = set()

    def __iter__(self) -> Iterator[Vault]:
        return iter(self._by_root.values())

    def open(self, root: Path | None, settings: Settings) -> str:
        """Add a folder and start to scan it; returns a sentence when it is not taken."""
        if root is not None and needs_marker(root):
            return (
                f"{root} is too wide to be one vault. Open the folder of your notes, or put an "
                "empty .nearnote.toml into this one."
            )
        vault = Vault(root, settings, self._meaning(settings))
        self._by_root[root] = vault
        self._part()
        vault.scan()
        return ""

    def _meaning(self, settings: Settings) -> EmbeddingModel:
        """The model that these settings ask for, shared by all vaults that ask for the same."""
        for vault in self:
            if model_of(vault.settings) == model_of(settings):
                return vault.model
        return self._model_of_settings(settings)

    def close(self, root: Path | None) -> None:
        """Forget a folder."""
        self._by_root.pop(root, None)
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
            vault.model.close()

    def at(self, root: Path | None) -> Vault | None:
        """The vault of a folder."""
        return self._by_root.get(root)

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
        results = [search_notes(vault, text, mode, limit) for vault in self]
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

    def read(self, text: str, mode: Mode | None, then: Callable[[], object]) -> None:
        """Have the models find a query's vector ahead of its search; `then` when that is over."""
        query = parse(text)
        wordy = not query.text or (query.mode or mode) is Mode.TEXT
        models = [] if wordy else list({vault.model for vault in self})

        def one_more() -> None:
            if models:
                models.pop().read(query.text, one_more)
            else:
                then()

        one_more()

    def latest(self, limit: int) -> tuple[Found, ...]:
        """The notes of all vaults that were edited last, the latest first."""
        found = [each for vault in self for each in latest_notes(vault, limit)]
        if len(self._by_root) > 1:
            found.sort(key=lambda found: -self._stamp(found))
        return tuple(found[:limit])

    def _stamp(self, found: Found) -> float:
        index = self._by_root[found.root].index
        number = index.number_of(found.hit.path)
        return 0.0 if number is None else index.stored(number).entry.stamp

    def idle(self) -> float | None:
        """One small piece of work; seconds of quiet before the next, None when all is done."""
        for vault in self:
            if vault.model.waits:
                vault.model.load(self._run_in_background, NULL_QUERIES)
                return NOW
        for vault in self:
            if vault.scanning:
                vault.step()
                return NOW
        rests = []
        for vault in self:
            wait = self._piece(vault)
            if wait is not None and wait <= QUIET:
                return wait
            rests += [] if wait is None else [wait]
        return min(rests, default=None)

    def _piece(self, vault: Vault) -> float | None:
        """A small piece of what concerns the model."""
        if not vault.model.ready:
            return vault.model.rest if 0 < vault.model.rest < inf else None
        if not vault.language.looked:
            vault.language.look()
            return NOW
        wait = None if self._paused else vault.embedding_queue.step()
        if wait is None:
            vault.language.look()
        return wait

    def take_deferred_findings(self) -> bool:
        """Whether findings were put off since this was asked last."""
        deferred = any(vault.has_deferred_findings for vault in self)
        for vault in self:
            vault.has_deferred_findings = False
        return deferred

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
            next((part.unkept for part in parts if part.unkept), ""),
        )

    def hint(self) -> str:
        """A sentence for the user that was never said about one of these folders, else nothing."""
        for vault in self:
            sentence = "" if vault.scanning else _of_links_out(vault)
            if sentence and sentence not in self._said:
                self._said.add(sentence)
                return sentence
        for vault in self:
            sentence = vault.language.hint
            if sentence and vault.root not in self._hinted:
                self._hinted.add(vault.root)
                if first_time(cache_folder(vault.settings), f"{vault.root}: {sentence}"):
                    return sentence
        return ""

    def stats(self) -> Stats:
        """The shape of all that is indexed."""
        return stats.stats(self, self.progress())

    def progress(self) -> Progress:
        """What became of the chunks of all vaults."""
        parts = [vault.embedding_queue.progress for vault in self]
        return Progress(
            sum(part.embedded for part in parts),
            sum(part.reused for part in parts),
            sum(part.skipped for part in parts),
            sum(part.failed for part in parts),
        )


def _of_links_out(vault: Vault) -> str:
    """A sentence on the symbolic links that were left out."""
    count = vault.folder.links_out
    if not count:
        return ""
    which = "1 symbolic link leads" if count == 1 else f"{count} symbolic links lead"
    return (
        f"{which} out of {vault.root}, and what is there is not read. Set nearnote.symlinks to "
        "anywhere to have real files read all the same."
    )

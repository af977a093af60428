"""How far a vault's model knows the language that the vault is written in.

A sample of the texts tells. It is chosen by the notes' paths: at random, and yet the same for
the same notes, whatever happened to them before.
"""

from __future__ import annotations

from heapq import nsmallest
from typing import TYPE_CHECKING
from zlib import crc32

from nearnote.embedding.tokenizer_fertility import USUAL, Spelling, belonging, fertility_trust

if TYPE_CHECKING:
    from nearnote.embedding.model import EmbeddingModel
    from nearnote.index.index import Index

NOTES, CHUNKS = 64, 4
"""How many notes are looked at, and how many chunks of each."""
ENOUGH = 50
"""Words of the sample below which nothing is said of the vault's language."""
READ = 4000
"""So many characters of a text tell its language."""
HALF = 0.5
HINT = (
    "Most of these notes are in a language that the model {model} does not know, so they are found "
    'by words only. To find them by meaning run "nearnote model install multilingual" and set '
    'nearnote.model to "multilingual", or nearnote.provider (pip install "nearnote[multilingual]").'
)
_NEGLIGIBLE = 0.05


class Language:
    """What the sample of one vault says: how the model spells it, and how much of it it knows."""

    def __init__(self, index: Index, meaning: EmbeddingModel) -> None:
        self._index = index
        self._meaning = meaning
        self._texts: dict[str, Spelling] = {}
        self._all = Spelling()
        self._known = 1.0
        self.looked = False

    @property
    def hint(self) -> str:
        """What to do when the model does not know the language of most notes, else nothing."""
        foreign = self._all.words >= ENOUGH and self._known < HALF
        return HINT.format(model=self._meaning.name) if foreign else ""

    def look(self) -> None:
        """Take the sample anew, which is cheap when little of it has changed."""
        embedder = self._meaning.embedder
        if embedder is None:
            return
        self.looked = True
        self._texts = {
            text: self._texts[text] if text in self._texts else embedder.spelling(text)
            for text in self._sample()
        }
        spelled = self._texts.values()
        self._all = sum(spelled, Spelling())
        known = sum(each.words * fertility_trust(each.ratio(USUAL)) for each in spelled)
        self._known = known / self._all.words if self._all.words else 1.0

    def trust(self, query: str) -> float:
        """From 0 to 1, how far the model is to be trusted with a query in this vault.

        A word or two say little about their language, so the vault's own is mixed in.

        By tokenizer fertility (Rust et al. 2021), smoothed by the vault's own; times the model's
        weight.
        """
        if self._meaning.embedder is None:
            return 0.0
        asked = self._meaning.embedder.spelling(query)
        weight = self._meaning.embedder.weight
        if not asked.words:
            return weight
        around = self._all.ratio(USUAL)
        ratio = asked.ratio(around)
        trust = min(fertility_trust(ratio), belonging(ratio, around)) * min(self._known / HALF, 1.0)
        return weight * trust if trust > _NEGLIGIBLE else 0.0

    def knows(self, text: str) -> bool:
        """Whether the model can read a text of this vault, so that its vector says anything.

        By tokenizer fertility (Rust et al. 2021).
        """
        if self._meaning.embedder is None:
            return True  # there are no vectors that could mislead
        spelled = self._meaning.embedder.spelling(text[:READ])
        return fertility_trust(spelled.ratio(self._all.ratio(USUAL))) > _NEGLIGIBLE

    def _sample(self) -> list[str]:
        notes = [self._index.stored(number) for number in self._index.note_numbers]
        some = nsmallest(NOTES, notes, lambda note: (_at_random(note.entry.path), note.entry.path))
        ids = [
            chunk
            for note in some
            for chunk in note.chunks[:: max(len(note.chunks) // CHUNKS, 1)][:CHUNKS]
        ]
        return self._index.table.bodies(ids)


def _at_random(path: str) -> int:
    return crc32(path.encode(errors="replace"))

"""The shape of what is indexed: how many chunks there are, and how long."""

from __future__ import annotations

import re
from statistics import quantiles
from typing import TYPE_CHECKING

from nearnote.features.results import Stats
from nearnote.links.names import is_internal
from nearnote.markdown.chunk import ChunkKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nearnote.vault.status import Progress
    from nearnote.vault.vault import Vault

SHORT = 60
"""Characters below which a chunk says too little to be found well."""
_WORD = re.compile(r"[^\W_]")


def stats(workspace: Iterable[Vault], progress: Progress) -> Stats:
    """The shape of some vaults taken together."""
    lengths: list[int] = []
    kinds: list[ChunkKind] = []
    notes = links = passages = content_free = 0
    for vault in workspace:
        notes += vault.index.note_count
        for number in vault.index.note_numbers:
            note = vault.index.stored(number)
            whole = [at for at, place in enumerate(note.places) if not place.passage]
            passages += len(note.places) - len(whole)
            kinds += (note.places[at].kind for at in whole)
            for body in vault.index.table.bodies([note.chunks[at] for at in whole]):
                lengths.append(len(body))
                # A stub is indexed by its title alone and has no body to be free of content.
                content_free += bool(body) and not _WORD.search(body)
        for known in vault.names.outlines.values():
            links += sum(is_internal(link) for link in known.links)
    lower, median, upper = (
        quantiles(lengths, n=4) if len(lengths) > 1 else [*lengths * 3, 0, 0, 0][:3]
    )
    return Stats(
        notes=notes,
        chunks=len(lengths),
        passages=passages,
        observations=kinds.count(ChunkKind.OBSERVATION),
        relations=kinds.count(ChunkKind.RELATION),
        links=links,
        median=round(median),
        lower_quartile=round(lower),
        upper_quartile=round(upper),
        longest=max(lengths, default=0),
        below_60=sum(length < SHORT for length in lengths),
        content_free=content_free,
        progress=progress,
    )

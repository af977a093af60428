"""Whether a section is far in meaning from the rest of its note: it may want to be its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nearnote.base.note_path import NotePath
    from nearnote.index.vectors import Matrix
    from nearnote.markdown.elements import Section
    from nearnote.vault.vault import Vault

FAR = 0.25
"""Cosine of the means of a section's chunks and of all others below which it is far."""
LEAST_CHARACTERS = 200


def is_far(vault: Vault, path: NotePath, section: Section) -> bool:
    """By stored vectors alone; a section of a few words is never told."""
    chunks = vault.chunks(path)
    here = {chunk.hash for chunk in chunks if section.span.start <= chunk.span.start < section.end}
    there = {chunk.hash for chunk in chunks} - here
    length = sum(len(chunk.body) for chunk in chunks if chunk.hash in here)
    if length < LEAST_CHARACTERS or not there:
        return False
    one, other = (_mean(vault, path, frozenset(hashes)) for hashes in (here, there))
    return one is not None and other is not None and float(one @ other) < FAR


def _mean(vault: Vault, path: NotePath, hashes: frozenset[bytes]) -> Matrix | None:
    import numpy as np  # not at the top: `initialize` must not wait for it

    index = vault.index
    number = index.number_of(path)
    if number is None:
        return None
    chunks = index.vectors.among(np.array(index.chunks_of(number, hashes), np.int32))
    if not len(chunks):
        return None
    mean = index.vectors.get(chunks).mean(axis=0)
    unit: np.ndarray[tuple[int], np.dtype[np.float32]] = mean / max(
        float(np.linalg.norm(mean)), 1e-9
    )
    return unit

"""A hundred thousand chunks: the vector leg, words, both, and the memory of the whole process.

    python tests/bench/large.py [CHUNKS]

Texts are made of words drawn as in English, vectors are synthetic, and the model is loaded as it
is in a server, so that the memory is what a server of this size takes.
"""

from __future__ import annotations

import resource
import sys
import time
from hashlib import sha256
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from nearnote.base.note_path import NotePath
from nearnote.config import Settings
from nearnote.embedding.loader import load
from nearnote.index.index import Index, NoteEntry
from nearnote.index.query import Mode, parse
from nearnote.index.search import search
from nearnote.markdown.chunk import Chunk, ChunkKind

if TYPE_CHECKING:
    from collections.abc import Callable

DIMENSIONS = 384
PER_NOTE = 10
WORDS = 60  # of a chunk: about 400 characters


def fill(count: int, random: np.random.Generator) -> tuple[Index, np.ndarray]:
    """An index of so many chunks, and their vectors in the order of the chunks."""
    vocabulary = np.array([f"{sha256(str(n).encode()).hexdigest()[:6]}" for n in range(30_000)])
    frequency = 1 / np.arange(2, len(vocabulary) + 2)
    frequency /= frequency.sum()
    centres = random.normal(size=(500, DIMENSIONS))
    vectors = np.zeros((count, DIMENSIONS), np.float32)
    for start in range(0, count, 1000):  # in pieces: the peak of memory is to be the index's
        some = vectors[start : start + 1000]
        some += centres[random.integers(0, 500, len(some))]
        some += random.normal(size=some.shape)
        some /= np.linalg.norm(some, axis=1, keepdims=True)
    index = Index()
    index.use_model("synthetic", DIMENSIONS)
    for start in range(0, count, PER_NOTE):
        with index.together():
            chunks = [
                _chunk(start + at, " ".join(random.choice(vocabulary, WORDS, p=frequency)))
                for at in range(PER_NOTE)
            ]
            path = NotePath(f"folder{start % 97}/note{start}.md")
            index.put(NoteEntry(path, f"Note {start}"), chunks)
            hashes = [chunk.hash for chunk in chunks]
            index.set_vectors(hashes, vectors[start : start + PER_NOTE])
    return index, vectors


def _chunk(number: int, body: str) -> Chunk:
    text = f"Note {number // PER_NOTE}\n{body}"
    return Chunk(
        kind=ChunkKind.SECTION,
        heading=(),
        body=body,
        model_text=text,
        hash=sha256(text.encode()).digest(),
        start=0,
        end=0,
        line=number % PER_NOTE,
        end_line=number % PER_NOTE,
        lead=number % PER_NOTE == 0,
    )


def clock(times: int, call: Callable[[int], object]) -> float:
    """Median milliseconds of a call."""
    found = []
    for number in range(times):
        start = time.perf_counter()
        call(number)
        found.append(1000 * (time.perf_counter() - start))
    return median(found)


def main() -> None:
    """Print the figures."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    random = np.random.default_rng(1)
    embedder = load(Settings())
    embedder.embed_query("warm")
    index, vectors = fill(count, random)
    queries = vectors[random.integers(0, count, 60)] + 0.3 * vectors[random.integers(0, count, 60)]
    queries /= np.linalg.norm(queries, axis=1, keepdims=True)

    leg = clock(60, lambda n: index.vectors.nearest(queries[n], 200))
    recalls = []
    for query in queries[:20]:
        exact = set(np.argsort(-(vectors @ query))[:20].tolist())
        found, cosines = index.vectors.nearest(query, 20)
        same = np.isin(np.round(cosines, 5), np.round((vectors @ query)[list(exact)], 5))
        recalls.append(same[:20].mean() if len(found) else 0.0)
    print(f"{count} chunks, load and other work on the machine not counted")
    print(f"vector leg, k = 200: {leg:.1f} ms at the median (limit 60)")
    print(f"recall@20 of exact: {np.mean(recalls):.3f} (limit .98)")
    texts = [index.table.bodies([int(random.integers(1, count))])[0].split()[:4] for _ in range(60)]
    for mode in (Mode.TEXT, Mode.VECTOR, Mode.HYBRID):

        def ask(number: int, mode: Mode = mode) -> object:
            return search(index, parse(" ".join(texts[number])), mode, 50, queries[number], 1.0)

        print(f"search, {mode}: {clock(60, ask):.1f} ms at the median")
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    own = vectors.nbytes / 2**20
    print(f"memory at its most: {most - own:.0f} MB with the model loaded (limit 700),")
    print(f"beside {own:.0f} MB of the bench's own copy of the vectors")


if __name__ == "__main__":
    main()

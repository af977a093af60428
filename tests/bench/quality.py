"""How well search finds: the tables of server/RANKING.md, through the product's own pipeline.

    python tests/bench/quality.py [--cache DIR] [PART ...]

Cells are even ids / odd ids / all: weights were looked at on even ids and reported on odd ones.
Vectors are kept in `--cache` (the user's cache by default), so that a second run embeds nothing.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import mean, median
from typing import TYPE_CHECKING
from unittest.mock import patch

import heldout
import known_items
import reliability
import sets
from opening import ask, opened
from variants import MULTILINGUAL, RARE, RELATED, VARIANTS

from nearnote.cli.measures import measure
from nearnote.config import Settings
from nearnote.embedding.model import EmbeddingModel
from nearnote.index.query import Mode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from opening import Answer
    from sets import Query, QuerySet
    from variants import Variant

    from nearnote.workspace.workspace import Workspace

    Answered = list[tuple[Query, Answer]]

MODES = (Mode.TEXT, Mode.VECTOR, Mode.HYBRID)
OTHER = {"provider": "multilingual"}
LARGE, E5 = {"model": "large"}, {"model": "multilingual"}
"""To be installed before by `nearnote model install`."""


@dataclass(slots=True)
class Bench:
    """Opens each vault once, and loads each model once."""

    scratch: Path
    settings: Settings
    models: dict[str, EmbeddingModel] = field(default_factory=dict)

    def open(self, asked: QuerySet, **changes: object) -> Workspace:
        """The vault of a query set, by settings that differ in `changes` from the usual ones."""
        settings = replace(self.settings, **changes)  # type: ignore[arg-type]
        folder = asked.write(Path(tempfile.mkdtemp(dir=self.scratch)))
        return opened(folder, settings, self.model(settings))

    def meaning(self, settings: Settings) -> EmbeddingModel:
        """The model that settings ask for."""
        return self.models.setdefault(
            f"{settings.provider} {settings.model}", EmbeddingModel.of(settings)
        )


def thirds(value: Callable[[Iterable[Query]], float], queries: Sequence[Query]) -> str:
    """A cell: what a function says of even ids, odd ids and all."""
    parts = [[q for q in queries if q.id % 2 == 0], [q for q in queries if q.id % 2], queries]
    return " / ".join(f"{value(part):.3f}".lstrip("0") for part in parts)


def cell(answered: Answered, name: str) -> str:
    """One measure over queries."""
    found = {query.id: answer.notes for query, answer in answered}
    return thirds(
        lambda some: float(getattr(measure([(found[q.id], q.gold) for q in some]), name)),
        [query for query, _ in answered],
    )


def say(*cells: str) -> None:
    """A row of a Markdown table."""
    print("| " + " | ".join(cells) + " |", flush=True)


def head(*cells: str) -> None:
    """The first rows of a Markdown table."""
    say(*cells)
    say(*("---" for _ in cells))


def table(bench: Bench, asked: QuerySet, name: str = "default model", **changes: object) -> None:
    """All measures of all modes for all kinds of queries."""
    workspace = bench.open(asked, **changes)
    status = workspace.status()
    print(f"\n{asked.name}, {name}: {status.notes} notes, {status.chunks} chunks\n")
    head("mode", "kind", "queries", "nDCG@10", "R@1", "R@5", "MRR", "p50 ms")
    for mode in MODES:
        answered = [(query, ask(workspace, query.text, mode)) for query in asked.queries]
        kinds = Counter(query.kind for query in asked.queries)
        for kind in [*(kinds if len(kinds) > 1 else ()), "all"]:
            some = [row for row in answered if kind in ("all", row[0].kind)]
            cells = [cell(some, name) for name in ("ndcg_10", "recall_1", "recall_5", "mrr")]
            p50 = 1000 * median(answer.seconds for _, answer in some)
            say(mode, kind, str(len(some)), *cells, f"{p50:.1f}")


def dendron(bench: Bench) -> None:
    """English queries by hand, with both models."""
    table(bench, sets.dendron())
    table(bench, sets.dendron(), "multilingual", **OTHER)


def xquad(bench: Bench) -> None:
    """Parallel questions in English and Turkish, with both models, and across the languages."""
    for language in ("en", "tr"):
        table(bench, sets.xquad(language))
        table(bench, sets.xquad(language), "multilingual", **OTHER)
    table(bench, sets.xquad("tr", "en"), "multilingual", **OTHER)


def large(bench: Bench) -> None:
    """English with the large model, which takes an hour the first time."""
    table(bench, sets.dendron(), "large", **LARGE)
    table(bench, sets.xquad("en"), "large", **LARGE)


def e5(bench: Bench) -> None:
    """Turkish, English, and Turkish asked about English, with multilingual-e5-small."""
    for asked in (("en",), ("tr",), ("tr", "en")):
        table(bench, sets.xquad(*asked), "multilingual-e5-small", **E5)


def related(bench: Bench) -> None:
    """Held-out links, and what each part of the recipe is worth for them."""
    workspace = bench.open(sets.dendron())
    folder = Path(tempfile.mkdtemp(dir=bench.scratch))
    heldout.prepare(workspace, folder, bench.settings, bench.model(bench.settings))
    print("\nrelated notes by links that were held out\n")
    head("variant", "notes", *heldout.MEASURES)
    for variant in RELATED:
        with variant.applied():
            asked = list(heldout.ask_all(bench.open(sets.dendron())))
        cells = [
            " / ".join(f"{value:.3f}".lstrip("0") for value in values)
            for values in heldout.report(asked)
        ]
        say(variant.name, str(len(asked)), *cells)


def rare(bench: Bench) -> None:
    """One word that tells among words that do not."""
    for asked in (sets.dendron(), sets.xquad("en"), sets.xquad("tr")):
        _ablation(bench, sets.rare(asked), RARE, "default model")


def nonsense(bench: Bench) -> None:
    """How many notes come back where there is nothing to find."""
    print("\nqueries about nothing: notes that come back, median / mean / most\n")
    head("vault", "model", *MODES)
    for asked in (sets.dendron(), sets.xquad("en")):
        for model, changes in (("default", {}), ("multilingual", OTHER)):
            workspace = bench.open(asked, **changes)
            cells = []
            for mode in MODES:
                counts = [len(ask(workspace, text, mode).notes) for text in sets.NONSENSE]
                cells.append(f"{median(counts):g} / {mean(counts):.1f} / {max(counts)}")
            say(asked.name, model, *cells)


def known(bench: Bench) -> None:
    """Names of notes, and typed tokens, as queries."""
    workspace = bench.open(sets.dendron())
    print("\nknown items of the dendron notes: first, in the first three\n")
    head("mode", "what", "queries", "first", "in three")
    for mode in (Mode.TEXT, Mode.HYBRID):
        rows = [*known_items.names(workspace, mode), *known_items.tokens(workspace, mode)]
        for kind in dict.fromkeys(row.kind for row in rows):
            places = [row.place for row in rows if row.kind == kind]
            shares = (mean(0 < place <= most for place in places) for most in (1, 3))
            say(mode, kind, str(len(places)), *(f"{share:.3f}" for share in shares))


def calibration(bench: Bench) -> None:
    """Whether scores are chances, on odd ids."""
    for asked in (sets.dendron(), sets.xquad("en"), sets.xquad("tr")):
        workspace = bench.open(asked)
        for mode in MODES:
            error, bins = reliability.diagram(reliability.judged(workspace, asked, mode))
            print(f"\n{asked.name}, {mode}: expected calibration error {error:.3f}\n")
            print(reliability.picture(bins))


def ablations(bench: Bench) -> None:
    """nDCG@10 when one thing is done in another way."""
    _ablation(bench, sets.dendron(), VARIANTS, "default model")
    _ablation(bench, sets.xquad("en").every(4), VARIANTS, "default model")
    # The default model does not know Turkish: how chunks are cut for it says nothing.
    ranked = [variant for variant in VARIANTS if not variant.anew]
    _ablation(bench, sets.xquad("tr").every(4), ranked, "default model")


def weights(bench: Bench) -> None:
    """nDCG@10 when the multilingual model counts for more or less."""
    for asked in (
        sets.dendron(),
        *(sets.xquad(*pair) for pair in (("en",), ("tr",), ("tr", "en"))),
    ):
        some = asked if asked.name == "dendron" else asked.every(4)
        _ablation(bench, some, MULTILINGUAL, "multilingual", **OTHER)


def _ablation(
    bench: Bench, asked: QuerySet, variants: Sequence[Variant], model: str, **changes: object
) -> None:
    print(f"\n{asked.name}, {model}, nDCG@10 of {len(asked.queries)} queries\n")
    kinds = list(dict.fromkeys(query.kind for query in asked.queries))
    head("variant", *MODES, *(f"{Mode.HYBRID} {kind}" for kind in kinds[1:] and kinds))
    with patch("nearnote.embedding.model.MOST_KNOWN", 100_000):  # a query is embedded once
        usual = bench.open(asked, **changes)
        for variant in variants:
            say(variant.name, *_varied(bench, asked, usual, variant))


def _varied(bench: Bench, asked: QuerySet, usual: Workspace, variant: Variant) -> list[str]:
    with variant.applied():
        workspace = bench.open(asked, **variant.settings) if variant.anew else usual
        by_mode = {
            mode: [(query, ask(workspace, query.text, mode)) for query in asked.queries]
            for mode in MODES
        }
    kinds = list(dict.fromkeys(query.kind for query in asked.queries))
    by_kind = [
        [row for row in by_mode[Mode.HYBRID] if row[0].kind == kind] for kind in kinds[1:] and kinds
    ]
    return [cell(rows, "ndcg_10") for rows in [*by_mode.values(), *by_kind]]


PARTS = {
    "dendron": dendron,
    "xquad": xquad,
    "large": large,
    "e5": e5,
    "related": related,
    "rare": rare,
    "nonsense": nonsense,
    "known": known,
    "calibration": calibration,
    "ablations": ablations,
    "weights": weights,
}


def main() -> None:
    """Print the parts that were asked for, all by default."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--cache", help="keep the vectors in this folder")
    arguments.add_argument("parts", nargs="*", choices=[*PARTS, []])
    asked = arguments.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(Path(scratch), Settings(cache_dir=asked.cache))
        for part in asked.parts or [part for part in PARTS if part not in ("large", "e5")]:
            PARTS[part](bench)


if __name__ == "__main__":
    main()

"""`nearnote eval`: how well a vault's search answers labelled queries, and how fast."""

from __future__ import annotations

import time
from dataclasses import asdict
from statistics import median
from typing import TYPE_CHECKING, Any

from nearnote.cli.command_error import CommandError
from nearnote.cli.console import show
from nearnote.cli.labels import ALL, Label, parse
from nearnote.cli.measures import measure
from nearnote.cli.open_vault import open_vault
from nearnote.config.table import MAX_HITS
from nearnote.index.query import Mode

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator
    from pathlib import Path

    from nearnote.cli.open_vault import OpenedVault

_COLUMNS = ("queries", "nDCG@10", "R@1", "R@5", "R@10", "MRR", "p50 ms")
_MEASURES = ("ndcg_10", "recall_1", "recall_5", "recall_10", "mrr")


def evaluate(args: Namespace) -> int:
    """Print a row of measures for each mode and each kind of query."""
    labels = _read(args.queries)
    modes = [Mode(args.mode)] if args.mode else list(Mode)
    opened = open_vault(args.vault, meaning=modes != [Mode.TEXT])
    opened.need_meaning()  # what words find is no measure of another mode
    rows = [row for mode in modes for row in _rows(opened, labels, mode)]
    show(args, {"rows": rows}, _lines(rows))
    return 0


def _read(file: Path) -> list[Label]:
    try:
        return parse(file.read_bytes())
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror or error}.") from error
    except ValueError as error:
        raise CommandError(f"{file} cannot be read: {error}.") from error


def _rows(opened: OpenedVault, labels: list[Label], mode: Mode) -> Iterator[dict[str, Any]]:
    answered = []
    for label in labels:
        start = time.perf_counter()
        result = opened.workspace.search(label.query, mode, MAX_HITS)
        seconds = time.perf_counter() - start
        ranking = list(dict.fromkeys(str(found.hit.path) for found in result.hits))
        answered.append((label, ranking, seconds))
    kinds = list(dict.fromkeys(label.kind for label in labels))
    for kind in [*(kinds if len(kinds) > 1 else []), ALL]:
        some = [row for row in answered if kind in (ALL, row[0].kind)]
        measures = measure([(ranking, label.gold) for label, ranking, _ in some])
        p50 = 1000 * median(seconds for *_, seconds in some)
        yield {"mode": str(mode), "kind": kind, **asdict(measures), "p50_ms": round(p50, 2)}


def _lines(rows: list[dict[str, Any]]) -> Iterator[str]:
    yield f"{'mode':8}{'kind':12}" + "".join(f"{name:>9}" for name in _COLUMNS)
    for row in rows:
        yield (
            f"{row['mode']:8}{row['kind']:12}{row['queries']:>9}"
            + "".join(f"{row[name]:9.3f}" for name in _MEASURES)
            + f"{row['p50_ms']:9.1f}"
        )

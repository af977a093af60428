"""`nearnote eval`: how well a vault's search answers labelled queries, and how fast."""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from statistics import median
from typing import TYPE_CHECKING, Any

from nearnote.cli.measures import measure
from nearnote.cli.opened import CommandError, open_vault
from nearnote.index.query import Mode

if TYPE_CHECKING:
    from argparse import Namespace
    from pathlib import Path

    from nearnote.cli.opened import Opened

_COLUMNS = ("queries", "nDCG@10", "R@1", "R@5", "R@10", "MRR", "p50 ms")


def evaluate(args: Namespace) -> int:
    """Print a row of measures for each mode and each kind of query."""
    queries = _read(args.queries)
    modes = [Mode(args.mode)] if args.mode else list(Mode)
    opened = open_vault(args.vault, meaning=modes != [Mode.TEXT])
    rows = [row for mode in modes for row in _rows(opened, queries, mode)]
    if args.json:
        print(json.dumps({"rows": rows}, indent=2))
        return 0
    print(f"{'mode':8}{'kind':12}" + "".join(f"{name:>9}" for name in _COLUMNS))
    for row in rows:
        numbers = [row[name] for name in ("ndcg_10", "recall_1", "recall_5", "recall_10", "mrr")]
        print(
            f"{row['mode']:8}{row['kind']:12}{row['queries']:>9}"
            + "".join(f"{number:9.3f}" for number in numbers)
            + f"{row['p50_ms']:9.1f}"
        )
    return 0


def _read(file: Path) -> list[dict[str, Any]]:
    try:
        lines = file.read_text("utf-8").splitlines()
        queries = [json.loads(line) for line in lines if line.strip()]
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise CommandError(f"{file} cannot be read as JSON lines: {error}.") from error
    for query in queries:
        if not isinstance(query, dict) or not {"query", "gold"} <= query.keys():
            raise CommandError(f"{file}: each line needs the members query and gold.")
    return queries


def _rows(opened: Opened, queries: list[dict[str, Any]], mode: Mode) -> list[dict[str, Any]]:
    answered = []
    for query in queries:
        start = time.perf_counter()
        result = opened.vaults.search(query["query"], mode, 50)
        seconds = time.perf_counter() - start
        ranking = list(dict.fromkeys(str(found.hit.path) for found in result.hits))
        answered.append((query.get("kind", ""), ranking, query["gold"], seconds))
    kinds = list(dict.fromkeys(kind for kind, *_ in answered))
    rows = []
    for kind in [*(kinds if len(kinds) > 1 else []), "all"]:
        some = [row for row in answered if kind in ("all", row[0])]
        measures = measure([(ranking, gold) for _, ranking, gold, _ in some])
        p50 = 1000 * median(seconds for *_, seconds in some) if some else 0.0
        rows.append({"mode": str(mode), "kind": kind, **asdict(measures), "p50_ms": round(p50, 2)})
    return rows

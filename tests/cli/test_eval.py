"""`nearnote eval`: measures of real searches that were worked out by hand."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from .conftest import Run, Vault

    Ask = Callable[..., Path]

# Each note says one word less of `quince quail quartz` than the one before, so by words they
# come in this order. The second hit in `first.md` must not push the others down.
NOTES = {
    "first.md": "quince quail quartz\n\n## Again\n\nquince quail quartz\n",
    "second.md": "quince quail walnut\n",
    "third.md": "quince violet walnut\n",
    "other.md": "something else\n",
}
QUERY = "quince quail quartz"
# By hand: a hit at rank 2 gains 1 / log2(3) = .630930, at rank 3 .5; the best that two can gain
# is 1 + .630930.
RANKED = (
    ("first", ["first.md"], 1.0, 1.0, 1.0, 1.0),
    ("second", ["second.md"], 0.630930, 0.0, 1.0, 0.5),
    ("third", ["third.md"], 0.5, 0.0, 1.0, 1 / 3),
    ("two", ["third.md", "first.md"], 0.919721, 1.0, 1.0, 1.0),  # 1.5 / 1.630930
    ("half", ["second.md", "gone.md"], 0.386853, 0.0, 0.5, 0.5),  # .630930 / 1.630930
    ("none", ["gone.md"], 0.0, 0.0, 0.0, 0.0),
)


@pytest.fixture
def root(vault: Vault) -> Path:
    """The vault of NOTES."""
    return vault(NOTES)


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """Makes a file of labelled queries: (gold, kind or nothing)."""

    def make(*rows: tuple[Sequence[str], str | None]) -> Path:
        file = tmp_path / "queries.jsonl"
        labels: list[dict[str, Any]] = [
            {"query": QUERY, "gold": gold} | ({} if kind is None else {"kind": kind})
            for gold, kind in rows
        ]
        file.write_text("\n\n".join(map(json.dumps, labels)) + "\n", "utf-8")
        return file

    return make


@pytest.mark.parametrize(("name", "gold", "ndcg", "first", "five", "mrr"), RANKED)
def test_the_measures_of_one_query(
    run: Run, root: Path, ask: Ask,
    name: str, gold: list[str], ndcg: float, first: float, five: float, mrr: float,
) -> None:  # fmt: skip
    ran = run("eval", "--vault", root, "--mode", "text", "--json", ask((gold, name)))
    (row,) = ran.json["rows"]
    assert (ran.code, ran.err) == (0, "")
    assert row.pop("p50_ms") > 0
    assert row == {
        "mode": "text",
        "kind": "all",
        "queries": 1,
        "ndcg_10": pytest.approx(ndcg, abs=1e-6),
        "recall_1": first,
        "recall_5": five,
        "recall_10": five,
        "mrr": pytest.approx(mrr),
    }


def test_the_measures_of_all_queries_are_means(run: Run, root: Path, ask: Ask) -> None:
    file = ask(*((gold, None) for _, gold, *_ in RANKED))
    (row,) = run("eval", "--vault", root, "--mode", "text", "--json", file).json["rows"]
    assert row["queries"] == 6
    assert row["ndcg_10"] == pytest.approx(3.437504 / 6, abs=1e-6)
    assert row["recall_1"] == pytest.approx(2 / 6)
    assert row["recall_5"] == pytest.approx(4.5 / 6)
    assert row["mrr"] == pytest.approx((1 + 1 / 2 + 1 / 3 + 1 + 1 / 2) / 6)


def test_each_mode_and_each_kind_has_a_row(run: Run, root: Path, ask: Ask) -> None:
    file = ask((["first.md"], "easy"), (["gone.md"], "hard"), (["third.md"], "hard"))
    rows = run("eval", "--vault", root, "--json", file).json["rows"]
    assert [(row["mode"], row["kind"], row["queries"]) for row in rows] == [
        (mode, kind, queries)
        for mode in ("hybrid", "text", "vector")
        for kind, queries in (("easy", 1), ("hard", 2), ("all", 3))
    ]
    easy, hard, every = (row["mrr"] for row in rows if row["mode"] == "text")
    assert (easy, hard, every) == (1.0, pytest.approx(1 / 6), pytest.approx(4 / 9))


def test_the_text_is_a_table(run: Run, root: Path, ask: Ask) -> None:
    file = ask((["second.md"], "a"), (["third.md"], "b"))
    ran = run("eval", "--vault", root, "--mode", "text", file)
    assert (ran.code, ran.err) == (0, "")
    rows = [line.split() for line in ran.lines]
    assert re.split(r"\s{2,}", ran.lines[0]) == [
        "mode", "kind", "queries", "nDCG@10", "R@1", "R@5", "R@10", "MRR", "p50 ms",
    ]  # fmt: skip
    assert [row[:-1] for row in rows[1:]] == [
        ["text", "a", "1", "0.631", "0.000", "1.000", "1.000", "0.500"],
        ["text", "b", "1", "0.500", "0.000", "1.000", "1.000", "0.333"],
        ["text", "all", "2", "0.565", "0.000", "1.000", "1.000", "0.417"],
    ]
    assert len({len(line) for line in ran.lines}) == 1  # the columns stand under their names


@pytest.mark.parametrize("more", [[], ["--mode", "vector"], ["--mode", "hybrid"]])
def test_meaning_is_not_measured_without_a_model(
    run: Run, root: Path, ask: Ask, no_model: str, more: list[str]
) -> None:
    ran = run("eval", "--vault", root, *more, ask((["first.md"], None)))
    assert (ran.code, ran.out, ran.sentence) == (2, "", no_model)


@pytest.mark.usefixtures("no_model")
def test_words_are_measured_without_a_model(run: Run, root: Path, ask: Ask) -> None:
    ran = run("eval", "--vault", root, "--mode", "text", ask((["first.md"], None)))
    assert (ran.code, ran.err) == (0, "")

"""The file of labelled queries that `nearnote eval` reads, and what may be wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Ran, Run

GOOD = b'{"query": "steam", "gold": ["oven.md"]}\n'


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    """Where the file is."""
    return tmp_path / "labels.jsonl"


def evaluated(run: Run, kitchen: Path, labels: Path, data: bytes) -> Ran:
    """What comes of a file of these bytes."""
    labels.write_bytes(data)
    return run("eval", "--vault", kitchen, "--mode", "text", "--json", labels)


@pytest.mark.parametrize(
    "data",
    [
        GOOD,
        b"\n" + GOOD.replace(b"\n", b"\r\n") + b"  \n",
        GOOD.rstrip(),
        b'{"gold": ["oven.md"], "query": "steam", "id": 7, "heading": ""}',
    ],
)
def test_a_good_file(run: Run, kitchen: Path, labels: Path, data: bytes) -> None:
    ran = evaluated(run, kitchen, labels, data)
    assert (ran.code, ran.err) == (0, "")
    assert [(row["queries"], row["mrr"]) for row in ran.json["rows"]] == [(1, 1.0)]


@pytest.mark.parametrize("data", [b"", b"\n \n", b"\xef\xbb\xbf\n"])
def test_a_file_without_queries_cannot_be_measured(
    run: Run, kitchen: Path, labels: Path, data: bytes
) -> None:
    ran = evaluated(run, kitchen, labels, data)
    assert (ran.code, ran.out) == (2, "")
    assert ran.sentence == f"{labels} cannot be read: there are no queries in it."


@pytest.mark.parametrize(
    "data",
    [
        b"{",
        b"steam\n",
        GOOD + b'{"query": "steam", "gold": [\n',
        GOOD + b"\xff\n",
        GOOD + b'{"query": "steam"}\n',
        b'{"gold": ["oven.md"]}\n' + GOOD,
        b'["steam", ["oven.md"]]\n',
        b'"query gold"\n',
        b"null\n",
    ],
)
def test_a_broken_line_is_said_in_one_sentence_that_names_the_file(
    run: Run, kitchen: Path, labels: Path, data: bytes
) -> None:
    ran = evaluated(run, kitchen, labels, data)
    assert (ran.code, ran.out) == (2, "")
    assert str(labels) in ran.sentence


def test_a_file_that_is_not_there_is_named(run: Run, kitchen: Path, labels: Path) -> None:
    ran = run("eval", "--vault", kitchen, labels)
    assert (ran.code, ran.out) == (2, "")
    assert ran.sentence == f"{labels} cannot be read: No such file or directory."
    ran = run("eval", "--vault", kitchen, kitchen)
    assert (ran.code, ran.out) == (2, "")
    assert ran.sentence.startswith(f"{kitchen} cannot be read")


def test_the_line_that_is_broken_is_named(run: Run, kitchen: Path, labels: Path) -> None:
    sentence = evaluated(run, kitchen, labels, GOOD + GOOD + b'{"query": \n').sentence
    assert "line 3" in sentence
    assert "line 1" not in sentence


@pytest.mark.parametrize("gold", ['"oven.md"', '{"oven.md": 1}'])
def test_gold_that_is_no_list_is_not_taken_for_a_search_that_found_nothing(
    run: Run, kitchen: Path, labels: Path, gold: str
) -> None:
    ran = evaluated(run, kitchen, labels, f'{{"query": "steam", "gold": {gold}}}'.encode())
    assert ran.code == 2
    assert "gold" in ran.sentence


@pytest.mark.parametrize(
    "data",
    [
        b'{"query": 5, "gold": ["oven.md"]}',
        b'{"query": null, "gold": ["oven.md"]}',
        b'{"query": "steam", "gold": 5}',
        b'{"query": "steam", "gold": null}',
        b'{"query": "steam", "gold": [["oven.md"]]}',
        b'{"query": "steam", "gold": ["oven.md"], "kind": ["a"]}',
        b'{"query": "steam", "gold": ["oven.md"], "kind": 0}',
        b'{"query": "steam", "gold": ["oven.md"], "kind": "all"}',  # the row of all has this name
        b'{"query": "steam", "gold": [' + b"5" * 5_000 + b"]}",
        b"[" * 100_000,
    ],
)
def test_members_of_a_wrong_type_are_said_in_one_sentence(
    run: Run, kitchen: Path, labels: Path, data: bytes
) -> None:
    ran = evaluated(run, kitchen, labels, data)
    assert ran.code == 2
    assert str(labels) in ran.sentence


@pytest.mark.parametrize(
    "data",
    [
        '{"query": "steam\u2028", "gold": ["oven.md"]}\n'.encode(),
        '{"query": "steam\u0085", "gold": ["oven.md"]}\n'.encode(),
        b"\xef\xbb\xbf" + GOOD,
        b'{"query": "steam", "gold": ["oven.md"], "kind": null}',
    ],
)
def test_json_that_others_write(run: Run, kitchen: Path, labels: Path, data: bytes) -> None:
    ran = evaluated(run, kitchen, labels, data)
    assert ran.code == 0
    assert ran.json["rows"][0]["mrr"] == 1.0

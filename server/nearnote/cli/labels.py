"""Labelled queries: JSON lines of a query, the notes that answer it, and its kind."""

from __future__ import annotations

import codecs
import json
from dataclasses import dataclass

ALL = "all"
"""What the row of all kinds of queries is called."""


@dataclass(frozen=True, slots=True)
class Label:
    """A query, and the paths of the notes that it should find."""

    query: str
    gold: tuple[str, ...]
    kind: str = ""


def parse(data: bytes) -> list[Label]:
    """The labels of a file. Raises ValueError, whose message goes on a sentence about the file."""
    # Other line ends than these two may stand inside of JSON's strings.
    lines = enumerate(data.removeprefix(codecs.BOM_UTF8).split(b"\n"), 1)
    labels = [_label(line, f"line {number}") for number, line in lines if line.strip()]
    if not labels:
        raise ValueError("there are no queries in it")
    return labels


def _label(line: bytes, place: str) -> Label:
    found = _json(line, place)
    if not isinstance(found, dict) or not {"query", "gold"} <= found.keys():
        raise ValueError(f"{place} needs the members query and gold")
    query, gold, kind = found["query"], found["gold"], found.get("kind")
    if not isinstance(query, str):
        raise ValueError(f"query in {place} must be a text")
    if not isinstance(gold, list) or not all(isinstance(path, str) for path in gold):
        raise ValueError(f"gold in {place} must be a list of paths")
    if not isinstance(kind, str | None) or kind == ALL:
        raise ValueError(f"kind in {place} must be a text other than {ALL}")
    return Label(query, tuple(gold), kind or "")


def _json(line: bytes, place: str) -> object:
    try:
        return json.loads(line.decode())
    except json.JSONDecodeError as error:
        what = f"is not JSON: {error.msg} at character {error.pos + 1}"
    except UnicodeDecodeError:
        what = "is not UTF-8"
    except (ValueError, RecursionError):  # a number or a nesting that Python does not read
        what = "is not JSON that can be read"
    raise ValueError(f"{place} {what}")

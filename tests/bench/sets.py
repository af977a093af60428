"""The labelled queries of ../shared/eval, each set with the notes that it is asked of."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from session import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

DATA = ROOT.parent / "shared" / "eval"

NONSENSE = (
    "asdf qwer zxcv",
    "blorptang frobnicate quux",
    "xkcdzz pqrst",
    "purple monkey dishwasher",
    "how long to roast a leg of lamb",
    "best restaurants in Lisbon",
    "photosynthesis in deep sea algae",
    "mortgage interest rates",
    "who won the world cup in 1966",
    "knitting pattern for baby socks",
    "lorem ipsum dolor sit amet",
    "treatment of malaria in children",
    "medieval french poetry",
    "carburetor cleaning for old motorcycles",
    "zzzzzz",
    "quantum chromodynamics lattice",
    "my cat is sick",
    "wedding speech ideas",
    "gfhjkl",
    "tuning a cello",
    "why do whales sing",
    "hdkfj sdkfjh wieur",
    "the price of gold in 1980",
    "signs of a vitamin d deficiency",
)
"""Queries about nothing that is in the Dendron notes, or about nothing at all."""


@dataclass(frozen=True, slots=True)
class Query:
    """A question, and the paths of the notes that answer it."""

    id: int
    kind: str
    text: str
    gold: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QuerySet:
    """Texts of notes by path, and what is asked of them."""

    name: str
    notes: Mapping[str, str]
    queries: tuple[Query, ...]

    def write(self, folder: Path) -> Path:
        """Make a vault of the notes."""
        for path, text in self.notes.items():
            folder.joinpath(path).parent.mkdir(parents=True, exist_ok=True)
            folder.joinpath(path).write_bytes(text.encode())
        return folder

    def every(self, step: int) -> QuerySet:
        """The same with a part of the questions, even and odd ids alike."""
        some = tuple(query for query in self.queries if query.id // 2 % step == 0)
        return QuerySet(self.name, self.notes, some)


def dendron() -> QuerySet:
    """1,012 notes of a program's documentation, 150 queries by hand."""
    notes = {
        file.name: file.read_bytes().decode() for file in sorted(DATA.joinpath("dendron").iterdir())
    }
    queries = tuple(
        Query(int(row["id"].partition("-")[2]), row["kind"], row["query"], tuple(row["gold"]))
        for row in map(json.loads, _text("queries-dendron.jsonl").splitlines())
    )
    return QuerySet("dendron", notes, queries)


def xquad(asked: str, answered: str | None = None) -> QuerySet:
    """240 paragraphs and 1,190 questions, in two languages where a second one is given."""
    texts, questions = _paragraphs(answered or asked), _paragraphs(asked)
    notes = {f"{at:04}.md": text for at, (text, _) in enumerate(texts)}
    queries = [
        (question, f"{at:04}.md") for at, (_, some) in enumerate(questions) for question in some
    ]
    return QuerySet(
        f"xquad {asked}" + (f" to {answered}" if answered else ""),
        notes,
        tuple(Query(at, "question", text, (gold,)) for at, (text, gold) in enumerate(queries)),
    )


QUESTIONS = ("what is {} for", "how do I use {}", "where was {} mentioned", "notes about {}")


def rare(asked: QuerySet) -> QuerySet:
    """One word that stands in one note only, put into a question: the note with it is meant.

    Every seventh of the words in plain Latin letters, by their alphabet.
    """
    notes_with: defaultdict[str, set[str]] = defaultdict(set)
    for path, text in asked.notes.items():
        for word in re.findall(r"\b[a-z]{5,14}\b", text):
            notes_with[word].add(path)
    alone = sorted((word, *paths) for word, paths in notes_with.items() if len(paths) == 1)
    queries = [
        Query(at, "rare", QUESTIONS[at % 4].format(word), (path,))
        for at, (word, path) in enumerate(alone[::7])
    ]
    return QuerySet(f"{asked.name}, a rare word in a question", asked.notes, tuple(queries))


def _paragraphs(language: str) -> list[tuple[str, list[str]]]:
    """Each paragraph as a note that is titled by its article, and its questions."""
    articles: list[dict[str, Any]] = json.loads(_text(f"xquad.{language}.json"))["data"]
    found = []
    for article in articles:
        title = json.dumps(article["title"].replace("_", " "))
        for paragraph in article["paragraphs"]:
            text = f"---\ntitle: {title}\n---\n\n{paragraph['context'].lstrip(chr(0xFEFF))}\n"
            found.append((text, [question["question"] for question in paragraph["qas"]]))
    return found


def _text(name: str) -> str:
    file = DATA / name
    if not file.exists():
        raise SystemExit(f"{file} is missing: the labelled queries lie beside the repository.")
    return file.read_text("utf-8")

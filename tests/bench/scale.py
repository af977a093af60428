"""How nearnote grows: copies of the Dendron vault with changed words, in several sizes.

    python tests/bench/scale.py FOLDER 1000 20000 50000

Each copy has a folder of its own and other words in the place of a third of its words, in names and
links as in texts, so that links hold and the vocabulary grows as a real one does. Vectors are the
hashing provider's. Each figure is printed with its growth exponent over the sizes: 0 is flat, 1
grows as the vault does. ripgrep over the same files stands beside them, where it is installed.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from math import log
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from nearnote.base.note_path import NotePath
from nearnote.base.source import Source
from nearnote.config import Settings
from nearnote.features.completion import complete
from nearnote.features.diagnostics.findings import note_findings
from nearnote.features.search import search_notes
from nearnote.index.query import Mode
from nearnote.workspace.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Callable

    from nearnote.vault.vault import Vault

SOURCE = Path(__file__).parents[3] / "shared" / "eval" / "dendron"
_WORD = re.compile(r"[a-z]{4,}")
CHANGED = 1 / 3


def make(folder: Path, count: int) -> Path:
    """A vault of about so many notes, made once."""
    vault = folder / f"v{count}"
    if vault.exists():
        return vault
    notes = {path.relative_to(SOURCE): path.read_text() for path in sorted(SOURCE.rglob("*.md"))}
    vocabulary = sorted({word for text in notes.values() for word in _WORD.findall(text)})
    for copy in range(-(-count // len(notes))):
        dice = random.Random(copy)
        some = dice.sample(vocabulary, int(len(vocabulary) * CHANGED)) if copy else []
        others = {word: f"{word[:-1]}{dice.choice('aeiou')}{chr(97 + copy % 26)}" for word in some}

        def changed(text: str, others: dict[str, str] = others) -> str:
            return _WORD.sub(lambda found: others.get(found[0], found[0]), text)

        for path, text in list(notes.items())[: count - copy * len(notes)]:
            stem = changed(str(path.with_suffix("")))
            to = vault / f"c{copy:02}" / f"{stem}.md"
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_text(changed(text))
    return vault


def clock(times: int, work: Callable[[int], object]) -> float:
    """The median of so many seconds."""
    taken = []
    for number in range(times):
        start = time.perf_counter()
        work(number)
        taken.append(time.perf_counter() - start)
    return median(taken)


def measure(vault: Path) -> dict[str, float]:
    """Seconds of what a person waits for, and megabytes."""
    command = [sys.executable, "-m", "nearnote", "search", "--vault", str(vault), "--mode", "text"]
    found = {"search, words, whole process": clock(1, lambda _: _run([*command, "schema"]))}
    if rg := shutil.which("rg"):
        found["ripgrep, whole process"] = clock(3, lambda _: _run([rg, "-c", "schema", str(vault)]))
    workspace = Workspace()
    start = time.perf_counter()
    workspace.open(
        vault, replace(Settings(), provider="hashing", cache_dir=str(vault.parent / "cache"))
    )
    (notes,) = workspace
    while notes.scanning:
        notes.step()
    found["words searchable"] = time.perf_counter() - start
    while workspace.idle() is not None:
        pass
    found["all searchable by meaning"] = time.perf_counter() - start
    found["peak memory, MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    path = NotePath("new.md")

    def keystroke(number: int) -> None:
        text = "".join(f"line {line} of a note\n" for line in range(200))
        notes.put(path, Source.of(f"# New\n\nzzword{number} {text}"), open=True)
        search_notes(notes, f"=zzword{number}", Mode.TEXT, 5)

    found["keystroke to found, 200 lines"] = clock(15, keystroke)
    found["findings after a keystroke"] = clock(15, lambda n: _findings(notes, path, n))

    def completion(number: int) -> None:
        text = f"# New\n\n[[{'adesu'[number % 5]}"
        notes.put(path, Source.of(text), open=True)
        complete(notes, path, len(text))

    found["completion of [[x, with the keystroke"] = clock(15, completion)
    queries = ("schema", "path:c00 note", "how do I publish", "vault config")
    found["symbol"] = clock(20, lambda n: search_notes(notes, queries[n % 4], None, 50))
    found["path: alone"] = clock(5, lambda _: search_notes(notes, "path:c00/", None, 50))
    many = [path for path in notes.names.outlines if path.startswith("c00/")][:500]
    start = time.perf_counter()
    for each in many:
        notes.remove(each)
    found["500 notes forgotten"] = time.perf_counter() - start
    return found


def _findings(vault: Vault, path: NotePath, number: int) -> None:
    vault.put(path, Source.of(f"# New\n\nmore words {number}\n"), open=True)
    note_findings(vault, path)


def _run(command: list[str]) -> None:
    environment = {**os.environ, "NEARNOTE_PROVIDER": "hashing"}
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False)


def main() -> None:
    """Print a row for each figure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("sizes", type=int, nargs="+")
    parser.add_argument("--only", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.only:
        for name, value in measure(make(args.folder, args.only)).items():
            print(f"{name}\t{value}")
        return
    rows: dict[str, list[float]] = {}
    for size in args.sizes:
        make(args.folder, size)
        # A process for each, since a process does not give all memory back.
        again = [sys.executable, __file__, str(args.folder), str(size), "--only", str(size)]
        answer = subprocess.run(again, capture_output=True, text=True, check=True).stdout
        for line in answer.splitlines():
            name, _, value = line.partition("\t")
            rows.setdefault(name, []).append(float(value))
    print(f"{'':<40}" + "".join(f"{size:>10}" for size in args.sizes) + "    growth")
    for name, values in rows.items():
        growth = log(values[-1] / values[0]) / log(args.sizes[-1] / args.sizes[0] or 1)
        print(f"{name:<40}" + "".join(f"{value:>10.4f}" for value in values) + f"{growth:>10.2f}")


if __name__ == "__main__":
    main()

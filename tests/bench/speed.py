"""How fast and how large: the limits of issue 2, section 11, on a real server and a real vault.

    python tests/bench/speed.py [--vault DIR] [NAME ...]

Each line names what was measured, its limit, and the baseline of the same run where the limit is
a ratio. Nothing here is a test: numbers depend on the machine and on what else it does.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING

from baseline import bare_embedding, bare_query
from lsprotocol import types
from session import DENDRON, Session, session

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

QUERIES = (
    "start with one big page, split once categories emerge",
    "publish notes as a web site",
    "keep private things out of git",
    "rename a heading and everything that points at it",
    "templates for daily journals",
)


PAUSE = 0.1
"""Seconds between two letters that somebody types."""


def say(what: str, value: str, limit: str) -> None:
    """One line of the report."""
    print(f"{what:58} {value:>34}   limit {limit}", flush=True)


def milliseconds(times: list[float]) -> str:
    """Median and 95th percentile."""
    return f"p50 {1000 * median(times):.1f} ms, p95 {1000 * quantiles(times, n=20)[-1]:.1f} ms"


async def clock(
    times: int, ask: Callable[[int], Awaitable[object]], pause: float = 0.0
) -> list[float]:
    """Seconds of each of some calls in a row, with a pause before each."""
    found = []
    for number in range(times):
        await asyncio.sleep(pause)
        start = time.perf_counter()
        await ask(number)
        found.append(time.perf_counter() - start)
    return found


def symbol(server: Session) -> Callable[[int], Awaitable[object]]:
    """Ask for workspace symbols with a query that was not asked just before."""

    async def ask(number: int) -> object:
        query = f"{QUERIES[number % len(QUERIES)]} {number}"
        return await server.client.workspace_symbol_async(types.WorkspaceSymbolParams(query))

    return ask


async def first_index(vault: Path, cache: Path) -> None:
    """A cold start: initialize, words, symbols while indexing, the whole index, memory."""
    async with session(vault, cache) as server:
        say("initialize answered", f"{1000 * await server.reached('initialize'):.0f} ms", "500 ms")
        initialized = server.phases[0][0] - server.started

        async def found() -> bool:
            return bool((await server.command("search", query="=pruning repotting"))["hits"])

        words = await server.until(found) - initialized
        say("words searchable, from `initialized`", f"{words:.2f} s", "2 s")
        await server.reached("embedding")
        start = time.perf_counter()
        # Editors ask at the pace of a person; a client that never pauses would stop the indexing.
        during = []
        for number in range(40):
            during += await clock(1, lambda _, n=number: symbol(server)(n))
            await asyncio.sleep(0.5)
        say("workspace/symbol while indexing", milliseconds(during), "p95 250 ms")
        asked = time.perf_counter() - start
        await server.reached("ready", "words-only")
        say("memory after the first index, now / most", mb(server), "450 MB")
    async with session(vault, Path(tempfile.mkdtemp(dir=cache.parent))) as server:
        ready = await server.reached("ready", "words-only")
    tokens, bare = bare_embedding(vault)
    ratio = f"{ready:.0f} s / {bare:.0f} s = {ready / bare:.2f}"
    say(f"first index / bare onnxruntime on {tokens} tokens", ratio, f"{1.2 * bare + 3:.0f} s")
    del asked


def mb(server: Session) -> str:
    """Resident memory."""
    now, most = server.memory()
    return f"{now:.0f} / {most:.0f} MB"


async def warm(vault: Path, cache: Path) -> None:
    """A warm start, and everything at rest."""
    async with session(vault, cache) as server:
        initialized = server.phases[0][0] - server.started
        ready = await server.reached("ready", "words-only") - initialized
        say("warm start: all by meaning, from `initialized`", f"{ready:.2f} s", "2 s")
        for pause, how in ((0.0, "back to back"), (PAUSE, "at a person's pace")):
            times = await clock(100, symbol(server), pause)
            query = bare_query(QUERIES, pause)
            say(f"workspace/symbol at rest, {how}", milliseconds(times), "")
            ratio = f"{1000 * query:.1f} ms: {median(times) / query:.2f}"
            say("  ratio to the model's own query embedding", ratio, "2.5")
        await hover(vault, server)
        await keystrokes(server, vault, "in this vault")
        await asyncio.sleep(3)
        before = server.cpu()
        await asyncio.sleep(10)
        say("processor time in 10 s of idleness", f"{server.cpu() - before:.2f} s", "0 s")
        say("memory at rest, now / most", mb(server), "450 MB")


async def hover(vault: Path, server: Session) -> None:
    """Hover over lines of many notes."""
    notes = [note for note in sorted(vault.glob("*.md")) if note.stat().st_size > 1500][:60]

    async def ask(number: int) -> object:
        document = types.TextDocumentIdentifier(notes[number].as_uri())
        params = types.HoverParams(document, types.Position(12, 2))
        return await server.client.text_document_hover_async(params)

    say("hover", milliseconds(await clock(len(notes), ask)), "p50 10 ms")


async def keystrokes(server: Session, vault: Path, where: str) -> list[float]:
    """Type into a note of 2,000 lines and find each new word at once."""
    text = long_note(vault)
    uri = (vault / "nearnote-bench.md").as_uri()
    server.client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "markdown", 1, text))
    )
    line = text.count("\n") // 2

    async def type_word(number: int) -> object:
        at = types.Position(line, 0)
        word = f"zq{number}x"
        change = types.TextDocumentContentChangePartial(types.Range(at, at), word + " ")
        server.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(version=number + 2, uri=uri), [change]
            )
        )
        found = await server.command("search", query=f"={word}", limit=1)
        assert found["hits"][0]["line"] == line, found
        return found

    await clock(3, lambda n: type_word(1000 + n))
    times = await clock(60, type_word)
    say(f"keystroke to word found, 2,000 lines, {where}", milliseconds(times), "p50 10 ms")
    server.client.text_document_did_close(
        types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri))
    )
    return times


def long_note(vault: Path) -> str:
    """2,000 lines of real notes, one below the other."""
    lines: list[str] = []
    for note in sorted(vault.glob("*.md")):
        lines += note.read_text("utf-8").split("---\n", 2)[-1].splitlines()
        if len(lines) >= 2000:
            break
    lines[1000] = ""
    return "\n".join(lines[:2000]) + "\n"


async def large(vault: Path, cache: Path) -> None:
    """The same keystrokes in a vault ten times as large, by words only."""
    times = {}
    for copies in (1, 10):
        root = Path(tempfile.mkdtemp(dir=cache.parent))
        for copy in range(copies):
            shutil.copytree(vault, root / f"copy{copy}", ignore=shutil.ignore_patterns("*.png"))
        async with session(root, cache, provider="hashing", dimensions=384) as server:
            await server.reached("ready", "words-only")
            where = f"{copies * len(list(vault.glob('*.md')))} notes"
            shutil.copytree(vault, root / "n", ignore=lambda _, names: names)
            times[copies] = await keystrokes_in(server, vault, root, where)
    ratio = median(times[10]) / median(times[1])
    say("keystroke in a vault ten times as large, ratio", f"{ratio:.2f}", "1.3")


async def keystrokes_in(server: Session, vault: Path, root: Path, where: str) -> list[float]:
    """`keystrokes` in a copy of the vault."""
    for note in sorted(vault.glob("*.md"))[:80]:
        shutil.copy(note, root / note.name)
    return await keystrokes(server, root, where)


PARTS = {"first": first_index, "warm": warm, "large": large}


def main() -> None:
    """Run the parts that were asked for, all by default, each on a fresh copy of the vault."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--vault", type=Path, default=DENDRON)
    arguments.add_argument("--cache", type=Path, help="keep the vectors here between runs")
    arguments.add_argument("parts", nargs="*", choices=[*PARTS, []])
    asked = arguments.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        vault = Path(scratch, "vault")
        shutil.copytree(asked.vault, vault, copy_function=shutil.copy)
        cache = asked.cache or Path(scratch, "cache")
        cache.mkdir(parents=True, exist_ok=True)
        for part in asked.parts or PARTS:
            asyncio.run(PARTS[part](vault, cache))


if __name__ == "__main__":
    main()

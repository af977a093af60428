"""Hostile shapes × sizes: what a note may hold that makes one answer slow, and how that grows.

    python tests/bench/hostile.py [--sizes 10000,20000,40000] [--bound 250] [SHAPE ...]

Each line is a shape of text, and for each size the slowest answer with its milliseconds. `growth`
is the exponent between the first and the last size: 1 is linear, 2 quadratic. A line ends in `SLOW`
when an answer took longer than the bound; the exit code is then 1. A note is searched whole while
it is written: nothing in it may hold the one thread for longer.
"""

from __future__ import annotations

import argparse
import base64
import math
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.properties.door import RefusedError, door, quiet
from tests.properties.editing import position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.properties.door import Door

BOUND = 250.0
"""Milliseconds that one answer may hold the thread."""


def run(unit: str) -> Callable[[int], str]:
    """One line that says a unit again and again between two words."""
    return lambda size: f"text {unit * (size // len(unit))} after\n"


def lines(unit: str) -> Callable[[int], str]:
    """The same line again and again."""
    return lambda size: f"{unit}\n" * (size // (len(unit) + 1))


def counted(unit: str) -> Callable[[int], str]:
    """Lines that each have their own number in the place of `%`."""
    return lambda size: "".join(
        unit.replace("%", str(number)) + "\n" for number in range(size // (len(unit) + 4))
    )


def _base64(size: int) -> str:
    return f"text {base64.b64encode(random.Random(1).randbytes(size))[:size].decode()} after\n"


def _ticks(size: int) -> str:
    """Runs of backticks, none of the length of another."""
    return " a ".join("`" * length for length in range(1, math.isqrt(2 * size))) + "\n"


def _steps(size: int) -> str:
    """A list that is nested as deep as its size allows."""
    return "".join("  " * depth + "- a\n" for depth in range(math.isqrt(size)))


def _front(body: str) -> Callable[[int], str]:
    return lambda size: f"---\n{body * (size // len(body))}\n---\ntext\n"


def _front_keys(size: int) -> str:
    keys = "".join(f"k{number}: v\n" for number in range(size // 9))
    return f"---\n{keys}---\ntext\n"


def _front_aliases(size: int) -> str:
    names = ", ".join(f"name {number}" for number in range(size // 12))
    return f"---\naliases: [{names}]\n---\ntext\n"


def _laughs(size: int) -> str:
    """Anchors of YAML that double what they stand for with each line."""
    rows = [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, min(size // 60, 9))]
    return "---\na0: &a0 lol\n" + "\n".join(rows) + "\n---\ntext\n"


_UNITS = [
    "[",
    "(",
    "|",
    "_a",
    "1",
    "]",
    ")",
    "<",
    ">",
    "`",
    "*",
    "**",
    "**a",
    "_",
    "~",
    "~~a",
    "$",
    "$a",
    "$$",
    "%%",
    "%",
    "#",
    "#a",
    "#a/",
    "^",
    "^a",
    "!",
    "![",
    "[[",
    "]]",
    "[[a|",
    "[[a#b",
    "[^",
    "[^a]",
    "](",
    "[a](",
    "[a](<b",
    "[a]:",
    "\\",
    "&",
    "&amp;",
    "{",
    "}",
    ":",
    "::",
    "-",
    "+",
    "=",
    "@",
    "a@",
    "a.a",
    "a-b",
    "a/",
    "http://",
    "a://",
    "://",
    "www.a.",
    "<a",
    "<!--",
    "-->",
    "'",
    '"',
    "’",
    "é",
    "é",
    "🍞",
    "ا",
    "\u200b",
    "\u2028",
    "{{",
    "\\[",
    "\\|",
    "[x][",
    "[a][b]",
    "![[",
    "^^",
    "a_b",
    "a*b",
    "***a",
    "<http://a",
    "$a$b",
    "&#x",
    "|-",
    "(a",
    "[(]",
    "`[",
    "*_",
    "''",
]
SHAPES: dict[str, Callable[[int], str]] = {
    "base64": _base64,
    **{unit: run(unit) for unit in _UNITS if unit},
    "spaces": run(" "),
    "tabs": run("\t"),
    "words": run("bread rises slowly "),
    "links": run("[[Other]] "),
    "markdown links": run("[t](other.md) "),
    "tags": run("#food "),
    "codes": run("`a` "),
    "ticks of all lengths": _ticks,
    "quotes in quotes": lambda size: "> " * min(size // 2, 4000) + "a\n",
    "lists in lists": _steps,
    "items": lines("- a"),
    "tab items": lines("\t- a"),
    "items of links": lines("- [[Other]]"),
    "tasks": lines("- [ ] x"),
    "equal headings": lines("# Log"),
    "headings": counted("## Head %"),
    "links to headings": lambda size: (
        counted("## Head %")(size // 2) + counted("[[#Head %]]")(size // 2)
    ),
    "block ids": counted("line ^id%"),
    "links to blocks": lambda size: (
        counted("line ^id%\n")(size // 2) + counted("[[#^id%]]")(size // 2)
    ),
    "definitions": counted("[l%]: other.md"),
    "references": lambda size: (
        counted("[a][l%]")(size // 2) + "\n" + counted("[l%]: other.md")(size // 2)
    ),
    "footnotes": lambda size: counted("a[^%]\n")(size // 2) + counted("[^%]: b\n")(size // 2),
    "equal footnotes": lambda size: "[^1] " * (size // 10) + "\n\n" + "[^1]: b\n" * (size // 16),
    "table rows": lambda size: "| a | b |\n| - | - |\n" + "| c | d |\n" * (size // 10),
    "table columns": lambda size: "| a " * (size // 12) + "|\n" + "| - " * (size // 12) + "|\n",
    "fences": lines("```"),
    "rules": lines("---"),
    "setext": lines("a\n==="),
    "comments": lines("%%"),
    "comments of HTML": lines("<!--"),
    "HTML": lines("<div>"),
    "quotes": lines("> a"),
    "callouts": lines("> [!note] a"),
    "indented": lines("    code"),
    "line ends of CR": run("a\r"),
    "broken links": lines("[[No such]]"),
    "different broken links": counted("[[No such %]]"),
    "relations": counted("- likes [[Other %]]"),
    "observations": counted("- [idea] fact % #food"),
    "frontmatter [": _front("a: " + "[" * 60 + "\n"),
    "frontmatter {": _front("a: {b: \n"),
    "frontmatter in one run": _front("["),
    "frontmatter keys": _front_keys,
    "frontmatter aliases": _front_aliases,
    "frontmatter quote": _front('a: "'),
    "frontmatter anchors": _laughs,
}
REQUESTS = (
    "codeAction",
    "completion",
    "hover",
    "definition",
    "references",
    "prepareRename",
    "documentHighlight",
    "diagnostic",
    "documentLink",
    "documentSymbol",
    "foldingRange",
    "selectionRange",
    "semanticTokens/full",
    "codeLens",
    "inlayHint",
)


def timed(server: Door, path: str, text: str) -> Iterator[tuple[str, float]]:
    """Milliseconds of each request about a note of this text."""

    def clock(ask: Callable[[], Any]) -> float:
        start = time.perf_counter()
        try:
            ask()
        except RefusedError as error:
            if "its log says why" in str(error):
                raise
        return 1000 * (time.perf_counter() - start)

    def settled() -> None:
        server.request("workspace/executeCommand", {"command": "nearnote.status", "arguments": []})

    yield "open", clock(lambda: (server.open(path, text), settled()))
    end = position(text, len(text.rstrip()) // 2, server.encoding)
    change = {"range": {"start": end, "end": end}, "text": "x"}
    yield "edit", clock(lambda: (server.change(path, [change]), settled()))
    span = {"start": end, "end": end}
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 10**6, "character": 0}}
    more: dict[str, dict[str, Any]] = {
        "codeAction": {"range": span, "context": {"diagnostics": []}},
        "inlayHint": {"range": whole},
        "references": {"position": end, "context": {"includeDeclaration": True}},
        "selectionRange": {"positions": [end]},
    }
    for method in REQUESTS:
        wanted = more.get(method, {"position": end})
        yield method, clock(lambda m=method, w=wanted: server.of(m, path, **w))  # type: ignore[misc]
    yield "close", clock(lambda: (server.close_document(path), settled()))


def slowest(
    server: Door, shape: Callable[[int], str], size: int, tries: int = 2
) -> tuple[float, str]:
    """The slowest request about a shape; the best of some tries, since other programs run too."""
    best: dict[str, float] = {}
    for _ in range(tries):
        for method, spent in timed(server, f"hostile{size}.md", shape(size)):
            best[method] = min(spent, best.get(method, math.inf))
        if max(best.values()) < BOUND / 4:
            break
    return max((spent, method) for method, spent in best.items())


def main() -> int:
    """Print the table; 1 when something was slow."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("shapes", nargs="*")
    parser.add_argument("--sizes", default="10000,20000,40000")
    parser.add_argument("--bound", type=float, default=BOUND)
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    os.environ.setdefault("NEARNOTE_PROVIDER", "hashing")
    slow = 0
    with tempfile.TemporaryDirectory() as folder, quiet() as loop:
        os.environ["NEARNOTE_CACHE_DIR"] = f"{folder}/cache"
        root = Path(folder) / "vault"
        root.mkdir()
        (root / "other.md").write_text("# Other\n\nBread rises slowly when it is cold.\n")
        with door(loop, root, "utf-16") as server:
            print(f"{'shape':24}" + "".join(f"{size:>30}" for size in sizes) + "   growth")
            for name, shape in SHAPES.items():
                if options.shapes and name not in options.shapes:
                    continue
                found = [slowest(server, shape, size) for size in sizes]
                growth = math.log(found[-1][0] / found[0][0]) / math.log(sizes[-1] / sizes[0])
                late = max(found)[0] > options.bound
                slow += late
                cells = "".join(f"{method:>19} {spent:7.0f} ms" for spent, method in found)
                print(f"{name!r:24}{cells}   {growth:5.2f}{'  SLOW' * late}", flush=True)
    count = len(options.shapes or SHAPES)
    print(f"{slow} of {count} shapes held the thread for longer than {options.bound:.0f} ms")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())

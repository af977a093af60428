"""How fast navigation is: the limits of issue 5, on a real server and a real vault.

    python tests/bench/navigation.py [--vault DIR] [--cache DIR]

`--cache` keeps the vectors between runs; without it the whole vault is embedded first. The hub is
a synthetic vault, embedded without a model. Nothing here is a test: numbers depend on the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import shutil
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types
from session import DENDRON, Session, session
from speed import clock, milliseconds, say

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

LINK = re.compile(r"\[\[([^\[\]]+)\]\]")
QUESTIONS = 60
Place = tuple[types.TextDocumentIdentifier, types.Position]


def places(vault: Path) -> list[Place]:
    """The first link in each of many notes."""
    found = []
    for note in sorted(vault.glob("*.md")):
        for number, line in enumerate(note.read_text("utf-8").splitlines()):
            if link := LINK.search(line):
                at = types.Position(number, link.start(1) + 1)
                found.append((types.TextDocumentIdentifier(note.as_uri()), at))
                break
    step = max(len(found) // QUESTIONS, 1)
    return found[::step][:QUESTIONS]


async def timed(
    what: str, limit: str, asked: list[Place], ask: Callable[[Place], Awaitable[object]]
) -> None:
    """Ask at each place once."""
    times = await clock(len(asked), lambda number: ask(asked[number]))
    say(what, milliseconds(times), limit)


async def dendron(vault: Path, cache: Path) -> None:
    """Everything that is asked of a note in the course of a day."""
    async with session(vault, cache) as server:
        await server.reached("ready", "words-only")
        client, at = server.client, places(vault)
        await timed(
            "definition",
            "p50 10 ms",
            at,
            lambda p: client.text_document_definition_async(types.DefinitionParams(*p)),
        )
        context = types.ReferenceContext(include_declaration=True)
        await timed(
            "references of a link's note",
            "p50 10 ms",
            at,
            lambda p: client.text_document_references_async(
                types.ReferenceParams(context, p[0], p[1])
            ),
        )
        await timed(
            "document highlight",
            "p50 10 ms",
            at,
            lambda p: client.text_document_document_highlight_async(
                types.DocumentHighlightParams(*p)
            ),
        )
        await timed(
            "document links",
            "p50 10 ms",
            at,
            lambda p: client.text_document_document_link_async(types.DocumentLinkParams(p[0])),
        )
        await timed(
            "semantic tokens",
            "p50 10 ms",
            at,
            lambda p: client.text_document_semantic_tokens_full_async(
                types.SemanticTokensParams(p[0])
            ),
        )
        await timed(
            "suggestions asked for",
            "none",
            at[:20],
            lambda p: client.text_document_code_action_async(
                types.CodeActionParams(
                    p[0],
                    types.Range(p[1], p[1]),
                    types.CodeActionContext([], trigger_kind=types.CodeActionTriggerKind.Invoked),
                )
            ),
        )
        await completion(server, vault)


async def completion(server: Session, vault: Path) -> None:
    """Type the first letters of a link into a paragraph, again and again."""
    uri = (vault / "nearnote-bench.md").as_uri()
    text = "# Bench\n\nHow do I publish my notes as a web site, and where are the themes? \n"
    server.client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "markdown", 1, text))
    )
    document = types.TextDocumentIdentifier(uri)
    starts = ("", "p", "pub", "them", "dendron.topic.p", "conf")

    async def ask(number: int) -> object:
        words = f"{text.rstrip()} {number} [[{starts[number % len(starts)]}"
        line = words.rpartition("\n")[2]
        change = types.TextDocumentContentChangeWholeDocument(words)
        server.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(version=number + 2, uri=uri), [change]
            )
        )
        found = await server.client.text_document_completion_async(
            types.CompletionParams(document, types.Position(2, len(line)))
        )
        assert found
        return found

    await ask(0)
    say("completion after [[", milliseconds(await clock(QUESTIONS, ask)), "p50 50 ms")


async def hub(root: Path, cache: Path, backlinks: int) -> None:
    """A note to which very many others link."""
    root.mkdir(parents=True)
    (root / "Hub.md").write_text("# Hub\n\n## Part\n\nThe middle of all.\n", "utf-8")
    for number in range(backlinks):
        text = f"# Note {number}\n\nSee [[Hub]] and [[Hub#Part|it]] ({number}).\n"
        (root / f"note {number}.md").write_text(text, "utf-8")
    async with session(root, cache, provider="hashing") as server:
        await server.reached("ready", "words-only")
        client = server.client
        document = types.TextDocumentIdentifier((root / "Hub.md").as_uri())
        title = types.Position(0, 3)
        named = f"{backlinks:,} backlinks"

        async def took(what: str, limit: str, asked: Awaitable[object]) -> None:
            start = time.perf_counter()
            found = await asked
            size = f" ({len(found)})" if isinstance(found, list) else ""
            say(f"{what}, {named}", f"{1000 * (time.perf_counter() - start):.0f} ms{size}", limit)

        text = (root / "Hub.md").read_text("utf-8")
        item = types.TextDocumentItem(document.uri, "markdown", 1, text)
        client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        symbols = types.DocumentSymbolParams(document)
        await took(
            "open and outline", "at once", client.text_document_document_symbol_async(symbols)
        )
        hover = types.HoverParams(document, title)
        await took("hover", "at once", client.text_document_hover_async(hover))
        context = types.ReferenceContext(include_declaration=True)
        references = types.ReferenceParams(context, document, title)
        await took("references", "at once", client.text_document_references_async(references))
        lenses = await client.text_document_code_lens_async(types.CodeLensParams(document))
        assert lenses
        await took("a lens", "at once", client.code_lens_resolve_async(lenses[0]))
        diagnostic = types.DocumentDiagnosticParams(document)
        await took("findings", "at once", client.text_document_diagnostic_async(diagnostic))
        if backlinks <= 1000:
            heading = types.RenameParams(document, types.Position(2, 4), "Section")
            await took("rename of a heading", "500 ms", client.text_document_rename_async(heading))
            rename = types.RenameParams(document, title, "Centre")
            await took("rename of the note", "500 ms", client.text_document_rename_async(rename))


async def run(vault: Path, cache: Path, scratch: Path) -> None:
    """All parts."""
    await dendron(vault, cache)
    for backlinks in (1000, 9000):
        await hub(scratch / f"hub-{backlinks}", scratch / "hub-cache", backlinks)


def main() -> None:
    """Measure on a fresh copy of the vault."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--vault", type=Path, default=DENDRON)
    arguments.add_argument("--cache", type=Path, help="keep the vectors here between runs")
    asked = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        vault = scratch / "vault"
        shutil.copytree(asked.vault, vault, copy_function=shutil.copy)
        cache = asked.cache or scratch / "cache"
        cache.mkdir(parents=True, exist_ok=True)
        asyncio.run(run(vault, cache, scratch))


if __name__ == "__main__":
    main()

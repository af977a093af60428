"""Hours in minutes: edits, searches, renames and files that come and go, and what it all leaves."""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path

from tests.bench.fuzzing.kills import write_vault
from tests.bench.fuzzing.process import GoneError, Process

_MORE_MEMORY = 40.0
"""Megabytes that may be added after the first third: caches fill, a leak goes on."""


def fuzz_soak(seconds: float, seed: int = 1) -> list[str]:
    """Work for so long; what grew without an end, in a sentence each."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "vault"
        write_vault(root, rng)
        server = Process(root, Path(folder) / "cache", Path(folder) / "log")
        try:
            server.begin()
            server.until("ready", "words-only")
            samples = _work(rng, root, server, seconds)
            code = server.leave()
        except GoneError as error:
            server.kill()
            return [f"soak: {error}; it said {b''.join(server.errors)[-600:]!r}"]
    return [*_grown(samples), *([] if code == 0 else [f"soak: exit code {code}"])]


Sample = tuple[float, float, int, int]


def _work(rng: random.Random, root: Path, server: Process, seconds: float) -> list[Sample]:
    started = time.monotonic()
    samples: list[Sample] = []
    done = 0
    path, version = root / "n0.md", 1
    uri = path.as_uri()
    text = path.read_text(encoding="utf-8")
    document = {"uri": uri, "languageId": "markdown", "version": version, "text": text}
    server.notify("textDocument/didOpen", {"textDocument": document})
    while (spent := time.monotonic() - started) < seconds:
        if spent >= len(samples) * seconds / 30:
            samples.append((spent, server.memory, server.descriptors, server.threads))
        done += 1
        version += 1
        line = rng.randrange(20)
        at = {"line": line, "character": rng.randrange(10)}
        change = {"range": {"start": at, "end": at}, "text": rng.choice(("word ", "x", "\n"))}
        if version % 500 == 0:
            change = {"text": text}
        identifier = {"uri": uri, "version": version}
        server.notify(
            "textDocument/didChange", {"textDocument": identifier, "contentChanges": [change]}
        )
        here = {"textDocument": {"uri": uri}, "position": {"line": 2, "character": 7}}
        match rng.randrange(8):
            case 0:
                server.search(rng.choice(("slow bread", "mark7x3", "steam stone")))
            case 1:
                server.request("textDocument/hover", here)
            case 2:
                server.request("textDocument/rename", {**here, "newName": "other name"})
            case 3:
                (root / f"t{rng.randrange(40)}.md").write_text(f"# T\n\nbread {rng.random()}\n")
            case 4:
                (root / f"t{rng.randrange(40)}.md").unlink(missing_ok=True)
            case 5:
                context = {"diagnostics": []}
                span = {"start": at, "end": at}
                params = {"textDocument": {"uri": uri}, "range": span, "context": context}
                server.request("textDocument/codeAction", params)
            case 6:
                server.request("textDocument/completion", here)
            case 7:
                server.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
    samples.append((spent, server.memory, server.descriptors, server.threads))
    print(f"  {done} steps in {spent:.0f} s", flush=True)
    for at, memory, descriptors, threads in samples[:: max(1, len(samples) // 6)]:
        print(f"  {at:6.0f} s {memory:7.1f} MB {descriptors:4} descriptors {threads:3} threads")
    return samples


def _grown(samples: list[Sample]) -> list[str]:
    early, last = samples[len(samples) // 3], samples[-1]
    found = []
    if last[1] - early[1] > _MORE_MEMORY:
        found.append(f"soak: memory went from {early[1]:.0f} to {last[1]:.0f} MB")
    if last[2] > early[2] + 3:
        found.append(f"soak: descriptors went from {early[2]} to {last[2]}")
    if last[3] > early[3] + 3:
        found.append(f"soak: threads went from {early[3]} to {last[3]}")
    return found

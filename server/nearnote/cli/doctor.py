"""`nearnote doctor`: is everything there that nearnote needs, and how to mend what is not."""

from __future__ import annotations

import os
import platform
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from nearnote import __version__
from nearnote.cli.console import show, tell
from nearnote.cli.plural import counted
from nearnote.config.folders import cache_folder
from nearnote.config.sources import configure
from nearnote.fs.files import Walk, needs_marker, read

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from nearnote.config import Settings
    from nearnote.embedding.embedder import Embedder

_LIVE_TEXTS = (
    "Sourdough > Keeping\nThe starter sleeps in the fridge and is fed on Fridays.",
    "Bicycle > Chain\nA dry chain squeaks; oil it after every ride in the rain.",
)
_NAMED = 20
_LIVE_QUERY = "how often does the leaven need flour"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at; `mend` says what to do when it is not `ok`."""

    name: str
    ok: bool
    found: str
    mend: str = ""


def doctor(args: Namespace) -> int:
    """Print one line for each check; exit code 1 when one of them failed."""
    checks = []
    for check in _checks(Path(os.path.abspath(args.vault)), live=args.live):
        checks.append(check)
        if not args.json:
            tell(f"{'ok  ' if check.ok else 'BAD '} {check.name}: {check.found}")
            if not check.ok:
                tell(f"       {check.mend}")
    rows = [asdict(each) for each in checks]
    show(args, {"version": __version__, "checks": rows}, ())
    return 0 if all(check.ok for check in checks) else 1


def _checks(root: Path, *, live: bool) -> Iterator[Check]:
    python = f"nearnote {__version__}, Python {platform.python_version()}, {platform.platform()}"
    yield Check("version", sys.version_info >= (3, 11), python, "Install Python 3.11 or newer.")
    settings, problems = configure(root)
    yield Check(
        "settings",
        not problems,
        " ".join(problems) or "all understood",
        "Correct these keys; until then their defaults hold.",
    )
    database = _database()
    yield database
    yield _cache(settings)
    yield _root(root, settings)
    yield from _encodings(root, settings)
    is_vault = database.ok and root.is_dir() and not needs_marker(root)
    yield from _model(settings, root if is_vault else None, live=live)


def _database() -> Check:
    mend = "Reinstall: pip install --force-reinstall apsw"
    try:
        from nearnote.index.index import Index
        from nearnote.index.postings import versions

        Index()
    except Exception as error:
        return Check("SQLite", False, f"{type(error).__name__}: {error}", mend)
    return Check("SQLite", True, versions(), mend)


def _cache(settings: Settings) -> Check:
    folder = cache_folder(settings)
    mend = f"Make {folder} writable, or set NEARNOTE_CACHE_DIR; without it every start is cold."
    probe = folder / f".doctor-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.write_bytes(b"x" * 4096)
        probe.unlink()
        used = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    except OSError as error:
        return Check("cache", False, f"{folder}: {error.strerror or error}", mend)
    return Check("cache", True, f"{folder}, {used / 1e6:.0f} MB", mend)


def _walk(root: Path, settings: Settings) -> Walk:
    return Walk(root, settings.exclude, anywhere=settings.symlinks == "anywhere")


def _root(root: Path, settings: Settings) -> Check:
    if not root.is_dir():
        return Check("vault", False, f"{root} is not a folder", "Give the folder with --vault.")
    if needs_marker(root):
        mend = "Give the folder of your notes, or put an empty .nearnote.toml into this one."
        return Check("vault", False, f"{root} is too wide to be one vault", mend)
    notes = sum(entry.is_note for entry in _walk(root, settings).entries())
    mend = "There are no *.md files here, or .gitignore or `exclude` leave them out."
    return Check("vault", notes > 0, f"{root}, {counted(notes, 'note')}", mend)


def _encodings(root: Path, settings: Settings) -> Iterator[Check]:
    """The notes that renames leave alone while they are closed."""
    odd = []
    if root.is_dir() and not needs_marker(root):
        for entry in _walk(root, settings).entries():
            contents = read(root / entry.path, settings.max_note_bytes) if entry.is_note else None
            if contents is not None and contents.odd:
                odd.append(f"{entry.path} ({contents.odd})")
    more = f" and {len(odd) - _NAMED} more" if len(odd) > _NAMED else ""
    mend = (
        "Save them as UTF-8 with the usual line ends; until then renames leave their links alone."
    )
    if odd:
        yield Check("encodings", False, f"{', '.join(odd[:_NAMED])}{more}", mend)


def _model(settings: Settings, root: Path | None, *, live: bool) -> Iterator[Check]:
    from nearnote.embedding import embedder, loader

    start = time.perf_counter()
    try:
        model = loader.load(settings)
        took = time.perf_counter() - start
        found = f"{model.name}, {model.dimensions} dimensions, loaded in {took:.1f} s"
        yield Check("model", True, found)
        if root is not None:
            yield _language(root, settings, model)
        if live:
            yield _live(model)
    except embedder.EmbedderError as error:
        mend = "Until then nearnote searches by words only."
        yield Check("model", False, str(error), mend)
    except Exception as error:  # a broken install of one of the model's libraries
        mend = "Install nearnote again; until then it searches by words only."
        yield Check("model", False, f"{type(error).__name__}: {error}", mend)


def _language(root: Path, settings: Settings, embedder: Embedder) -> Check:
    """Whether the model knows the language that most of the vault is written in."""
    from nearnote.embedding.model import EmbeddingModel
    from nearnote.workspace.workspace import Workspace

    workspace = Workspace(lambda _: EmbeddingModel(lambda: embedder, lambda: None))
    workspace.open(root, settings)
    (vault,) = workspace
    while vault.scanning:
        vault.step()
    vault.model.load()
    vault.language.look()
    hint = vault.language.hint
    return Check("language", not hint, "unknown to the model" if hint else "no hindrance", hint)


def _live(embedder: Embedder) -> Check:
    """Two texts and a query through the real model: what comes out, and how fast."""
    start = time.perf_counter()
    texts = embedder.embed_documents(_LIVE_TEXTS)
    middle = time.perf_counter()
    query = embedder.embed_query(_LIVE_QUERY)
    end = time.perf_counter()
    as_document = embedder.embed_documents([_LIVE_QUERY])[0]
    roles = "alike" if as_document @ query > 0.9999 else "differently"
    scores = texts @ query
    norms = ", ".join(f"{(vector @ vector) ** 0.5:.3f}" for vector in (*texts, query))
    found = (
        f"{len(query)} dimensions, norms {norms}; "
        f"queries and texts are treated {roles}; "
        f"2 texts in {1000 * (middle - start):.0f} ms, query in {1000 * (end - middle):.0f} ms; "
        f"the right text scores {scores[0]:.2f}, the other {scores[1]:.2f}"
    )
    mend = "The model ranks a plain example wrongly: check its prefixes and input types."
    return Check("live", bool(scores[0] > scores[1]), found, mend)

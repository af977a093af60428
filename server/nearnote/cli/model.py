"""`nearnote model`: the models that can be installed, and which one a vault uses."""

from __future__ import annotations

import os
import re
import tomllib
from codecs import BOM_UTF8
from pathlib import Path
from typing import TYPE_CHECKING

from nearnote.cli.command_error import CommandError
from nearnote.cli.console import show, tell
from nearnote.config.sources import FILE, configure
from nearnote.embedding.catalogue import MODELS, fault, folder_of
from nearnote.embedding.install import InstallError, install, remove
from nearnote.fs.files import needs_marker

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from nearnote.config import Settings
    from nearnote.embedding.catalogue import Model

DEFAULT = "default"
_LINE = re.compile(r"[ \t]*model[ \t]*=.*\s*")


def model(args: Namespace) -> int:
    """Do what was asked for; the exit code is 1 for a model to remove that was not there."""
    root = Path(os.path.abspath(args.vault))
    settings, _ = configure(root)
    if args.action == "list":
        rows = list(_rows(settings))
        show(args, rows, (_line(row) for row in rows))
        return 0
    if args.action == "use":
        return _use(args, root, settings)
    asked = _asked(args)
    try:
        if args.action == "remove":
            gone = remove(asked, settings)
            what = "is removed" if gone else "was not installed"
            show(args, {"removed": gone}, [f"The model {asked.name} {what}."])
            return 0 if gone else 1
        if fault(asked, folder_of(asked, settings)) and not args.json:
            tell(f"{asked.title}: {asked.use} ({asked.licence}). "
                 f"{asked.megabytes} MB to download, {asked.disk} MB on disk.")  # fmt: skip
        folder = install(asked, settings, (lambda _: None) if args.json else tell)
    except InstallError as error:
        raise CommandError(str(error)) from error
    use = f"To use it in a vault, run there: nearnote model use {asked.name}"
    show(args, {"installed": str(folder)}, [f"The model is in {folder}. {use}"])
    return 0


def _asked(args: Namespace) -> Model:
    if args.name not in MODELS:
        named = f"{args.name} is none" if args.name else "none was named"
        raise CommandError(
            f"The models to {args.action} are {' and '.join(MODELS)}; {named}. "
            "Others are downloaded by fastembed when the setting nearnote.model names them."
        )
    return MODELS[args.name]


def _rows(settings: Settings) -> Iterator[dict[str, object]]:
    used = "" if settings.provider != "fastembed" or settings.model_path else settings.model
    yield {"name": DEFAULT, "model": "all-MiniLM-L6-v2", "installed": True, "used": used is None,
           "download_megabytes": 0, "disk_megabytes": 25, "for": "English, quick and small",
           "licence": "Apache-2.0"}  # fmt: skip
    for each in MODELS.values():
        yield {
            "name": each.name,
            "model": each.title,
            "installed": not fault(each, folder_of(each, settings)),
            "used": used == each.name,
            "download_megabytes": each.megabytes,
            "disk_megabytes": each.disk,
            "for": each.use,
            "licence": each.licence,
        }


def _line(row: dict[str, object]) -> str:
    mark = "*" if row["used"] else " "
    there = "installed" if row["installed"] else f"{row['download_megabytes']} MB to download"
    return f"{mark} {row['name']:<13} {row['model']:<22} {there}; {row['for']}; {row['licence']}"


def _use(args: Namespace, root: Path, settings: Settings) -> int:
    """Write the vault's choice into its settings."""
    if args.name != DEFAULT:
        asked = _asked(args)
        if why := fault(asked, folder_of(asked, settings)):
            raise CommandError(
                f"The model {asked.name} {why}; run: nearnote model install {asked.name}"
            )
    if not root.is_dir():
        raise CommandError(f"{root} is not a folder.")
    if needs_marker(root):  # the file that is written would make a vault of it
        raise CommandError(f"{root} is too wide to be one vault; give the folder of your notes.")
    file = root / FILE
    try:
        old = file.read_bytes() if file.exists() else b""
        mark = old[: len(BOM_UTF8)] if old.startswith(BOM_UTF8) else b""
        text = old[len(mark) :].decode()
        file.write_bytes(
            mark + with_model(text, None if args.name == DEFAULT else args.name).encode()
        )
    except OSError as error:
        raise CommandError(f"{file} cannot be changed: {error.strerror or error}.") from error
    except ValueError as error:
        raise CommandError(
            f"{file} is left as it is ({error}); set its key model by hand."
        ) from error
    said = f"This vault uses the model {args.name} now (in {file})."
    show(args, {"used": args.name}, [f"{said} For all vaults, set nearnote.model in the editor."])
    return 0


def with_model(toml: str, name: str | None) -> str:
    """Settings with another `model`, or none; all else stays. ValueError where that is not sure."""
    before = tomllib.loads(toml)
    lines = toml.splitlines(keepends=True)
    end = next((at for at, line in enumerate(lines) if line.lstrip().startswith("[")), len(lines))
    kept = [line for line in lines[:end] if not _LINE.fullmatch(line)]
    new = "".join([*([f'model = "{name}"\n'] if name else []), *kept, *lines[end:]])
    wanted = {key: value for key, value in before.items() if key != "model"}
    if tomllib.loads(new) != ({"model": name, **wanted} if name else wanted):
        raise ValueError("it is written in an unusual way")
    return new

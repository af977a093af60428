"""Writes the server's settings into package.json, so that there is one table of settings.

Run it with the server's package on the path after a change of nearnote/config/table.py; a test
says when that was forgotten.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from nearnote.config import KEYS, Key

MANIFEST = Path(__file__).parent.parent / "package.json"

# Settings that only the extension reads.
_OF_THE_EXTENSION: dict[str, dict[str, Any]] = {
    "server.path": {
        "type": "string",
        "default": "",
        "scope": "machine-overridable",
        "markdownDescription": "The server's program. Empty: the workspace's virtual environment, "
        "then `PATH`, then the private server that *nearnote: Set Up the Server* installs. "
        "`~` and `${workspaceFolder}` are understood. Example: `~/.local/bin/nearnote`.",
    },
    "server.python": {
        "type": "string",
        "default": "",
        "scope": "machine-overridable",
        "markdownDescription": "The Python, 3.11 or newer, that makes the private server's "
        "environment. Empty: the first one found. Example: `/usr/bin/python3.12`.",
    },
    "trace.server": {
        "type": "string",
        "enum": ["messages", "compact", "verbose"],
        "default": "messages",
        "scope": "window",
        "markdownDescription": "How much of the protocol goes to the output while its log level "
        "is *Trace* (see *nearnote: Trace the Server*).",
    },
    "preview.wikilinks": {
        "type": "boolean",
        "default": True,
        "scope": "window",
        "markdownDescription": "Draw `[[links]]` and `![[embeds]]` in VS Code's own Markdown "
        "preview. A change counts from the next window on.",
    },
}

# The groups of the settings editor: a title, and how the names of its settings begin. What no
# other group has is the last one's.
_GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Search and Related Notes", ("search.", "related.")),
    ("Links and Notes", ("links.", "preview.", "daily.", "templates.")),
    ("Findings", ("findings.",)),
    ("Features", ("only", "features.")),
    ("What Is Indexed", ("exclude", "include", "maxNoteBytes", "chunk.")),
    ("Model", ("provider", "model", "baseUrl", "dimensions", "document", "query", "cache")),
    ("Server", ()),
)

# What a value looks like, where the description alone leaves that open.
_EXAMPLES: dict[str, str] = {
    "exclude": '`["archive/", "*.draft.md"]`',
    "findings.ignore": '`["daily/**", "orphan-note:templates/**"]`',
    "links.template": "`templates/New note.md`",
    "model": "`BAAI/bge-small-en-v1.5`",
    "modelPath": "`~/models/bge-small`",
    "baseUrl": "`http://localhost:11434/v1`",
    "dimensions": "`512`",
    "documentPrefix": "`passage: `",
    "queryPrefix": "`query: `",
    "documentInputType": "`search_document`",
    "queryInputType": "`search_query`",
    "cacheDir": "`~/.cache/nearnote`",
}

# Where this editor's own answer is the better one.
_DEFAULTS = {"features.documentSymbol": False}

_KINDS: dict[str, dict[str, Any]] = {
    "string": {"type": "string"},
    "integer": {"type": "integer"},
    "boolean": {"type": "boolean"},
    "strings": {"type": "array", "items": {"type": "string"}},
}


def configuration() -> list[dict[str, Any]]:
    """`contributes.configuration`: groups of the extension's own settings and the server's."""
    settings = {key.name: _property(key) for key in KEYS} | _OF_THE_EXTENSION
    groups: dict[str, dict[str, Any]] = {title: {} for title, _ in _GROUPS}
    for name, value in settings.items():
        title = next((title for title, starts in _GROUPS if name.startswith(starts)), "Server")
        groups[title][f"nearnote.{name}"] = value
    return [
        {"title": title, "order": order, "properties": properties}
        for order, (title, properties) in enumerate(groups.items(), 1)
    ]


def restricted() -> list[str]:
    """Settings that a workspace which is not trusted may not choose: programs, folders, hosts."""
    by_vault = [key.name for key in KEYS if not key.vault or key.vault_allowed]
    return [f"nearnote.{name}" for name in ("server.path", "server.python", *by_vault)]


def contribute(manifest: dict[str, Any]) -> None:
    """Puts both into a manifest."""
    manifest["contributes"]["configuration"] = configuration()
    capability = manifest["capabilities"]["untrustedWorkspaces"]
    capability["restrictedConfigurations"] = restricted()


def _property(key: Key) -> dict[str, Any]:
    found = dict(_KINDS[key.type])
    if key.optional:
        found["type"] = [found["type"], "null"]
    default = _DEFAULTS.get(key.name, key.default)
    found["default"] = list(default) if isinstance(default, tuple) else default
    if key.allowed:
        found["enum"] = list(key.allowed)
    if key.within:
        found["minimum"], found["maximum"] = key.within
    found["scope"] = "resource"
    example = f" Example: {_EXAMPLES[key.name]}." if key.name in _EXAMPLES else ""
    found["markdownDescription"] = key.description + example
    return found


if __name__ == "__main__":
    read = json.loads(MANIFEST.read_text(encoding="utf-8"))
    contribute(read)
    MANIFEST.write_text(json.dumps(read, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")

"""Writes the server's settings into package.json, so that there is one table of settings.

Run it with the server's package on the path after a change of nearnote/settings/table.py; a test
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
        "`~` and `${workspaceFolder}` are understood.",
    },
    "server.python": {
        "type": "string",
        "default": "",
        "scope": "machine-overridable",
        "markdownDescription": "The Python, 3.11 or newer, that makes the private server's "
        "environment. Empty: the first one found.",
    },
    "trace.server": {
        "type": "string",
        "enum": ["messages", "compact", "verbose"],
        "default": "messages",
        "scope": "window",
        "markdownDescription": "How much of the protocol goes to the output while its log level "
        "is *Trace* (see *nearnote: Trace the Server*).",
    },
}

# Where this editor's own answer is the better one.
_DEFAULTS = {"features.documentSymbol": False}

_KINDS: dict[str, dict[str, Any]] = {
    "string": {"type": "string"},
    "integer": {"type": "integer"},
    "boolean": {"type": "boolean"},
    "strings": {"type": "array", "items": {"type": "string"}},
}


def properties() -> dict[str, dict[str, Any]]:
    """`contributes.configuration.properties`: the extension's own settings and the server's."""
    settings = {**_OF_THE_EXTENSION, **{key.name: _property(key) for key in KEYS}}
    return {f"nearnote.{name}": value for name, value in settings.items()}


def restricted() -> list[str]:
    """Settings that a workspace which is not trusted may not choose: programs, folders, hosts."""
    by_vault = [key.name for key in KEYS if not key.vault or key.vault_allowed]
    return [f"nearnote.{name}" for name in ("server.path", "server.python", *by_vault)]


def contribute(manifest: dict[str, Any]) -> None:
    """Puts both into a manifest."""
    manifest["contributes"]["configuration"]["properties"] = properties()
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
    found["markdownDescription"] = key.description
    return found


if __name__ == "__main__":
    read = json.loads(MANIFEST.read_text(encoding="utf-8"))
    contribute(read)
    MANIFEST.write_text(json.dumps(read, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")

"""The extension's package.json tells the same settings and version as the server."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import nearnote

EXTENSION = Path(__file__).parents[3] / "editors" / "vscode"
MANIFEST: dict[str, Any] = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))


def test_contributed_settings_are_the_servers() -> None:
    spec = importlib.util.spec_from_file_location(
        "contribute_settings", EXTENSION / "scripts" / "contribute_settings.py"
    )
    assert spec
    assert spec.loader
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)

    fresh = json.loads(json.dumps(MANIFEST))
    script.contribute(fresh)

    assert fresh == MANIFEST, "run editors/vscode/scripts/contribute_settings.py"


def test_the_extension_has_the_servers_version() -> None:
    assert MANIFEST["version"] == nearnote.__version__

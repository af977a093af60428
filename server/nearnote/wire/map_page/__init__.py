"""The page that shows a map: one HTML file that needs nothing else and reaches nothing.

Its policy lets run the one script that is in this package, by its hash, and load nothing. Notes
are a block of JSON in it that no browser reads as HTML, and the script sets their text as text.
"""

from __future__ import annotations

import html
import json
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nearnote.wire.results import Json

MARK = '<meta name="generator" content="nearnote map">'
"""What every such page has."""

_ESCAPES = {ord(c): f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}


def page(answer: Json) -> str:
    """The page of a map's JSON; half a character, as names of files may have, is a `?`."""
    script, style = _asset("map.js"), _asset("map.css")
    policy = (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; "
        "base-uri 'none'; form-action 'none'"
    )
    parts = {
        "MARK": MARK,
        "POLICY": policy,
        "TITLE": html.escape(f"Map of {answer['vault']}"),
        "STYLE": style,
        "DATA": _inert(answer),
        "SCRIPT": script,
    }
    # Split first and then filled: what is put in is never searched for places again.
    head, *rest = _asset("page.html").split("{{")
    filled = [head]
    for piece in rest:
        name, _, tail = piece.partition("}}")
        filled += (parts[name], tail)
    return "".join(filled).encode("utf-8", "replace").decode()


def _inert(answer: Json) -> str:
    """JSON in which no character can end a script or begin one."""
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES)


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _asset(name: str) -> str:
    return files(__name__).joinpath(name).read_text(encoding="utf-8")

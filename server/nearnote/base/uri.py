"""`file:` URIs and paths, as editors spell them."""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from urllib.parse import quote, unquote, urlsplit

_DRIVE = re.compile(r"/[A-Za-z]:(/|$)")
_WINDOWS = os.name == "nt"


def of_path(path: PurePath) -> str:
    """The URI of an absolute path; bytes of a file name that are no UTF-8 survive."""
    text = path.as_posix()
    host = ""
    if isinstance(path, PureWindowsPath):
        if text.startswith("//"):  # \\server\share\note.md
            host, _, text = text[2:].partition("/")
            text = "/" + text
        else:
            return f"file:///{text[:2]}{quoted(text[2:])}"
    return f"file://{host}{quoted(text)}"


def quoted(path: str) -> str:
    """A path's text as it stands in a URI; nothing in it can end a Markdown link."""
    return quote(path, safe="/", errors="surrogateescape")


def key(uri: str) -> str:
    """A spelling in which two clients' quotings of one URI are equal."""
    return unquote(uri, errors="surrogateescape")


def to_path(uri: str) -> Path | None:
    """The path of a `file:` URI on this machine; None for everything else."""
    pure = to_pure_path(uri, windows=_WINDOWS)
    return None if pure is None else Path(pure)


def to_pure_path(uri: str, *, windows: bool) -> PurePath | None:
    """`to_path` for a machine of either kind."""
    try:
        parts = urlsplit(uri)
    except ValueError:  # a torn IPv6 host
        return None
    # A `#` or `?` in a file name must come as %23 or %3F; some clients forget it.
    tail = (f"?{parts.query}" if parts.query else "") + (
        f"#{parts.fragment}" if parts.fragment else ""
    )
    text = unquote(parts.path + tail, errors="surrogateescape")
    if parts.scheme != "file" or "\0" in text or not text.startswith("/"):
        return None
    host = "" if parts.netloc == "localhost" else unquote(parts.netloc)
    if windows:
        if host:
            return PureWindowsPath(f"//{host}{text}")
        return PureWindowsPath(text[1:]) if _DRIVE.match(text) else None
    return None if host else PurePosixPath(text)

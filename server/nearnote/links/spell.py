"""How a link to a note is written: the shortest form that means that note and no other."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING
from urllib.parse import quote

from nearnote.links.names import SUFFIXES, strip_suffix
from nearnote.notes.model import Edit, LinkKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nearnote.links.names import Names
    from nearnote.notes.model import Link, NotePath

# What cannot stand in the target of a wikilink, since it means something there.
_NOT_IN_WIKILINKS = re.compile(r"[\[\]|#^\r\n]")


def wiki_target(names: Names, path: NotePath, source: NotePath) -> str | None:
    """The shortest wikilink target in `source` that means `path`; None when there is none."""
    for spelled in _spellings(path):
        if _NOT_IN_WIKILINKS.search(spelled):
            return None
        if names.resolve_name(spelled, source).note == path:
            return spelled
    return None


def _spellings(path: NotePath) -> Iterator[str]:
    parts = strip_suffix(path).split("/")
    for start in range(len(parts) - 1, -1, -1):
        yield "/".join(parts[start:])
    yield "/" + "/".join(parts)


def markdown_target(path: str, source: NotePath, *, rooted: bool = False) -> str:
    """The target of a Markdown link in `source`: relative to its folder, or from the root."""
    if rooted:
        return "/" + quote(path, safe="/")
    return quote(posixpath.relpath(path, posixpath.dirname(source) or "."), safe="/")


def wiki_link(names: Names, path: NotePath, source: NotePath, label: str = "") -> str:
    """A whole link to a note, a wikilink where it can be one."""
    target = wiki_target(names, path, source)
    if target is None:
        text = re.sub(r"([][])", r"\\\1", label or strip_suffix(posixpath.basename(path)))
        return f"[{text}]({markdown_target(path, source)})"
    shown = _NOT_IN_WIKILINKS.sub(" ", label).strip()
    return f"[[{target}|{shown}]]" if shown and shown != target else f"[[{target}]]"


def retarget(names: Names, link: Link, path: NotePath, source: NotePath) -> Edit:
    """The edit that makes a link of `source` mean `path`, in the style in which it is written."""
    suffixed = link.target.lower().endswith(SUFFIXES)
    if link.kind in (LinkKind.MARKDOWN, LinkKind.IMAGE):
        target = path if suffixed else strip_suffix(path)
        return Edit(
            link.target_span, markdown_target(target, source, rooted=link.target.startswith("/"))
        )
    spelled = wiki_target(names, path, source)
    if spelled is None:
        fragment = "#" + quote(link.fragment) if link.fragment else ""
        text = link.label or link.target
        bang = "!" if link.kind is LinkKind.EMBED else ""
        return Edit(link.span, f"{bang}[{text}]({markdown_target(path, source)}{fragment})")
    suffix = path[len(strip_suffix(path)) :] if suffixed else ""
    return Edit(link.target_span, spelled + suffix)

"""How a link to a note is written: the shortest form that means that note and no other."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from nearnote.base.source import Span
from nearnote.links.name_match import SUFFIXES, strip_suffix
from nearnote.markdown.elements import LinkKind
from nearnote.markdown.finding import Edit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nearnote.base.note_path import NotePath
    from nearnote.links.names import Names
    from nearnote.markdown.elements import Link

# What cannot stand in the target of a wikilink, since it means something there.
_NOT_IN_WIKILINKS = re.compile(r"[\[\]|#^\r\n]")

# What would end a Markdown link, or be read as something else in it.
_NOT_IN_FRAGMENTS = re.compile(r"[\s()<>%\\\[\]]")


def wiki_target(names: Names, path: NotePath, source: NotePath, parts: int = 1) -> str | None:
    """The shortest wikilink target in `source` that means `path`; None when there is none.

    It has at least `parts` components, as far as the path has so many.
    """
    for spelled in _spellings(path, parts):
        if _NOT_IN_WIKILINKS.search(spelled):
            return None
        if names.resolve_name(spelled, source).note == path:
            return spelled
    return None


def _spellings(path: NotePath, least: int) -> Iterator[str]:
    parts = strip_suffix(path).split("/")
    for start in range(max(len(parts) - least, 0), -1, -1):
        yield "/".join(parts[start:])
    yield "/" + "/".join(parts)


def markdown_target(path: str, source: NotePath, *, rooted: bool = False) -> str:
    """The target of a Markdown link in `source`: relative to its folder, or from the root."""
    if rooted:
        return "/" + quote(path, safe="/")
    return quote(posixpath.relpath(path, posixpath.dirname(source) or "."), safe="/")


def wiki_link(
    names: Names, path: NotePath, source: NotePath, label: str = "", *, label_first: bool = False
) -> str:
    """A whole link to a note, a wikilink where it can be one; `label_first` as Dendron does."""
    target = wiki_target(names, path, source)
    if target is None:
        text = re.sub(r"([][])", r"\\\1", label or strip_suffix(posixpath.basename(path)))
        return f"[{text}]({markdown_target(path, source)})"
    shown = _NOT_IN_WIKILINKS.sub(" ", label).strip()
    if not shown or shown == target:
        return f"[[{target}]]"
    return f"[[{shown}|{target}]]" if label_first else f"[[{target}|{shown}]]"


def write_target(link: Link, text: str) -> tuple[Edit, ...]:
    """The edit that gives a link another target; none where the target is not the link's own.

    With `write_fragment` the only way to write into a link: a use of a reference has nothing of
    either, and what is written at its end would become the note's text.
    """
    nothing = not text and not link.target
    return () if link.is_use or nothing else (Edit(link.target_span, text),)


def write_fragment(link: Link, text: str) -> tuple[Edit, ...]:
    """The edit that gives a link another fragment, with its `#` where it had none."""
    if link.is_use or text == link.fragment:
        return ()
    span = link.fragment_span
    if not text:
        return (Edit(Span(link.target_span.end, span.end), ""),)
    if link.kind in (LinkKind.MARKDOWN, LinkKind.IMAGE):
        text = _NOT_IN_FRAGMENTS.sub(lambda found: quote(found[0]), text)
    return (Edit(span, text if len(span) else "#" + text),)


def retarget(
    names: Names,
    link: Link,
    path: NotePath,
    source: NotePath,
    *,
    shortest: bool = True,
    beside: bool = True,
) -> tuple[Edit, ...]:
    """The edit that makes a link of `source` mean `path`, in the style in which it is written.

    A wikilink that was longer than it had to be (not `shortest`) keeps its number of components,
    a Markdown link that was a path from the vault's root (not `beside`) stays one.
    """
    suffixed = link.target.lower().endswith(SUFFIXES)
    if link.kind in (LinkKind.MARKDOWN, LinkKind.IMAGE):
        target = path if suffixed or not link.target else strip_suffix(path)
        beside = beside or names.resolve_name(target, source, by_path=True).note != path
        return path_edit(link, target, source, beside=beside)
    parts = 1 if shortest else link.target.strip("/").count("/") + 1
    spelled = wiki_target(names, path, source, parts)
    if spelled is None:
        return (_as_markdown(link, path, source),)
    suffix = path[len(strip_suffix(path)) :] if suffixed else ""
    rooted = link.target.startswith("/") and not spelled.startswith("/") and not shortest
    return write_target(link, ("/" if rooted else "") + spelled + suffix)


def path_edit(link: Link, path: str, source: NotePath, *, beside: bool = True) -> tuple[Edit, ...]:
    """The edit of a Markdown link of `source` to a path, in its style: `/…`, `./…` or plain.

    Not `beside`, a plain path is one from the vault's root.
    """
    if not beside and not link.target.startswith(("/", "./")):
        return write_target(link, _as_written(link, quote(path, safe="/")))
    target = markdown_target(path, source, rooted=link.target.startswith("/"))
    if link.target.startswith("./") and target.split("/")[0] not in (".", ".."):
        target = "./" + target
    if link.target.endswith("/") and not target.endswith("/"):  # a folder's
        target += "/"
    return write_target(link, _as_written(link, target))


def file_target(names: Names, path: str, source: NotePath, parts: int = 1, before: str = "") -> str:
    """The shortest target by which a wikilink in `source` shows a file that is no note.

    It has at least `parts` components, and stays one from the root where `before` was one.
    """
    whole = path.split("/")
    if not before.startswith("/"):
        for start in range(max(len(whole) - parts, 0), -1, -1):
            spelled = "/".join(whole[start:])
            if names.resolve_file(spelled, source).attachment == path:
                return spelled
    return "/" + path


def _as_markdown(link: Link, path: NotePath, source: NotePath) -> Edit:
    """A wikilink anew as a Markdown link, since no wikilink can spell the note's name."""
    fragment = "#" + quote(link.fragment) if link.fragment else ""
    text = re.sub(r"([][])", r"\\\1", link.label or link.target)
    bang = "!" if link.kind is LinkKind.EMBED else ""
    written = f"{bang}[{text}]({markdown_target(path, source)}{fragment})"
    return Edit(link.span, written, f"Wikilinks to {path} become Markdown links")


def _as_written(link: Link, target: str) -> str:
    """A quoted target as it can stand in the place of the link's own, quoted no more than that."""
    # A target that was written with bare spaces stands in angle brackets.
    bare = len(link.target.encode()) == len(link.target_span) and " " in link.target
    plain = unquote(target)
    if bare and not set(plain) & set("<>#"):
        return plain
    spared = _quoted_sparingly(link.target)
    is_sparing = spared != quote(link.target, safe="/") and len(spared.encode()) == len(
        link.target_span
    )
    return _quoted_sparingly(plain) if is_sparing else target


# What ends a target, or means something in it: all else may stand there as it is.
_NOT_IN_TARGETS = re.compile(r"[\s%<>()\\#?\x00-\x1f\x7f]")


def _quoted_sparingly(path: str) -> str:
    """A path as the target of a Markdown link, as people write it who do not quote all."""
    return _NOT_IN_TARGETS.sub(lambda found: quote(found[0], safe=""), path)

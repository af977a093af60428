"""The JSON of answers: what the editor's commands and the command line's `--json` both give.

Lines count from 0. Every function makes a mapping that `json.dumps` takes as it is.
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from nearnote.base import uri

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from nearnote.base.note_path import NotePath
    from nearnote.features.backlinks import Backlink, Backlinks
    from nearnote.features.results import ChunkView, Found, Related, SearchResult, Stats
    from nearnote.vault.status import Progress, Status

    UriOf = Callable[[Path | None, NotePath], str]

Json = dict[str, Any]


def uri_of(root: Path | None, path: NotePath) -> str:
    """The URI of a note; one that lies in no folder is named by its full path or its URI."""
    if root is not None:
        return uri.of_path(root / path)
    return uri.of_path(PurePosixPath(path)) if path.startswith("/") else path


def search(result: SearchResult, uri_of: UriOf = uri_of) -> Json:
    """The answer of `nearnote.search`."""
    return {
        "mode": str(result.mode),
        "pending": result.pending,
        "hits": [hit(found, uri_of) for found in result.hits],
    }


def related(related: Related, pending: int, uri_of: UriOf = uri_of) -> Json:
    """The answer of `nearnote.related`: a search's, and each hit is `linked` and says `why`."""
    hits = [
        {**hit(found, uri_of), "linked": bool(found.hit.linked), "why": why(found)}
        for found in related.hits
    ]
    return {"mode": "vector", "pending": pending, "hits": hits}


def why(found: Found) -> Json | None:
    """The line of the note asked about that is nearest to a hit, and the words that both have."""
    if found.explanation is None:
        return None
    return {
        "line": found.explanation.line,
        "text": found.explanation.text,
        "words": list(found.explanation.words),
    }


def hit(found: Found, uri_of: UriOf = uri_of) -> Json:
    """One place in a note."""
    from nearnote.markdown.line_text import line_text  # loads the parser: `initialize` must not

    hit = found.hit
    return {
        "path": hit.path,
        "uri": uri_of(found.root, hit.path),
        "title": hit.title,
        "heading": list(hit.heading),
        "line": hit.line,
        "end_line": hit.end_line,
        "kind": str(hit.kind),
        "score": round(float(hit.score), 4),
        "parts": hit.parts._asdict(),
        "text": hit.text,
        "line_text": line_text(hit.text),
        "snippet": hit.snippet,
        "found_by": [str(leg) for leg in hit.found_by],
    }


def backlinks(found: Backlinks, root: Path | None, uri_of: UriOf = uri_of) -> Json:
    """The answer of `nearnote.backlinks`: lines that link to a note, and lines that name it."""
    from nearnote.markdown.line_text import line_text  # as above

    def line(each: Backlink) -> Json:
        return {
            "path": each.path,
            "uri": uri_of(root, each.path),
            "title": each.title,
            "line": each.line,
            "text": each.text,
            "line_text": line_text(each.text),
        }

    return {
        "linked": [line(each) for each in found.linked],
        "unlinked": [line(each) for each in found.unlinked],
    }


def chunks(views: Iterable[ChunkView]) -> Json:
    """The answer of `nearnote.chunks`: what the index sees of a note."""
    return {
        "chunks": [
            {**asdict(view), "kind": str(view.kind), "heading": list(view.heading)}
            for view in views
        ]
    }


def stats(stats: Stats) -> Json:
    """The answer of `nearnote.stats`."""
    return asdict(stats)


def progress(progress: Progress) -> Json:
    """What became of the chunks: numbers."""
    return asdict(progress)


def status(status: Status) -> Json:
    """The answer of `nearnote.status`; `reason` and `unkept` only where something is amiss."""
    answer = {**asdict(status), "phase": str(status.phase)}
    for name in ("reason", "unkept"):
        if not answer[name]:
            del answer[name]
    return answer

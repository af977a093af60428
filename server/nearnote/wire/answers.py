"""The shapes of the answers to `nearnote.*` commands and of `--json`, the editors' contract.

Lines and columns count from 0. `editors/generate_types.py` makes the editors' types of this file,
so a member's remark is an annotation that the generator can read.
"""

from typing import Annotated, Literal, NotRequired, TypedDict

Mode = Literal["hybrid", "text", "vector"]
Phase = Literal["scanning", "embedding", "ready", "words-only"]


class Parts(TypedDict):
    """What speaks for a hit, raw: figures to compare within one answer only."""

    words: Annotated[float, "The share of the query's words that it says."]
    meaning: Annotated[float, "How much nearer than chance it is."]
    name: Annotated[float, "How surely the query names its note."]
    rank: Annotated[float, "The sum by which hits are ordered."]


class Hit(TypedDict):
    """One place in a note."""

    path: str
    uri: str
    title: str
    heading: list[str]
    line: int
    end_line: int
    kind: str
    score: Annotated[float, "The chance, from 0 to 1, that this is what was asked."]
    parts: Parts
    text: Annotated[str, "The matched line itself; `snippet` is body text around it."]
    line_text: Annotated[str, "The same without its Markdown, for lists."]
    snippet: str
    found_by: list[str]


class SearchAnswer(TypedDict):
    """The answer of `nearnote.search`."""

    mode: Mode
    pending: Annotated[int, "How many chunks still wait for their vector."]
    hits: list[Hit]


class Why(TypedDict):
    """The line of the note asked about that is nearest to a hit, and the words that both have."""

    line: int
    text: str
    words: list[str]


class RelatedHit(Hit):
    """A related note at its nearest line."""

    linked: Annotated[bool, "The note asked about links to this one already."]
    why: Why | None


class RelatedAnswer(TypedDict):
    """The answer of `nearnote.related`."""

    mode: Mode
    pending: int
    hits: list[RelatedHit]


class Backlink(TypedDict):
    """A line of another note that names a note."""

    path: str
    uri: str
    title: str
    line: int
    text: Annotated[str, "The line itself."]
    line_text: Annotated[str, "The same without its Markdown, for lists."]


class BacklinksAnswer(TypedDict):
    """The answer of `nearnote.backlinks`: lines that link to a note, and lines that name it."""

    linked: list[Backlink]
    unlinked: list[Backlink]


class MapAnswer(TypedDict):
    """The answer of `nearnote.map`: a whole HTML page, which loads nothing."""

    page: str
    notes: int
    reason: Annotated[str, "Why notes have no place by meaning; empty when they have."]


class SeenChunk(TypedDict):
    """One piece of a note as the index sees it, or does not see it (`content_free`)."""

    line: int
    end_line: int
    kind: str
    heading: list[str]
    model_text: str
    content_free: bool
    pending: bool


class ChunksAnswer(TypedDict):
    """The answer of `nearnote.chunks`."""

    chunks: list[SeenChunk]


class Status(TypedDict):
    """The answer of `nearnote.status`; `reason` and `unkept` only where something is amiss."""

    phase: Phase
    notes: int
    chunks: int
    pending: int
    model: str
    reason: NotRequired[str]
    unkept: NotRequired[Annotated[str, "Why vectors cannot be kept."]]

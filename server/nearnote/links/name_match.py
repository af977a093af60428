"""How well a note fits a written name, and which of several is meant by it."""

from __future__ import annotations

import posixpath
from enum import IntEnum
from typing import TYPE_CHECKING

from nearnote.links.outline import fold, slug

if TYPE_CHECKING:
    from nearnote.base.note_path import NotePath
    from nearnote.links.outline import Outline

SUFFIXES = (".md", ".markdown")


class Match(IntEnum):
    """By which of its names a note was meant, the surest first."""

    PATH = 0
    NAME = 1
    TITLE = 2
    ALIAS = 3
    PERMALINK = 4
    ID = 5  # the `202301011200` or `z5mj` at the start of a file's name
    SLUG = 6  # the title as other tools make a link of it: `my-title`


def strip_suffix(name: str) -> str:
    """A file name or link target without `.md`."""
    lowered = name.lower()
    for suffix in SUFFIXES:
        if lowered.endswith(suffix):
            return name[: -len(suffix)]
    return name


def joined(target: str, source: NotePath) -> tuple[str, ...]:
    """The paths that a target may spell: beside the note, or from the vault's root."""
    if target.startswith("/"):
        return (posixpath.normpath(target.lstrip("/")),)
    beside = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
    return (beside, posixpath.normpath(target))


def matched(note: Outline, target: str, wanted: tuple[str, ...]) -> Match | None:
    """By which of its names a target means a note; `wanted` are the paths that it may spell."""
    whole = fold(note.path)
    path = fold(strip_suffix(note.path))
    if any(fold(spelled) in (whole, path) for spelled in wanted):
        return Match.PATH
    name = fold(target.lstrip("/"))
    if path == name or path.endswith("/" + name) or whole.endswith("/" + name):
        return Match.NAME
    if fold(note.title) == fold(target):
        return Match.TITLE
    if fold(target) in note.called:
        return Match.ALIAS
    if note.permalink and fold(note.permalink).strip("/") == name:
        return Match.PERMALINK
    folder, _, last = name.rpartition("/")
    if folder and not f"/{path}".rpartition("/")[0].endswith(f"/{folder}"):
        return None
    if last and last == leading_id(note.path):
        return Match.ID
    return Match.SLUG if last and last == slug(note.title) else None


def leading_id(path: str) -> str:
    """The id that a file's name begins with, before a space; empty where it begins with a word."""
    first, space, _ = fold(strip_suffix(path.rpartition("/")[2])).partition(" ")
    return first if space and any(map(str.isdigit, first)) else ""


def nearest(found: list[NotePath], source: NotePath, target: str) -> tuple[NotePath, ...]:
    """Those of equal claim that are fewest folders away; the same case goes first."""
    if len(found) < 2:
        return tuple(found)
    spelled = strip_suffix(target).rpartition("/")[2]

    def distance(path: NotePath) -> tuple[int, bool]:
        here, there = source.split("/")[:-1], path.split("/")[:-1]
        shared = 0
        while shared < min(len(here), len(there)) and here[shared] == there[shared]:
            shared += 1
        other_case = strip_suffix(path).rpartition("/")[2] != spelled
        return len(here) + len(there) - 2 * shared, other_case

    least = min(map(distance, found))
    return tuple(sorted(path for path in found if distance(path) == least))

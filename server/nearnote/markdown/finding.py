"""What is wrong with a place in a note, and the edits that mend it.

Every span is in UTF-8 byte offsets of the note's own `Source`, unless it says otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nearnote.base.note_path import NotePath
    from nearnote.base.source import Span


class Severity(StrEnum):
    """How loud a finding is; the words of the settings."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"
    HINT = "hint"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the bytes of `span` by `text`; `confirm` is what the user is asked first, if so."""

    span: Span
    text: str
    confirm: str = ""


@dataclass(frozen=True, slots=True)
class Fix:
    """A way to mend a finding: edits of one note that do not overlap, in order.

    `creates` is the path and the text of a note that is made first.
    """

    title: str
    edits: tuple[Edit, ...]
    preferred: bool = False  # what fix-all applies
    creates: tuple[NotePath, str] | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """A line that search cannot reach, or a defect of the note; `rule` is its code."""

    rule: str
    severity: Severity
    message: str
    span: Span
    fixes: tuple[Fix, ...] = ()

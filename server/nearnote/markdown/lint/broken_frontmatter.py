"""broken-frontmatter: the block at the top of the note cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearnote.markdown.finding import Finding, Severity
from nearnote.markdown.lint.rule import Rule, VaultContext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nearnote.markdown.note import Note

_NAME = "broken-frontmatter"


def check(note: Note, context: VaultContext) -> Iterator[Finding]:  # noqa: ARG001
    """The parser's own problem, and what it costs."""
    problem = note.front.problem
    if problem:
        message = f"{problem.message} Search may miss this note's title, tags and description."
        yield Finding(_NAME, RULE.severity, message, problem.span)


RULE = Rule(_NAME, Severity.WARNING, "Frontmatter that cannot be read.", check)

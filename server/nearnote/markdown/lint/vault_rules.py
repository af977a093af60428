"""Rules that look beyond the note: what they find is told by the vault."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from nearnote.markdown.finding import Severity
from nearnote.markdown.lint.rule import Rule, VaultContext

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nearnote.markdown.finding import Finding
    from nearnote.markdown.note import Note


def _told(name: str, note: Note, context: VaultContext) -> Iterable[Finding]:  # noqa: ARG001
    vault_checks = context.vault_checks.get(name)
    return () if vault_checks is None else vault_checks()


def _rule(name: str, severity: Severity, summary: str, *, semantic: bool = False) -> Rule:
    return Rule(name, severity, summary, partial(_told, name), semantic)


RULES = (
    _rule(
        "unusual-encoding",
        Severity.WARNING,
        "A note that is not UTF-8, or whose lines editors count differently.",
        semantic=True,
    ),
    _rule("unresolved-link", Severity.WARNING, "A link that means nothing in the vault."),
    _rule("undefined-label", Severity.WARNING, "A reference that the note does not define."),
    _rule("ambiguous-link", Severity.WARNING, "A link that may mean several notes."),
    _rule("broken-heading", Severity.WARNING, "A link to a heading that is not there."),
    _rule("broken-block-id", Severity.WARNING, "A link to a block that is not there."),
    _rule(
        "duplicate-heading-target",
        Severity.INFORMATION,
        "A link to a heading that is there more than once.",
    ),
    _rule("duplicate-alias", Severity.INFORMATION, "An alias that another note has, too."),
    _rule("orphan-note", Severity.OFF, "A note without a link from it or to it."),
    _rule(
        "near-duplicate-note",
        Severity.INFORMATION,
        "A note that says what another one says.",
        semantic=True,
    ),
    _rule(
        "unlinked-mention",
        Severity.OFF,
        "The name of another note in plain text.",
        semantic=True,
    ),
)

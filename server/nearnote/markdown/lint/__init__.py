"""Lines that no search can ever find, and other defects of one note, with ways to mend them.

Rules are plain functions of a note and its `VaultContext`; `nearnote/FINDINGS.md` explains each
to the reader under a heading with the rule's name.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from nearnote.markdown.finding import Severity
from nearnote.markdown.lint import (
    bare_heading,
    broken_frontmatter,
    ignore_comments,
    link_only_bullet,
    oversized_note,
    vault_rules,
)
from nearnote.markdown.lint.rule import ALONE, Rule, VaultContext

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nearnote.markdown.finding import Finding
    from nearnote.markdown.note import Note

__all__ = ["RULES", "Rule", "VaultContext", "lint"]

RULES: dict[str, Rule] = {
    rule.name: rule
    for rule in (
        bare_heading.RULE,
        link_only_bullet.RULE,
        broken_frontmatter.RULE,
        oversized_note.RULE,
        *vault_rules.RULES,
    )
}


def lint(
    note: Note,
    context: VaultContext = ALONE,
    severities: Mapping[str, Severity] | None = None,
) -> tuple[Finding, ...]:
    """The findings of a note in reading order, without those that its comments ignore.

    `severities` overrides those of `RULES` by a rule's name; `OFF` leaves a rule out.
    """
    ignored = ignore_comments.read(note)
    findings = []
    for rule in RULES.values():
        severity = (severities or {}).get(rule.name, rule.severity)
        if severity is Severity.OFF or rule.name in ignored.everywhere:
            continue
        for finding in rule.check(note, context):
            if not ignored.covers(finding.rule, note.source.line_of(finding.span.start)):
                fixes = (*finding.fixes, *ignore_comments.fixes(note, finding))
                findings.append(replace(finding, severity=severity, fixes=fixes))
    return tuple(sorted(findings, key=lambda finding: (finding.span, finding.rule)))

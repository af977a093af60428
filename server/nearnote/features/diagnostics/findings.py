"""The findings of one note, as loud as the settings say."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from nearnote.features.diagnostics import vault_checks
from nearnote.fs import gitignore
from nearnote.fs.files import OVERSIZED_BYTES
from nearnote.markdown.finding import Severity
from nearnote.markdown.lint import RULES, VaultContext, lint

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pathspec

    from nearnote.base.note_path import NotePath
    from nearnote.markdown.elements import Link
    from nearnote.markdown.finding import Finding
    from nearnote.vault.vault import Vault

BROKEN_LINKS = ("unresolved-link", "broken-heading", "broken-block-id")


def note_findings(
    vault: Vault, path: NotePath, vaults: Iterable[Vault] = ()
) -> tuple[Finding, ...]:
    """The defects of a note, as loud as the settings say; `vaults` are all folders open."""
    note = vault.note(path)
    if note is None:
        return ()

    def excerpt_of(link: Link) -> str:
        target = vault.resolve(link, path).note
        return "" if target is None else vault.names.outlines[target].excerpt

    read_up_to = OVERSIZED_BYTES if vault.is_oversized(path) else None
    # While the folder is read, a link may mean a note that is not known yet.
    context = VaultContext(
        excerpt_of,
        read_up_to,
        {} if vault.scanning else vault_checks(vault, path, note, vaults),
        path,
    )
    ignored = _ignored(vault.settings.findings_ignore)
    severities = {
        rule: Severity.OFF
        if (not RULES[rule].semantic and vault.settings.only == "semantic")
        or not _is_told(vault, rule)
        or any(ignored[name].match_file(path) for name in ("", rule) if name in ignored)
        else Severity(getattr(vault.settings, f"findings_{rule.replace('-', '_')}"))
        for rule in RULES
    }
    return lint(note, context, severities)


def _is_told(vault: Vault, rule: str) -> bool:
    """Whether a rule is on without being asked for: in a repository of code, whose Markdown was
    not written as notes, only broken links are.
    """
    by_name = f"findings_{rule.replace('-', '_')}"
    return vault.holds_notes or rule in BROKEN_LINKS or by_name in vault.settings.chosen


@lru_cache(maxsize=8)
def _ignored(globs: tuple[str, ...]) -> dict[str, pathspec.GitIgnoreSpec]:
    """The globs of the settings by the rule that they are for, "" for all rules."""
    by_rule: dict[str, list[str]] = {}
    for glob in globs:
        rule, colon, rest = glob.partition(":")
        rule, pattern = (rule, rest) if colon and rule in RULES else ("", glob)
        by_rule.setdefault(rule, []).append(pattern)
    return {rule: gitignore.spec(lines) for rule, lines in by_rule.items()}

"""`nearnote check`: the findings of a whole vault, as a linter for CI."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nearnote.cli.console import show
from nearnote.cli.open_vault import open_vault
from nearnote.cli.plural import counted
from nearnote.features.diagnostics.findings import note_findings
from nearnote.markdown.finding import Severity

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

LOUDNESS = (Severity.HINT, Severity.INFORMATION, Severity.WARNING, Severity.ERROR)


def check(args: Namespace) -> int:
    """Print the findings at or above `--level`; exit code 1 when there is one."""
    opened = open_vault(args.vault, meaning=args.meaning)
    opened.warn_without_model("Not all near-duplicate notes are told.")
    least = LOUDNESS.index(Severity(args.level))
    rows: list[dict[str, Any]] = []
    for path in sorted(opened.vault.names.outlines):
        source = opened.vault.source(path)
        for finding in note_findings(opened.vault, path):
            if source is None or LOUDNESS.index(finding.severity) < least:
                continue
            rows.append(
                {
                    "path": path,
                    "line": source.line_of(finding.span.start),
                    "end_line": source.line_of(max(finding.span.start, finding.span.end - 1)),
                    "rule": finding.rule,
                    "severity": str(finding.severity),
                    "message": finding.message,
                    "fixes": [fix.title for fix in finding.fixes],
                }
            )
    show(args, {"findings": rows}, _lines(rows, len(opened.vault.names.outlines)))
    return 1 if rows else 0


def _lines(rows: list[dict[str, Any]], notes: int) -> Iterator[str]:
    for row in rows:
        place = f"{row['path']}:{row['line'] + 1}"
        yield f"{place}: {row['severity']}: {row['message']} [{row['rule']}]"
    yield f"{counted(len(rows), 'finding')} in {counted(notes, 'note')}"

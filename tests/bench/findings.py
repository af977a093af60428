"""How many findings are worth reading: precision on 200 findings of Dendron that were labelled.

    python tests/bench/findings.py [--vault ../shared/eval/dendron]

The sample was drawn with a fixed seed from all findings, each was judged by hand in its note
(`useful`: its keeper would change something), and only then were the rules mended. What is told
now is compared with it by note, rule and line; a finding at `hint` is no finding that is heard.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from nearnote.cli.open_vault import open_vault
from nearnote.features.diagnostics.findings import note_findings
from nearnote.markdown.finding import Severity

LABELS = Path(__file__).parents[1] / "vaults/dendron-findings.jsonl"
HEARD = (Severity.INFORMATION, Severity.WARNING, Severity.ERROR)


def main() -> None:
    """Print, by rule: all findings at their severity, and what the labels say of those heard."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vault", type=Path, default=Path("../shared/eval/dendron"))
    root = parser.parse_args().vault.resolve()
    labels = {
        (label["path"], label["rule"], label["line"]): label["useful"]
        for label in map(json.loads, LABELS.read_text().splitlines())
    }
    vault = open_vault(root, meaning=False).vault
    told: Counter[tuple[str, str]] = Counter()
    useful: Counter[str] = Counter()
    judged: Counter[str] = Counter()
    for path in vault.names.outlines:
        source = vault.source(path)
        for found in note_findings(vault, path):
            told[found.rule, str(found.severity)] += 1
            key = (path, found.rule, source.line_of(found.span.start) if source else 0)
            if found.severity in HEARD and key in labels:
                judged[found.rule] += 1
                useful[found.rule] += labels[key]
    for (rule, severity), count in sorted(told.items()):
        print(f"{rule:26} {severity:12} {count:4} told, useful {useful[rule]} of {judged[rule]}")
    before = sum(labels.values())
    print(f"all that are heard: {useful.total()} of {judged.total()} labelled ones useful", end="")
    print(f" = {useful.total() / judged.total():.2f}; before: {before} of {len(labels)}", end="")
    print(f" = {before / len(labels):.2f}; kept {useful.total()} of {before} useful ones")


if __name__ == "__main__":
    main()

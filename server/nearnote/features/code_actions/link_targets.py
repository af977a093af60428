"""Which note, heading or block a link may have meant: by its letters and by its meaning."""

from __future__ import annotations

import difflib
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from nearnote.features.code_actions.part_targets import heading_fix, part_fixes
from nearnote.features.related import notes_near_text
from nearnote.links.name_match import strip_suffix
from nearnote.links.names import own_names, written_target
from nearnote.links.outline import fold
from nearnote.links.write_link import retarget
from nearnote.markdown.elements import LinkKind
from nearnote.markdown.finding import Fix

if TYPE_CHECKING:
    from nearnote.base.note_path import NotePath
    from nearnote.markdown.elements import Link
    from nearnote.markdown.finding import Finding
    from nearnote.markdown.note import Note
    from nearnote.vault.vault import Vault

MAX_TARGETS = 5
LIKE = 0.75
FLOOR = 0.35


def with_targets(vault: Vault, path: NotePath, note: Note, finding: Finding) -> Finding:
    """The finding of a link with fixes that link to what it may have meant.

    Not part of the finding itself: each costs a look at all names, and a question to the model.
    """
    if finding.rule in ("broken-heading", "broken-block-id", "duplicate-heading-target"):
        return _with_parts(vault, path, note, finding)
    if finding.rule != "unresolved-link":
        return finding
    link = next((each for each in note.links if each.target_span == finding.span), None)
    if link is None or link.kind is LinkKind.IMAGE:
        return finding
    fixes = tuple(
        Fix(f"Link to {other}", retarget(vault.names, link, other, path))
        for other in targets(vault, path, link)
    )
    return replace(finding, fixes=(*fixes, *finding.fixes))


def _with_parts(vault: Vault, path: NotePath, note: Note, finding: Finding) -> Finding:
    link = next((each for each in note.links if each.fragment_span == finding.span), None)
    target = None if link is None else vault.resolve(link, path).note
    if link is None or target is None:
        return finding
    fixes = [*part_fixes(finding.rule, vault.names.outlines[target], link)]
    if finding.rule == "broken-heading" and target == path and (fix := heading_fix(note, link)):
        fixes.append(fix)
    return replace(finding, fixes=(*fixes, *finding.fixes))


def targets(vault: Vault, path: NotePath, link: Link) -> tuple[NotePath, ...]:
    """The notes that a link may have meant, the likeliest first; those of like letters go first."""
    written = fold(strip_suffix(written_target(link)).strip("/"))
    found = dict.fromkeys((*_by_end(vault, written), *_by_letters(vault, written)))
    words = " ".join(re.findall(r"[^\W_]+", f"{link.label} {written}"))
    by_meaning = [
        other for other, cosine in notes_near_text(vault, words).items() if cosine >= FLOOR
    ]
    found |= dict.fromkeys(by_meaning[: MAX_TARGETS - 2])
    found.pop(path, None)
    return tuple(found)[:MAX_TARGETS]


def _by_end(vault: Vault, written: str) -> list[NotePath]:
    """Notes that were moved in their hierarchy: their names end like the target does."""
    last = re.split(r"[./]", written)[-1]
    if len(last) < 3:
        return []
    ends = [
        path
        for path in sorted(vault.names.outlines)
        if re.split(r"[./]", fold(strip_suffix(path)))[-1] == last
    ]
    alike = difflib.SequenceMatcher(b=written, autojunk=False)

    def likeness(path: NotePath) -> float:
        alike.set_seq1(fold(strip_suffix(path)))
        return -alike.ratio()

    return sorted(ends, key=likeness)[: MAX_TARGETS - 1]


def _by_letters(vault: Vault, written: str) -> list[NotePath]:
    names: dict[str, NotePath] = {}
    for path in sorted(vault.names.outlines):
        for name in own_names(vault.names.outlines[path]):
            names.setdefault(fold(name), path)
    close = difflib.get_close_matches(written.rpartition("/")[2], names, MAX_TARGETS, LIKE)
    return [names[name] for name in close]

"""Code actions of kind quickfix and fixAll: the fixes of findings."""

from __future__ import annotations

from bisect import bisect_left, insort
from contextlib import suppress
from typing import TYPE_CHECKING

from lsprotocol import types

from nearnote.base.sanitise import one_line
from nearnote.features.code_actions.link_targets import with_targets
from nearnote.features.diagnostics.findings import note_findings
from nearnote.links.change import ChangeError, CreateNote, EditNote, edits_of
from nearnote.lsp import convert
from nearnote.lsp.capabilities import FIX_ALL, QUICK_FIX
from nearnote.lsp.workspace_edit import workspace_edit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from nearnote.base.note_path import NotePath
    from nearnote.base.source import Source, Span
    from nearnote.links.change import Change
    from nearnote.lsp.snapshot import Snapshot
    from nearnote.markdown.finding import Edit, Finding, Fix

_MOST_TARGETS = 20
"""Findings of a selection for which all names are looked through for what was meant."""


def actions(
    snapshot: Snapshot,
    marked: types.Range,
    only: Sequence[str] | None = None,
    *,
    versioned: bool = True,
) -> list[types.CodeAction]:
    """The fixes of findings that touch a range, then one that mends all of the note."""
    findings = note_findings(snapshot.vault, snapshot.path, snapshot.workspace)
    span = snapshot.span(marked)
    found: list[types.CodeAction] = []
    if wanted(QUICK_FIX, only):
        touched = [
            each for each in findings if each.span.start <= span.end and span.start <= each.span.end
        ]
        for number, finding in enumerate(touched):
            if number < _MOST_TARGETS:
                more = with_targets(snapshot.vault, snapshot.path, snapshot.note, finding)
            else:
                more = finding
            found += _fixes(snapshot, more, versioned=versioned)
    # Editors ask for all fixAll kinds when a note is saved; a heading that was just typed must
    # outlive that, so what takes text away has to be asked for by name or chosen from the list.
    by_name = not only or FIX_ALL in _values(only)
    fixes = (fix for finding in findings for fix in finding.fixes if fix.preferred)
    edits = together(fix for fix in fixes if by_name or _only_adds(fix))
    if edits and wanted(FIX_ALL, only):
        with suppress(ChangeError):
            change = edits_of((snapshot.path, edit) for edit in edits)
            edit = workspace_edit(snapshot, change, versioned=versioned)
            title = "Fix all findings of nearnote"
            found.append(types.CodeAction(title, kind=FIX_ALL, edit=edit))
    return found


def _touch(source: Source, finding: Span, marked: Span) -> bool:
    """Whether a finding and what is marked share a line: one need not hit a link to mend it."""
    first, last = source.line_of(finding.start), source.line_of(max(finding.start, finding.end - 1))
    return first <= source.line_of(marked.end) and source.line_of(marked.start) <= last


def together(fixes: Iterable[Fix]) -> tuple[Edit, ...]:
    """The edits of as many fixes as can be made at once; the first of two that meet is made."""
    made: list[Edit] = []
    taken: list[Span] = []  # in order: an edit can only meet the two between which it would stand
    for fix in fixes:
        if not any(_meets(edit.span, taken) for edit in fix.edits):
            made += fix.edits
            for edit in fix.edits:
                insort(taken, edit.span)
    return tuple(made)


def _meets(span: Span, taken: Sequence[Span]) -> bool:
    """Whether a span overlaps one of those, or begins where it does."""
    after = bisect_left(taken, span)
    if after < len(taken) and (taken[after].start < span.end or taken[after].start == span.start):
        return True
    return after > 0 and (span.start < taken[after - 1].end or span.start == taken[after - 1].start)


def _fixes(snapshot: Snapshot, finding: Finding, *, versioned: bool) -> Iterator[types.CodeAction]:
    diagnostic = convert.diagnostic(finding, snapshot.source, snapshot.encoding)
    for fix in finding.fixes:
        if fix.creates is not None and not versioned:
            continue
        # What cannot be written without harm is not offered.
        with suppress(ChangeError):
            edit = workspace_edit(snapshot, change_of(snapshot.path, fix), versioned=versioned)
            preferred = fix.preferred or None
            yield types.CodeAction(
                one_line(fix.title),
                kind=QUICK_FIX,
                diagnostics=[diagnostic],
                is_preferred=preferred,
                edit=edit,
            )


def change_of(path: NotePath, fix: Fix) -> Change:
    """A fix of a finding in the note `path` as a change of the vault."""
    created = () if fix.creates is None else (CreateNote(*fix.creates),)
    return (*created, *((EditNote(path, fix.edits),) if fix.edits else ()))


def _only_adds(fix: Fix) -> bool:
    return not any(len(edit.span) for edit in fix.edits)


def _values(kinds: Sequence[str]) -> list[str]:
    return [each.value if isinstance(each, types.CodeActionKind) else each for each in kinds]


def wanted(kind: str, only: Sequence[str] | None) -> bool:
    """Whether a client that asks for `only` these kinds, or for any, wants `kind`."""
    asked = _values(only or ())
    return not asked or any(f"{kind}.".startswith(f"{each}.") for each in asked)

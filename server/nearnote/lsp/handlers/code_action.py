"""Code actions: fixes of findings, and what may be done with a paragraph, a section, a note."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from lsprotocol import types

from nearnote.base.sanitise import one_line
from nearnote.features.code_actions.far_sections import is_far
from nearnote.features.code_actions.relate import relate
from nearnote.features.code_actions.suggest_links import suggest_links
from nearnote.features.subject import Kind, subject
from nearnote.links.change import ChangeError, EditNote
from nearnote.links.extract import extract_section, section_at
from nearnote.links.merge import merge_into
from nearnote.lsp.capabilities import EXTRACT, LINK, MERGE, RELATE
from nearnote.lsp.handlers import quick_fix
from nearnote.lsp.handlers.quick_fix import wanted
from nearnote.lsp.snapshot import on_note
from nearnote.lsp.workspace_edit import is_versioned, workspace_edit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from nearnote.base.note_path import NotePath
    from nearnote.base.source import Span
    from nearnote.links.change import Change
    from nearnote.lsp.session import NearnoteServer
    from nearnote.lsp.snapshot import Snapshot

log = logging.getLogger(__name__)

Offer = tuple[str, "Change | ChangeError"]
"""A title and what would be done, or why it cannot be."""


async def on_code_action(
    ls: NearnoteServer, params: types.CodeActionParams
) -> list[types.CodeAction]:
    """The fixes at the cursor, and when the user asked for actions, suggestions."""
    if ls.can("text_document.code_action.code_action_literal_support") is None:
        return []  # such a client takes commands only, and a command cannot check a version
    versioned, only = is_versioned(ls), params.context.only
    disabled = bool(ls.can("text_document.code_action.disabled_support"))
    # An editor asks by itself at every move of the cursor; that must not cost a look around.
    by_itself = params.context.trigger_kind is types.CodeActionTriggerKind.Automatic

    def answer(seen: Snapshot) -> list[types.CodeAction]:
        found: list[types.CodeAction] = []
        try:
            found += quick_fix.actions(seen, params.range, only, versioned=versioned)
        except Exception:
            log.exception("the fixes of a note's findings failed")
        for kind, offers in SUGGESTIONS:
            if not by_itself and wanted(kind, only):
                found += _offered(seen, kind, offers, params.range, versioned=versioned)
        return [each for each in found if disabled or each.disabled is None]

    return await on_note(ls, params.text_document.uri, answer) or []


def _offered(
    seen: Snapshot,
    kind: str,
    offers: Callable[[Snapshot, Span], Iterator[Offer]],
    marked: types.Range,
    *,
    versioned: bool,
) -> list[types.CodeAction]:
    """The actions of one kind; a fault in one of them must not take the others with it."""
    found: list[types.CodeAction] = []
    try:
        for title, change in offers(seen, seen.span(marked)):
            found.append(_action(seen, kind, title, change, versioned=versioned))
    except Exception:
        log.exception("an offer of kind %s failed", kind)
    return found


def _action(
    seen: Snapshot, kind: str, title: str, change: Change | ChangeError, *, versioned: bool
) -> types.CodeAction:
    if isinstance(change, ChangeError):
        return _disabled(title, kind, str(change))
    if not versioned and any(not isinstance(step, EditNote) for step in change):
        reason = "This editor cannot make or remove files for a server."
        return _disabled(title, kind, reason)
    try:
        edit = workspace_edit(seen, change, versioned=versioned)
    except ChangeError as error:
        return _disabled(title, kind, str(error))
    return types.CodeAction(one_line(title), kind, edit=edit)


def _disabled(title: str, kind: str, reason: str) -> types.CodeAction:
    disabled = types.CodeActionDisabled(one_line(reason))
    return types.CodeAction(one_line(title), kind, disabled=disabled)


# -- what is offered -------------------------------------------------------------------------


def _links(seen: Snapshot, marked: Span) -> Iterator[Offer]:
    for found in suggest_links(seen.vault, seen.path, marked):
        where = f"“{found.phrase}”" if found.phrase else "the end of the paragraph"
        verb = "Link" if found.phrase else "Add at"
        name = _name(seen, found.path)
        yield f"{verb} {where}: {name}", (EditNote(seen.path, (found.edit,)),)


def _relations(seen: Snapshot, marked: Span) -> Iterator[Offer]:
    for other, edit in relate(seen.vault, seen.path, marked.start):
        yield f"Relate to {_name(seen, other)}", (EditNote(seen.path, (edit,)),)


def _name(seen: Snapshot, path: NotePath) -> str:
    """The title of a note, with its path where others are called so, too."""
    title = seen.vault.names.outlines[path].title
    return title if seen.vault.names.named(title) == [path] else f"{title} ({path})"


def _section(seen: Snapshot, marked: Span) -> Iterator[Offer]:
    section = section_at(seen.note, marked.start)
    if section is None or section.heading is None:
        return
    title = f"Extract “{section.heading.text}” to its own note"
    if is_far(seen.vault, seen.path, section):
        title += " (it is far from the rest)"
    vault = seen.vault

    def change() -> Change:
        return extract_section(
            vault.names,
            seen.path,
            seen.note,
            marked.start,
            vault.outline_of,
            dotted=vault.label_first,
        )

    yield title, _tried(change)


def _merge(seen: Snapshot, marked: Span) -> Iterator[Offer]:
    found = subject(seen.vault, seen.path, marked.start)
    if found is None or found.link is None or found.path is None or found.kind is Kind.FOOTNOTE:
        return
    target, note = found.path, seen.vault.note(found.path)
    if note is None or target == seen.path:
        return
    vault = seen.vault

    def change() -> Change:
        return merge_into(vault.names, seen.path, seen.note, target, note, vault.outline_of)

    yield f"Merge this note into {note.title}", _tried(change)


def _tried(change: Callable[[], Change]) -> Change | ChangeError:
    try:
        return change()
    except ChangeError as error:
        return error


SUGGESTIONS: tuple[tuple[str, Callable[[Snapshot, Span], Iterator[Offer]]], ...] = (
    (LINK, _links),
    (RELATE, _relations),
    (EXTRACT, _section),
    (MERGE, _merge),
)

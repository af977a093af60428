"""Completion of notes, headings, blocks, tags, categories and relation types."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from nearnote.base.sanitise import one_line
from nearnote.features.completion import Choice, ChoiceKind, complete
from nearnote.lsp import convert
from nearnote.lsp.snapshot import locate, on_note
from nearnote.lsp.workspace_edit import text_edits

if TYPE_CHECKING:
    from nearnote.lsp.session import NearnoteServer
    from nearnote.lsp.snapshot import Snapshot
    from nearnote.workspace.workspace import Workspace

_SNIPPET_SIGNS = re.compile(r"[\\$}]")

_KINDS = {
    ChoiceKind.NOTE: types.CompletionItemKind.File,
    ChoiceKind.ALIAS: types.CompletionItemKind.Reference,
    ChoiceKind.HEADING: types.CompletionItemKind.Class,
    ChoiceKind.BLOCK: types.CompletionItemKind.Snippet,
    ChoiceKind.FILE: types.CompletionItemKind.File,
    ChoiceKind.TAG: types.CompletionItemKind.Keyword,
    ChoiceKind.LABEL: types.CompletionItemKind.Reference,
    ChoiceKind.CATEGORY: types.CompletionItemKind.EnumMember,
    ChoiceKind.RELATION: types.CompletionItemKind.Property,
}


async def on_completion(
    ls: NearnoteServer, params: types.CompletionParams
) -> types.CompletionList | None:
    """What may come next at the cursor, at most fifty items."""
    snippets = bool(ls.can("text_document.completion.completion_item.snippet_support"))
    return await on_note(
        ls, params.text_document.uri, lambda seen: completion(seen, params.position, snippets)
    )


def completion(
    seen: Snapshot, position: types.Position, snippets: bool = False
) -> types.CompletionList | None:
    """The list in our order, whatever order and letters the editor would prefer."""
    found = complete(seen.vault, seen.path, seen.offset(position))
    if found is None:
        return None
    replaced = seen.range(found.span)
    items = [
        _item(seen, choice, number, replaced, found.typed, snippets)
        for number, choice in enumerate(found.choices)
    ]
    return types.CompletionList(found.incomplete, items)


def _item(
    seen: Snapshot,
    choice: Choice,
    number: int,
    replaced: types.Range,
    typed: str,
    snippets: bool,
) -> types.CompletionItem:
    data: dict[str, Any] = {}
    if choice.path is not None:
        data = {"uri": seen.uri(choice.path), "line": choice.line}
    item = types.CompletionItem(
        label=one_line(choice.label) or choice.insert,
        kind=_KINDS[choice.kind],
        detail=one_line(choice.detail),
        sort_text=f"{number:03}",
        # Clients match the typed letters with this; a note that was found by meaning has others.
        filter_text=f"{typed} {choice.label}".strip() if typed else choice.label,
        text_edit=types.TextEdit(replaced, choice.insert),
        data=data or None,
    )
    if snippets and any(map(str.isspace, choice.insert)):
        # Neovim cuts plain text at its first space, but a snippet, even one without stops, never.
        item.insert_text_format = types.InsertTextFormat.Snippet
        item.text_edit = types.TextEdit(replaced, _SNIPPET_SIGNS.sub(r"\\\g<0>", choice.insert))
    if choice.also is not None:
        if choice.also.path == seen.path:
            edits = text_edits(seen, seen.path, choice.also.edits)
            item.additional_text_edits = [
                each for each in edits if isinstance(each, types.TextEdit)
            ]
        else:
            (edit,) = choice.also.edits
            name = edit.text.strip(" ^")
            argument = {"uri": seen.uri(choice.also.path), "line": choice.line, "name": name}
            item.command = types.Command(
                "Name the block", command="nearnote.markBlock", arguments=[argument]
            )
    return item


async def on_completion_resolve(
    ls: NearnoteServer, item: types.CompletionItem
) -> types.CompletionItem:
    """Add the beginning of the note that an item stands for."""
    data = item.data
    if not isinstance(data, dict) or not isinstance(data.get("uri"), str):
        return item

    def beginning(workspace: Workspace) -> str:
        located = locate(workspace, data["uri"])
        known = None if located is None else located[0].names.outlines.get(located[1])
        return "" if known is None else known.description or known.excerpt

    text = await ls.submit(beginning)
    if text:
        item.documentation = types.MarkupContent(
            types.MarkupKind.Markdown, convert.markdown(text[:600])
        )
    return item

"""The table of requests that the server answers; a feature is a line in it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from nearnote.lsp import capabilities

if TYPE_CHECKING:
    from collections.abc import Callable

    from nearnote.config import Settings
    from nearnote.lsp.session import NearnoteServer


@dataclass(frozen=True, slots=True)
class Feature:
    """A request that the server answers.

    `handler` is the module of `lsp` and the function that answer it. They are loaded when they are
    first asked, for the answer to `initialize` waits for whatever is loaded before.

    `setting` is what turns it off; one that is not `semantic` is left
    to another Markdown server when the user wants `only` the semantic ones.
    """

    method: str
    handler: str
    setting: Callable[[Settings], bool | None]
    options: Any = None
    semantic: bool = True
    nothing: Any = None  # the answer when it was turned off after `initialize`

    async def answer(self, ls: NearnoteServer, params: Any) -> Any:
        """Have the handler answer a request."""
        module, _, name = self.handler.partition(":")
        handler = getattr(import_module(f"nearnote.lsp.handlers.{module}"), name)
        return await handler(ls, params)

    def is_on(self, ls: NearnoteServer) -> bool:
        """Whether the user wants it."""
        wanted = self.semantic or ls.settings.only == "all"
        chosen = self.setting(ls.settings)
        return wanted and (not ls.has_outline if chosen is None else bool(chosen))


NOTES = types.FileOperationRegistrationOptions(
    [
        types.FileOperationFilter(types.FileOperationPattern("**/*.{md,markdown}"), "file"),
        types.FileOperationFilter(
            types.FileOperationPattern("**", matches=types.FileOperationPatternKind.Folder), "file"
        ),
    ]
)


def _plain(
    method: str,
    handler: str,
    setting: Callable[[Settings], bool | None],
    options: Any = None,
) -> Feature:
    """A feature that other Markdown servers have as well."""
    return Feature(method, handler, setting, options, semantic=False)


FEATURES = (
    Feature(
        types.WORKSPACE_SYMBOL,
        "workspace_symbol:on_request",
        lambda chosen: chosen.features_workspace_symbol,
    ),
    Feature(types.TEXT_DOCUMENT_HOVER, "hover:on_hover", lambda chosen: chosen.features_hover),
    Feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        "code_action:on_code_action",
        lambda chosen: chosen.features_code_action,
        types.CodeActionOptions(code_action_kinds=capabilities.ACTIONS),
    ),
    Feature(
        types.TEXT_DOCUMENT_DIAGNOSTIC,
        "diagnostic:on_diagnostic",
        lambda chosen: chosen.features_diagnostics,
        types.DiagnosticOptions(
            inter_file_dependencies=True, workspace_diagnostics=False, identifier="nearnote"
        ),
        nothing=types.RelatedFullDocumentDiagnosticReport(items=[]),
    ),
    _plain(
        types.TEXT_DOCUMENT_COMPLETION,
        "completion:on_completion",
        lambda chosen: chosen.features_completion,
        types.CompletionOptions(trigger_characters=capabilities.TRIGGERS, resolve_provider=True),
    ),
    _plain(
        types.COMPLETION_ITEM_RESOLVE,
        "completion:on_completion_resolve",
        lambda chosen: chosen.features_completion,
    ),
    _plain(
        types.TEXT_DOCUMENT_DEFINITION,
        "definition:on_definition",
        lambda chosen: chosen.features_definition,
    ),
    _plain(
        types.TEXT_DOCUMENT_REFERENCES,
        "references:on_references",
        lambda chosen: chosen.features_references,
    ),
    _plain(
        types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT,
        "document_highlight:on_document_highlight",
        lambda chosen: chosen.features_document_highlight,
    ),
    _plain(
        types.TEXT_DOCUMENT_DOCUMENT_LINK,
        "document_link:on_document_link",
        lambda chosen: chosen.features_document_link,
    ),
    _plain(
        types.TEXT_DOCUMENT_DOCUMENT_SYMBOL,
        "document_symbol:on_document_symbol",
        lambda chosen: chosen.features_document_symbol,
    ),
    _plain(
        types.TEXT_DOCUMENT_FOLDING_RANGE,
        "folding_range:on_folding_range",
        lambda chosen: chosen.features_folding_range,
    ),
    _plain(
        types.TEXT_DOCUMENT_SELECTION_RANGE,
        "selection_range:on_selection_range",
        lambda chosen: chosen.features_selection_range,
    ),
    _plain(
        types.TEXT_DOCUMENT_RENAME,
        "rename:on_rename",
        lambda chosen: chosen.features_rename,
        types.RenameOptions(prepare_provider=True),
    ),
    _plain(
        types.TEXT_DOCUMENT_PREPARE_RENAME,
        "rename:on_prepare_rename",
        lambda chosen: chosen.features_rename,
    ),
    _plain(
        types.WORKSPACE_WILL_RENAME_FILES,
        "rename:on_will_rename_files",
        lambda chosen: chosen.features_rename,
        NOTES,
    ),
    _plain(
        types.TEXT_DOCUMENT_CODE_LENS,
        "code_lens:on_code_lens",
        lambda chosen: chosen.features_code_lens,
        types.CodeLensOptions(resolve_provider=True),
    ),
    _plain(
        types.CODE_LENS_RESOLVE,
        "code_lens:on_code_lens_resolve",
        lambda chosen: chosen.features_code_lens,
    ),
    _plain(
        types.TEXT_DOCUMENT_INLAY_HINT,
        "code_lens:on_inlay_hint",
        lambda chosen: chosen.features_inlay_hint,
    ),
    _plain(
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
        "semantic_tokens:on_semantic_tokens",
        lambda chosen: chosen.features_semantic_tokens,
        capabilities.TOKENS,
    ),
    _plain(
        types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY,
        "call_hierarchy:on_prepare",
        lambda chosen: chosen.features_call_hierarchy,
    ),
    _plain(
        types.CALL_HIERARCHY_INCOMING_CALLS,
        "call_hierarchy:on_incoming",
        lambda chosen: chosen.features_call_hierarchy,
    ),
    _plain(
        types.CALL_HIERARCHY_OUTGOING_CALLS,
        "call_hierarchy:on_outgoing",
        lambda chosen: chosen.features_call_hierarchy,
    ),
)

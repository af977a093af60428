"""What the server says of its features in `initialize`, before any of them is loaded."""

from __future__ import annotations

from lsprotocol import types

QUICK_FIX = types.CodeActionKind.QuickFix.value
FIX_ALL = "source.fixAll.nearnote"
LINK = "refactor.rewrite.nearnote.link"
RELATE = "refactor.rewrite.nearnote.relate"
EXTRACT = "refactor.extract.nearnote.section"
MERGE = "refactor.inline.nearnote.note"
ACTIONS = (QUICK_FIX, FIX_ALL, LINK, RELATE, EXTRACT, MERGE)

TRIGGERS = ("[", "(", "#", "^", "/")
"""The letters after which an editor asks for completions."""

TOKENS = types.SemanticTokensLegend(
    token_types=["class", "property", "keyword", "enumMember"], token_modifiers=["deprecated"]
)

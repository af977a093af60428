"""What a model wants to see before queries and documents.

Models that were trained with prefixes find much less without them, and neither fastembed nor
OpenAI-compatible servers add them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nearnote.config import Settings

_SEARCH = "Represent this sentence for searching relevant passages: "
_QWEN = (
    "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:"
)

# (part of the model's name, before queries, before documents); the first that matches counts.
# Each as the model's own card says.
_TABLE: tuple[tuple[str, str, str], ...] = (
    (r"e5-mistral|e5-.*instruct", _QWEN, ""),
    (r"\be5-", "query: ", "passage: "),
    (r"\bbge-m3", "", ""),
    (r"\bbge-.*-zh", "为这个句子生成表示以用于检索相关文章：", ""),
    (r"\bbge-.*-en", _SEARCH, ""),
    (r"arctic-embed.*(2|v2\.0)\b", "query: ", ""),
    (r"arctic-embed", _SEARCH, ""),
    (r"mxbai-embed|UAE-Large", _SEARCH, ""),
    (r"nomic-embed-text", "search_query: ", "search_document: "),
    (r"embedding-?gemma", "task: search result | query: ", "title: none | text: "),
    (r"qwen3-embedding", _QWEN, ""),
)


def prefixes(model: str, settings: Settings) -> tuple[str, str]:
    """(before queries, before documents): the settings' own, else what the model wants."""
    query, document = _wanted(model)
    if settings.query_prefix is not None:
        query = settings.query_prefix
    if settings.document_prefix is not None:
        document = settings.document_prefix
    return query, document


def _wanted(model: str) -> tuple[str, str]:
    for pattern, query, document in _TABLE:
        if re.search(pattern, model, re.IGNORECASE):
            return query, document
    return "", ""

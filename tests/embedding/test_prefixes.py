"""What models want before queries and documents."""

import pytest

from nearnote.config import Settings
from nearnote.embedding.prefixes import prefixes

SEARCH = "Represent this sentence for searching relevant passages: "


@pytest.mark.parametrize(
    ("model", "query", "document"),
    [
        ("all-MiniLM-L6-v2", "", ""),
        ("intfloat/multilingual-e5-small", "query: ", "passage: "),
        ("intfloat/multilingual-e5-large", "query: ", "passage: "),
        ("BAAI/bge-small-en-v1.5", SEARCH, ""),
        ("bge-m3", "", ""),
        ("BAAI/bge-small-zh-v1.5", "为这个句子生成表示以用于检索相关文章：", ""),
        ("snowflake/snowflake-arctic-embed-m-long", SEARCH, ""),
        ("snowflake-arctic-embed2", "query: ", ""),
        ("Snowflake/snowflake-arctic-embed-l-v2.0", "query: ", ""),
        ("nomic-ai/nomic-embed-text-v1.5-Q", "search_query: ", "search_document: "),
        ("nomic-embed-text:latest", "search_query: ", "search_document: "),
        ("mxbai-embed-large", SEARCH, ""),
        ("embeddinggemma:300m", "task: search result | query: ", "title: none | text: "),
        ("sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2", "", ""),
        ("text-embedding-3-small", "", ""),
        ("thenlper/gte-base", "", ""),
        ("jinaai/jina-embeddings-v3", "", ""),
    ],
)
def test_table(model: str, query: str, document: str) -> None:
    assert prefixes(model, Settings()) == (query, document)


def test_settings_win_and_an_empty_one_means_none() -> None:
    settings = Settings(query_prefix="", document_prefix="d: ")
    assert prefixes("intfloat/e5-small", settings) == ("", "d: ")
